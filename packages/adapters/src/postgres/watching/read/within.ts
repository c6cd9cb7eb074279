import { type Calendar, type DateRange, type LocalDate, addDays } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import type { Context } from "effect"

type Home = Context.Tag.Service<Calendar>

const halfDay = 12 * 3_600_000

/** The first day whose noon at home lies at or after an instant. */
const firstNoon = (calendar: Home, instant: number): LocalDate => {
  const date = calendar.dateOf(instant)
  return calendar.startOf(date) + halfDay >= instant ? date : addDays(date, 1)
}

/**
 * Viewings in a range, as a condition on watching_watches. A viewing whose time nobody knows counts on its day,
 * whatever the zone: by the home zone's noon of it.
 */
export const watchedWithin = (sql: SqlClient.SqlClient, calendar: Home, { from, to }: DateRange): Statement.Fragment => {
  if (from === null && to === null) return sql`true`
  const timed = [
    ...(from === null ? [] : [sql`watch.at >= to_timestamp(${from}::float8 / 1000)`]),
    ...(to === null ? [] : [sql`watch.at < to_timestamp(${to}::float8 / 1000)`])
  ]
  const dated = [
    ...(from === null ? [] : [sql`watch.date >= ${firstNoon(calendar, from)}::date`]),
    ...(to === null ? [] : [sql`watch.date < ${firstNoon(calendar, to)}::date`])
  ]
  return sql`CASE WHEN watch.dated THEN ${sql.and(dated)} ELSE ${sql.and(timed)} END`
}
