import { SqlClient } from "@effect/sql"
import type { NewCorrection } from "@daybook/core/corrections"
import {
  WatchingEnrichmentStore,
  WatchingRecords,
  WatchingStore,
  type WatchingRecord,
  noDetails,
  noIdentifiers,
  noonOf,
  numberEpisodes,
  publishChanges,
  watchingRules
} from "@daybook/core/watching"
import { Effect, FastCheck as fc } from "effect"
import * as Lookups from "../../../src/postgres/watching/WatchingEnrichmentStore.js"
import { historiesOf, withoutConflict } from "../correctionProperties.js"
import * as steps from "./steps.js"

const { answers, days } = steps

/** Names of a file, without season in the last two; the second name is one of the first in another spelling. */
const names = [
  { season: 1, title: "Low Water" },
  { season: 1, title: "Ebbe" },
  { season: null, title: "High Tide" }
] as const

/** What a file, or a second service that has numbers, reports; or TMDB's number of a name. */
type Item =
  | { readonly name: number; readonly day: string }
  | { readonly episode: number; readonly source: "netflix" | "plex"; readonly day: string }
  | { readonly name: number; readonly number: number }

const show = { title: "Harbour", year: null, ids: noIdentifiers, details: noDetails }

/** A file lists a day once for each name. */
const keyOf = (subject: WatchingRecord["subject"], day: string) =>
  subject.kind === "unnumbered" ? `${day} ${subject.episodeTitle}` : day

export const recordOf = (subject: WatchingRecord["subject"], day: string): WatchingRecord => ({
  subject,
  report: {
    ...{ key: keyOf(subject, day), at: noonOf(day), date: day, rating: null, rewatch: null },
    ...{ review: null, reviewUrl: null, alias: null, loggedAt: null }
  },
  rating: null,
  tally: null
})

const unnumbered = (name: number) => {
  const { season, title } = names[name]!
  return { kind: "unnumbered" as const, title: show, season, episode: null, episodeTitle: title }
}

export const episode = (number: number) => ({
  kind: "episode" as const,
  ...{ title: show, season: 1, episode: number, episodeTitle: null }
})

export const put = Effect.fn(function* (items: ReadonlyArray<Item>) {
  const records = yield* WatchingRecords
  const sql = yield* SqlClient.SqlClient
  for (const item of items) {
    if ("number" in item) {
      const { season, title } = names[item.name]!
      const rows = yield* sql<{ id: number }>`SELECT id FROM watching_unnumbered WHERE title = ${title}`
      // TMDB is asked for names with a season alone.
      if (season !== null)
        yield* numberEpisodes(
          rows.map(({ id }) => ({ id, number: item.number })),
          990_001
        )
      continue
    }
    const subject = "name" in item ? unnumbered(item.name) : episode(item.episode)
    const { changes } = yield* records.put(
      "name" in item ? "netflix" : item.source,
      [recordOf(subject, item.day)],
      null
    )
    yield* publishChanges(changes)
  }
})

const day = fc.constantFrom(...days)
const item: fc.Arbitrary<Item> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ name: fc.nat({ max: 2 }), day }) },
  fc.record({ episode: fc.constantFrom(1, 2), source: fc.constantFrom("netflix" as const, "plex" as const), day })
)
/** TMDB numbers a name where it waits, which depends on what the owner said before: it is asked first, or never. */
export const numbered: fc.Arbitrary<Item> = fc.record({ name: fc.nat({ max: 1 }), number: fc.constantFrom(1, 2) })

export const { correct, histories, perform, performAll } = historiesOf({
  put,
  remove: (source: "netflix" | "plex") =>
    Effect.gen(function* () {
      const records = yield* WatchingRecords
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ id: number }>`SELECT id FROM watching_reports WHERE source = ${source}`
      yield* publishChanges(
        (yield* records.remove(
          source,
          rows.map(({ id }) => String(id))
        )).changes
      )
    }),
  empty: steps.performAll([]),
  lost: fc.constant("plex" as const),
  items: fc.array(item, { minLength: 1, maxLength: 5 })
})

export const correction = (name: number, more: Pick<NewCorrection, "kind"> & Partial<NewCorrection>): NewCorrection => {
  const { season, title } = names[name]!
  return {
    ...{ domain: "watching", type: "unnumbered", object: null, value: null, reason: null },
    subject: { title: "HARBOUR", episode_title: title, season: String(season ?? "unknown") },
    ...more
  }
}
export const credit = (name: number, season: number, episode: number) =>
  correction(name, { kind: "credit", object: { season: String(season), episode: String(episode) } })
export const film = (name: number) => correction(name, { kind: "set", value: "kind=movie" })
export const hide = (name: number) => correction(name, { kind: "hide" })

export const corrections = withoutConflict(
  watchingRules,
  fc.oneof(
    fc.tuple(fc.nat({ max: 2 }), fc.constantFrom(1, 2), fc.constantFrom(1, 2, 3)).map((of) => credit(...of)),
    fc.nat({ max: 2 }).map(film),
    fc.nat({ max: 2 }).map(hide)
  )
)

const waiting = Effect.flatMap(WatchingEnrichmentStore, (lookups) => lookups.unnumbered({ page: 1, limit: 50 }))
/** What waits, next to what is shown. */
export const withWaiting = <A, E, R>(read: Effect.Effect<A, E, R>) =>
  Effect.zipWith(read, Effect.provide(waiting, Lookups.layer), (answer, { rows }) => ({
    shown: answer,
    waiting: rows.map(({ id: _, ...row }) => row).toSorted((one, other) => (one.title < other.title ? -1 : 1))
  }))
/** Without titles that nothing reports, and pictures of titles without a viewing: no answer shows these. */
export const all = withWaiting(
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.zipWith(
      answers,
      sql<{ id: number; isSeen: boolean }>`
        SELECT title_id AS id, bool_or(watch_id IS NOT NULL) AS "isSeen" FROM watching_reports GROUP BY title_id`,
      ({ rows, ...lists }, reported) => ({
        ...lists,
        rows: rows.filter((row) => {
          if (row.startsWith("title ")) {
            const { id } = JSON.parse(row.slice("title ".length)) as { readonly id: number }
            return reported.some((title) => title.id === id)
          }
          if (!row.startsWith("picture ")) return true
          const { entity_id } = JSON.parse(row.slice("picture ".length)) as { readonly entity_id: number }
          return reported.some((title) => title.id === entity_id && title.isSeen)
        })
      })
    )
  )
)

export const episodes = Effect.map(Effect.flatMap(WatchingStore, steps.visibleTitles), ({ movies, shows }) => [
  ...movies.rows.map(({ title }) => title),
  ...shows.profiles.flatMap(({ episodes: watched }) =>
    watched.map(({ episode, season, title }) => `S${season}E${episode} ${title}`)
  )
])
