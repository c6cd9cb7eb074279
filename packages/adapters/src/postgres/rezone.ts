import { domains } from "@daybook/core"
import { Calendar } from "@daybook/core/shared"
import { SqlClient, type Statement } from "@effect/sql"
import { type Context, Effect } from "effect"
import { aloneAtHome } from "./aloneAtHome.js"
import { rezoneAttending } from "./attending/rezone.js"
import { rezoneListening } from "./listening/rezone.js"
import { storedZone } from "./home.js"
import { rezoneReading } from "./reading/rezone.js"
import { recompute } from "./running/recompute.js"
import { storage } from "./storage.js"
import { Versions } from "./Versions.js"
import { rezoneWatching } from "./watching/rezone.js"

const dayMs = 86_400_000

/** Instants from one change of the home zone's clocks to the next. */
interface Stretch {
  readonly from: number
  readonly to: number
  readonly offset: number
}

/** The stretches of one offset from an instant to another, epoch milliseconds. */
const stretchesOf = ({ offsetAt }: Context.Tag.Service<Calendar>, from: number, to: number): ReadonlyArray<Stretch> => {
  const stretches: Array<Stretch> = []
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
    stretches.push({ from: start, to: after, offset: offsetAt(at) })
    start = after
  }
  return [...stretches, { from: start, to: to + 1, offset: offsetAt(to) }]
}

/** Every stretch since clocks began to be kept here, as rows to join with instants. */
const zoneRows = (sql: SqlClient.SqlClient, calendar: Context.Tag.Service<Calendar>): Statement.Fragment => {
  const stretches = stretchesOf(calendar, Date.UTC(1970, 0, 1), Date.UTC(2100, 0, 1))
  return sql`(
    SELECT to_timestamp(since / 1000) AS since, to_timestamp(until / 1000) AS until, ahead * interval '1 millisecond' AS ahead
    FROM unnest(
      ${stretches.map(({ from }) => from)}::float8[], ${stretches.map(({ to }) => to)}::float8[], ${stretches.map(({ offset }) => offset)}::float8[]
    ) AS stretch (since, until, ahead)
  )`
}

/** Entries of these domains have the day of their instant; the others' are told anew by their rooms. */
const byInstant = ["listening", "reading", "collecting"]

const rezoneFeed = (sql: SqlClient.SqlClient, zone: Statement.Fragment) =>
  sql`
    UPDATE feed_items SET date = ((occurred_at AT TIME ZONE 'UTC') + zone.ahead)::date FROM ${zone} AS zone
    WHERE domain = ANY(${byInstant}::text[]) AND occurred_at >= zone.since AND occurred_at < zone.until`

/**
 * Moves the data to the calendar's zone: gives every record its day there and recounts by days. Fails while others use
 * the data, since they would go on with the former zone.
 */
export const rezone = storage("rezone")(Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const calendar = yield* Calendar
  const versions = yield* Versions
  const past = yield* storedZone
  if (past === calendar.zone) return
  if (past !== undefined) yield* aloneAtHome(sql, past, calendar.zone)
  yield* sql.withTransaction(Effect.gen(function*() {
    yield* sql`SELECT pg_advisory_xact_lock(hashtext('daybook home zone'))`
    const before = yield* storedZone
    if (before === calendar.zone) return
    yield* sql`
      INSERT INTO settings (name, value) VALUES ('home_zone', ${calendar.zone}) ON CONFLICT (name) DO UPDATE SET value = excluded.value`
    if (before === undefined) return
    yield* Effect.logInfo(`the home zone is ${calendar.zone} now, no longer ${before}: every day is computed again`)
    yield* rezoneListening(sql, zoneRows(sql, calendar), yield* calendar.today)
    yield* recompute(sql, calendar)
    yield* rezoneWatching(sql, zoneRows(sql, calendar))
    yield* rezoneReading(sql, zoneRows(sql, calendar))
    yield* rezoneFeed(sql, zoneRows(sql, calendar))
    yield* rezoneAttending(sql)
    yield* Effect.forEach(domains, versions.bump)
  }))
}))
