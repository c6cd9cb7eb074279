import type { Fact, ListeningStore } from "@daybook/core/listening"
import { type Calendar, type DateRange, type LocalDate, monthStart, yearOf } from "@daybook/core/shared"
import type { SqlClient } from "@effect/sql"
import { type Context, Effect } from "effect"
import { storage } from "../../storage.js"
import { monthTotals } from "../rollup.js"
import { totalsOfPlays } from "./totals.js"

type Store = Context.Tag.Service<ListeningStore>
type Home = Context.Tag.Service<Calendar>

/** Totals of months: kept for settled ones, counted from the plays for others and for those that the range cuts. */
export const months = (sql: SqlClient.SqlClient, calendar: Home): Store["months"] => (range) =>
  storage("ListeningStore.months")(Effect.gen(function*() {
    const from = range.from === null ? null : calendar.dateOf(range.from)
    const to = range.to === null ? null : calendar.dateOf(range.to - 1)
    const within = sql.and([
      sql`grain = 'month'`,
      ...(from === null ? [] : [sql`bucket >= date_trunc('month', ${from}::timestamp)`]),
      ...(to === null ? [] : [sql`bucket <= ${to}`])
    ])
    const kept = yield* sql<Fact.PeriodTotals & { readonly settled: boolean }>`
      SELECT bucket AS start, settled, coalesce(plays, 0) AS plays, coalesce(artists, 0) AS artists, coalesce(albums, 0) AS albums, coalesce(tracks, 0) AS tracks
      FROM listening_buckets LEFT JOIN listening_totals USING (grain, bucket) WHERE ${within} ORDER BY bucket`
    const counted = kept.every((month) => month.settled) ? [] : yield* sql<Fact.PeriodTotals>`
      SELECT bucket AS start, plays, artists, albums, tracks
      FROM (${monthTotals(sql, sql`SELECT bucket FROM listening_buckets WHERE ${within} AND NOT settled`)}) AS counted`
    const cut = yield* cutMonths(sql, calendar, range, kept.map(({ start }) => start))
    const anew = new Map([...counted, ...cut].map((month) => [month.start, month]))
    return kept.flatMap(({ settled, ...month }) => anew.get(month.start) ?? (settled ? [month] : [])).filter((month) => month.plays > 0)
  }))

/** Those of the months that the range cuts into, the first and the last at most, with what is left of them. */
const cutMonths = (sql: SqlClient.SqlClient, calendar: Home, range: DateRange, months: ReadonlyArray<LocalDate>) => {
  const parts = months.flatMap((start) => {
    const whole = { from: calendar.startOf(start), to: calendar.startOf(next(start)) }
    const part = { from: Math.max(whole.from, range.from ?? whole.from), to: Math.min(whole.to, range.to ?? whole.to) }
    return part.from === whole.from && part.to === whole.to ? [] : [sql`SELECT ${start}::date AS start, part.* FROM (${totalsOfPlays(sql, part)}) AS part`]
  })
  return parts.length === 0 ? Effect.succeed([]) : sql<Fact.PeriodTotals>`${parts.reduce((all, part) => sql`${all} UNION ALL ${part}`)}`
}

const next = (month: LocalDate): LocalDate => monthStart(yearOf(month), Number(month.slice(5, 7)) + 1)
