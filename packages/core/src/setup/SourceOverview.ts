import { Effect } from "effect"
import { NoData } from "../shared/errors.js"
import { Sources } from "../sync/Sources.js"
import { SyncHealth } from "../sync/SyncHealth.js"
import type { SyncStatus } from "../sync/views.js"
import { SourceCatalog, type SourceDescription } from "./ports.js"

/** A source with the state of its syncs and the number of its records. */
export interface SourceState extends SourceDescription {
  readonly sync: SyncStatus["sources"][string]
  /** Null for a source that only enriches. */
  readonly records: number | null
}

/** Every source with its settings and the state of its syncs. */
export class SourceOverview extends Effect.Service<SourceOverview>()("@daybook/core/SourceOverview", {
  effect: Effect.gen(function* () {
    const catalog = yield* SourceCatalog
    const health = yield* SyncHealth
    const entries = yield* Sources

    const describe = (descriptions: ReadonlyArray<SourceDescription>) =>
      Effect.flatMap(health.status(), ({ sources }) =>
        Effect.forEach(descriptions, (one) => {
          const entry = entries.find(({ id }) => id === one.id)
          const count = entry === undefined || one.enrichesOnly ? Effect.succeed(null) : entry.archive.count
          return Effect.map(count, (records): SourceState => ({ ...one, sync: sources[one.id]!, records }))
        })
      )

    const one = Effect.fn("SourceOverview.one")(function* (id: string) {
      const [source] = yield* describe((yield* catalog.all).filter((source) => source.id === id))
      return source === undefined ? yield* new NoData({ what: `source ${id}` }) : source
    })

    return {
      all: Effect.flatMap(catalog.all, describe),
      one,
      set: (id: string, values: Readonly<Record<string, string>>) => Effect.zipRight(catalog.set(id, values), one(id)),
      clear: (id: string, names: ReadonlyArray<string> | null) => Effect.zipRight(catalog.clear(id, names), one(id))
    }
  })
}) {}
