import type { FileSample } from "@daybook/core/sync"
import { Effect, Stream } from "effect"
import { type Format, type OpenFile, openMembers } from "../kit/exportFile/Format.js"
import { type Track, isRunTrack, sportIn } from "../kit/recordings/track.js"
import { holdsNoActivity, isTrackFile, noEnd, recordingKind, tracksIn } from "../kit/recordings/trackFile.js"
import { bytesOf, kindOf } from "../kit/runs/archive.js"
import { isPlausibleStart, otherSport, type PlacedWorkout, sayCut, type WorkoutRow } from "../kit/runs/runPages.js"
import { keyOf } from "../kit/runs/workout.js"

const source = "run-files"

/** Files by which other exports with recordings are known. Those have readers of their own. */
const otherExports =
  /(?:^|\/)(?:activities\.csv|cardioActivities\.csv|export_cda\.xml|workout-routes\/|sport-sessions\/|training-session[^/]*\.json|[^/]*summarizedActivities[^/]*\.json|DI_CONNECT\/)/i

const isArchiveName = (name: string) => name.toLowerCase().endsWith(".zip")

/** Garmin Connect gives a single activity as an archive with its number as the name. */
const isRecordingName = (name: string) => isTrackFile(name) || /(?:^|\/)\d{6,20}\.zip$/i.test(name)

/** The files of an archive; none if it is another export with recordings. */
const filesOf = (entries: ReadonlyArray<string>): ReadonlyArray<string> => {
  const files = entries.filter((name) => !name.endsWith("/") && !/(?:^|\/)(?:__MACOSX\/|\._)/.test(name))
  return files.some((name) => otherExports.test(name)) ? [] : files
}

/** Recordings of watches and apps, and archives that mostly hold such files. */
const recognise = (sample: FileSample): boolean => {
  if (sample.entries === null) return recordingKind(sample) !== null
  const files = filesOf(sample.entries)
  const recordings = files.filter(isRecordingName)
  return recordings.length > 0 && recordings.length * 2 >= files.length
}

const limits = { members: 200_000, archiveBytes: 4 * 1_073_741_824 }

/** Single files of FIT, GPX or TCX, and archives of them, in any folders and archives within. */
export const format: Format<WorkoutRow> = {
  recognise,
  mayHold: ({ entries }) => filesOf(entries ?? []).some((name) => isTrackFile(name) || isArchiveName(name)),
  rows: (open) =>
    Stream.flatMap(openMembers({ member: isTrackFile, archives: isArchiveName, limits }, open), (member) =>
      Stream.unwrap(Effect.map(bytesOf(member), workoutsIn(member.name, open)))
    )
}

const workoutsIn =
  (name: string, { archive, now, tally }: OpenFile) =>
  (bytes: Uint8Array | null): Stream.Stream<PlacedWorkout> => {
    const isAlone = archive === null
    const kind = bytes === null ? null : kindOf(name, bytes)
    if (bytes === null || kind === null) return Stream.succeed({ place: name, row: null })
    const tracks = tracksIn(kind, bytes)
    // A watch also writes files about days, sleep and settings. They are no damaged recordings.
    if (tracks.length === 0)
      return Stream.succeed({ place: name, row: holdsNoActivity(kind, bytes) ? "no activity" : null })
    if (!isAlone) sayCut(tally, name, tracks)
    else if (tracks.some(({ isCut }) => isCut === true)) tally.cutShort(noEnd)
    return Stream.fromIterable(tracks.map((track) => ({ place: name, row: workoutOf(track, isAlone, now) })))
  }

/** A single file was chosen as a run. In an archive, only those count that say so. */
const workoutOf = (track: Track, isAlone: boolean, now: number): WorkoutRow => {
  const { isCut = false, sport, startedAt } = track
  // The sport may stand in the part that a truncated file lacks.
  if (sport === null && !isAlone) return isCut ? null : "without a sport"
  const workout = isPlausibleStart(startedAt, now) ? { source, key: keyOf(track), startedAt, track } : null
  return sport !== null && !isRunTrack(track) ? otherSport(sportIn(track), workout) : workout
}
