import type { Fact, WatchingStore } from "@daybook/core/watching"
import { type Calendar, type PageOf, offsetOf } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import { type Context, Effect, Option } from "effect"
import { countOf, type InAll, paged } from "../../paged.js"
import { storage } from "../../storage.js"
import { type MovieRow, type WatchRow, movieColumns, toMovieWatch, toWatch, watchColumns } from "./columns.js"
import { watchedWithin } from "./within.js"

type Store = Context.Tag.Service<WatchingStore>

/** Lists of viewings of films. */
export const watches = (sql: SqlClient.SqlClient, calendar: Context.Tag.Service<Calendar>): Pick<Store, "watches" | "ratings" | "topRated" | "reviews" | "watchOf"> => {
  /** A page of some viewings, given by id, at and rating: reviews are long, and only read for the page. */
  const pageOf = Effect.fn(function*(from: Statement.Fragment, order: Statement.Fragment, page: PageOf) {
    const total = sql`SELECT count(*) FROM ${from} AS watch`
    const rows = sql<InAll<MovieRow & WatchRow>>`
      SELECT (${total}) AS total, ${watchColumns(sql)}, ${movieColumns(sql)}
      FROM (SELECT * FROM ${from} AS watch ORDER BY ${order} LIMIT ${page.limit} OFFSET ${offsetOf(page)}) AS chosen
      JOIN watching_watches AS found ON found.id = chosen.id
      CROSS JOIN LATERAL (SELECT found.id, found.at, found.source, chosen.rating, found.rewatch, found.review, found.review_url) AS watch
      JOIN watching_titles AS movie ON movie.id = found.title_id
      ORDER BY ${order}`
    return yield* paged(page, rows, toMovieWatch, countOf(sql, total))
  })

  /** Each film once, with its newest rated viewing among some; where the diary rates the film itself, with its newest. */
  const rated = (where: Statement.Fragment) => sql`(
    SELECT DISTINCT ON (watch.title_id) watch.id, watch.at, coalesce(watch.rating, own.rating) AS rating
    FROM watching_watches AS watch LEFT JOIN watching_ratings AS own ON own.title_id = watch.title_id AND own.source = 'letterboxd'
    WHERE watch.episode_id IS NULL AND coalesce(watch.rating, own.rating) IS NOT NULL AND ${where}
    ORDER BY watch.title_id, watch.rating IS NULL, watch.at DESC, watch.id DESC)`
  const newest = sql`watch.at DESC, watch.id DESC`

  return {
    watches: ({ exclude, page, range }) =>
      storage("WatchingStore.watches")(pageOf(
        sql`(SELECT id, at, rating FROM watching_watches AS watch WHERE episode_id IS NULL AND title_id <> ALL(${exclude}::int[]) AND ${watchedWithin(sql, calendar, range)})`,
        newest,
        page
      )),
    ratings: ({ order, page, sort }) => {
      const way = sql.literal(order)
      return storage("WatchingStore.ratings")(pageOf(
        rated(sql`true`),
        sort === "rating" ? sql`watch.rating ${way}, watch.at DESC, watch.id DESC` : sql`watch.at ${way}, watch.id ${way}`,
        page
      ))
    },
    topRated: (range, limit) =>
      storage("WatchingStore.topRated")(Effect.map(
        pageOf(rated(watchedWithin(sql, calendar, range)), sql`watch.rating DESC, watch.at DESC, watch.id DESC`, { page: 1, limit }),
        ({ rows }) => rows
      )),
    reviews: (page) => storage("WatchingStore.reviews")(pageOf(sql`(SELECT id, at, rating FROM watching_watches WHERE episode_id IS NULL AND review IS NOT NULL)`, newest, page)),
    watchOf: (report) =>
      storage("WatchingStore.watchOf")(Effect.map(
        sql<WatchRow & { movieId: number }>`
          SELECT ${watchColumns(sql)}, watch.title_id AS movie_id
          FROM watching_reports AS report JOIN watching_watches AS watch ON watch.id = report.watch_id
          WHERE report.id = ${report} AND watch.episode_id IS NULL`,
        ([row]) => Option.map(Option.fromNullable(row), (found): { movieId: number; watch: Fact.WatchFact } => ({ movieId: found.movieId, watch: toWatch(found) }))
      ))
  }
}
