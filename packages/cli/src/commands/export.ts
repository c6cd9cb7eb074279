import { Args, Command, Options } from "@effect/cli"
import { exportFormatNames } from "@daybook/core/formats"
import { describeCommand } from "../help.js"
import { lazily } from "../lazily.js"
import * as commonOptions from "../options.js"

const options = {
  domains: Args.text({ name: "domain" }).pipe(
    Args.withDescription("The domains to export; all by default"),
    Args.repeated
  ),
  format: Options.choice("format", exportFormatNames).pipe(
    Options.withDescription("Write one file in this format, which other programs read"),
    Options.optional
  ),
  out: Options.text("out").pipe(Options.withDescription("Folder for the files; created when missing")),
  json: commonOptions.json
}

export const exportData = Command.make("export", options, (options) =>
  lazily(
    () => import("../actions/export.js"),
    ({ exportData }) => exportData(options)
  )
).pipe(
  Command.withDescription(
    describeCommand(
      "Write all data as NDJSON, one file per table, or one file that other programs read; without secrets",
      "daybook export --format listenbrainz --out my-data"
    )
  )
)
