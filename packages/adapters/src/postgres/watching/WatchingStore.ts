import { Calendar } from "@daybook/core/shared"
import { type Fact, type MovieQuery, WatchingStore, ratersOf, showFields, watchSources } from "@daybook/core/watching"
import type { Statement } from "@effect/sql"
import { type Context, Effect, Layer, Option } from "effect"
import { pictureColumn, pictureOf, toPicture } from "../entities.js"
import { type RowOf, boolean, instant, nullable, number, text } from "../kit/columns.js"
import { countOf, every, ifPresent, pageOf, paged } from "../kit/query.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"
import { type Queries, implement } from "../kit/store.js"
import { table } from "../kit/table.js"
import {
  isUndated,
  movieColumns,
  seenMovies,
  selectMovie,
  selectWatch,
  ratingOf,
  tmdbIdOf,
  toMovie,
  toWatch,
  undatedOf,
  watchColumns
} from "./rows.js"
import { sums } from "./statistics.js"
import { watches } from "./watches.js"

type Store = Queries<Context.Tag.Service<WatchingStore>>

const mergedReportColumns = {
  id: number,
  source: text,
  at: instant,
  retainedId: number,
  retainedSource: text,
  retainedAt: instant,
  movieId: number,
  title: text,
  year: nullable(number),
  reason: text,
  season: nullable(number),
  number: nullable(number),
  episodeTitle: nullable(text)
}

/** The time of a report, or noon of the day that a correction gives it. */
const timeOf = (report: string) => {
  const of = sql.literal(report)
  return sql`coalesce(${of}.at, (${of}.given_date + time '12:00') AT TIME ZONE 'UTC')`
}

/** Reports that were merged into a viewing with another report. */
const merges: Store["merges"] = (page) =>
  Effect.gen(function* () {
    // A merged report may lose its day at the provider later.
    const from = sql`watching_reports AS report JOIN watching_reports AS retained ON retained.id = report.watch_id
      JOIN watching_watches AS watch ON watch.id = retained.id JOIN watching_titles AS movie ON movie.id = watch.title_id
      LEFT JOIN watching_episodes AS episode ON episode.id = report.episode_id
      WHERE report.watch_id <> report.id AND ${timeOf("report")} IS NOT NULL AND ${timeOf("retained")} IS NOT NULL`
    const total = yield* countOf(sql`SELECT count(*) FROM ${from}`)
    const rows = yield* sql(mergedReportColumns)`
      SELECT report.id, report.source, ${timeOf("report")} AS at, retained.id AS retained_id,
        retained.source AS retained_source, ${timeOf("retained")} AS retained_at, movie.id AS movie_id, movie.title,
        movie.year, report.reason, episode.season, episode.number, episode.title AS episode_title
      FROM ${from} ORDER BY retained_at DESC, report.id DESC ${pageOf(page)}`
    return {
      rows: rows.map((row): Fact.MergeFact => ({
        id: row.id,
        movie: { id: row.movieId, title: row.title, year: row.year },
        kept: { id: row.retainedId, source: row.retainedSource, watchedAt: row.retainedAt },
        merged: { id: row.id, source: row.source, watchedAt: row.at },
        reason: row.reason,
        episode:
          row.season === null || row.number === null
            ? null
            : { season: row.season, number: row.number, title: row.episodeTitle }
      })),
      total
    }
  })

const { tmdbId, ...described } = columnsOf(showFields)
const showTitles = table("watching_titles", { id: number, title: text, year: nullable(number), ...described })

const showColumns = { ...showTitles.columns, tmdbId, episodesWatched: number, picture: pictureColumn }

/** Of `show`, a row of watching_titles. */
const selectShow = sql`
  ${showTitles.select("show")}, ${tmdbIdOf("show")} AS tmdb_id,
  greatest(
    (SELECT count(DISTINCT (episode.season, episode.number)) FROM (
      SELECT episode_id FROM watching_watches WHERE title_id = show.id
      UNION ALL SELECT episode_id FROM ${undatedOf("show.id")} AS undated
    ) AS watched JOIN watching_episodes AS episode ON episode.id = watched.episode_id),
    (SELECT max(episodes) FROM (
      SELECT sum(plays) AS episodes FROM ${undatedOf("show.id")} AS undated WHERE episode_id IS NULL GROUP BY source
    ) AS listed)
  ) AS episodes_watched,
  ${pictureOf("watching", "show", "show.id")} AS picture`

const episodeColumns = { season: number, episode: number, title: nullable(text), watchedAt: instant, firstAt: instant }

const undatedColumns = { season: number, episode: number, title: nullable(text), source: text }

const toShow = ({ picture, ...row }: RowOf<typeof showColumns>): Fact.ShowFact => ({
  ...row,
  picture: toPicture("watching", "show", row.id, picture)
})

/** Shows with watched episodes. */
const shows = (ranked: ReadonlyArray<string>): Pick<Store, "shows" | "show"> => ({
  shows: ({ order, page, sort }) =>
    Effect.gen(function* () {
      const way = sql.literal(order)
      const by =
        sort === "title"
          ? sql`show.sort_title COLLATE "C" ${way}, show.id`
          : sql`show.year ${way} NULLS LAST, show.sort_title COLLATE "C", show.id`
      const watched = sql`
        FROM watching_titles AS show
        WHERE kind = 'show' AND (
          id IN (SELECT title_id FROM watching_watches WHERE episode_id IS NOT NULL)
          OR id IN (
            SELECT coalesce(title.stand_in, title.id)
            FROM watching_reports AS report JOIN watching_titles AS title ON title.id = report.title_id
            WHERE ${isUndated("report")} AND NOT title.hidden
          )
        )`
      const rows = sql({ ...showColumns, total: number })`
        SELECT show.total, ${selectShow}
        FROM (SELECT *, count(*) OVER () AS total ${watched} ORDER BY ${by} ${pageOf(page)}) AS show ORDER BY ${by}`
      return yield* paged(page, rows, ({ total: _, ...show }) => toShow(show), countOf(sql`SELECT count(*) ${watched}`))
    }),
  show: (id) =>
    Effect.gen(function* () {
      const [show] = yield* sql(showColumns)`
        SELECT ${selectShow} FROM watching_titles AS show WHERE id = ${id} AND kind = 'show'`
      const rows = yield* sql(episodeColumns)`
        SELECT episode.season, episode.number AS episode, episode.title, max(watch.at) AS watched_at,
          min(watch.at) AS first_at
        FROM watching_watches AS watch JOIN watching_episodes AS episode ON episode.id = watch.episode_id
        WHERE watch.title_id = ${id} GROUP BY episode.id ORDER BY episode.season, episode.number`
      const undated = yield* sql(undatedColumns)`
        SELECT DISTINCT ON (episode.season, episode.number) episode.season, episode.number AS episode, episode.title,
          undated.source
        FROM ${undatedOf(String(id))} AS undated JOIN watching_episodes AS episode ON episode.id = undated.episode_id
        WHERE NOT EXISTS (
          SELECT FROM watching_watches AS watch JOIN watching_episodes AS own ON own.id = watch.episode_id
          WHERE watch.title_id = ${id} AND own.season = episode.season AND own.number = episode.number
        )
        ORDER BY episode.season, episode.number,
          array_position(${ranked}::text[], undated.source), undated.source, episode.show_id <> ${id}, episode.title`
      if (show === undefined || (rows.length === 0 && show.episodesWatched === 0)) return Option.none()
      return Option.some<Fact.ShowProfile>({
        show: toShow(show),
        firstWatchedAt: rows.length === 0 ? null : Math.min(...rows.map(({ firstAt }) => firstAt)),
        episodes: rows.map(({ firstAt: _, ...episode }) => episode),
        undated
      })
    })
})

/** The newest rating of a film's viewings, else the rating of the film itself. */
const ownRating = (raters: ReadonlyArray<string>) => sql`
  coalesce(
    (array_agg(watch.rating ORDER BY at DESC NULLS LAST, watch.id DESC) FILTER (WHERE watch.rating IS NOT NULL))[1],
    ${ratingOf(raters, "watch.title_id")}
  )`

/** Watched films, and single films with their viewings. */
const movies = (raters: ReadonlyArray<string>): Pick<Store, "movies" | "movie"> => ({
  movies: (of) =>
    Effect.gen(function* () {
      const order = orderOf(of)
      const fits = sql`
        SELECT movie.id, movie.sort_title, movie.year, seen.last_watched_at, seen.newest_at, seen.user_rating,
          count(*) OVER () AS total
        FROM watching_titles AS movie JOIN (
          SELECT watch.title_id, max(at) FILTER (WHERE reliable) AS last_watched_at, max(at) AS newest_at,
            ${of.sort === "rating" ? ownRating(raters) : sql`NULL::real`} AS user_rating
          FROM ${seenMovies} AS watch GROUP BY watch.title_id
        ) AS seen ON seen.title_id = movie.id
        WHERE ${fitting(of)}`
      const rows = sql({ ...movieColumns, lastWatchedAt: nullable(instant), total: number })`
        SELECT ${selectMovie}, chosen.last_watched_at, chosen.total
        FROM (SELECT * FROM (${fits}) AS chosen ORDER BY ${order} ${pageOf(of.page)}) AS chosen
        JOIN watching_titles AS movie ON movie.id = chosen.id ORDER BY ${order}`
      return yield* paged(
        of.page,
        rows,
        (row): Fact.WatchedMovie => ({ ...toMovie(row), lastWatchedAt: row.lastWatchedAt }),
        countOf(sql`SELECT count(*) FROM (${fits}) AS chosen`)
      )
    }),
  movie: (id) =>
    Effect.gen(function* () {
      const [movie] = yield* sql(movieColumns)`
        SELECT ${selectMovie} FROM watching_titles AS movie WHERE id = ${id} AND kind = 'movie'`
      if (movie === undefined) return Option.none()
      const rows = yield* sql({ ...watchColumns, reliable: boolean })`
        SELECT ${selectWatch}, watch.reliable FROM watching_watches AS watch
        WHERE title_id = ${id} AND episode_id IS NULL ORDER BY at DESC, id DESC`
      const undated = rows.length > 0 ? [] : yield* sql`SELECT FROM ${undatedOf(String(id))} AS undated LIMIT 1`
      if (rows.length + undated.length === 0) return Option.none()
      return Option.some<Fact.MovieProfile>({
        movie: toMovie(movie),
        firstWatchedAt: rows.at(-1)?.watchedAt ?? null,
        lastWatchedAt: rows.find(({ reliable }) => reliable)?.watchedAt ?? null,
        watches: rows.map(toWatch)
      })
    })
})

const fitting = ({ decade, director, exclude, genre, year }: MovieQuery): Statement.Fragment =>
  every([
    sql`movie.kind = 'movie'`,
    exclude.length === 0 ? null : sql`movie.id <> ALL(${exclude}::int[])`,
    ifPresent(genre, (name) => sql`${name} = ANY(movie.genres)`),
    ifPresent(director, (name) => sql`${name} = ANY(movie.directors)`),
    ifPresent(decade, (first) => sql`movie.year >= ${first}::int AND movie.year < ${first}::int + 10`),
    ifPresent(year, (of) => sql`movie.year = ${of}::int`)
  ])

/** Null values come last in either order. */
const orderOf = ({ order, sort }: MovieQuery): Statement.Fragment => {
  const way = sql.literal(order)
  switch (sort) {
    case "watched_at":
      return sql`chosen.last_watched_at ${way} NULLS LAST, chosen.newest_at ${way} NULLS LAST, chosen.id ${way}`
    case "title":
      return sql`chosen.sort_title COLLATE "C" ${way}, chosen.id`
    case "year":
      return sql`chosen.year ${way} NULLS LAST, chosen.sort_title COLLATE "C", chosen.id`
    case "rating":
      return sql`chosen.user_rating ${way} NULLS LAST, chosen.sort_title COLLATE "C", chosen.id`
  }
}

export const layer = Layer.effect(
  WatchingStore,
  Effect.gen(function* () {
    const calendar = yield* Calendar
    const sources = yield* watchSources
    const raters = ratersOf(sources)
    return yield* implement(WatchingStore, {
      ...watches(calendar, raters),
      ...movies(raters),
      ...sums(calendar),
      ...shows(sources.namesOf(() => true)),
      merges
    })
  })
)
