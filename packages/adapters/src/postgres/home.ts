import { Publisher } from "@daybook/core/publishing"
import {
  Calendar,
  type DayPeriod,
  type HomeZones,
  changedPeriods,
  historyText,
  homeCalendar,
  isEmptyHistory
} from "@daybook/core/shared"
import type { Statement } from "@effect/sql"
import { Effect, Layer } from "effect"
import { waiting } from "../Opening.js"
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
import { deleteSetting, storeSetting, storedSetting } from "./kit/storedSettings.js"
import { homeSettings, homeText, storedHome } from "./homeTimeZone.js"
import { Versions } from "./Versions.js"

/** Feed, search and pictures while the database is opened. */
export const sharedServices = Publisher.Default.pipe(
  Layer.provideMerge(Layer.mergeAll(Feed.layer, Search.layer, ImageRequests.layer))
)

/** Days before 1900 and after 2100 stay as they were computed when their records came. */
const span = { from: Date.UTC(1900, 0, 1), to: Date.UTC(2100, 0, 1) }

/** Periods as rows to join with instants. */
const zoneRows = (periods: ReadonlyArray<DayPeriod>): Statement.Fragment => sql`(
    SELECT to_timestamp(since / 1000) AS since, to_timestamp(until / 1000) AS until,
      ahead * interval '1 millisecond' AS ahead
    FROM unnest(
      ${periods.map(({ from }) => from)}::float8[], ${periods.map(({ to }) => to)}::float8[],
      ${periods.map(({ offset }) => offset)}::float8[]
    ) AS period (since, until, ahead)
  )`

const rezoneFeed = (zone: Statement.Fragment) => {
  const following = domainTables.filter(({ feedFollowsInstants }) => feedFollowsInstants)
  return sql`
    UPDATE feed_items SET date = ${dayIn("occurred_at")} FROM ${zone} AS zone
    WHERE domain = ANY(${following.map(({ domain }) => domain)}::text[]) AND ${isInPeriod("occurred_at")}`
}

/** Computes the days of these periods again, a domain at a time. */
const recountPeriods = Effect.fn("home.recount")(function* (periods: ReadonlyArray<DayPeriod>) {
  const versions = yield* Versions
  const zone = zoneRows(periods)
  yield* rezoneFeed(zone)
  const all = yield* allTables
  for (const [index, tables] of all.entries()) {
    const recounted = Effect.gen(function* () {
      yield* tables.rezone(zone)
      yield* versions.bump(tables.domain)
    })
    yield* waiting(`computing the days of ${tables.domain} again (${index + 1} of ${all.length})`)(recounted)
  }
  yield* renewLog
})

/** The periods whose days differ from the stored ones. */
const outdatedPeriods = (before: HomeZones) =>
  Effect.gen(function* () {
    const calendar = yield* Calendar
    const isOutdated = (yield* storedSetting(homeSettings.outdated)) !== undefined
    return changedPeriods(calendar, isOutdated ? null : yield* homeCalendar(before), span)
  })

const isUpToDate = (home: HomeZones, before: HomeZones | undefined) =>
  Effect.map(
    storedSetting(homeSettings.outdated),
    (outdated) => outdated === undefined && before !== undefined && homeText(before) === homeText(home)
  )

/**
 * Moves the data to the calendar's home: computes the days again that another zone has now, and recounts them. Fails
 * while other processes use the data, because they would continue with the previous home. If it is interrupted, nothing
 * has changed, and the next host begins again.
 */
export const rezone = storage("rezone")(
  Effect.gen(function* () {
    const home: HomeZones = yield* Calendar
    const past = yield* storedHome
    if (yield* isUpToDate(home, past)) return void (yield* deleteSetting(homeSettings.begun))
    if (past !== undefined) {
      yield* requireExclusiveUse(past.zone, home.zone)
      yield* storeSetting(homeSettings.begun, homeText(home))
    }
    yield* inTransaction(
      Effect.gen(function* () {
        yield* sql`SELECT pg_advisory_xact_lock(hashtext('daybook home zone'))`
        const before = yield* storedHome
        if (yield* isUpToDate(home, before)) return
        const periods = before === undefined ? [] : yield* outdatedPeriods(before)
        yield* storeSetting(homeSettings.zone, home.zone)
        yield* isEmptyHistory(home.history)
          ? deleteSetting(homeSettings.history)
          : storeSetting(homeSettings.history, historyText(home.history))
        yield* deleteSetting(homeSettings.begun)
        if (before === undefined) return void (yield* deleteSetting(homeSettings.outdated))
        yield* Effect.logInfo(
          `the home zone is ${home.zone} (before: ${before.zone}): days of ${periods.length} periods are computed again`
        )
        if (periods.length > 0) yield* recountPeriods(periods)
        yield* deleteSetting(homeSettings.outdated)
      })
    )
  }).pipe(Effect.provide(sharedServices))
)
