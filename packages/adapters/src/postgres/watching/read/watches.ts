import type { Fact, WatchingStore } from "@daybook/core/watching"
import { type Calendar, type PageOf, offsetOf } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import { type Context, Effect, Option } from "effect"
import { countOf, type InAll, paged } from "../../paged.js"
import { storage } from "../../storage.js"
import { type MovieRow, type WatchRow, movieColumns, seenMovies, toMovie, toWatch, watchColumns } from "./columns.js"
import { watchedWithin } from "./within.js"

type Store = Context.Tag.Service<WatchingStore>

interface SeenRow extends Omit<WatchRow, "watchedAt"> {
  readonly watchedAt: number | null
}

const toSeenMovie = ({ watchedAt, ...row }: MovieRow & SeenRow): Fact.SeenMovie => ({ ...toWatch({ ...row, watchedAt: 0 }), watchedAt, movie: toMovie(row) })

/** Lists of viewings of films. */
export const watches = (sql: SqlClient.SqlClient, calendar: Context.Tag.Service<Calendar>): Pick<Store, "watches" | "ratings" | "topRated" | "reviews" | "watchOf"> => {
  /** A page of some of what was `seen`, given by id, at and rating: reviews are long, and only read for the page. */
  const pageOf = Effect.fn(function*(from: Statement.Fragment, order: Statement.Fragment, page: PageOf, seen: Statement.Fragment) {
    const total = sql`SELECT count(*) FROM ${from} AS watch`
    const rows = sql<InAll<MovieRow & SeenRow>>`
      SELECT (${total}) AS total, ${watchColumns(sql)}, ${movieColumns(sql)}
      FROM (SELECT * FROM ${from} AS watch ORDER BY ${order} LIMIT ${page.limit} OFFSET ${offsetOf(page)}) AS chosen
      JOIN ${seen} AS found ON found.id = chosen.id
      CROSS JOIN LATERAL (SELECT found.id, found.at, found.source, chosen.rating, found.rewatch, found.review, found.review_url) AS watch
      JOIN watching_titles AS movie ON movie.id = found.title_id
      ORDER BY ${order}`
    return yield* paged(page, rows, toSeenMovie, countOf(sql, total))
  })

  /** Of those whose time is known. */
  const viewingsOf = (from: Statement.Fragment, order: Statement.Fragment, page: PageOf) =>
    Effect.map(pageOf(from, order, page, sql`watching_watches`), ({ rows, total }) => ({
      rows: rows.flatMap((row): ReadonlyArray<Fact.MovieWatch> => row.watchedAt === null ? [] : [{ ...row, watchedAt: row.watchedAt }]),
      total
    }))

  /**
   * Each film once, with its newest rated viewing among some; where the diary rates the film itself, with its newest. A
   * film that was seen at an unknown time alone has no viewing to be rated with.
   */
  const rated = (where: Statement.Fragment) => sql`(
    SELECT DISTINCT ON (watch.title_id) watch.id, watch.at, coalesce(watch.rating, own.rating) AS rating
    FROM ${seenMovies(sql)} AS watch LEFT JOIN watching_ratings AS own ON own.title_id = watch.title_id AND own.source = 'letterboxd'
    WHERE coalesce(watch.rating, own.rating) IS NOT NULL AND ${where}
    ORDER BY watch.title_id, watch.at IS NULL, watch.rating IS NULL, watch.at DESC, watch.id DESC)`
  const newest = sql`watch.at DESC NULLS LAST, watch.id DESC`

  return {
    watches: ({ exclude, page, range }) =>
      storage("WatchingStore.watches")(viewingsOf(
        sql`(SELECT id, at, rating FROM watching_watches AS watch WHERE episode_id IS NULL AND title_id <> ALL(${exclude}::int[]) AND ${watchedWithin(sql, calendar, range)})`,
        newest,
        page
      )),
    ratings: ({ order, page, sort }) => {
      const way = sql.literal(order)
      return storage("WatchingStore.ratings")(pageOf(
        rated(sql`true`),
        sort === "rating" ? sql`watch.rating ${way}, ${newest}` : sql`watch.at ${way} NULLS LAST, watch.id ${way}`,
        page,
        seenMovies(sql)
      ))
    },
    topRated: (range, limit) =>
      storage("WatchingStore.topRated")(Effect.map(
        viewingsOf(
          sql`(SELECT one.* FROM ${rated(sql`watch.id IN (SELECT id FROM watching_watches AS watch WHERE ${watchedWithin(sql, calendar, range)})`)} AS one)`,
          sql`watch.rating DESC, ${newest}`,
          { page: 1, limit }
        ),
        ({ rows }) => rows
      )),
    reviews: (page) => storage("WatchingStore.reviews")(pageOf(sql`(SELECT id, at, rating FROM ${seenMovies(sql)} AS seen WHERE review IS NOT NULL)`, newest, page, seenMovies(sql))),
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
