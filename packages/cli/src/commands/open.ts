import { Command, Options } from "@effect/cli"
import { describeCommand } from "../help.js"
import { lazily } from "../lazily.js"
import { json } from "../options.js"

const options = {
  noBrowser: Options.boolean("no-browser").pipe(Options.withDescription("Only print the address")),
  json
}

export const open = Command.make("open", options, (options) =>
  lazily(
    () => import("../actions/open.js"),
    ({ open }) => open(options)
  )
).pipe(Command.withDescription(describeCommand("Open the page with an admin key, once within 60 s", "daybook open")))
