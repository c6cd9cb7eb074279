import { CollectingRecords, type EnrichmentTarget } from "@daybook/core/collecting"
import { Publisher } from "@daybook/core/publishing"
import { RunningRecords, type EnrichmentTarget as RunTarget } from "@daybook/core/running"
import { Transaction } from "@daybook/core/shared"
import { DataVersions, type Enrichment, EnrichmentTasks } from "@daybook/core/sync"
import {
  noIdentifiers,
  type TitleTarget,
  type UnnumberedSeason,
  WatchingEnrichmentStore,
  WatchingRecords
} from "@daybook/core/watching"
import { Clock, Effect, Layer, Stream } from "effect"

/** What waits for an enrichment: films or shows, seasons of shows, records, runs or shoes. */
export interface Records {
  readonly works?: ReadonlyArray<Pick<TitleTarget, "ids" | "title">>
  readonly seasons?: ReadonlyArray<Pick<UnnumberedSeason, "show" | "season" | "episodes">>
  readonly releases?: ReadonlyArray<number>
  /** Strava's ids. */
  readonly workouts?: ReadonlyArray<string>
}

/**
 * Counts what a drain finds, and what it would store. Nothing is, so that no database is needed: all records stay due
 * but those that were postponed.
 */
export const makeRecords = ({ releases = [], seasons = [], workouts = [], works = [] }: Records) => {
  const state = { found: 0, misses: 0, writes: 0 }
  const postponed = new Map<string, number>()
  const dueOf = <A>(all: ReadonlyArray<A>, subject: (one: A) => string | number) =>
    Effect.map(Clock.currentTimeMillis, (now) => all.filter((one) => (postponed.get(String(subject(one))) ?? 0) <= now))
  const titles = works.map(({ ids, title }, id): TitleTarget => ({
    ...{ id, title, year: null, ids },
    ...{ isIdentified: false, attempts: 0 }
  }))
  const unnumbered = seasons.map((season, index): UnnumberedSeason => ({ key: String(index), ...season, attempts: 0 }))
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
      due: () => dueOf(titles, ({ id }) => id),
      dueCount: () => Effect.succeed(titles.length),
      dueSeasons: () => dueOf(unnumbered, ({ key }) => key),
      dueSeasonCount: Effect.succeed(unnumbered.length)
    }),
    Layer.mock(CollectingRecords, {
      due: (_, kind) => dueOf(kind === "release" ? copies : discs, ({ subject }) => subject),
      dueCount: () => Effect.succeed(1)
    }),
    Layer.mock(RunningRecords, {
      due: () =>
        dueOf(
          workouts.map((subject): RunTarget => ({ subject, attempts: 0 })),
          ({ subject }) => subject
        )
    }),
    Layer.mock(EnrichmentTasks, {
      queuedCount: () => Effect.succeed(workouts.length),
      complete: () => Effect.void,
      postpone: (_, subjects, until) =>
        Effect.sync(() => subjects.forEach((subject) => postponed.set(String(subject), until))),
      recordOutcome: (_, __, ___, succeeded) => Effect.sync(() => void (state.misses += succeeded ? 0 : 1))
    })
  )
  const drain = <R>(enrichment: Enrichment<R>) =>
    Effect.suspend(() => {
      Object.assign(state, { found: 0, misses: 0, writes: 0 })
      return Stream.runForEach(enrichment.drain, ({ found = 0 }) => Effect.sync(() => void (state.found += found)))
    }).pipe(Effect.provide(layer as unknown as Layer.Layer<R | EnrichmentTasks>))
  return { drain, state }
}

/** A title with its number at TMDB. */
export const workOf = ({ title, tmdb }: { readonly title: string; readonly tmdb: number }) => ({
  title,
  ids: { ...noIdentifiers, tmdb }
})
