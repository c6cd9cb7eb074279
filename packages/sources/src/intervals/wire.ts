import { isoInstant } from "../kit/schemas.js"
import { fieldsOf, listOf, numberOf, someFieldsOf, textOf, wordOf } from "../kit/jsonValues.js"
import { type Track, type TrackSample, isRunTrack } from "../kit/recordings/track.js"
import type { Workout } from "../kit/runs/workout.js"
import { degreesOf } from "../kit/values.js"
import { type WallClock, writtenWall } from "../kit/WallClock.js"

/**
 * Activities of intervals.icu. Metres, seconds, cadence of one leg; members may be missing instead of null, and those
 * that Strava sent have an id and a start alone:
 *
 *   [{"id":"i90000001","start_date_local":"2025-03-14T07:00:00","start_date":"2025-03-14T07:00:00Z","type":"Run",
 *     "name":"Morning Run","moving_time":1880,"elapsed_time":1978,"distance":5642.1,"total_elevation_gain":45.2,
 *     "average_heartrate":151,"max_heartrate":176,"average_cadence":81.2,"calories":398,
 *     "source":"GARMIN_CONNECT","external_id":"12345678901","race":false}]
 */

/** A workout of the list, or why a row is none. `Strava`: its terms forbid intervals.icu to pass the activity on. */
export type ActivityRow = IntervalsWorkout | "Strava"

/** A workout of the list. `other` is the sport of one that is no run. */
export interface IntervalsWorkout extends Workout {
  readonly other: string | null
}

/** The id of an activity; null for a row without one. */
export const idOf = (row: unknown): string | null => wordOf(someFieldsOf(row)["id"])?.trim() || null

/** Whether there are streams: activities by hand have ids without the letter. */
export const isRecorded = (id: string): boolean => /^i\d+$/.test(id)

/** Fewer steps a minute than this are those of one leg. */
const slowestOfBoth = 120

const stepsOf = (cadence: number | null): number | null =>
  cadence === null ? null : cadence < slowestOfBoth ? cadence * 2 : cadence

/** Null for a row that cannot be read. Without an instant, the start is the wall clock in the home time zone. */
export const activityOf = (value: unknown, home: WallClock): ActivityRow | null => {
  const row = fieldsOf(value)
  const id = idOf(value)
  if (row === null || id === null) return null
  const origin = textOf(row["source"])?.toUpperCase()
  if (origin === "STRAVA") return "Strava"
  const name = textOf(row["type"])
  if (name === null) return null
  const type = name.toLowerCase()
  const instant = isoInstant(textOf(row["start_date"]))
  const localStart = writtenWall(textOf(row["start_date_local"]))
  const startedAt = instant ?? (localStart === null ? null : home.instantOf(localStart))
  if (startedAt === null) return null
  const externalId = wordOf(row["external_id"])
  return {
    source: "intervals",
    key: id,
    startedAt,
    localStart,
    zoned: instant !== null,
    other: isRunTrack({ sport: type }) ? null : name,
    sport: type.startsWith("trail") ? "TrailRun" : type.startsWith("virtual") ? "VirtualRun" : "Run",
    name: textOf(row["name"]),
    description: textOf(row["description"]),
    distance: numberOf(row["distance"]),
    movingTime: numberOf(row["moving_time"]),
    elapsedTime: numberOf(row["elapsed_time"]),
    elevation: numberOf(row["total_elevation_gain"]),
    heartrateAvg: numberOf(row["average_heartrate"]),
    heartrateMax: numberOf(row["max_heartrate"]),
    cadence: stepsOf(numberOf(row["average_cadence"])),
    calories: numberOf(row["calories"]),
    isRace: row["race"] === true,
    identities: origin === "GARMIN_CONNECT" && /^\d{4,20}$/.test(externalId ?? "") ? [`garmin:${externalId}`] : []
  }
}

/** Seconds. Samples later than this are a fault of the device. */
const maxSeconds = 14 * 86_400

/**
 * The recording in the streams of an activity: parallel lists, of which `time` has the seconds since the start. Null
 * without one. Coordinates are pairs, or latitudes with the longitudes in `data2`:
 *
 *   [{"type":"time","data":[0,1,2]},{"type":"latlng","data":[47.1,47.2,47.3],"data2":[8.1,8.2,8.3]},
 *    {"type":"heartrate","data":[120,null,131]}]
 */
export const trackOf = (streams: unknown, startedAt: number): Track | null => {
  const byType = new Map(listOf(streams).map((stream) => [textOf(someFieldsOf(stream)["type"]), someFieldsOf(stream)]))
  const values = (type: string, member = "data") => listOf(byType.get(type)?.[member])
  const times = values("time").map(numberOf)
  const [places, longitudes] = [values("latlng"), values("latlng", "data2")]
  const lists = { distance: values("distance"), altitude: values("altitude"), heartrate: values("heartrate") }
  const placeAt = (index: number): TrackSample["place"] => {
    const place = places[index]
    const [first, second] = Array.isArray(place) ? (place as ReadonlyArray<unknown>) : [place, longitudes[index]]
    const { latitude, longitude } = degreesOf(numberOf(first), numberOf(second))
    return latitude === null || longitude === null ? null : [latitude, longitude]
  }
  let last = -1
  const points = times.flatMap((time, index): ReadonlyArray<TrackSample> => {
    if (time === null || time <= last || time > maxSeconds) return []
    last = time
    const heartrate = numberOf(lists.heartrate[index])
    return [
      {
        at: startedAt + time * 1_000,
        place: placeAt(index),
        distance: numberOf(lists.distance[index]),
        elevation: numberOf(lists.altitude[index]),
        heartrate: heartrate === null || heartrate <= 0 ? null : heartrate
      }
    ]
  })
  return points.length < 2 ? null : { sport: null, startedAt, offset: null, calories: null, points }
}
