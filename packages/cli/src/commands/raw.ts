import { Args, Command, Options } from "@effect/cli"
import { describeCommand } from "../help.js"
import { lazily } from "../lazily.js"
import * as commonOptions from "../options.js"

const load = () => import("../actions/raw.js")

const optional = (name: string, description: string) =>
  Options.text(name).pipe(Options.withDescription(description), Options.optional)

const list = Command.make(
  "list",
  {
    source: optional("source", "Only payloads of this source"),
    key: optional("key", "Only payloads of this address or file"),
    json: commonOptions.json
  },
  (options) => lazily(load, (actions) => actions.list(options))
).pipe(
  Command.withDescription(
    describeCommand("List answers and files that could not be parsed, the newest first", "daybook raw list")
  )
)

const stats = Command.make("stats", { json: commonOptions.json }, (options) =>
  lazily(load, (actions) => actions.stats(options))
).pipe(Command.withDescription(describeCommand("Count them by source", "daybook raw stats")))

const show = Command.make(
  "show",
  { id: Args.text({ name: "id" }).pipe(Args.withDescription("The id in `daybook raw list`")) },
  (options) => lazily(load, (actions) => actions.show(options))
).pipe(Command.withDescription(describeCommand("Write one of them to the output", "daybook raw show 12")))

const purge = Command.make(
  "purge",
  {
    source: Args.text({ name: "source" }).pipe(Args.withDescription("The source, such as lastfm")),
    json: commonOptions.json
  },
  (options) => lazily(load, (actions) => actions.purge(options))
).pipe(Command.withDescription(describeCommand("Delete those of a source", "daybook raw purge lastfm")))

export const raw = Command.make("raw").pipe(
  Command.withDescription(describeCommand("Read answers and files that could not be parsed", "daybook raw list")),
  Command.withSubcommands([list, stats, show, purge])
)
