import type { WatchingStore } from "@daybook/core/watching"
import { type Calendar, type DateRange, isAlways, yearOf, yearStart } from "@daybook/core/shared"
import type { Statement } from "@effect/sql"
import { type Context, Effect } from "effect"
import { number, date } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import type { Queries } from "../kit/store.js"
import {
  allViewings,
  decadeCountColumns,
  decadesOf,
  directorsOf,
  genresOf,
  leadingColumns,
  leadingOf,
  maxDirectors,
  moviesOf,
  namedCountColumns,
  totalsColumns,
  totalsOf,
  totalsOfYear
} from "./counts.js"
import { watchedWithin } from "./watches.js"

const dayCountColumns = { date, count: number }

type Store = Queries<Context.Tag.Service<WatchingStore>>
type Home = Context.Tag.Service<Calendar>

/** The calendar year in the home time zone that equals the range, if any. */
const yearWithin = (calendar: Home, { from, to }: DateRange): number | null => {
  if (from === null || to === null) return null
  const year = yearOf(calendar.dateOf(from))
  return from === calendar.startOf(yearStart(year)) && to === calendar.startOf(yearStart(year + 1)) ? year : null
}

/** Counts over the viewings of a range. Those of all viewings and of years are counted when the data changes. */
export const sums = (
  calendar: Home
): Pick<Store, "totals" | "genres" | "decades" | "directors" | "summary" | "periods"> => {
  /** Films watched in a range, each once. */
  const seen = (range: DateRange): Statement.Fragment =>
    moviesOf(sql`
      SELECT title_id FROM watching_watches AS watch WHERE episode_id IS NULL AND ${watchedWithin(calendar, range)}`)
  const totals = (range: DateRange) => {
    const year = yearWithin(calendar, range)
    if (isAlways(range)) return Effect.map(allViewings, ({ totals }) => totals)
    if (year !== null) return Effect.map(allViewings, (counts) => totalsOfYear(counts, year))
    const watched = sql`(
      SELECT watch.title_id, watch.episode_id, count(*) AS times, min(watch.date) AS first, max(watch.date) AS last
      FROM watching_watches AS watch WHERE ${watchedWithin(calendar, range)} GROUP BY watch.title_id, watch.episode_id
    )`
    return Effect.map(sql(totalsColumns)`${totalsOf(watched)}`, ([row]) => row!)
  }
  const leading = (range: DateRange) =>
    Effect.map(
      sql(leadingColumns)`
        WITH seen AS MATERIALIZED ${seen(range)}
        SELECT (SELECT name FROM (${genresOf(sql`seen`)} LIMIT 1) AS one) AS genre,
          (SELECT name FROM (${directorsOf(sql`seen`, 1)}) AS one) AS director,
          (SELECT decade FROM (${decadesOf(sql`seen`)}) AS one ORDER BY count DESC, decade DESC LIMIT 1) AS decade`,
      ([row]) => row!
    )
  return {
    totals,
    genres: (range) =>
      isAlways(range)
        ? Effect.map(allViewings, ({ genres }) => genres)
        : sql(namedCountColumns)`${genresOf(seen(range))}`,
    decades: (range) =>
      isAlways(range)
        ? Effect.map(allViewings, ({ decades }) => decades)
        : sql(decadeCountColumns)`${decadesOf(seen(range))}`,
    directors: (range, limit) =>
      isAlways(range) && limit <= maxDirectors
        ? Effect.map(allViewings, ({ directors }) => directors.slice(0, limit))
        : sql(namedCountColumns)`${directorsOf(seen(range), limit)}`,
    summary: (range, part) => {
      const year = yearWithin(calendar, part)
      return isAlways(range) && year !== null
        ? Effect.map(allViewings, (counts) => ({
            totals: counts.totals,
            part: totalsOfYear(counts, year),
            leading: leadingOf(counts)
          }))
        : Effect.all({ totals: totals(range), part: totals(part), leading: leading(range) })
    },
    periods: (grain, range) =>
      sql(dayCountColumns)`
        SELECT date_trunc(${grain}, watch.date::timestamp)::date AS date, count(*) AS count
        FROM watching_watches AS watch
        WHERE episode_id IS NULL AND ${watchedWithin(calendar, range)} GROUP BY 1 ORDER BY 1`
  }
}
