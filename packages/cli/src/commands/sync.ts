import * as Daybook from "@daybook/adapters"
import { Sources } from "@daybook/core/sync"
import { Args, Command, Options } from "@effect/cli"
import { Duration, Effect } from "effect"
import { describeCommand } from "../help.js"
import { selectSources } from "../sourceSelection.js"
import * as commonOptions from "../options.js"
import * as print from "../print.js"
import { dataOf, enrich, orFail, syncOne, tableOf } from "../syncing.js"

/** Enough to enrich a small library. The host enriches the rest of a large one. */
const enrichmentBudget = Duration.seconds(100)

const names = Args.text({ name: "source or domain" }).pipe(
  Args.withDescription("What to sync; every configured source by default"),
  Args.repeated
)

const options = {
  full: Options.boolean("full").pipe(Options.withDescription("Read the whole history again, not only new records")),
  dryRun: commonOptions.dryRun,
  noEnrichment: Options.boolean("no-followers").pipe(
    Options.withDescription("Leave enrichment (links, tags, pictures) to the running host")
  ),
  allowMassDelete: commonOptions.allowMassDelete,
  json: commonOptions.json
}

export const sync = Command.make("sync", { names, ...options }, ({ json, names, noEnrichment, ...options }) =>
  Effect.gen(function* () {
    const sources = yield* selectSources(yield* Sources, names)
    const outcomes = yield* Effect.forEach(sources, (source) => syncOne(source, options, json))
    if (!noEnrichment && !options.dryRun) {
      yield* enrich([...new Set(sources.map(({ domain }) => domain))], enrichmentBudget)
    }
    yield* print.answer(json, dataOf(outcomes), () => tableOf(outcomes))
    yield* orFail(outcomes)
  }).pipe(Effect.provide(Daybook.writingLayer))
).pipe(Command.withDescription(describeCommand("Read new records from the sources", "daybook sync lastfm")))
