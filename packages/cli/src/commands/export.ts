import { Args, Command, Options } from "@effect/cli"
import { describeCommand } from "../help.js"
import { lazily } from "../lazily.js"
import * as commonOptions from "../options.js"

const options = {
  domains: Args.text({ name: "domain" }).pipe(
    Args.withDescription("The domains to export; all by default"),
    Args.repeated
  ),
  out: Options.text("out").pipe(Options.withDescription("Folder for the files; created when missing")),
  json: commonOptions.json
}

export const exportTables = Command.make("export", options, (options) =>
  lazily(
    () => import("../actions/export.js"),
    ({ exportTables }) => exportTables(options)
  )
).pipe(
  Command.withDescription(
    describeCommand(
      "Write all data as NDJSON, one file per table, without secrets",
      "daybook export listening --out my-data"
    )
  )
)
