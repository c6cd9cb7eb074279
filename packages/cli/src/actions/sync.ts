import * as Daybook from "@daybook/adapters"
import { Sources } from "@daybook/core/sync"
import { Duration, Effect } from "effect"
import { selectSources } from "../sourceSelection.js"
import * as print from "../print.js"
import { dataOf, enrich, enrichmentAfter, orFail, syncOne, tableOf } from "../syncing.js"

/** Enough to enrich a small library. The host enriches the rest of a large one. */
const enrichmentBudget = Duration.seconds(100)

interface SyncOptions {
  readonly names: ReadonlyArray<string>
  readonly full: boolean
  readonly dryRun: boolean
  readonly noEnrichment: boolean
  readonly allowMassDelete: boolean
  readonly json: boolean
}

export const sync = ({ json, names, noEnrichment, ...options }: SyncOptions) =>
  Effect.gen(function* () {
    const sources = yield* selectSources(yield* Sources, names)
    const outcomes = yield* Effect.forEach(sources, (source) => syncOne(source, options, json))
    if (!noEnrichment && !options.dryRun) {
      yield* enrich(yield* enrichmentAfter(sources), enrichmentBudget)
    }
    yield* print.answer(json, dataOf(outcomes), () => tableOf(outcomes))
    yield* orFail(outcomes)
  }).pipe(Effect.provide(Daybook.writingLayer))
