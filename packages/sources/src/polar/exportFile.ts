import type { Calendar } from "@daybook/core/shared"
import { Effect, Option, Stream } from "effect"
import { kindOf } from "../kit/activities/kinds.js"
import { type Format, fileAlone } from "../kit/exportFile/Format.js"
import { isJsonWith } from "../kit/exportFile/formats.js"
import { baseName } from "../kit/exportFile/members.js"
import { someFieldsOf } from "../kit/jsonValues.js"
import { bytesOf, openArchive } from "../kit/runs/archive.js"
import { parseLoosely } from "../kit/runs/json.js"
import { isPlausibleStart, otherSport, type PlacedWorkout, type WorkoutRow } from "../kit/runs/runPages.js"
import { type WallClock, homeClock } from "../kit/WallClock.js"
import { type PolarWorkout, workoutsOf } from "./sessions.js"

const source = "polar"

const isSession = (name: string): boolean => /^training-session[-_].*\.json$/.test(baseName(name))

/** The data of a Polar account, a JSON file for each training session, or one session of it. */
export const format: Format<WorkoutRow, Calendar> = {
  recognise: ({ entries, text }) =>
    entries === null
      ? isJsonWith(text, "exportVersion") && /"(?:durationMillis|exercises)"/.test(text)
      : entries.some(isSession),
  rows: (open) =>
    Stream.unwrap(
      Effect.map(homeClock, (home) => {
        const { now } = open
        if (open.archive === null)
          return Stream.mapConcatEffect(fileAlone(open), (member) =>
            Effect.map(bytesOf(member), (bytes) => rowsIn(member.name, bytes, { asOf: null, home, now }))
          )
        const { asOf, entries, read } = openArchive(open, open.archive)
        return Stream.mapConcatEffect(Stream.fromIterable(entries.filter(({ name }) => isSession(name))), (entry) =>
          Effect.map(read(entry), (bytes) => rowsIn(entry.name, bytes, { asOf, home, now }))
        )
      })
    )
}

interface Context {
  readonly asOf: number | null
  readonly home: WallClock
  readonly now: number
}

const rowsIn = (name: string, bytes: Uint8Array | null, context: Context): ReadonlyArray<PlacedWorkout> => {
  const value = bytes === null ? Option.none() : parseLoosely(new TextDecoder().decode(bytes))
  if (Option.isNone(value) || Object.keys(someFieldsOf(value.value)).length === 0) return [{ place: name, row: null }]
  return workoutsOf(value.value, baseName(name), context.home).map((workout) => ({
    place: name,
    row: rowOf(workout, context)
  }))
}

const rowOf = (workout: PolarWorkout | null, { asOf, now }: Context): WorkoutRow => {
  if (workout === null) return null
  const { id, name, note, other, ...known } = workout
  // Without a name of its own, a session is called like its sport.
  const isNamed = other === null ? name !== "Running" : kindOf(name) === "other" || kindOf(name) !== kindOf(other)
  const row = { ...known, source, key: id, name: isNamed ? name : null, description: note, asOf }
  const plausible = isPlausibleStart(workout.startedAt, now) ? row : null
  return other === null ? plausible : otherSport(other, plausible)
}
