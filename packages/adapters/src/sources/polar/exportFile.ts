import type { Calendar } from "@daybook/core/shared"
import type { FileSample, ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import { Chunk, Clock, Effect, Option, Stream } from "effect"
import { baseName } from "../kit/exportFile/members.js"
import { someFieldsOf } from "../kit/jsonValues.js"
import { parseLoosely } from "../kit/runs/json.js"
import { bytesOf, openArchive } from "../kit/runs/archive.js"
import { isPlausibleStart, otherSport, type PlacedWorkout, type RunRecord, runPages } from "../kit/runs/runPages.js"
import { type WallClock, homeClock } from "../kit/WallClock.js"
import { kindOf } from "../kit/activities/kinds.js"
import { type PolarWorkout, workoutsOf } from "./sessions.js"

const source = "polar"

const isSession = (name: string): boolean => /^training-session[-_].*\.json$/.test(baseName(name))

/** The account's data, or one session of it. */
export const recognise = ({ entries, text }: FileSample): boolean =>
  entries === null
    ? /^\ufeff?\s*\{/.test(text) && text.includes('"exportVersion"') && /"(?:durationMillis|exercises)"/.test(text)
    : entries.some(isSession)

/** The data of a Polar account: a JSON file for each training session. */
export const exportFile = (file: ImportFile): Stream.Stream<Page<RunRecord>, SourceFailure, Calendar> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const home = yield* homeClock
      return runPages(file, {
        source,
        title: "the data of a Polar account",
        expected: "at account.polar.com, Download your data, and give the zip file",
        recognise,
        rows: (tally, sample) =>
          sample.entries === null
            ? Stream.unwrap(
                Effect.map(bytesOf({ name: file.name, bytes: file.stream }), (bytes) =>
                  Stream.fromIterable(rowsIn(file.name, bytes, { asOf: null, home, now }))
                )
              )
            : Stream.unwrap(
                Effect.map(openArchive(file, source, tally.cutShort), (archive) =>
                  Stream.fromIterable(archive.entries.filter(({ name }) => isSession(name))).pipe(
                    Stream.mapEffect((entry) =>
                      Effect.map(archive.read(entry), (bytes) =>
                        Chunk.fromIterable(rowsIn(entry.name, bytes, { asOf: archive.asOf, home, now }))
                      )
                    ),
                    Stream.flattenChunks
                  )
                )
              )
      })
    })
  )

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

const rowOf = (workout: PolarWorkout | null, { asOf, now }: Context): PlacedWorkout["row"] => {
  if (workout === null) return null
  const { id, name, note, other, ...known } = workout
  // Without a name of its own, a session is called like its sport.
  const isNamed = other === null ? name !== "Running" : kindOf(name) === "other" || kindOf(name) !== kindOf(other)
  const row = { ...known, source, key: id, name: isNamed ? name : null, description: note, asOf }
  const plausible = isPlausibleStart(workout.startedAt, now) ? row : null
  return other === null ? plausible : otherSport(other, plausible)
}
