import { SqlClient } from "@effect/sql"
import {
  type WatchingRecord,
  WatchingRecords,
  WatchingStore,
  noDetails,
  noIdentifiers,
  noonOf,
  publishChanges,
  syncKey
} from "@daybook/core/watching"
import { Effect, FastCheck as fc, Layer, Option } from "effect"
import * as Records from "../../../src/postgres/watching/WatchingRecords.js"
import * as Store from "../../../src/postgres/watching/WatchingStore.js"
import { home, listening } from "../../support/stores.js"
import { correctionServices, historiesOf } from "../correctionProperties.js"
import { wipe } from "../model/database.js"

export const titles = [
  { title: "Ladder", year: 1960 },
  { title: "Äther", year: 1978 },
  { title: "Signal", year: null }
] as const

/** Two days apart, reports of one title are two viewings. */
export const days = ["2025-03-01", "2025-03-04", "2025-03-08"]

export const sources = ["plex", "letterboxd", "trakt"] as const

export interface Seen {
  readonly title: number
  readonly source: (typeof sources)[number]
  /** Null if it is not known when. */
  readonly day: string | null
  readonly episode: number | null
}

export const seen: fc.Arbitrary<Seen> = fc.record({
  title: fc.nat({ max: titles.length - 1 }),
  source: fc.constantFrom(...sources, "plex"),
  day: fc.constantFrom(null, ...days, ...days),
  episode: fc.constantFrom(null, null, 1, 2)
})

/** A media server lists episodes, also those of which it knows no time; a diary lists films by day. */
export const episodeOf = ({ episode, source }: Seen) => (source === "letterboxd" ? null : episode)

/** One source takes the first title for that of the next year: rules join both. */
export const yearOf = ({ source, title }: Seen) => (source === "trakt" && title === 0 ? 1961 : titles[title]!.year)

const recordOf = (one: Seen): WatchingRecord => {
  const { day } = one
  const episode = episodeOf(one)
  const title = { title: titles[one.title]!.title, year: yearOf(one), ids: noIdentifiers, details: noDetails }
  const common = { rating: null, rewatch: null, review: null, reviewUrl: null, alias: null, loggedAt: null }
  return {
    subject:
      episode === null ? { kind: "movie", title } : { kind: "episode", title, season: 1, episode, episodeTitle: null },
    report: { ...common, key: day ?? "seen", at: day === null ? null : noonOf(day), date: day },
    rating: null,
    tally: null
  }
}

const put = Effect.fn(function* (some: ReadonlyArray<Seen>) {
  const records = yield* WatchingRecords
  for (const source of sources) {
    const own = some.filter((one) => one.source === source).map(recordOf)
    const { changes } = yield* records.put(source, own, null)
    yield* publishChanges(changes)
  }
})

const remove = Effect.fn(function* (source: Seen["source"]) {
  const records = yield* WatchingRecords
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ id: number }>`SELECT id FROM watching_reports WHERE source::text = ${source}`
  const { changes } = yield* records.remove(
    source,
    rows.map(({ id }) => syncKey("viewings", id))
  )
  yield* publishChanges(changes)
})

const empty = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.zipRight(wipe, sql`TRUNCATE watching_titles, watching_unnumbered RESTART IDENTITY CASCADE`)
)

export const { correct, histories, perform, performAll } = historiesOf({
  ...{ put, remove, empty, lost: fc.constantFrom(...sources) },
  items: fc.array(seen, { minLength: 1, maxLength: 6 })
})

/** What answers are made of, without ids. */
export const library = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ line: string }>`
    SELECT concat_ws(' | ', 'viewing', title.kind, title.title, episode.season, episode.number, watch.date, watch.source) AS line
    FROM watching_watches AS watch JOIN watching_titles AS title ON title.id = watch.title_id
    LEFT JOIN watching_episodes AS episode ON episode.id = watch.episode_id
    UNION ALL SELECT concat_ws(' | ', 'title', kind, title, hidden, identified,
        jsonb_path_query_array(shown_ids, '$[*] ? (@[0] == "tmdb")')) FROM watching_titles
      WHERE EXISTS (SELECT FROM watching_reports WHERE title_id = watching_titles.id)
    UNION ALL SELECT concat_ws(' | ', 'undated', title.kind, title.title, report.source, report.given_date,
        episode.season, episode.number)
      FROM watching_reports AS report JOIN watching_titles AS title ON title.id = report.title_id
      LEFT JOIN watching_episodes AS episode ON episode.id = coalesce(report.shown_episode_id, report.episode_id)
      WHERE report.at IS NULL
    UNION ALL SELECT concat_ws(' | ', 'document', entity_type, title, subtitle) FROM search_documents
    UNION ALL SELECT concat_ws(' | ', 'feed', event_type, title, subtitle, date) FROM feed_items`
  return rows.map(({ line }) => line).sort()
})

/** Every row that answers are made of, with its ids, and the answers themselves. */
export const answers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const store = yield* WatchingStore
  const rows = yield* sql<{ line: string }>`
    SELECT concat('viewing ', to_jsonb(watch)) AS line FROM watching_watches AS watch
    UNION ALL SELECT concat('title ', to_jsonb(film)) FROM watching_titles AS film
      WHERE part_of IS NULL OR shown_ids IS NOT NULL
    UNION ALL SELECT concat('report ', to_jsonb(report)) FROM watching_reports AS report
    UNION ALL SELECT concat('episode ', to_jsonb(episode)) FROM watching_episodes AS episode
      WHERE id IN (SELECT episode_id FROM watching_reports UNION SELECT episode_id FROM watching_watches)
    UNION ALL SELECT concat('feed ', to_jsonb(item)) FROM feed_items AS item
    UNION ALL SELECT concat('picture ', to_jsonb(image) - 'due_at') FROM images AS image
    UNION ALL SELECT concat_ws(' | ', 'document', entity_type, entity_id, title, subtitle) FROM search_documents`
  return { rows: rows.map(({ line }) => line).sort(), ...(yield* visibleTitles(store)) }
})

const page = { page: 1, limit: 1000 }
const everywhen = { from: null, to: null }

export const visibleTitles = (store: typeof WatchingStore.Service) =>
  Effect.all({
    movies: store.movies({
      ...{ page, genre: null, director: null, decade: null, year: null, exclude: [] },
      ...{ sort: "title" as const, order: "asc" as const }
    }),
    shows: Effect.flatMap(store.shows({ page, sort: "title", order: "asc" }), (shows) =>
      Effect.map(
        Effect.forEach(shows.rows, ({ id }) => store.show(id)),
        (profiles) => ({ ...shows, profiles: profiles.map(Option.getOrThrow) })
      )
    ),
    watches: store.watches({ page, range: everywhen, exclude: [] }),
    totals: store.totals({ from: 0, to: noonOf("2030-01-01") }),
    days: store.periods("day", { from: 0, to: noonOf("2030-01-01") }),
    merges: store.merges(page)
  })

export const byId = (one: { readonly id: number }, other: { readonly id: number }) => one.id - other.id

const stores = Layer.mergeAll(listening, Records.layer, Store.layer).pipe(
  Layer.provideMerge(home("UTC", () => "2025-04-01"))
)
export const services = correctionServices(stores)
