import type { SourceFailure } from "@daybook/core/sync"
import { Effect, Stream } from "effect"
import { type Format, type OpenFile, fileAlone, openMembers } from "../kit/exportFile/Format.js"
import { isJsonWith } from "../kit/exportFile/formats.js"
import { decodeText } from "../kit/exportFile/text.js"
import { archiveTime } from "../kit/exportFile/zipEntries.js"
import { type Track, isRunTrack, sportIn } from "../kit/recordings/track.js"
import { holdsNoActivity, isTrackFile, tracksIn } from "../kit/recordings/trackFile.js"
import { bytesOf, kindOf } from "../kit/runs/archive.js"
import {
  isPlausibleStart,
  otherSport,
  type PlacedWorkout,
  type RunTally,
  sayCut,
  type WorkoutRow
} from "../kit/runs/runPages.js"
import { type Workout, keyOf } from "../kit/runs/workout.js"
import { type GarminActivity, activityOf, summaryObjects } from "./summaries.js"

const source = "garmin"

const isSummary = (name: string): boolean => /summarizedactivities[^/]*\.json$/i.test(name)
const isUploads = (name: string): boolean => /uploadedfiles[^/]*\.zip$/i.test(name)

const limits = { members: 400_000, archiveBytes: 8 * 1_073_741_824 }

/** The account export of Garmin: a list of all activities, and the files of watches in archives. Or the list alone. */
export const format: Format<WorkoutRow> = {
  recognise: ({ entries, text }) =>
    entries === null
      ? isJsonWith(text, "summarizedActivitiesExport")
      : entries.some((name) => isSummary(name) || (isUploads(name) && /(?:^|\/)DI[_-]CONNECT/i.test(name))),
  rows: (open) => rowsOf(open, open.archive === null ? null : archiveTime(open.file.name, open.archive.files, null))
}

/** Seconds between the start of a recording and that of its activity. */
const startTolerance = 1

/**
 * The list comes first: runs without a recording are few, so what waits for its recording is small. Recordings are read
 * one at a time.
 */
const rowsOf = (open: OpenFile, asOf: number | null): Stream.Stream<PlacedWorkout, SourceFailure> =>
  Stream.suspend(() => {
    const { now, tally } = open
    const second = (at: number) => Math.floor(at / 1_000)
    const waiting = new Map<number, Array<GarminActivity>>()
    /** Other sports: a watch may have called them a run. Those that wait for their recording, and all starts. */
    const otherWaiting = new Map<number, Array<GarminActivity>>()
    const otherStarts = new Set<number>()
    const wait = (of: Map<number, Array<GarminActivity>>, activity: GarminActivity) => {
      const at = second(activity.startedAt)
      of.set(at, [...(of.get(at) ?? []), activity])
    }
    const others = Stream.mapConcat(summariesOf(open), ({ activity, place }): ReadonlyArray<PlacedWorkout> => {
      if (activity === null) return [{ place, row: null }]
      if (!isRunTrack({ sport: activity.type })) {
        otherStarts.add(second(activity.startedAt))
        if (activity.isParent) return [{ place, row: otherSport("multi_sport", null) }]
        if (!isPlausibleStart(activity.startedAt, now)) return [{ place, row: otherSport(activity.type, null) }]
        wait(otherWaiting, activity)
        return []
      }
      // The parts of a multisport activity are listed as well.
      if (activity.isParent) return [{ place, row: "part of another" }]
      if (!isPlausibleStart(activity.startedAt, now)) return [{ place, row: null }]
      wait(waiting, activity)
      return []
    })
    const secondsNear = (startedAt: number) =>
      Array.from({ length: startTolerance + 1 }, (_, gap) => [second(startedAt) - gap, second(startedAt) + gap]).flat()
    const takeAt = (of: Map<number, Array<GarminActivity>>, at: number): GarminActivity | null => {
      const [activity, ...rest] = of.get(at) ?? []
      if (activity !== undefined) of.set(at, rest)
      return activity ?? null
    }
    const take = (startedAt: number): GarminActivity | "not a run" | null => {
      for (const at of secondsNear(startedAt)) {
        const activity = takeAt(waiting, at)
        if (activity !== null || otherStarts.has(at)) return activity ?? "not a run"
      }
      return null
    }
    const takeOther = (startedAt: number): GarminActivity | "listed" | null => {
      for (const at of secondsNear(startedAt)) {
        const activity = takeAt(otherWaiting, at)
        if (activity !== null) return activity
        if (otherStarts.has(at) || waiting.has(at)) return "listed"
      }
      return null
    }
    const recorded = Stream.flatMap(open.archive === null ? Stream.empty : recordingsOf(open), (member) =>
      Stream.unwrap(
        Effect.map(bytesOf(member), (bytes) =>
          Stream.fromIterable(recordedIn(member.name, bytes, { asOf, now, take, takeOther, tally }))
        )
      )
    )
    const rest = Stream.suspend(() =>
      Stream.fromIterable(
        [...waiting.values()]
          .flat()
          .map((activity) => ({ place: `activity ${activity.id}`, row: workoutOf(activity, null, asOf) }))
      )
    )
    const otherRest = Stream.suspend(() =>
      Stream.fromIterable(
        [...otherWaiting.values()]
          .flat()
          .map((activity) => ({
            place: `activity ${activity.id}`,
            row: otherSport(activity.type, workoutOf(activity, null, asOf))
          }))
      )
    )
    return Stream.concat(Stream.concat(others, recorded), Stream.concat(rest, otherRest))
  })

const summariesOf = (open: OpenFile) =>
  (open.archive === null ? fileAlone(open) : openMembers({ member: isSummary, limits }, open)).pipe(
    Stream.flatMap(({ bytes, name }) =>
      summaryObjects(decodeText(bytes), () => open.tally.cutShort(`${name} has no end`)).pipe(
        Stream.zipWithIndex,
        Stream.map(([text, index]) => ({ place: `${name}, activity ${index + 1}`, activity: activityOf(text) }))
      )
    )
  )

const recordingsOf = (open: OpenFile) => openMembers({ member: isTrackFile, archives: isUploads, limits }, open)

interface RecordingOptions {
  /** The activity of the list that starts at a time. */
  readonly take: (startedAt: number) => GarminActivity | "not a run" | null
  /** The same of another sport; `listed` if the list has what starts then. */
  readonly takeOther: (startedAt: number) => GarminActivity | "listed" | null
  readonly asOf: number | null
  readonly now: number
  readonly tally: RunTally
}

const recordedIn = (
  name: string,
  bytes: Uint8Array | null,
  { asOf, now, take, takeOther, tally }: RecordingOptions
): ReadonlyArray<PlacedWorkout> => {
  const kind = bytes === null ? null : kindOf(name, bytes)
  if (bytes === null || kind === null) return [{ place: name, row: null }]
  const tracks = tracksIn(kind, bytes)
  if (tracks.length === 0) return [{ place: name, row: holdsNoActivity(kind, bytes) ? "no activity" : null }]
  sayCut(tally, name, tracks)
  const otherOf = (track: Track): WorkoutRow => {
    const { claimedStart = track.startedAt } = track
    const listed = takeOther(track.startedAt) ?? takeOther(claimedStart)
    if (listed === "listed") return otherSport("multi_sport", null)
    if (listed !== null) return otherSport(listed.type, workoutOf(listed, track, asOf))
    const isPlausible = isPlausibleStart(track.startedAt, now)
    const own = { source, key: keyOf(track), startedAt: track.startedAt, track, asOf }
    return otherSport(sportIn(track), isPlausible ? own : null)
  }
  return tracks.map((track): PlacedWorkout => {
    // The list knows the sport of an activity better: people correct it there.
    const { claimedStart = track.startedAt } = track
    const activity = track.sport === null || isRunTrack(track) ? (take(track.startedAt) ?? take(claimedStart)) : null
    if (activity === "not a run") return { place: name, row: otherOf(track) }
    if (activity !== null) return { place: name, row: workoutOf(activity, track, asOf) }
    // The sport may stand in the part that a truncated file lacks.
    if (track.sport === null) return { place: name, row: track.isCut === true ? null : "without a sport" }
    if (!isRunTrack(track)) return { place: name, row: otherOf(track) }
    if (!isPlausibleStart(track.startedAt, now)) return { place: name, row: null }
    return { place: name, row: { source, key: keyOf(track), startedAt: track.startedAt, track, asOf } }
  })
}

/** What the list multiplies calories by. */
const calorieFactor = 4.19
/** Part of the calories of a recording by which the list's may differ. */
const calorieTolerance = 0.05

const caloriesOf = (raw: number | null, track: Track | null): number | null => {
  if (raw === null) return null
  const recorded = track?.calories ?? null
  const isPlain = recorded !== null && Math.abs(raw - recorded) <= recorded * calorieTolerance
  return isPlain ? raw : raw / calorieFactor
}

const workoutOf = (activity: GarminActivity, track: Track | null, asOf: number | null): Workout => {
  const { id, isParent: _, rawCalories, type, ...known } = activity
  return {
    ...known,
    // The list has the start and the end of the device.
    ...(track?.claimedStart !== undefined && { startedAt: track.startedAt, localStart: null, elapsedTime: null }),
    source,
    key: id,
    sport: type.startsWith("trail") ? "TrailRun" : type.startsWith("virtual") ? "VirtualRun" : "Run",
    calories: caloriesOf(rawCalories, track),
    track,
    identities: [`garmin:${id}`],
    asOf
  }
}
