import { type Identifiers, type TitleKind, type WantedTitle, WatchingLookups, matchTitle } from "@daybook/core/watching"
import { SqlClient, type Statement } from "@effect/sql"
import { Effect, Layer } from "effect"
import { storage } from "../storage.js"
import { namesOf } from "./Shelf.js"

interface Row extends Omit<WantedTitle, "ids"> {
  readonly ids: Readonly<Record<string, string>> | null
}

const toWanted = ({ ids, ...row }: Row): WantedTitle => ({ ...row, ids: identifiersOf(ids ?? {}) })

const identifiersOf = (ids: Readonly<Record<string, string>>): Identifiers => ({
  letterboxd: ids["letterboxd"] ?? null,
  tmdb: ids["tmdb"] === undefined ? null : Number(ids["tmdb"]),
  tmdbSeries: ids["tmdbSeries"] === undefined ? null : Number(ids["tmdbSeries"]),
  imdb: ids["imdb"] ?? null,
  tvdb: ids["tvdb"] ?? null,
  plex: ids["plex"] ?? null
})

export const layer = Layer.effect(WatchingLookups, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const columns = sql`
    title.id, title.title, title.year, (SELECT jsonb_object_agg(scheme, value) FROM watching_ids WHERE title_id = title.id AND scheme NOT LIKE 'name%') AS ids`

  const dueOf = (task: string, kind: TitleKind) => sql`
    FROM watching_titles AS title
    JOIN (
      SELECT title_id, max(at) AS at FROM (
        SELECT title_id, at FROM watching_watches UNION ALL SELECT title_id, at FROM watching_reports WHERE at IS NULL
      ) AS one GROUP BY title_id
    ) AS seen ON seen.title_id = title.id
    LEFT JOIN watching_lookups AS lookup ON lookup.task = ${task} AND lookup.title_id = title.id
    WHERE title.kind = ${kind} AND (lookup.title_id IS NULL OR lookup.due_at <= now())`

  const movies = (where: Statement.Fragment) =>
    Effect.map(
      sql<Row>`SELECT ${columns}, 0 AS attempts FROM watching_titles AS title WHERE title.kind = 'movie' AND ${where} ORDER BY title.id`,
      (rows) => rows.map(toWanted)
    )

  return {
    due: (task, kind, limit) =>
      storage("WatchingLookups.due")(Effect.map(
        sql<Row>`SELECT ${columns}, coalesce(lookup.attempts, 0) AS attempts ${dueOf(task, kind)} ORDER BY seen.at DESC NULLS LAST, title.id LIMIT ${limit}`,
        (rows) => rows.map(toWanted)
      )),
    dueCount: (task, kind) =>
      storage("WatchingLookups.dueCount")(Effect.map(sql<{ count: number }>`SELECT count(*) AS count ${dueOf(task, kind)}`, ([row]) => row?.count ?? 0)),
    settle: (task, ids, until, found) =>
      storage("WatchingLookups.settle")(Effect.asVoid(sql`
        INSERT INTO watching_lookups (task, title_id, due_at, attempts)
        SELECT ${task}, title.id, to_timestamp(${until}::float8 / 1000), ${found ? 0 : 1}::int
        FROM watching_titles AS title WHERE title.id = ANY(${ids}::int[]) ORDER BY title.id
        ON CONFLICT (task, title_id) DO UPDATE SET due_at = excluded.due_at,
          attempts = CASE WHEN ${found} THEN 0 ELSE watching_lookups.attempts + 1 END`)),
    moviesNamed: (title, year) =>
      storage("WatchingLookups.moviesNamed")(movies(sql`
        ((title.match_title = ${matchTitle(title)} ${year === null ? sql`` : sql`AND (title.year IS NULL OR abs(title.year - ${year}::int) <= 1)`})
        OR title.id IN (SELECT title_id FROM watching_ids WHERE kind = 'movie' AND scheme = 'name' AND value = ANY(${namesOf({ title, year })}::text[])))`)),
    movieOfTmdb: (tmdbId) =>
      storage("WatchingLookups.movieOfTmdb")(Effect.map(
        movies(sql`title.id IN (SELECT title_id FROM watching_ids WHERE kind = 'movie' AND scheme = 'tmdb' AND value = ${String(tmdbId)})`),
        ([row]) => row ?? null
      ))
  }
}))
