import { type Detail, effortsOfTrack, metresPerMile, type Report, type Run, splitsOfTrack, type TrackPoint } from "@daybook/core/running"
import { bothFeet } from "../toRecords.js"
import { cleanText } from "../cleanText.js"
import { courseOf, polylineOf } from "./course.js"
import { archiveDate } from "./dates.js"
import type { ArchiveRow } from "./layout.js"
import { sportOf } from "./sports.js"
import { isRunTrack, type Track } from "./Track.js"

/** True where only the recording can tell whether a row is a run. */
export const isUnclear = (row: ArchiveRow): boolean => sportOf(row.type) === null

/** A row of the archive with its recording; null where it is no run, or cannot be one. */
export const toArchived = (row: ArchiveRow, track: Track | null): Extract<Report, { readonly _tag: "Archived" }> | null => {
  const sport = sportOf(row.type) ?? (track !== null && isRunTrack(track) ? "Run" : "other")
  const startedAt = archiveDate(row.date) ?? track?.startedAt ?? null
  if (sport === "other" || startedAt === null || row.id === null) return null
  const course = track === null ? [] : courseOf(track.points)
  return { _tag: "Archived", run: runOf(row.id, sport, startedAt, row, track, course), detail: detailOf(row, track, course) }
}

const runOf = (id: number, sport: string, startedAt: number, row: ArchiveRow, track: Track | null, course: ReadonlyArray<TrackPoint>): Run => {
  const elapsed = Math.round(row.elapsed ?? course.at(-1)?.at ?? 0)
  return {
    id,
    name: cleanText(row.name) ?? "Run",
    sport,
    startedAt,
    localStart: track === null || track.offset === null ? null : startedAt + track.offset,
    distance: distanceOf(row, course),
    movingTime: Math.round(row.moving ?? (course.length > 0 ? movingTime(course) : elapsed)),
    elapsedTime: elapsed,
    elevation: row.climbed ?? 0,
    heartrateAvg: row.heartrateAvg,
    heartrateMax: row.heartrateMax,
    cadence: bothFeet(row.cadence),
    sufferScore: row.relativeEffort,
    workoutType: null,
    city: null,
    state: null,
    country: null,
    polyline: track === null ? null : polylineOf(track.points),
    gear: cleanText(row.gear) === null ? null : { name: cleanText(row.gear)! }
  }
}

/**
 * Exact metres where the row has them. The figure for people is in the account's unit, which the recording tells apart;
 * kilometres where there is none.
 */
const distanceOf = ({ metres, shown }: ArchiveRow, course: ReadonlyArray<TrackPoint>): number => {
  if (metres !== null) return Math.max(0, metres)
  const recorded = course.at(-1)?.distance ?? 0
  if (shown === null) return recorded
  const inMiles = recorded > 0 && Math.abs(shown * metresPerMile - recorded) < Math.abs(shown * 1000 - recorded)
  return Math.max(0, shown * (inMiles ? metresPerMile : 1000))
}

const movingTime = (course: ReadonlyArray<TrackPoint>) => splitsOfTrack(course).reduce((sum, split) => sum + split.movingTime, 0)

const detailOf = (row: ArchiveRow, track: Track | null, course: ReadonlyArray<TrackPoint>): Detail => {
  const splits = splitsOfTrack(course)
  const efforts = effortsOfTrack(course)
  return {
    calories: row.calories ?? track?.calories ?? null,
    description: cleanText(row.description),
    splits: splits.length > 0 ? splits : null,
    efforts: efforts.length > 0 ? efforts : null
  }
}
