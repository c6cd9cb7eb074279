import { Publisher } from "@daybook/core/publishing"
import { Calendar } from "@daybook/core/shared"
import type { Statement } from "@effect/sql"
import { type Context, Effect, Layer } from "effect"
import { allTables, domainTables } from "./domains.js"
import * as Feed from "./FeedStore.js"
import * as ImageRequests from "./ImageRequests.js"
import { renewLog } from "./changes/listing.js"
import { dayIn, isInPeriod } from "./kit/domain.js"
import { requireExclusiveUse } from "./requireExclusiveUse.js"
import * as Search from "./SearchStore.js"
import { storage } from "./storage.js"
import { sql } from "./kit/sql.js"
import { inTransaction } from "./inTransaction.js"
import { storedZone } from "./homeTimeZone.js"
import { Versions } from "./Versions.js"

/** Feed, search and pictures while the database is opened. */
export const sharedServices = Publisher.Default.pipe(
  Layer.provideMerge(Layer.mergeAll(Feed.layer, Search.layer, ImageRequests.layer))
)

const dayMs = 86_400_000

/** A period with one UTC offset, between two DST changes of the home time zone. */
interface OffsetPeriod {
  readonly from: number
  readonly to: number
  readonly offset: number
}

/** Periods of constant UTC offset between two instants, in epoch milliseconds. */
const offsetPeriodsOf = (
  { offsetAt }: Context.Tag.Service<Calendar>,
  from: number,
  to: number
): ReadonlyArray<OffsetPeriod> => {
  const periods: Array<OffsetPeriod> = []
  let start = from
  for (let at = from; at < to; at += dayMs) {
    const end = Math.min(to, at + dayMs)
    if (offsetAt(at) === offsetAt(end)) continue
    let [before, after] = [at, end]
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2)
      if (offsetAt(middle) === offsetAt(at)) before = middle
      else after = middle
    }
    periods.push({ from: start, to: after, offset: offsetAt(at) })
    start = after
  }
  return [...periods, { from: start, to: to + 1, offset: offsetAt(to) }]
}

/** The periods from 1970 to 2100, as rows to join with instants. */
const zoneRows = (calendar: Context.Tag.Service<Calendar>): Statement.Fragment => {
  const periods = offsetPeriodsOf(calendar, Date.UTC(1970, 0, 1), Date.UTC(2100, 0, 1))
  return sql`(
    SELECT to_timestamp(since / 1000) AS since, to_timestamp(until / 1000) AS until,
      ahead * interval '1 millisecond' AS ahead
    FROM unnest(
      ${periods.map(({ from }) => from)}::float8[], ${periods.map(({ to }) => to)}::float8[],
      ${periods.map(({ offset }) => offset)}::float8[]
    ) AS period (since, until, ahead)
  )`
}

const rezoneFeed = (zone: Statement.Fragment) => {
  const following = domainTables.filter(({ feedFollowsInstants }) => feedFollowsInstants)
  return sql`
    UPDATE feed_items SET date = ${dayIn("occurred_at")} FROM ${zone} AS zone
    WHERE domain = ANY(${following.map(({ domain }) => domain)}::text[]) AND ${isInPeriod("occurred_at")}`
}

/**
 * Moves the data to the calendar's time zone: computes every record's day again and recounts by day. Fails while other
 * processes use the data, because they would continue with the previous time zone.
 */
export const rezone = storage("rezone")(
  Effect.gen(function* () {
    const calendar = yield* Calendar
    const versions = yield* Versions
    const past = yield* storedZone
    if (past === calendar.zone) return
    if (past !== undefined) yield* requireExclusiveUse(past, calendar.zone)
    yield* inTransaction(
      Effect.gen(function* () {
        yield* sql`SELECT pg_advisory_xact_lock(hashtext('daybook home zone'))`
        const before = yield* storedZone
        if (before === calendar.zone) return
        yield* sql`
          INSERT INTO settings (name, value) VALUES ('home_zone', ${calendar.zone})
          ON CONFLICT (name) DO UPDATE SET value = excluded.value`
        if (before === undefined) return
        yield* Effect.logInfo(`the home zone is ${calendar.zone} now, no longer ${before}: every day is computed again`)
        const zone = zoneRows(calendar)
        yield* rezoneFeed(zone)
        for (const tables of yield* allTables) {
          yield* tables.rezone(zone)
          yield* versions.bump(tables.domain)
        }
        yield* renewLog
      })
    )
  }).pipe(Effect.provide(sharedServices))
)
