import { Args, Command, Options } from "@effect/cli"
import { describeCommand } from "../help.js"
import { lazily } from "../lazily.js"
import * as commonOptions from "../options.js"
import { sourceKinds } from "../initOptions.js"

const options = {
  folder: Args.text({ name: "folder" }).pipe(
    Args.withDefault("."),
    Args.withDescription("Where to write; the working folder by default")
  ),
  source: Options.choice("source", sourceKinds).pipe(
    Options.optional,
    Options.withDescription("A first source: file reads a file of plays, api asks a web service for them")
  ),
  id: Options.text("id").pipe(
    Options.optional,
    Options.withDescription("The id of the first source, such as turntable")
  ),
  timezone: Options.text("timezone").pipe(
    Options.optional,
    Options.withDescription("Home time zone; the system's by default")
  ),
  json: commonOptions.json
}

export const init = Command.make("init", options, (options) =>
  lazily(
    () => import("../actions/init.js"),
    ({ init }) => init(options)
  )
).pipe(
  Command.withDescription(
    describeCommand("Write a folder with a configuration, .env and a first source", "daybook init life --source file")
  )
)
