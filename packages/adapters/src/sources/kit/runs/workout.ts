import {
  type RecordedReport,
  type Report,
  type Run,
  effortsOfTrack,
  recordedId,
  splitsOfTrack
} from "@daybook/core/running"
import { type Track, type TrackTotals, courseOf, polylineOf } from "../recordings/track.js"
import { cadenceOf } from "../recordings/cadence.js"
import { climbOf, heartratesOf } from "../recordings/summary.js"
import { plainLine, plainParagraphs } from "./text.js"

type Recorded = Extract<Report, { readonly _tag: "Recorded" }>

/**
 * A run as a provider's file describes it. Metres, seconds, epoch milliseconds; steps per minute of both feet. Absent
 * or null means unknown.
 */
export interface Workout extends Pick<RecordedReport, "source" | "key"> {
  readonly startedAt: number
  /** Wall clock at the start, written as if it were UTC. Without one, the UTC offset of the recording counts. */
  readonly localStart?: number | null
  /** See `RecordedReport.zoned`; by default true. */
  readonly zoned?: boolean
  readonly sport?: "Run" | "TrailRun" | "VirtualRun"
  readonly name?: string | null
  readonly description?: string | null
  readonly distance?: number | null
  readonly movingTime?: number | null
  readonly elapsedTime?: number | null
  readonly elevation?: number | null
  readonly heartrateAvg?: number | null
  readonly heartrateMax?: number | null
  readonly cadence?: number | null
  readonly calories?: number | null
  readonly isRace?: boolean
  readonly track?: Track | null
  readonly identities?: ReadonlyArray<string>
  readonly asOf?: number | null
}

/** A device that lost its clock or its satellites writes anything. */
const longestRun = 14 * 86_400
const longestDistance = 2_000_000
const fastestHeart = 260

const within = (value: number | null | undefined, most: number): number | null =>
  value === null || value === undefined || !Number.isFinite(value) || value <= 0 || value > most ? null : value

const tenths = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10)

const noTotals: TrackTotals = {
  distance: null,
  movingTime: null,
  elapsedTime: null,
  elevation: null,
  heartrateAvg: null,
  heartrateMax: null,
  cadence: null
}

/** What a recording shows: what its device summed up, else what its samples add up to. */
const totalsOfTrack = (track: Track | null | undefined): TrackTotals => {
  if (track === null || track === undefined) return noTotals
  const course = courseOf(track.points)
  const device = track.totals ?? noTotals
  const heartrates = heartratesOf(course)
  const splits = splitsOfTrack(course)
  return {
    distance: device.distance ?? course.at(-1)?.distance ?? null,
    movingTime: device.movingTime ?? (splits.length > 0 ? splits.reduce((sum, one) => sum + one.movingTime, 0) : null),
    elapsedTime: device.elapsedTime ?? course.at(-1)?.at ?? null,
    elevation: device.elevation ?? (climbOf(course) || null),
    heartrateAvg: device.heartrateAvg ?? heartrates.average,
    heartrateMax: device.heartrateMax ?? heartrates.highest,
    cadence: device.cadence ?? cadenceOf(track.points)
  }
}

/** The report of a workout; null if neither the file nor its recording says how long it took. */
export const reportOf = (workout: Workout): Recorded | null => {
  const { key, localStart = null, source, startedAt, track = null } = workout
  const recorded = totalsOfTrack(track)
  const elapsed = within(workout.elapsedTime ?? recorded.elapsedTime, longestRun)
  const moving = within(workout.movingTime ?? recorded.movingTime, longestRun) ?? elapsed
  if (moving === null) return null
  const offset = track?.offset ?? null
  const run: Run = {
    id: recordedId(source, key),
    name: plainLine(workout.name) ?? "Run",
    sport: workout.sport ?? sportOf(track),
    startedAt: Math.round(startedAt),
    localStart: localStart ?? (offset === null ? null : startedAt + offset),
    distance: tenths(within(workout.distance ?? recorded.distance, longestDistance)) ?? 0,
    movingTime: Math.round(elapsed === null ? moving : Math.min(moving, elapsed)),
    elapsedTime: Math.round(elapsed ?? moving),
    elevation: tenths(within(workout.elevation ?? recorded.elevation, 100_000)) ?? 0,
    heartrateAvg: tenths(within(workout.heartrateAvg ?? recorded.heartrateAvg, fastestHeart)),
    heartrateMax: tenths(within(workout.heartrateMax ?? recorded.heartrateMax, fastestHeart)),
    cadence: tenths(within(workout.cadence ?? recorded.cadence, 400)),
    sufferScore: null,
    city: null,
    state: null,
    workoutType: workout.isRace === true ? "race" : null,
    country: null,
    polyline: track === null ? null : polylineOf(track.points),
    gear: null
  }
  return {
    _tag: "Recorded",
    source,
    key,
    run,
    detail: detailOf(workout),
    zoned: workout.zoned ?? true,
    identities: [
      ...(workout.identities ?? []),
      ...(track?.identity?.startsWith("fit:") === true ? [track.identity] : [])
    ],
    asOf: workout.asOf ?? null
  }
}

const sportOf = (track: Track | null): string =>
  track?.sport?.startsWith("trail") === true
    ? "TrailRun"
    : track?.sport?.startsWith("virtual") === true
      ? "VirtualRun"
      : "Run"

const detailOf = ({ calories, description, track }: Workout): RecordedReport["detail"] => {
  const course = track === null || track === undefined ? [] : courseOf(track.points)
  const [splits, efforts] = [splitsOfTrack(course), effortsOfTrack(course)]
  return {
    calories: tenths(within(calories ?? track?.calories, 100_000)),
    description: plainParagraphs(description),
    splits: splits.length > 0 ? splits : null,
    efforts: efforts.length > 0 ? efforts : null
  }
}
