import { CollectingRecords, type EnrichmentTarget } from "@daybook/core/collecting"
import { Publisher } from "@daybook/core/publishing"
import { Transaction } from "@daybook/core/shared"
import { DataVersions, type Enrichment, EnrichmentTasks } from "@daybook/core/sync"
import { noIdentifiers, type TitleTarget, WatchingEnrichmentStore, WatchingRecords } from "@daybook/core/watching"
import { Chunk, Effect, Layer, Stream } from "effect"

/** What waits for an enrichment of films, shows or records. */
export interface Titles {
  readonly works: ReadonlyArray<Pick<TitleTarget, "ids" | "title">>
  readonly releases: ReadonlyArray<number>
}

/** Counts what was found, and what would be stored. Nothing is, so that no database is needed. */
export const makeTitles = ({ releases, works }: Titles) => {
  const state = { found: 0, misses: 0, writes: 0 }
  const nextTimes: Array<number> = []
  const titles = works.map(({ ids, title }, id): TitleTarget => ({
    ...{ id, title, year: null, ids },
    ...{ isIdentified: false, attempts: 0 }
  }))
  const copies = releases.map((subject): EnrichmentTarget => ({ subject, attempts: 0, film: null }))
  const discs = works.map(({ ids: { tmdb }, title }, subject): EnrichmentTarget => ({
    subject,
    attempts: 0,
    film: { title, year: null, ids: { trakt: null, imdb: null, tmdb } }
  }))
  const layer = Layer.mergeAll(
    Layer.mock(Transaction, {
      run: () =>
        Effect.sync(() => {
          state.writes++
          return undefined as never
        })
    }),
    Layer.mock(DataVersions, { latest: () => 0 }),
    Layer.succeed(Publisher, {} as never),
    Layer.mock(WatchingRecords, {}),
    Layer.mock(WatchingEnrichmentStore, {
      due: () => Effect.succeed(titles),
      dueCount: () => Effect.succeed(titles.length)
    }),
    Layer.mock(CollectingRecords, {
      due: (_, kind) => Effect.succeed(kind === "release" ? copies : discs),
      dueCount: () => Effect.succeed(1)
    }),
    Layer.mock(EnrichmentTasks, {
      postpone: (_, __, until) => Effect.sync(() => void nextTimes.push(until)),
      recordOutcome: (_, __, until, succeeded) =>
        Effect.sync(() => {
          nextTimes.push(until)
          if (!succeeded) state.misses++
        })
    })
  )
  const drain = <R>(enrichment: Enrichment<R>) =>
    Stream.runCollect(
      Stream.tap(enrichment.drain, ({ found = 0 }) => Effect.sync(() => void (state.found += found)))
    ).pipe(Effect.map(Chunk.size), Effect.provide(layer as unknown as Layer.Layer<R | EnrichmentTasks>))
  return { drain, state, nextTimes }
}

/** A title with its number at TMDB. */
export const workOf = ({ title, tmdb }: { readonly title: string; readonly tmdb: number }) => ({
  title,
  ids: { ...noIdentifiers, tmdb }
})
