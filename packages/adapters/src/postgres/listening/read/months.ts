import type { Fact, ListeningStore } from "@daybook/core/listening"
import { type Calendar, type LocalDate, monthStart, yearOf } from "@daybook/core/shared"
import type { SqlClient } from "@effect/sql"
import { type Context, Effect } from "effect"
import { storage } from "../../storage.js"
import { monthTotals } from "../rollup.js"
import { totalsOf } from "./totals.js"

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
    const open = new Map(counted.map((month) => [month.start, month]))
    const found: Array<Fact.PeriodTotals> = []
    for (const { settled, ...month } of kept) {
      const inside = { from: calendar.startOf(month.start), to: calendar.startOf(next(month.start)) }
      const cut = { from: Math.max(inside.from, range.from ?? inside.from), to: Math.min(inside.to, range.to ?? inside.to) }
      if (cut.from !== inside.from || cut.to !== inside.to) found.push({ start: month.start, ...(yield* totalsOf(sql, calendar, cut)) })
      else found.push(settled ? month : open.get(month.start) ?? month)
    }
    return found.filter((month) => month.plays > 0)
  }))

const next = (month: LocalDate): LocalDate => monthStart(yearOf(month), Number(month.slice(5, 7)) + 1)
