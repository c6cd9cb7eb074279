import type { LookUp, Wanted } from "@daybook/core/collecting"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Makes look-ups due that never were. */
export const want = (sql: SqlClient.SqlClient, lookUp: LookUp, subjects: ReadonlyArray<number>) =>
  subjects.length === 0 ? Effect.void : sql`
    INSERT INTO collecting_lookups (look_up, subject) SELECT ${lookUp}, subject FROM unnest(${subjects}::int[]) AS subject
    ON CONFLICT DO NOTHING`

interface Row {
  readonly subject: number
  readonly attempts: number
  readonly traktId: number | null
  readonly tmdbId: number | null
  readonly imdbId: string | null
  readonly title: string | null
  readonly year: number | null
}

const toWanted = ({ attempts, imdbId, subject, title, tmdbId, traktId, year }: Row): Wanted => ({
  subject,
  attempts,
  film: title === null ? null : { title, year, ids: { trakt: traktId, tmdb: tmdbId, imdb: imdbId } }
})

/** What was added last comes first. */
export const due = (sql: SqlClient.SqlClient, lookUp: LookUp, limit: number) =>
  Effect.map(
    lookUp === "release"
      ? sql<Row>`
        SELECT subject, attempts FROM collecting_lookups AS look_up
        LEFT JOIN (SELECT release_id, max(added_at) AS added_at FROM collecting_copies GROUP BY release_id) AS held ON held.release_id = look_up.subject
        WHERE look_up = 'release' AND due_at <= now() ORDER BY held.added_at DESC NULLS LAST, subject LIMIT ${limit}`
      : sql<Row>`
        SELECT subject, attempts, trakt_id, tmdb_id, imdb_id, title, year FROM collecting_lookups AS look_up
        JOIN collecting_films AS film ON film.id = look_up.subject
        LEFT JOIN (SELECT film_id, max(collected_at) AS collected_at FROM collecting_discs GROUP BY film_id) AS held ON held.film_id = film.id
        WHERE look_up = 'film' AND due_at <= now() ORDER BY held.collected_at DESC NULLS LAST, subject LIMIT ${limit}`,
    (rows) => rows.map((row) => toWanted({ ...row, title: row.title ?? null }))
  )

export const dueCount = (sql: SqlClient.SqlClient, lookUp: LookUp) =>
  Effect.map(
    sql<{ count: number }>`SELECT count(*) AS count FROM collecting_lookups WHERE look_up = ${lookUp} AND due_at <= now()`,
    ([row]) => row?.count ?? 0
  )

export const settle = (sql: SqlClient.SqlClient, lookUp: LookUp, subject: number, until: number, found: boolean) =>
  Effect.asVoid(sql`
    UPDATE collecting_lookups SET due_at = to_timestamp(${until}::float8 / 1000), attempts = CASE WHEN ${found} THEN 0 ELSE attempts + 1 END
    WHERE look_up = ${lookUp} AND subject = ${subject}`)
