import type { Fact, WatchingStore } from "@daybook/core/watching"
import { type Calendar, type DateRange, type LocalDate, type PageOf, addDays } from "@daybook/core/shared"
import type { Statement } from "@effect/sql"
import { type Context, Effect, Option } from "effect"
import { type RowOf, instant, nullable, number, text } from "../kit/columns.js"
import { countOf, every, ifPresent, pageOf, paged, within } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import type { Queries } from "../kit/store.js"
import {
  movieColumns,
  ratingOf,
  seenMovies,
  selectMovie,
  selectWatch,
  titleKind,
  toMovie,
  toWatch,
  watchColumns
} from "./rows.js"

type Home = Context.Tag.Service<Calendar>

const halfDay = 12 * 3_600_000

/** The first day whose noon is at or after an instant. A day that is missing at home has the noon of the next day. */
const firstNoon = (calendar: Home, instant: number): LocalDate => {
  let date = calendar.dateOf(instant)
  const start = calendar.startOf(date)
  if (start + halfDay < instant) return addDays(date, 1)
  while (calendar.startOf(addDays(date, -1)) === start) date = addDays(date, -1)
  return date
}

/**
 * Viewings in a range, as a condition on watching_watches. A viewing at an unknown time counts at noon of its day in
 * the home time zone.
 */
export const watchedWithin = (calendar: Home, { from, to }: DateRange): Statement.Fragment => {
  if (from === null && to === null) return every([])
  const dated = every([
    ifPresent(from, (at) => sql`watch.date >= ${firstNoon(calendar, at)}::date`),
    ifPresent(to, (at) => sql`watch.date < ${firstNoon(calendar, at)}::date`)
  ])
  return sql`CASE WHEN watch.dated THEN ${dated} ELSE ${within("watch.at", { from, to })} END`
}

type Store = Queries<Context.Tag.Service<WatchingStore>>

const seenColumns = { ...movieColumns, ...watchColumns, watchedAt: nullable(instant) }

const toSeenMovie = ({ watchedAt, ...row }: RowOf<typeof seenColumns>): Fact.SeenMovie => ({
  ...toWatch({ ...row, watchedAt: 0 }),
  watchedAt,
  movie: toMovie(row)
})

const viewingColumns = {
  ...watchColumns,
  kind: titleKind,
  titleId: number,
  title: text,
  year: nullable(number),
  season: nullable(number),
  number: nullable(number),
  episodeTitle: nullable(text)
}

const toViewing = (row: RowOf<typeof viewingColumns>): Fact.ViewingFact => ({
  ...toWatch(row),
  title: { kind: row.kind, id: row.titleId, title: row.title, year: row.year },
  episode:
    row.season === null || row.number === null
      ? null
      : { season: row.season, number: row.number, title: row.episodeTitle }
})

/** Lists of viewings of films. */
export const watches = (
  calendar: Context.Tag.Service<Calendar>,
  raters: ReadonlyArray<string>
): Pick<Store, "watches" | "ratings" | "topRated" | "reviews" | "watchOf" | "viewing"> => {
  /** A page of `seen`, with id, at and rating. Reviews are long, so they are read only for the page. */
  const listOf = Effect.fn(function* (
    from: Statement.Fragment,
    order: Statement.Fragment,
    page: PageOf,
    seen: Statement.Fragment
  ) {
    const total = sql`SELECT count(*) FROM ${from} AS watch`
    const rows = sql({ ...seenColumns, total: number })`
      SELECT (${total}) AS total, ${selectWatch}, ${selectMovie}
      FROM (SELECT * FROM ${from} AS watch ORDER BY ${order} ${pageOf(page)}) AS chosen
      JOIN ${seen} AS found ON found.id = chosen.id
      CROSS JOIN LATERAL (
        SELECT found.id, found.at, found.source, chosen.rating, found.rewatch, found.review, found.review_url
      ) AS watch
      JOIN watching_titles AS movie ON movie.id = found.title_id
      ORDER BY ${order}`
    return yield* paged(page, rows, toSeenMovie, countOf(total))
  })

  /** Viewings with a known time. */
  const viewingsOf = (from: Statement.Fragment, order: Statement.Fragment, page: PageOf) =>
    Effect.map(listOf(from, order, page, sql`watching_watches`), ({ rows, total }) => ({
      rows: rows.flatMap((row): ReadonlyArray<Fact.MovieWatch> =>
        row.watchedAt === null ? [] : [{ ...row, watchedAt: row.watchedAt }]
      ),
      total
    }))

  /**
   * Each film once, with its newest rated viewing. If the film itself is rated, with its newest viewing. A film watched
   * only at an unknown time has no viewing to rate.
   */
  const rated = (where: Statement.Fragment) => sql`(
    SELECT DISTINCT ON (watch.title_id) watch.id, watch.at, coalesce(watch.rating, own.rating) AS rating
    FROM ${seenMovies} AS watch
    CROSS JOIN LATERAL (SELECT ${ratingOf(raters, "watch.title_id")} AS rating) AS own
    WHERE coalesce(watch.rating, own.rating) IS NOT NULL AND ${where}
    ORDER BY watch.title_id, watch.at IS NULL, watch.rating IS NULL, watch.at DESC, watch.id DESC)`
  const watchedIn = (range: DateRange) => sql`
    watch.id IN (SELECT id FROM watching_watches AS watch WHERE ${watchedWithin(calendar, range)})`
  const newest = sql`watch.at DESC NULLS LAST, watch.id DESC`

  return {
    watches: ({ exclude, page, range }) =>
      viewingsOf(
        sql`(
          SELECT id, at, rating FROM watching_watches AS watch
          WHERE episode_id IS NULL AND title_id <> ALL(${exclude}::int[]) AND ${watchedWithin(calendar, range)}
        )`,
        newest,
        page
      ),
    ratings: ({ order, page, sort }) => {
      const way = sql.literal(order)
      return listOf(
        rated(sql`true`),
        sort === "rating" ? sql`watch.rating ${way}, ${newest}` : sql`watch.at ${way} NULLS LAST, watch.id ${way}`,
        page,
        seenMovies
      )
    },
    topRated: (range, limit) =>
      Effect.map(
        viewingsOf(sql`(SELECT one.* FROM ${rated(watchedIn(range))} AS one)`, sql`watch.rating DESC, ${newest}`, {
          page: 1,
          limit
        }),
        ({ rows }) => rows
      ),
    reviews: (page) =>
      listOf(
        sql`(SELECT id, at, rating FROM ${seenMovies} AS seen WHERE review IS NOT NULL)`,
        newest,
        page,
        seenMovies
      ),
    viewing: (id) =>
      Effect.map(
        sql(viewingColumns)`
          SELECT ${selectWatch}, title.kind, title.id AS title_id, title.title, title.year,
            episode.season, episode.number, episode.title AS episode_title
          FROM watching_watches AS watch JOIN watching_titles AS title ON title.id = watch.title_id
          LEFT JOIN watching_episodes AS episode ON episode.id = watch.episode_id
          WHERE watch.id = ${id}`,
        ([row]) => Option.map(Option.fromNullable(row), toViewing)
      ),
    watchOf: (report) =>
      Effect.map(
        sql({ ...watchColumns, movieId: number })`
          SELECT ${selectWatch}, watch.title_id AS movie_id
          FROM watching_reports AS report JOIN watching_watches AS watch ON watch.id = report.watch_id
          WHERE report.id = ${report} AND watch.episode_id IS NULL`,
        ([row]) =>
          Option.map(Option.fromNullable(row), (watch): { movieId: number; watch: Fact.WatchFact } => ({
            movieId: watch.movieId,
            watch: toWatch(watch)
          }))
      )
  }
}
