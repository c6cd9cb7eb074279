import { Command, Options } from "@effect/cli"
import { describeCommand } from "../help.js"
import { lazily } from "../lazily.js"

const options = {
  since: Options.text("since").pipe(
    Options.withDefault("0"),
    Options.withDescription("A cursor that this command printed, 0 for the beginning, or now")
  ),
  follow: Options.boolean("follow").pipe(Options.withDescription("Wait for further changes until interrupted")),
  domain: Options.text("domain").pipe(Options.withDescription("Only this domain; may be repeated"), Options.repeated),
  json: Options.boolean("json").pipe(Options.withDescription("Print one JSON object per line"))
}

export const changes = Command.make("changes", options, (options) =>
  lazily(
    () => import("../actions/changes.js"),
    ({ changes }) => changes(options)
  )
).pipe(
  Command.withDescription(
    describeCommand("List what changed, one change a line", "daybook changes --since now --follow --json")
  )
)
