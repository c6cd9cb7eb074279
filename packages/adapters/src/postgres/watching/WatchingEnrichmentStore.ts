import { noneOfThem } from "@daybook/core/corrections"
import {
  type Identifiers,
  type TitleKind,
  type TitleTarget,
  type UnnumberedSeason,
  WatchingEnrichmentStore,
  matchTitle,
  movieTask,
  nameKeysOf,
  seasonTask
} from "@daybook/core/watching"
import { type Statement } from "@effect/sql"
import { Effect, Option } from "effect"
import { attempts, isDue, joinTask } from "../EnrichmentTasks.js"
import { type RowOf, instant, json, nullable, number, text } from "../kit/columns.js"
import { countOf, every, ifPresent, pageOf } from "../kit/query.js"
import { shownIds } from "../entities.js"
import { sql } from "../kit/sql.js"
import { storeLayer } from "../kit/store.js"

const targetColumns = {
  id: number,
  title: text,
  year: nullable(number),
  ids: nullable(json<Readonly<Record<string, string>>>()),
  identified: nullable(text),
  attempts: number
}

/** Of `title`, a row of watching_titles. */
const selectTarget = sql`
  title.id, title.title, title.year, title.identified,
  (SELECT jsonb_object_agg(scheme, value) FROM ${shownIds} AS known WHERE title_id = title.id AND scheme NOT LIKE 'name%') AS ids`

const toTarget = ({ identified, ids, ...row }: RowOf<typeof targetColumns>): TitleTarget => ({
  ...row,
  ids: identifiersOf(ids ?? {}),
  isIdentified: identified !== null
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
  WHERE title.kind = ${kind} AND title.identified IS DISTINCT FROM ${noneOfThem} AND ${isDue()}`

const movies = (where: Statement.Fragment) =>
  Effect.map(
    sql(targetColumns)`
      SELECT ${selectTarget}, 0 AS attempts FROM watching_titles AS title
      WHERE title.kind = 'movie' AND ${where} ORDER BY title.id`,
    (rows) => rows.map(toTarget)
  )

const withId = (scheme: string, values: ReadonlyArray<string>) => sql`
  title.id IN (
    SELECT title_id FROM ${shownIds} AS known WHERE kind = 'movie' AND scheme = ${scheme} AND value = ANY(${values}::text[])
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
  WHERE title.kind = 'movie' AND known.tried AND title.identified IS NULL
    AND NOT EXISTS (
      SELECT FROM ${shownIds} AS known WHERE title_id = title.id AND scheme IN ('tmdb', 'tmdbSeries')
    )
    AND EXISTS (SELECT FROM watching_reports WHERE title_id = title.id)`

/** Of `episode`, a row of watching_unnumbered: the subject of its season's task. */
const seasonOf = "episode.season || ' ' || episode.show_key"

const unnumbered = sql`
  watching_unnumbered AS episode
  JOIN (
    SELECT episode_id, count(*) AS viewings, max(at) AS last_watched_at
    FROM watching_unnumbered_records GROUP BY episode_id
  ) AS waiting ON waiting.episode_id = episode.id
  ${joinTask(seasonTask, seasonOf)}
  WHERE episode.number IS NULL AND episode.decided_number IS NULL AND NOT episode.left_out AND NOT episode.is_film`

const dueSeasons = sql`
  SELECT ${sql.literal(seasonOf)} AS key, min(episode.show) AS show, episode.season, max(${attempts}) AS attempts,
    jsonb_agg(jsonb_build_object('id', episode.id, 'title', episode.title) ORDER BY episode.id) AS episodes,
    max(waiting.last_watched_at) AS last_watched_at
  FROM ${unnumbered} AND episode.season IS NOT NULL AND ${isDue()} GROUP BY episode.show_key, episode.season`

const seasonColumns = {
  key: text,
  show: text,
  season: number,
  attempts: number,
  episodes: json<UnnumberedSeason["episodes"]>(Array.isArray)
}

const unnumberedColumns = {
  id: number,
  show: text,
  season: nullable(number),
  episode: nullable(number),
  title: text,
  viewings: number,
  lastWatchedAt: instant,
  attempts: number
}

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
  dueSeasons: (limit) =>
    sql(seasonColumns)`
      SELECT key, show, season, attempts, episodes FROM (${dueSeasons}) AS due
      ORDER BY last_watched_at DESC, key LIMIT ${limit}`,
  dueSeasonCount: countOf(sql`SELECT count(*) FROM (${dueSeasons}) AS due`),
  unnumbered: (page) =>
    Effect.zipWith(
      sql(unnumberedColumns)`
        SELECT episode.id, episode.show, episode.season, episode.reported_number AS episode, episode.title, waiting.viewings, waiting.last_watched_at,
          ${attempts} AS attempts
        FROM ${unnumbered} ORDER BY waiting.last_watched_at DESC, episode.id ${pageOf(page)}`,
      countOf(sql`SELECT count(*) FROM ${unnumbered}`),
      (rows, total) => ({ rows, total })
    ),
  seasonOfUnnumbered: (id) =>
    Effect.map(
      sql({ season: nullable(number) })`SELECT episode.season FROM ${unnumbered} AND episode.id = ${id}`,
      ([row]) => Option.map(Option.fromNullable(row), ({ season }) => season)
    ),
  movieOfTmdb: (tmdbId) => Effect.map(movies(withId("tmdb", [String(tmdbId)])), ([row]) => row ?? null)
})
