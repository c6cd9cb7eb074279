import { Args, Command, Options } from "@effect/cli"
import { describeCommand } from "../help.js"
import { lazily } from "../lazily.js"
import * as commonOptions from "../options.js"

const options = {
  names: Args.text({ name: "source or domain" }).pipe(
    Args.withDescription("What to sync; every configured source by default"),
    Args.repeated
  ),
  full: Options.boolean("full").pipe(Options.withDescription("Read the whole history again, not only new records")),
  dryRun: commonOptions.dryRun,
  noEnrichment: Options.boolean("no-followers").pipe(
    Options.withDescription("Leave enrichment (links, tags, pictures) to the running host")
  ),
  allowMassDelete: commonOptions.allowMassDelete,
  json: commonOptions.json
}

export const sync = Command.make("sync", options, (options) =>
  lazily(
    () => import("../actions/sync.js"),
    ({ sync }) => sync(options)
  )
).pipe(Command.withDescription(describeCommand("Read new records from the sources", "daybook sync lastfm")))
