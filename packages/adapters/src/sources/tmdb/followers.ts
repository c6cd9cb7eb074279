import type { Publisher } from "@daybook/core/publishing"
import { Transaction } from "@daybook/core/shared"
import { DataVersions, eachDue, type Follower, type SourceFailure } from "@daybook/core/sync"
import { type Title, type TitleKind, type WantedTitle, WatchingLookups, type WatchingRecords, describe } from "@daybook/core/watching"
import { Clock, Effect, Option } from "effect"
import type { Tmdb } from "./Tmdb.js"
import { asFilm } from "./toTitle.js"

type Needs = WatchingLookups | WatchingRecords | Publisher | Transaction | DataVersions

const batch = 50
const dayMs = 86_400_000
/** Within the six months that TMDB allows its answers to be kept. */
const foundDays = 90
const missedDays = 14
const failedDays = 1 / 24
/** Waits for what is not found double up to this many times. */
const mostDoublings = 3

/** What TMDB knows of the films and shows that were watched. */
export const followers = (tmdb: Tmdb): ReadonlyArray<Follower<Needs>> => [
  follower("tmdb-movies", "movie", (wanted) => movie(tmdb, wanted)),
  follower("tmdb-shows", "show", (wanted) => show(tmdb, wanted))
]

type LookUp = (wanted: WantedTitle) => Effect.Effect<Option.Option<Title>, SourceFailure>

/** By its own number, else by other services', else by name. */
const movie = (tmdb: Tmdb, { ids, title, year }: WantedTitle) =>
  Effect.gen(function*() {
    if (ids.tmdbSeries !== null) return Option.map(yield* tmdb.show(ids.tmdbSeries), (series) => asFilm(series, null))
    const id = yield* firstOf([
      Effect.succeed(Option.fromNullable(ids.tmdb)),
      ids.imdb === null ? Effect.succeedNone : tmdb.numberOf("movie", "imdb_id", ids.imdb),
      tmdb.search("movie", title, year)
    ])
    return Option.isNone(id) ? Option.none() : yield* tmdb.movie(id.value)
  })

const show = (tmdb: Tmdb, { ids, title, year }: WantedTitle) =>
  Effect.gen(function*() {
    const id = yield* firstOf([
      Effect.succeed(Option.fromNullable(ids.tmdb)),
      ids.tvdb === null ? Effect.succeedNone : tmdb.numberOf("show", "tvdb_id", ids.tvdb),
      ids.imdb === null ? Effect.succeedNone : tmdb.numberOf("show", "imdb_id", ids.imdb),
      tmdb.search("show", title, year)
    ])
    return Option.isNone(id) ? Option.none() : yield* tmdb.show(id.value)
  })

const firstOf = (ways: ReadonlyArray<Effect.Effect<Option.Option<number>, SourceFailure>>): Effect.Effect<Option.Option<number>, SourceFailure> =>
  Effect.reduce(ways, Option.none<number>(), (found, way) => Option.isSome(found) ? Effect.succeed(found) : way)

const follower = (id: string, kind: TitleKind, lookUp: LookUp): Follower<Needs> => ({
  id,
  drain: eachDue({
    batch,
    due: (limit) => Effect.flatMap(WatchingLookups, (lookups) => lookups.due(id, kind, limit)),
    left: Effect.flatMap(WatchingLookups, (lookups) => lookups.dueCount(id, kind)),
    key: ({ id }) => id,
    lookUp: (wanted) => handle(id, kind, wanted, lookUp),
    putOff: (wanted) => Effect.flatMap(Effect.all([WatchingLookups, Clock.currentTimeMillis]), ([lookups, now]) => lookups.settle(id, [wanted.id], now + failedDays * dayMs, false))
  })
})

/** What is found is stored in one transaction with when to look again. */
const handle = (task: string, kind: TitleKind, wanted: WantedTitle, lookUp: LookUp) =>
  Effect.gen(function*() {
    const lookups = yield* WatchingLookups
    const versions = yield* DataVersions
    const transaction = yield* Transaction
    const found = yield* lookUp(wanted)
    const now = yield* Clock.currentTimeMillis
    const days = Option.isSome(found) ? foundDays : missedDays * 2 ** Math.min(wanted.attempts, mostDoublings)
    yield* transaction.run(Effect.gen(function*() {
      yield* lookups.settle(task, [wanted.id], now + days * dayMs, Option.isSome(found))
      if (Option.isNone(found)) return
      yield* describe(kind, wanted.id, found.value)
      yield* versions.bump("watching")
    }))
    return Option.isSome(found)
  })
