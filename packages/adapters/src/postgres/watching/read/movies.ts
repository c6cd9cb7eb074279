import type { Fact, MoviesOf, WatchingStore } from "@daybook/core/watching"
import { offsetOf } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import { type Context, Effect, Option } from "effect"
import { countOf, type InAll, paged } from "../../paged.js"
import { storage } from "../../storage.js"
import { type MovieRow, seenMovies, type WatchRow, movieColumns, toMovie, toWatch, watchColumns } from "./columns.js"

type Store = Context.Tag.Service<WatchingStore>

/** Watched films, and one of them with its viewings. */
export const movies = (sql: SqlClient.SqlClient): Pick<Store, "movies" | "movie"> => ({
  movies: (of) =>
    storage("WatchingStore.movies")(Effect.gen(function*() {
      const order = orderOf(sql, of)
      const fits = sql`
        SELECT movie.id, movie.sort_title, movie.year, seen.last_watched_at, seen.newest_at, seen.user_rating, count(*) OVER () AS total
        FROM watching_titles AS movie JOIN (
          SELECT watch.title_id, max(at) FILTER (WHERE reliable) AS last_watched_at, max(at) AS newest_at,
            ${of.sort === "rating" ? ownRating(sql) : sql`NULL::real`} AS user_rating
          FROM ${seenMovies(sql)} AS watch GROUP BY watch.title_id
        ) AS seen ON seen.title_id = movie.id
        WHERE ${fitting(sql, of)}`
      const rows = sql<InAll<MovieRow & { lastWatchedAt: number | null }>>`
        SELECT ${movieColumns(sql)}, chosen.last_watched_at, chosen.total
        FROM (SELECT * FROM (${fits}) AS chosen ORDER BY ${order} LIMIT ${of.page.limit} OFFSET ${offsetOf(of.page)}) AS chosen
        JOIN watching_titles AS movie ON movie.id = chosen.id ORDER BY ${order}`
      return yield* paged(
        of.page,
        rows,
        (row): Fact.WatchedMovie => ({ ...toMovie(row), lastWatchedAt: row.lastWatchedAt }),
        countOf(sql, sql`SELECT count(*) FROM (${fits}) AS chosen`)
      )
    })),
  movie: (id) =>
    storage("WatchingStore.movie")(Effect.gen(function*() {
      const [movie] = yield* sql<MovieRow>`SELECT ${movieColumns(sql)} FROM watching_titles AS movie WHERE id = ${id} AND kind = 'movie'`
      if (movie === undefined) return Option.none()
      const rows = yield* sql<WatchRow & { reliable: boolean }>`
        SELECT ${watchColumns(sql)}, watch.reliable FROM watching_watches AS watch
        WHERE title_id = ${id} AND episode_id IS NULL ORDER BY at DESC, id DESC`
      const undated = rows.length > 0 ? [] : yield* sql`SELECT FROM watching_reports WHERE title_id = ${id} AND at IS NULL LIMIT 1`
      if (rows.length + undated.length === 0) return Option.none()
      return Option.some<Fact.MovieProfile>({
        movie: toMovie(movie),
        firstWatchedAt: rows.at(-1)?.watchedAt ?? null,
        lastWatchedAt: rows.find(({ reliable }) => reliable)?.watchedAt ?? null,
        watches: rows.map(toWatch)
      })
    }))
})

/** The newest rating of a film's viewings, else that of the film itself in the diary. */
const ownRating = (sql: SqlClient.SqlClient): Statement.Fragment => sql`
  coalesce(
    (array_agg(watch.rating ORDER BY at DESC NULLS LAST, watch.id DESC) FILTER (WHERE watch.rating IS NOT NULL))[1],
    (SELECT own.rating FROM watching_ratings AS own WHERE own.title_id = watch.title_id AND own.source = 'letterboxd')
  )`

const fitting = (sql: SqlClient.SqlClient, { decade, director, exclude, genre, year }: MoviesOf): Statement.Fragment =>
  sql.and([
    sql`movie.kind = 'movie'`,
    ...(exclude.length === 0 ? [] : [sql`movie.id <> ALL(${exclude}::int[])`]),
    ...(genre === null ? [] : [sql`${genre} = ANY(movie.genres)`]),
    ...(director === null ? [] : [sql`${director} = ANY(movie.directors)`]),
    ...(decade === null ? [] : [sql`movie.year >= ${decade}::int AND movie.year < ${decade}::int + 10`]),
    ...(year === null ? [] : [sql`movie.year = ${year}::int`])
  ])

/** What has no value to sort by comes last, whatever the order. */
const orderOf = (sql: SqlClient.SqlClient, { order, sort }: MoviesOf): Statement.Fragment => {
  const way = sql.literal(order)
  switch (sort) {
    case "watched_at": return sql`chosen.last_watched_at ${way} NULLS LAST, chosen.newest_at ${way} NULLS LAST, chosen.id ${way}`
    case "title": return sql`chosen.sort_title COLLATE "C" ${way}, chosen.id`
    case "year": return sql`chosen.year ${way} NULLS LAST, chosen.sort_title COLLATE "C", chosen.id`
    case "rating": return sql`chosen.user_rating ${way} NULLS LAST, chosen.sort_title COLLATE "C", chosen.id`
  }
}
