import { Command, Options } from "@effect/cli"
import { clients } from "../assistants/clients.js"
import { describeCommand } from "../help.js"
import { lazily } from "../lazily.js"
import * as commonOptions from "../options.js"

const load = () => import("../actions/mcp.js")

const url = Options.text("url").pipe(
  Options.optional,
  Options.withDescription("Another host; DAYBOOK_KEY in the environment is its key")
)
const options = {
  url,
  write: Options.boolean("write").pipe(Options.withDescription("Offer the tools that write; needs DAYBOOK_MCP_WRITE"))
}

const print = Command.make(
  "print",
  { client: Options.choice("client", clients).pipe(Options.withDescription("The assistant's program")), url },
  (options) => lazily(load, (actions) => actions.printClient(options))
).pipe(
  Command.withDescription(
    describeCommand("Print what to paste into an assistant's program", "daybook mcp print --client vscode")
  )
)

const check = Command.make("check", { ...options, json: commonOptions.json }, (options) =>
  lazily(load, (actions) => actions.check(options))
).pipe(
  Command.withDescription(describeCommand("List the tools and call one, as an assistant does", "daybook mcp check"))
)

export const mcp = Command.make("mcp", options, (options) => lazily(load, (actions) => actions.mcp(options))).pipe(
  Command.withDescription(describeCommand("Serve an assistant on standard input and output", "daybook mcp")),
  Command.withSubcommands([print, check])
)
