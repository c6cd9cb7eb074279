import { Command, Options } from "@effect/cli"
import { describeCommand } from "../help.js"
import { lazily } from "../lazily.js"
import * as commonOptions from "../options.js"

const options = {
  fix: Options.boolean("fix").pipe(
    Options.withDescription("Fix what is safe to fix: the permissions of the data folder, the version of the database")
  ),
  json: commonOptions.json
}

export const doctor = Command.make("doctor", options, (options) =>
  lazily(
    () => import("../actions/doctor.js"),
    ({ doctor }) => doctor(options)
  )
).pipe(
  Command.withDescription(
    describeCommand("Check the installation and the sources, and say how to fix each fault", "daybook doctor --fix")
  )
)
