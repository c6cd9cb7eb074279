import { Args, Command } from "@effect/cli"
import { describeCommand } from "../help.js"
import { lazily } from "../lazily.js"
import * as commonOptions from "../options.js"

const options = {
  names: Args.text({ name: "file" }).pipe(
    Args.withDescription(
      "Unchanged export files of providers. Their content names the source; a source before them overrides it"
    ),
    Args.atLeast(1)
  ),
  dryRun: commonOptions.dryRun,
  allowMassDelete: commonOptions.allowMassDelete,
  json: commonOptions.json
}

export const importFiles = Command.make("import", options, (options) =>
  lazily(
    () => import("../actions/import.js"),
    ({ importFiles }) => importFiles(options)
  )
).pipe(
  Command.withDescription(
    describeCommand(
      "Read a provider's export file. Ends with what was read, kept and left out. Fails if no row was kept of a file that has some",
      "daybook import scrobbles.csv"
    )
  )
)
