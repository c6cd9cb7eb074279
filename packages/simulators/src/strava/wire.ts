import type { PersonRun } from "../sampleOwner/running.js"
import { type Moment, reached, recordingOf } from "./recording.js"

/** An activity as the account holds it: a run of the life, or what somebody made of it since. */
export interface AccountActivity extends PersonRun {
  /** Anything that is no run stays in the account and in its lists. */
  readonly sportType: string
  readonly private: boolean
  readonly gearId: string | null
}

/** What is worked out of a recording, once for each run as it stands: lists and details show it again and again. */
const memoized = <A>(make: (run: AccountActivity) => A) => {
  const bodies = new Map<string, A>()
  return (run: AccountActivity): A => {
    const key = `${run.id} ${run.at} ${run.distance} ${run.elapsedTime} ${run.movingTime}`
    const body = bodies.get(key)
    if (body !== undefined) return body
    const fresh = make(run)
    bodies.set(key, fresh)
    return fresh
  }
}

const outline = memoized((run) => polylineOf(recordingOf(run).filter((_, index) => index % 20 === 0)))

const iso = (seconds: number) => new Date(seconds * 1000).toISOString().replace(".000Z", "Z")

const hours = (seconds: number) =>
  `${seconds < 0 ? "-" : "+"}${String(Math.floor(Math.abs(seconds) / 3600)).padStart(2, "0")}:${String(Math.floor(Math.abs(seconds) / 60) % 60).padStart(2, "0")}`

/** A row of `GET /athlete/activities`. */
export const summaryOf = (run: AccountActivity, athlete: number) => ({
  id: run.id,
  resource_state: 2,
  external_id: run.manual ? null : `watch_${run.id}.fit`,
  upload_id: run.manual ? null : run.id + 1_100_000_000,
  athlete: { id: athlete, resource_state: 1 },
  name: run.name,
  distance: run.distance,
  moving_time: run.movingTime,
  elapsed_time: run.elapsedTime,
  total_elevation_gain: run.elevation,
  type: run.sportType === "TrailRun" ? "Run" : run.sportType,
  sport_type: run.sportType,
  workout_type: run.workoutType === 0 ? null : run.workoutType,
  start_date: iso(run.at),
  // The letter at its end is as false as the provider's.
  start_date_local: iso(run.at + run.offset),
  timezone: `(GMT${hours(run.offset)}) ${run.town.calendar.zone}`,
  utc_offset: run.offset,
  start_latlng: run.manual ? [] : [run.town.latitude, run.town.longitude],
  end_latlng: [],
  // Strava names no city any more; the country is still there for some athletes.
  location_city: null,
  location_state: null,
  location_country: run.id % 2 === 0 ? run.town.country : null,
  map: { id: `a${run.id}`, summary_polyline: run.manual ? "" : outline(run), resource_state: 2 },
  trainer: false,
  commute: false,
  manual: run.manual,
  private: run.private,
  visibility: run.private ? "only_me" : "everyone",
  gear_id: run.gearId,
  average_speed: run.movingTime === 0 ? 0 : run.distance / run.movingTime,
  average_cadence: run.cadence,
  has_heartrate: run.heartrate !== null,
  ...(run.heartrate === null
    ? {}
    : {
        average_heartrate: run.heartrate,
        max_heartrate: Math.round(run.heartrate + 22),
        suffer_score: Math.round(run.movingTime / 60)
      })
})

const unit = (name: string, metres: number) => ({ name, metres })
const efforts = [
  unit("400m", 400),
  unit("1/2 mile", 804.672),
  unit("1K", 1000),
  unit("1 mile", 1609.344),
  unit("2 mile", 3218.688),
  unit("5K", 5000),
  unit("10K", 10_000),
  unit("15K", 15_000),
  unit("10 mile", 16_093.44),
  unit("20K", 20_000),
  unit("Half-Marathon", 21_097.5),
  unit("30K", 30_000),
  unit("Marathon", 42_195),
  unit("50K", 50_000)
]

/** `GET /activities/{id}`. */
export const detailOf = (run: AccountActivity, athlete: number, gear: object | null) => {
  const moments = run.manual ? [] : recordingOf(run)
  const polyline = run.manual ? "" : polylineOf(moments)
  return {
    ...summaryOf(run, athlete),
    resource_state: 3,
    map: { ...summaryOf(run, athlete).map, polyline, resource_state: 3 },
    calories: Math.round((run.distance / 1000) * 68),
    description: run.description,
    device_name: run.manual ? undefined : "Trainer Watch 2",
    ...(run.manual
      ? { splits_standard: null, splits_metric: null, best_efforts: [] }
      : {
          splits_standard: splitsOf(moments, 1609.344),
          splits_metric: splitsOf(moments, 1000),
          best_efforts: effortsOf(run)
        }),
    laps: [],
    gear
  }
}

const splitsOf = (moments: ReadonlyArray<Moment>, length: number) => {
  const whole = moments.at(-1)!.distance
  return Array.from({ length: Math.ceil(whole / length - 1e-9) }, (_, index) => {
    const [from, to] = [index * length, Math.min(whole, (index + 1) * length)]
    const elapsed = Math.round(reached(moments, to) - reached(moments, from))
    return {
      distance: Math.round((to - from) * 10) / 10,
      elapsed_time: elapsed,
      elevation_difference: Math.round(((index % 3) - 1) * 42) / 10,
      moving_time: elapsed,
      split: index + 1,
      average_speed: elapsed === 0 ? 0 : (to - from) / elapsed,
      pace_zone: 0
    }
  })
}

const effortsOf = memoized((run) => {
  const moments = recordingOf(run)
  return efforts.flatMap(({ metres, name }, index) => {
    const seconds = fastest(moments, metres)
    return seconds === null
      ? []
      : [
          {
            id: run.id * 20 + index,
            name,
            elapsed_time: seconds,
            moving_time: seconds,
            distance: Math.round(metres),
            start_date: iso(run.at),
            pr_rank: null
          }
        ]
  })
})

/** The fastest stretch that begins at a multiple of 20 metres, by the clock. */
const fastest = (moments: ReadonlyArray<Moment>, metres: number): number | null => {
  const whole = moments.at(-1)!.distance
  let best: number | null = null
  for (let from = 0; from + metres <= whole; from += 20) {
    const seconds = Math.round(reached(moments, from + metres) - reached(moments, from))
    if (best === null || seconds < best) best = seconds
  }
  return best
}

/** Google's encoded polyline, precision 5. */
const polylineOf = (moments: ReadonlyArray<Moment>): string => {
  let previous: readonly [number, number] = [0, 0]
  return moments
    .map(({ latitude, longitude }) => {
      const next = [Math.round(latitude * 1e5), Math.round(longitude * 1e5)] as const
      const text = encoded(next[0] - previous[0]) + encoded(next[1] - previous[1])
      previous = next
      return text
    })
    .join("")
}

const encoded = (difference: number): string => {
  let value = difference * 2
  if (value < 0) value = -value - 1
  let text = ""
  for (; value >= 32; value = Math.floor(value / 32)) text += String.fromCharCode(32 + (value % 32) + 63)
  return text + String.fromCharCode(value + 63)
}
