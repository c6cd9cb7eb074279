import { startPointOf } from "@daybook/core/running"
import { type DeclinedZone, LocalDate, type ZoneEvidence } from "@daybook/core/shared"
import { Effect, Schema } from "effect"
import { type ZoneAt, certainZone, loadZones } from "@daybook/sources/zones"
import { boolean, float, nullable, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { storeSetting, storedSetting } from "../kit/storedSettings.js"

/** Runs with a certain start. Courses of virtual runs are in a game. */
const runs = (zoneAt: ZoneAt) =>
  Effect.map(
    sql({ at: float, offset: float, polyline: nullable(text) })`
      SELECT (extract(epoch FROM run.started_at) * 1000)::float8 AS at,
        (extract(epoch FROM run.local_start - run.started_at AT TIME ZONE 'UTC') * 1000)::float8 AS "offset",
        CASE WHEN run.sport ILIKE 'virtual%' THEN NULL
          ELSE (SELECT polyline FROM running_courses AS course WHERE course.activity_id = run.id) END AS polyline
      FROM running_activities AS run
      WHERE NOT EXISTS (SELECT FROM running_recorded WHERE activity_id = run.id AND NOT zoned)`,
    (rows) =>
      rows.flatMap(({ at, offset, polyline }): ReadonlyArray<ZoneEvidence> => {
        const start = polyline === null ? null : startPointOf({ polyline })
        if (start === null) return [{ at, place: { offset }, origin: "run" }]
        const zone = certainZone([start.latitude, start.longitude], at, zoneAt)
        return zone === null ? [] : [{ at, place: { zone }, origin: "run" }]
      })
  )

/** Events that the owner went to. */
const events = Effect.map(
  sql({ at: float, zone: text })`
    SELECT (extract(epoch FROM at) * 1000)::float8 AS at, venue ->> 'zone' AS zone FROM attending_events
    WHERE going AND status = 'scheduled' AND doubt IS NULL AND at < now() AND venue ->> 'zone' IS NOT NULL`,
  (rows) => rows.map(({ at, zone }): ZoneEvidence => ({ at, place: { zone }, origin: "event" }))
)

/** Check-ins, if the domain of places is switched on or was. */
const checkins = (zoneAt: ZoneAt) =>
  Effect.gen(function* () {
    const [table] = yield* sql({ exists: boolean })`SELECT to_regclass('places_checkin') IS NOT NULL AS exists`
    if (table?.exists !== true) return []
    const rows = yield* sql({ at: float, latitude: float, longitude: float })`
      SELECT (extract(epoch FROM checked_in_at) * 1000)::float8 AS at, latitude::float8, longitude::float8
      FROM places_checkin WHERE latitude IS NOT NULL AND longitude IS NOT NULL`
    return rows.flatMap(({ at, latitude, longitude }): ReadonlyArray<ZoneEvidence> => {
      const zone = certainZone([latitude, longitude], at, zoneAt)
      return zone === null ? [] : [{ at, place: { zone }, origin: "checkin" }]
    })
  })

export const zoneEvidence = Effect.gen(function* () {
  const zoneAt = yield* loadZones
  return (yield* Effect.all([runs(zoneAt), events, checkins(zoneAt)])).flat()
})

const setting = "zone_suggestions_declined"

const Declined = Schema.parseJson(
  Schema.Array(Schema.Struct({ from: LocalDate, to: Schema.NullOr(LocalDate), zone: Schema.String }))
)

export const declinedZones = Effect.map(storedSetting(setting), (value): ReadonlyArray<DeclinedZone> =>
  value === undefined ? [] : Schema.decodeSync(Declined)(value)
)

export const declineZone = (declined: DeclinedZone) =>
  Effect.flatMap(declinedZones, (all) => storeSetting(setting, JSON.stringify([...all, declined])))
