import type { Publisher } from "@daybook/core/publishing"
import { Transaction } from "@daybook/core/shared"
import {
  DataVersions,
  enrichDue,
  type Enrichment,
  type RetryDays,
  recordMatch,
  type SourceFailure
} from "@daybook/core/sync"
import {
  type Title,
  type TitleKind,
  type TitleTarget,
  type UnnumberedSeason,
  WatchingEnrichmentStore,
  type WatchingRecords,
  describe,
  episodeNamed,
  movieTask,
  numberEpisodes,
  seasonTask
} from "@daybook/core/watching"
import { Effect, Option } from "effect"
import type { Tmdb } from "./client.js"
import { asFilm } from "./wire.js"

type Needs = WatchingEnrichmentStore | WatchingRecords | Publisher | Transaction | DataVersions

const batch = 50
/** TMDB allows caching for six months. */
const retryDays: RetryDays = { matched: 90, missed: 14, maxDoublings: 3 }

/** TMDB's metadata of the watched films and shows, and the numbers of episodes that a file only names. */
export const enrichments = (tmdb: Tmdb): ReadonlyArray<Enrichment<Needs>> => [
  enrichment(movieTask.task, "movie", (target) => movie(tmdb, target)),
  // Before the shows: an episode that gets its number makes its show due.
  episodeNumbers(tmdb),
  enrichment("tmdb-shows", "show", (target) => show(tmdb, target))
]

type FindTitle = (target: TitleTarget) => Effect.Effect<Option.Option<Title>, SourceFailure>

/** By TMDB's number, else by external identifier, else by title if the owner did not say which one it is. */
const movie = (tmdb: Tmdb, { ids, isIdentified, title, year }: TitleTarget) =>
  Effect.gen(function* () {
    if (ids.tmdbSeries !== null) return Option.map(yield* tmdb.show(ids.tmdbSeries), (series) => asFilm(series, null))
    const id = yield* firstOf([
      Effect.succeed(Option.fromNullable(ids.tmdb)),
      ids.imdb === null ? Effect.succeedNone : tmdb.numberOf("movie", "imdb_id", ids.imdb),
      isIdentified ? Effect.succeedNone : tmdb.search("movie", title, year)
    ])
    return Option.isNone(id) ? Option.none() : yield* tmdb.movie(id.value)
  })

const show = (tmdb: Tmdb, { ids, isIdentified, title, year }: TitleTarget) =>
  Effect.gen(function* () {
    const id = yield* firstOf([
      Effect.succeed(Option.fromNullable(ids.tmdb)),
      ids.tvdb === null ? Effect.succeedNone : tmdb.numberOf("show", "tvdb_id", ids.tvdb),
      ids.imdb === null ? Effect.succeedNone : tmdb.numberOf("show", "imdb_id", ids.imdb),
      isIdentified ? Effect.succeedNone : tmdb.search("show", title, year)
    ])
    return Option.isNone(id) ? Option.none() : yield* tmdb.show(id.value)
  })

const firstOf = (
  ways: ReadonlyArray<Effect.Effect<Option.Option<number>, SourceFailure>>
): Effect.Effect<Option.Option<number>, SourceFailure> =>
  Effect.reduce(ways, Option.none<number>(), (id, way) => (Option.isSome(id) ? Effect.succeed(id) : way))

const enrichment = (id: string, kind: TitleKind, findTitle: FindTitle): Enrichment<Needs> => ({
  id,
  drain: enrichDue({
    task: { domain: "watching", task: id, kind },
    batch,
    due: (limit) => Effect.flatMap(WatchingEnrichmentStore, (lookups) => lookups.due(id, kind, limit)),
    left: Effect.flatMap(WatchingEnrichmentStore, (lookups) => lookups.dueCount(id, kind)),
    subject: ({ id }) => id,
    enrich: (target) => enrich(id, kind, target, findTitle)
  })
})

/** Stores the metadata and the time of the next attempt in one transaction. */
const enrich = (task: string, kind: TitleKind, target: TitleTarget, findTitle: FindTitle) =>
  Effect.gen(function* () {
    const versions = yield* DataVersions
    const transaction = yield* Transaction
    const metadata = yield* findTitle(target)
    yield* transaction.run(
      Effect.gen(function* () {
        yield* recordMatch({ domain: "watching", task, kind }, target.id, target, Option.isSome(metadata), retryDays)
        if (Option.isNone(metadata)) return
        yield* describe(kind, target.id, metadata.value)
        yield* versions.bump("watching")
      })
    )
    return Option.isSome(metadata)
  })

/**
 * Looks for the titles of episodes in their season. The show must be the only one of its name, and the episode the only
 * one of its title. The others stay without a number, and are looked for again.
 */
const episodeNumbers = (tmdb: Tmdb): Enrichment<Needs> => ({
  id: seasonTask.task,
  drain: enrichDue({
    task: seasonTask,
    batch,
    due: (limit) => Effect.flatMap(WatchingEnrichmentStore, (lookups) => lookups.dueSeasons(limit)),
    left: Effect.flatMap(WatchingEnrichmentStore, (lookups) => lookups.dueSeasonCount),
    subject: ({ key }) => key,
    enrich: (season) => enrichSeason(tmdb, season)
  })
})

/** Stores the numbers and the time of the next attempt in one transaction. */
const enrichSeason = (tmdb: Tmdb, { attempts, episodes, key, season, show }: UnnumberedSeason) =>
  Effect.gen(function* () {
    const versions = yield* DataVersions
    const transaction = yield* Transaction
    const id = yield* tmdb.search("show", show, null)
    const names = Option.isNone(id) ? Option.none() : yield* tmdb.episodes(id.value, season)
    const numbers = episodes.flatMap((one) => {
      const number = episodeNamed(
        one.title,
        Option.getOrElse(names, () => [])
      )
      return number === null ? [] : [{ id: one.id, number }]
    })
    yield* transaction.run(
      Effect.gen(function* () {
        yield* recordMatch(seasonTask, key, { attempts }, numbers.length === episodes.length, retryDays)
        if (numbers.length === 0 || Option.isNone(id)) return
        yield* numberEpisodes(numbers, id.value)
        yield* versions.bump("watching")
      })
    )
    return numbers.length > 0
  })
