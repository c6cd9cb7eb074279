import { Command } from "@effect/cli"
import { describeCommand } from "../help.js"
import { lazily } from "../lazily.js"
import * as commonOptions from "../options.js"

export const migrate = Command.make("migrate", { json: commonOptions.json }, (options) =>
  lazily(
    () => import("../actions/migrate.js"),
    ({ migrate }) => migrate(options)
  )
).pipe(
  Command.withDescription(describeCommand("Apply the migrations of this version to the database", "daybook migrate"))
)
