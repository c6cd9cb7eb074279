import type { ActivityKind } from "@daybook/core/activities"
import {
  type Detail,
  effortsOfTrack,
  metresPerMile,
  movingTimeOf,
  type Report,
  type Run,
  splitsOfTrack,
  type TrackPoint
} from "@daybook/core/running"
import { bothFeet, cleanText } from "../wire.js"
import { archiveDate } from "./dates.js"
import type { ArchiveRow } from "./layout.js"
import { climbOf, heartratesOf } from "../../kit/recordings/summary.js"
import { type Track, isRunTrack, polylineOf } from "../../kit/recordings/track.js"
import {
  courseOfRun,
  fastestHeart,
  fastestSteps,
  maxClimb,
  maxDistance,
  maxDuration,
  type Workout,
  within
} from "../../kit/runs/workout.js"

type ArchiveReport = Extract<Report, { readonly _tag: "Archived" }>

/** Metres per distance unit of the account. */
export type Unit = typeof kilometre | typeof metresPerMile

export const kilometre = 1000

/** The unit of a row's displayed distance, derived from its recording; null when it cannot be derived. */
export const unitOf = (row: ArchiveRow, track: Track | null): Unit | null =>
  impliedUnit(row, track === null ? [] : courseOfRun(track.points))

const impliedUnit = ({ shown }: ArchiveRow, course: ReadonlyArray<TrackPoint>): Unit | null => {
  const recorded = course.at(-1)?.distance ?? 0
  if (shown === null || shown <= 0 || recorded <= 0) return null
  return Math.abs(shown * metresPerMile - recorded) < Math.abs(shown * kilometre - recorded) ? metresPerMile : kilometre
}

/** Report for a row with its recording, in an account that uses `unit`; null when it is no run or unreadable. */
export const toArchived = (row: ArchiveRow, track: Track | null, unit: Unit): ArchiveReport | null => {
  const sport = row.sport ?? (track !== null && isRunTrack(track) ? "Run" : "other")
  const startedAt = archiveDate(row.date) ?? track?.startedAt ?? null
  if (sport === "other" || startedAt === null || row.id === null) return null
  const course = track === null ? [] : courseOfRun(track.points)
  return {
    _tag: "Archived",
    run: runOf(row.id, sport, startedAt, row, track, course, unit),
    detail: detailOf(row, track, course)
  }
}

/** A row of another sport with its recording, as a workout; null when it cannot be read. */
export const toWorkout = (row: ArchiveRow, track: Track | null, unit: Unit, kind: ActivityKind): Workout | null => {
  const startedAt = archiveDate(row.date) ?? track?.startedAt ?? null
  if (startedAt === null || row.id === null) return null
  // Swims are shown in metres or yards. Without exact metres, that is not known.
  const displayedMetres = kind === "swim" || row.shown === null ? null : row.shown * (unitOf(row, track) ?? unit)
  return {
    source: "strava",
    key: String(row.id),
    startedAt,
    name: row.name,
    description: row.description,
    distance: row.metres ?? displayedMetres,
    movingTime: row.moving,
    elapsedTime: row.elapsed,
    elevation: row.climbed,
    heartrateAvg: row.heartrateAvg,
    heartrateMax: row.heartrateMax,
    calories: row.calories,
    track
  }
}

/** Report for a single recording from a watch or from Strava's page; null for another sport. */
export const toRecorded = (track: Track): ArchiveReport | null => {
  if (track.sport !== null && !isRunTrack(track)) return null
  const second = Math.floor(track.startedAt / 1000)
  const row = { ...emptyRow, id: -second }
  const course = courseOfRun(track.points)
  return {
    _tag: "Archived",
    run: runOf(-second, "Run", second * 1000, row, track, course, kilometre),
    detail: detailOf(row, track, course)
  }
}

const emptyRow: Omit<ArchiveRow, "id"> = {
  date: "",
  name: "",
  type: "",
  sport: null,
  description: "",
  gear: "",
  file: "",
  elapsed: null,
  moving: null,
  metres: null,
  shown: null,
  climbed: null,
  cadence: null,
  heartrateAvg: null,
  heartrateMax: null,
  calories: null,
  relativeEffort: null
}

const runOf = (
  id: number,
  sport: string,
  startedAt: number,
  row: ArchiveRow,
  track: Track | null,
  course: ReadonlyArray<TrackPoint>,
  unit: Unit
): Run => {
  const elapsed = Math.round(within(row.elapsed, maxDuration) ?? course.at(-1)?.at ?? 0)
  const heartrates = heartratesOf(course)
  return {
    id,
    name: cleanText(row.name) ?? "Run",
    sport,
    startedAt,
    localStart: track === null || track.offset === null ? null : startedAt + track.offset,
    distance: distanceOf(row, course, unit),
    movingTime: Math.round(within(row.moving, maxDuration) ?? (course.length > 0 ? movingTimeOf(course) : elapsed)),
    elapsedTime: elapsed,
    elevation: row.climbed === 0 ? 0 : (within(row.climbed, maxClimb) ?? climbOf(course)),
    heartrateAvg: within(row.heartrateAvg, fastestHeart) ?? heartrates.average,
    heartrateMax: within(row.heartrateMax, fastestHeart) ?? heartrates.highest,
    cadence: bothFeet(within(row.cadence, fastestSteps)),
    sufferScore: row.relativeEffort === 0 ? 0 : within(row.relativeEffort, 100_000),
    workoutType: null,
    city: null,
    state: null,
    country: null,
    polyline: track === null ? null : polylineOf(track.points, track.places),
    gear: cleanText(row.gear) === null ? null : { name: cleanText(row.gear)! }
  }
}

/** Exact metres, else the displayed figure in the unit of the recording or of the account. */
const distanceOf = (row: ArchiveRow, course: ReadonlyArray<TrackPoint>, unit: Unit): number => {
  const metres = row.metres === 0 ? 0 : within(row.metres, maxDistance)
  if (metres !== null) return metres
  const distance = within((row.shown ?? 0) * (impliedUnit(row, course) ?? unit), maxDistance)
  return distance ?? course.at(-1)?.distance ?? 0
}

const detailOf = (row: ArchiveRow, track: Track | null, course: ReadonlyArray<TrackPoint>): Detail => {
  const splits = splitsOfTrack(course)
  const efforts = effortsOfTrack(course)
  return {
    calories: within(row.calories, 100_000) ?? within(track?.calories, 100_000),
    description: cleanText(row.description, 20_000),
    splits: splits.length > 0 ? splits : null,
    efforts: efforts.length > 0 ? efforts : null
  }
}
