import {
  type Identifiers,
  type TitleKind,
  type TitleTarget,
  WatchingEnrichmentStore,
  matchTitle,
  movieTask,
  nameKeysOf
} from "@daybook/core/watching"
import { type Statement } from "@effect/sql"
import { Effect } from "effect"
import { attempts, isDue, joinTask } from "../EnrichmentTasks.js"
import { type RowOf, instant, json, nullable, number, text } from "../kit/columns.js"
import { countOf, every, ifPresent, pageOf } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import { storeLayer } from "../kit/store.js"

const targetColumns = {
  id: number,
  title: text,
  year: nullable(number),
  ids: nullable(json<Readonly<Record<string, string>>>()),
  attempts: number
}

/** Of `title`, a row of watching_titles. */
const selectTarget = sql`
  title.id, title.title, title.year,
  (SELECT jsonb_object_agg(scheme, value) FROM watching_ids WHERE title_id = title.id AND scheme NOT LIKE 'name%') AS ids`

const toTarget = ({ ids, ...row }: RowOf<typeof targetColumns>): TitleTarget => ({
  ...row,
  ids: identifiersOf(ids ?? {})
})

const identifiersOf = (ids: Readonly<Record<string, string>>): Identifiers => ({
  letterboxd: ids["letterboxd"] ?? null,
  tmdb: ids["tmdb"] === undefined ? null : Number(ids["tmdb"]),
  tmdbSeries: ids["tmdbSeries"] === undefined ? null : Number(ids["tmdbSeries"]),
  imdb: ids["imdb"] ?? null,
  tvdb: ids["tvdb"] ?? null,
  plex: ids["plex"] ?? null,
  trakt: ids["trakt"] === undefined ? null : Number(ids["trakt"]),
  anilist: ids["anilist"] === undefined ? null : Number(ids["anilist"]),
  mal: ids["mal"] === undefined ? null : Number(ids["mal"]),
  jellyfin: ids["jellyfin"] ?? null,
  simkl: ids["simkl"] === undefined ? null : Number(ids["simkl"])
})

const dueOf = (task: string, kind: TitleKind) => sql`
  FROM watching_titles AS title
  JOIN (
    SELECT title_id, max(at) AS at FROM (
      SELECT title_id, at FROM watching_watches UNION ALL SELECT title_id, at FROM watching_reports WHERE at IS NULL
    ) AS one GROUP BY title_id
  ) AS seen ON seen.title_id = title.id
  ${joinTask({ domain: "watching", task, kind }, "title.id")}
  WHERE title.kind = ${kind} AND ${isDue()}`

const movies = (where: Statement.Fragment) =>
  Effect.map(
    sql(targetColumns)`
      SELECT ${selectTarget}, 0 AS attempts FROM watching_titles AS title
      WHERE title.kind = 'movie' AND ${where} ORDER BY title.id`,
    (rows) => rows.map(toTarget)
  )

const withId = (scheme: string, values: ReadonlyArray<string>) => sql`
  title.id IN (
    SELECT title_id FROM watching_ids WHERE kind = 'movie' AND scheme = ${scheme} AND value = ANY(${values}::text[])
  )`

const unmatchedColumns = {
  id: number,
  title: text,
  year: nullable(number),
  lastWatchedAt: nullable(instant),
  attempts: number
}

/** Films without a number at TMDB that were looked up and are looked up again. */
const unmatchedFilms = sql`
  watching_titles AS title
  ${joinTask(movieTask, "title.id")}
  WHERE title.kind = 'movie' AND known.tried AND known.due_at < 'infinity'
    AND NOT EXISTS (
      SELECT FROM watching_ids WHERE title_id = title.id AND scheme IN ('tmdb', 'tmdbSeries')
    )
    AND EXISTS (SELECT FROM watching_reports WHERE title_id = title.id)`

/** Years of different services may differ by one. */
const aboutIn = (year: number) => sql`(title.year IS NULL OR abs(title.year - ${year}::int) <= 1)`

export const layer = storeLayer(WatchingEnrichmentStore, {
  due: (task, kind, limit) =>
    Effect.map(
      sql(targetColumns)`
        SELECT ${selectTarget}, ${attempts} AS attempts ${dueOf(task, kind)}
        ORDER BY seen.at DESC NULLS LAST, title.id LIMIT ${limit}`,
      (rows) => rows.map(toTarget)
    ),
  dueCount: (task, kind) => countOf(sql`SELECT count(*) ${dueOf(task, kind)}`),
  moviesNamed: (title, year) => {
    const isNamed = every([sql`title.match_title = ${matchTitle(title)}`, ifPresent(year, aboutIn)])
    return movies(sql`(${isNamed} OR ${withId("name", nameKeysOf({ title, year }))})`)
  },
  unmatched: (page) =>
    Effect.zipWith(
      sql(unmatchedColumns)`
        SELECT title.id, title.title, title.year, known.attempts,
          (SELECT max(at) FROM watching_watches WHERE title_id = title.id) AS last_watched_at
        FROM ${unmatchedFilms} ORDER BY last_watched_at DESC NULLS LAST, title.id ${pageOf(page)}`,
      countOf(sql`SELECT count(*) FROM ${unmatchedFilms}`),
      (rows, total) => ({ rows, total })
    ),
  movieOfTmdb: (tmdbId) => Effect.map(movies(withId("tmdb", [String(tmdbId)])), ([row]) => row ?? null)
})
