import {
  type RecordedReport,
  type Report,
  type Run,
  type TrackPoint,
  effortsOfTrack,
  isPossible,
  movingTimeOf,
  recordedId,
  splitsOfTrack
} from "@daybook/core/running"
import { courseOf } from "../recordings/course.js"
import { fillGaps } from "@daybook/core/kit"
import { type Track, type TrackSample, polylineOf } from "../recordings/track.js"
import { fitEpoch } from "../recordings/fit.js"
import type { IsPossible } from "../recordings/samples.js"
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
export const maxDuration = 14 * 86_400
export const maxDistance = 2_000_000
export const fastestHeart = 260
export const fastestSteps = 400
/** Twice the longest races over mountains. 65535 means unknown in some formats. */
export const maxClimb = 50_000

export const within = (value: number | null | undefined, max: number): number | null =>
  value === null || value === undefined || !Number.isFinite(value) || value <= 0 || value > max ? null : value

const tenths = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10)

/** The first value that is known and can be, in tenths. */
const firstWithin = (max: number, ...values: ReadonlyArray<number | null | undefined>): number | null =>
  tenths(values.map((value) => within(value, max)).find((value) => value !== null) ?? null)

/** Some apps write all segments of a month into one recording. */
const maxCourseDuration = 366 * 86_400

/** A course that can be one of a run, or of what else `isPossibleFor` allows, else none. */
export const courseOfRun = (
  samples: ReadonlyArray<TrackSample>,
  isPossibleFor?: IsPossible
): ReadonlyArray<TrackPoint> => {
  const course = courseOf(samples, isPossibleFor)
  const last = course.at(-1)
  return last === undefined || last.at > maxCourseDuration || last.distance > maxDistance ? [] : course
}

/** How far and how long a run was, as one origin knows it. */
interface Extent {
  readonly distance: number | null
  readonly movingTime: number | null
  readonly elapsedTime: number | null
}

const extentOf = (of: Partial<Extent>): Extent => ({
  distance: within(of.distance, maxDistance),
  movingTime: within(of.movingTime, maxDuration),
  elapsedTime: within(of.elapsedTime, maxDuration)
})

const extentOfCourse = (course: ReadonlyArray<TrackPoint>): Extent =>
  extentOf({
    distance: course.at(-1)?.distance ?? null,
    movingTime: movingTimeOf(course),
    elapsedTime: course.at(-1)?.at ?? null
  })

/** Part by which distances of one run may differ. */
const tolerance = 0.1
/** People correct distances, but not to a multiple. */
const contradiction = 2
/** Part of a run that its samples have to cover to prove anything. */
const minCover = 0.5
const hour = 3_600

const longestTime = ({ elapsedTime, movingTime }: Extent): number => Math.max(elapsedTime ?? 0, movingTime ?? 0)

/** What a device summed up, without what its own samples contradict. */
const soundExtent = (device: Extent, samples: Extent): Extent => {
  const span = samples.elapsedTime ?? 0
  if (span === 0 || span < minCover * (device.movingTime ?? 0)) return device
  const { elapsedTime } = device
  const isTooLong = elapsedTime !== null && elapsedTime > span + Math.max(hour, span)
  const ratio = device.distance === null || samples.distance === null ? 1 : device.distance / samples.distance
  const isOther = ratio > contradiction || ratio < 1 / contradiction
  return { ...device, elapsedTime: isTooLong ? null : elapsedTime, distance: isOther ? null : device.distance }
}

/** Whether an origin knows a distance together with the time that it took. */
const isComplete = (extent: Extent, isPossibleFor: IsPossible): boolean =>
  extent.distance !== null && longestTime(extent) > 0 && isPossibleFor(extent.distance, longestTime(extent))

const isAgreed = (one: Extent, other: Extent): boolean =>
  one.distance === null ||
  other.distance === null ||
  Math.abs(one.distance - other.distance) <= tolerance * Math.max(one.distance, other.distance)

/**
 * The distance and the times of a run, from one origin if one knows both. The time of another origin, which may have
 * recorded a part of the run, would make another pace. It fills gaps if its distance is about the same.
 */
const mergeExtents = (origins: ReadonlyArray<Extent>, isPossibleFor: IsPossible): Extent => {
  const leader = origins.find((one) => isComplete(one, isPossibleFor))
  const merged = leader === undefined ? origins : [leader, ...origins.filter((one) => isAgreed(one, leader))]
  return merged.reduce(fillGaps)
}

/** No zone is further away from UTC, with an hour for clocks that were set by hand. */
const maxOffset = 15 * 3_600_000

const localStartOf = (startedAt: number, localStart: number | null): number | null =>
  localStart !== null && Math.abs(localStart - startedAt) <= maxOffset ? localStart : null

/** What a workout and its recording say, in the units of a run. 0 metres mean unknown. */
interface WorkoutSummary extends Pick<
  Run,
  "startedAt" | "localStart" | "distance" | "movingTime" | "elapsedTime" | "elevation"
> {
  readonly name: string | null
  readonly description: string | null
  readonly heartrateAvg: number | null
  readonly heartrateMax: number | null
  readonly calories: number | null
  /** Encoded, see `polylineOf`. */
  readonly course: string | null
  readonly points: ReadonlyArray<TrackPoint>
  readonly zoned: boolean
  readonly identities: ReadonlyArray<string>
  readonly asOf: number | null
}

/** The samples of a recording, as those of a run or of any sport. */
const samplesOf = (track: Track | null, isPossibleFor: IsPossible): ReadonlyArray<TrackSample> => {
  if (track === null) return []
  return isPossibleFor === isPossible ? track.points : (track.fastPoints?.() ?? track.points)
}

/** Sums up a workout; null if neither the file nor its recording says how long it took. */
export const summaryOf = (workout: Workout, isPossibleFor: IsPossible): WorkoutSummary | null => {
  const { localStart = null, startedAt, track = null } = workout
  const recorded = samplesOf(track, isPossibleFor)
  const points = courseOfRun(recorded, isPossibleFor)
  const device = track?.totals
  const samples = extentOfCourse(points)
  const origins = [extentOf(workout), soundExtent(extentOf(device ?? {}), samples), samples]
  const extent = mergeExtents(origins, isPossibleFor)
  const { elapsedTime: elapsed } = extent
  const moving = extent.movingTime ?? elapsed
  if (moving === null) return null
  const heartrates = heartratesOf(points)
  const offset = track?.offset ?? null
  return {
    name: plainLine(workout.name),
    description: plainParagraphs(workout.description),
    startedAt: Math.round(startedAt),
    localStart: localStartOf(startedAt, localStart) ?? (offset === null ? null : startedAt + offset),
    distance: tenths(extent.distance) ?? 0,
    movingTime: Math.round(elapsed === null ? moving : Math.min(moving, elapsed)),
    elapsedTime: Math.round(elapsed ?? moving),
    elevation: tenths(within(workout.elevation ?? device?.elevation ?? climbOf(points), maxClimb)) ?? 0,
    heartrateAvg: firstWithin(fastestHeart, workout.heartrateAvg, device?.heartrateAvg, heartrates.average),
    heartrateMax: firstWithin(fastestHeart, workout.heartrateMax, device?.heartrateMax, heartrates.highest),
    calories: tenths(within(workout.calories ?? track?.calories, 100_000)),
    course: polylineOf(recorded, track?.places),
    points,
    zoned: workout.zoned ?? true,
    identities: [
      ...(workout.identities ?? []),
      ...(track?.identity?.startsWith("fit:") === true ? [track.identity] : [])
    ],
    asOf: workout.asOf ?? null
  }
}

/** The report of a run; null if neither the file nor its recording says how long it took. */
export const reportOf = (workout: Workout): Recorded | null => {
  const { key, source, track = null } = workout
  const summary = summaryOf(workout, isPossible)
  if (summary === null) return null
  const { asOf, calories, course, description, identities, name, points, zoned, ...measured } = summary
  const run: Run = {
    id: recordedId(source, key),
    ...measured,
    name: name ?? "Run",
    sport: workout.sport ?? sportOf(track),
    cadence: firstWithin(fastestSteps, workout.cadence, track?.totals?.cadence, cadenceOf(track?.points ?? [])),
    sufferScore: null,
    city: null,
    state: null,
    workoutType: workout.isRace === true ? "race" : null,
    country: null,
    polyline: course,
    gear: null
  }
  const [splits, efforts] = [splitsOfTrack(points), effortsOfTrack(points)]
  return {
    _tag: "Recorded",
    source,
    key,
    run,
    detail: {
      calories,
      description,
      splits: splits.length > 0 ? splits : null,
      efforts: efforts.length > 0 ? efforts : null
    },
    zoned,
    identities,
    asOf
  }
}

/** Seconds between the making of a FIT file and the start of its activity. */
const startTolerance = 300

/**
 * What identifies a recording within its source. The legs of a multisport activity may have files of their own with one
 * identity, so those that start later have their start as well.
 */
export const keyOf = ({ identity = null, points, startedAt }: Track): string => {
  const second = Math.round(startedAt / 1000)
  const created = fitEpoch + Number(/^fit:\d+:(\d+)$/.exec(identity ?? "")?.[1])
  if (identity !== null && !(second - created > startTolerance)) return identity
  return identity === null ? `start:${startedAt}:${points.length}` : `${identity}@${second}`
}

const sportOf = (track: Track | null): string =>
  track?.sport?.startsWith("trail") === true
    ? "TrailRun"
    : track?.sport?.startsWith("virtual") === true
      ? "VirtualRun"
      : "Run"
