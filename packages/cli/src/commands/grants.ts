import { Args, Command, Options } from "@effect/cli"
import { describeCommand } from "../help.js"
import { lazily } from "../lazily.js"
import * as commonOptions from "../options.js"

const load = () => import("../actions/grants.js")

const list = Command.make("list", { json: commonOptions.json }, (options) =>
  lazily(load, (actions) => actions.list(options))
).pipe(Command.withDescription(describeCommand("List the assistants that have access", "daybook grants list")))

const approve = Command.make(
  "approve",
  {
    code: Args.text({ name: "code" }).pipe(Args.withDescription("The code on the consent page, such as ABCD-1234")),
    lens: Options.text("lens").pipe(
      Options.optional,
      Options.withDescription("What the assistant sees at most, a name in `daybook lens list`")
    ),
    json: commonOptions.json
  },
  (options) => lazily(load, (actions) => actions.approve(options))
).pipe(
  Command.withDescription(
    describeCommand("Approve the code of a consent page of your host", "daybook grants approve ABCD-1234")
  )
)

const revoke = Command.make(
  "revoke",
  {
    id: Args.text({ name: "id" }).pipe(Args.withDescription("The id in `daybook grants list`")),
    json: commonOptions.json
  },
  (options) => lazily(load, (actions) => actions.revoke(options))
).pipe(Command.withDescription(describeCommand("End the access of an assistant", "daybook grants revoke 3")))

export const grants = Command.make("grants").pipe(
  Command.withDescription(describeCommand("Manage the access of hosted assistants", "daybook grants list")),
  Command.withSubcommands([list, approve, revoke])
)
