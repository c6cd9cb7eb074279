import { sql } from "./kit/sql.js"
import type { Domain } from "@daybook/core"
import { Exports } from "@daybook/core/export"
import { type SqlClient } from "@effect/sql"
import { Chunk, Effect, Layer, Option, Stream } from "effect"
import { storage } from "./storage.js"
import { text } from "./kit/columns.js"

/** An exported table and its key columns. */
interface ExportTable {
  readonly name: string
  readonly key: readonly [string, ...ReadonlyArray<string>]
}

/** Exported tables: mentions, decisions, facts of leagues and setlist.fm, and the resulting events. */
const attendingTables: ReadonlyArray<ExportTable> = [
  { name: "attending_mentions", key: ["id"] },
  { name: "attending_apart", key: ["one", "other"] },
  { name: "attending_games", key: ["source", "game_id", "date"] },
  { name: "attending_concerts", key: ["concert_id"] },
  { name: "attending_teams", key: ["league", "team_id"] },
  { name: "attending_players", key: ["id"] },
  { name: "attending_appearances", key: ["source", "game_id", "player_id"] },
  { name: "attending_venues", key: ["id"] },
  { name: "attending_performers", key: ["id"] },
  { name: "attending_events", key: ["id"] },
  { name: "attending_tickets", key: ["id"] },
  { name: "attending_billings", key: ["event_id", "performer_id"] }
]

/** The exported tables. The enrichment queue is left out. */
const readingTables: ReadonlyArray<ExportTable> = [
  { name: "reading_articles", key: ["id"] },
  { name: "reading_texts", key: ["article_id"] },
  { name: "reading_highlights", key: ["id"] }
]

const collectingTables: ReadonlyArray<ExportTable> = [
  { name: "collecting_releases", key: ["id"] },
  { name: "collecting_credits", key: ["release_id", "place"] },
  { name: "collecting_copies", key: ["id"] },
  { name: "collecting_wants", key: ["id"] },
  { name: "collecting_films", key: ["id"] },
  { name: "collecting_discs", key: ["id"] },
  { name: "collecting_values", key: ["source"] }
]

/** The exported tables: each source's reports, and the viewings resolved from them. */
const watchingTables: ReadonlyArray<ExportTable> = [
  { name: "watching_titles", key: ["id"] },
  { name: "watching_ids", key: ["kind", "scheme", "value"] },
  { name: "watching_episodes", key: ["id"] },
  { name: "watching_reports", key: ["id"] },
  { name: "watching_watches", key: ["id"] },
  { name: "watching_apart", key: ["first_id", "second_id"] },
  { name: "watching_ratings", key: ["title_id", "source"] }
]

/** The exported tables: merged runs and the reports of each origin. */
const runningTables: ReadonlyArray<ExportTable> = [
  { name: "running_activities", key: ["id"] },
  { name: "running_courses", key: ["activity_id"] },
  { name: "running_splits", key: ["activity_id", "number"] },
  { name: "running_efforts", key: ["activity_id", "distance"] },
  { name: "running_gear", key: ["id"] },
  { name: "running_reports", key: ["activity_id", "road"] },
  { name: "running_deletions", key: ["activity_id"] }
]

/** The exported tables. Counts are left out, because they are computed from these. */
const listeningTables: ReadonlyArray<ExportTable> = [
  { name: "listening_genres", key: ["id"] },
  { name: "listening_artists", key: ["id"] },
  { name: "listening_spellings", key: ["id"] },
  { name: "listening_albums", key: ["id"] },
  { name: "listening_tracks", key: ["id"] },
  { name: "listening_plays", key: ["id"] },
  { name: "listening_similar", key: ["artist_id", "name"] },
  { name: "listening_accounts", key: ["source"] },
  { name: "listening_filters", key: ["id"] }
]

/** The exported tables of each domain. */
const tablesOf: Readonly<Record<Domain, ReadonlyArray<ExportTable>>> = {
  listening: listeningTables,
  running: runningTables,
  watching: watchingTables,
  collecting: collectingTables,
  reading: readingTables,
  attending: attendingTables
}

const pageSize = 2_000

export const layer = Layer.effect(
  Exports,
  Effect.map(Effect.context<SqlClient.SqlClient>(), (context) => {
    /** Reads page by page in key order, so that a slow reader does not block other work. */
    const rowsOf = ({ key, name }: ExportTable) => {
      const columns = sql.literal(key.map((column) => `item.${column}`).join(", "))
      const last = sql.literal(key.map((column) => `last.${column}`).join(", "))
      const page = (after: string | null) =>
        sql({ row: text })`
        SELECT to_jsonb(item)::text AS row FROM ${sql(name)} AS item
        WHERE ${after === null ? sql`true` : sql`(${columns}) > (SELECT ${last} FROM jsonb_populate_record(NULL::${sql(name)}, ${after}::jsonb) AS last)`}
        ORDER BY ${columns} LIMIT ${pageSize}`
      return Stream.paginateChunkEffect(null as string | null, (after) =>
        Effect.map(storage("Exports.rows")(Effect.provide(page(after), context)), (rows) => [
          Chunk.fromIterable(rows.map(({ row }) => row)),
          rows.length < pageSize ? Option.none() : Option.fromNullable(rows.at(-1)?.row)
        ])
      )
    }
    return { tables: (domain) => tablesOf[domain].map((table) => ({ name: table.name, rows: rowsOf(table) })) }
  })
)
