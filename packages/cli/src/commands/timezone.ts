import { Args, Command } from "@effect/cli"
import { describeCommand } from "../help.js"
import { lazily } from "../lazily.js"
import * as commonOptions from "../options.js"

const load = () => import("../actions/timezone.js")

const set = Command.make(
  "set",
  {
    zone: Args.text({ name: "zone" }).pipe(Args.withDescription("An IANA name such as Europe/Berlin")),
    json: commonOptions.json
  },
  (options) => lazily(load, (actions) => actions.set(options))
).pipe(Command.withDescription(describeCommand("Change the home time zone", "daybook timezone set Europe/Berlin")))

export const timezone = Command.make("timezone", { json: commonOptions.json }, (options) =>
  lazily(load, (actions) => actions.show(options))
).pipe(
  Command.withDescription(describeCommand("Show the home time zone", "daybook timezone")),
  Command.withSubcommands([set])
)
