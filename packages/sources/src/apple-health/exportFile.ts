import type { SourceFailure } from "@daybook/core/sync"
import { Effect, Stream } from "effect"
import { badFile } from "../kit/exportFile/exportPages.js"
import { type Format, fileAlone } from "../kit/exportFile/Format.js"
import { baseName } from "../kit/exportFile/members.js"
import { beginningIn } from "../kit/exportFile/sample.js"
import { decodeText } from "../kit/exportFile/text.js"
import type { ZipEntry } from "../kit/exportFile/Zip.js"
import type { Track } from "../kit/recordings/track.js"
import { trackIn } from "../kit/recordings/trackFile.js"
import { type RunArchive, byBaseName, openArchive } from "../kit/runs/archive.js"
import {
  isPlausibleStart,
  otherSport,
  type PlacedWorkout,
  type RunTally,
  type WorkoutRow
} from "../kit/runs/runPages.js"
import type { Workout } from "../kit/runs/workout.js"
import { type HealthWorkout, exportDateOf, workoutsIn } from "./workout.js"
import { healthElements } from "./workouts.js"

const source = "apple-health"

/** The root element. Before it is a long declaration of types, which names it as well. */
const isHealthData = (text: string): boolean => /<(?:!DOCTYPE\s+)?HealthData[\s>[]/.test(text)

/** Names of files in the export. Folder and main file have names in the language of the phone. */
const signs =
  /(?:^|\/)(?:export_cda\.xml|apple_health_export\/|workout-routes\/|electrocardiograms\/)|(?:^|\/)export[^/]*\.xml$/i

const isRoute = (name: string) => /\.gpx$/i.test(name)
const isXml = (name: string) => /\.xml$/i.test(name) && !/(?:^|\/)export_cda\.xml$/i.test(name)

/** Reads a route by the name of its file, else by the time of its first point. */
type ReadRoute = (workout: HealthWorkout) => Effect.Effect<Track | null>

/** `export.zip` of the Health app on an iPhone, or `export.xml` from it. */
export const format: Format<WorkoutRow> = {
  recognise: ({ entries, members = [], text }) =>
    isHealthData(text) ||
    (entries !== null && entries.some((name) => signs.test(name)) && entries.some(isXml)) ||
    members.some((one) => isXml(one.name) && isHealthData(one.text)),
  rows: (open) => {
    const { archive, file, now, tally } = open
    if (archive === null)
      return Stream.flatMap(fileAlone(open), ({ bytes }) => workouts(bytes, tally, () => Effect.succeed(null), now))
    const of = openArchive(open, archive)
    return Stream.unwrap(
      Effect.gen(function* () {
        const main = yield* Effect.filter(
          of.entries.filter(({ name }) => isXml(name) || of.entries.length === 1),
          (entry) => Effect.map(beginningIn(file, source, entry), ({ text }) => isHealthData(text))
        )
        if (main.length === 0)
          return yield* badFile(
            source,
            `${file.name} holds no export of Apple Health`,
            "give the zip file as the phone made it"
          )
        const readRoute = routesOf(of)
        return Stream.flatMap(Stream.fromIterable(main), (entry) => workouts(of.open(entry), tally, readRoute, now))
      })
    )
  }
}

const routesOf = (archive: RunArchive): ReadRoute => {
  const routes = archive.entries.filter(({ name }) => isRoute(name))
  const byName = byBaseName(routes)
  const read = (entry: ZipEntry | undefined) =>
    Effect.map(archive.read(entry), (bytes) => (bytes === null ? null : trackIn("gpx", bytes)))
  // Names may differ from the reference in another language. Reads each route once, and only if one is missing.
  let starts: ReadonlyMap<number, ZipEntry> | null = null
  const index = Effect.gen(function* () {
    const byMinute = new Map<number, ZipEntry>()
    for (const entry of routes) {
      const track = yield* read(entry)
      if (track !== null) byMinute.set(Math.round(track.startedAt / 60_000), entry)
    }
    starts = byMinute
    return byMinute
  })
  return ({ route, startedAt }) =>
    Effect.gen(function* () {
      if (route === null) return null
      const named = byName.get(baseName(route).normalize("NFC"))
      if (named !== undefined) return yield* read(named)
      const all: ReadonlyMap<number, ZipEntry> = starts ?? (yield* index)
      const minute = Math.round(startedAt / 60_000)
      return yield* read(all.get(minute) ?? all.get(minute + 1) ?? all.get(minute - 1))
    })
}

const workouts = (
  bytes: Stream.Stream<Uint8Array, SourceFailure>,
  tally: RunTally,
  readRoute: ReadRoute,
  now: number
): Stream.Stream<PlacedWorkout, SourceFailure> =>
  Stream.suspend(() => {
    let asOf: number | null = null
    let number = 0
    return healthElements(decodeText(bytes), () => tally.cutShort("the export has no end")).pipe(
      Stream.mapConcatEffect((element) => {
        if (element?.startsWith("<ExportDate") === true) {
          asOf = exportDateOf(element)
          return Effect.succeed([])
        }
        const place = `workout ${++number}`
        const elements = element === null ? [null] : workoutsIn(element)
        return Effect.forEach(elements, (workout, index) =>
          Effect.map(rowOf(workout, index === 0 && elements.length > 1, { readRoute, asOf, now }), (row) => ({
            place,
            row
          }))
        )
      })
    )
  })

interface ReadOptions {
  readonly readRoute: ReadRoute
  readonly asOf: number | null
  readonly now: number
}

const typePrefix = "HKWorkoutActivityType"

/** `hasParts`: the workout is a multisport one, of which the parts are listed as well. */
const rowOf = (workout: HealthWorkout | null, hasParts: boolean, options: ReadOptions): Effect.Effect<WorkoutRow> => {
  if (workout === null) return Effect.succeed(null)
  const type = workout.type.replace(typePrefix, "")
  if (type === "Running") return workoutOf(workout, "run", options)
  return Effect.succeed(otherSport(hasParts ? "Multisport" : type || null, workoutOf(workout, "workout", options)))
}

const workoutOf = Effect.fn("appleHealth.workoutOf")(function* (
  workout: HealthWorkout,
  prefix: "run" | "workout",
  { asOf, now, readRoute }: ReadOptions
) {
  if (!isPlausibleStart(workout.startedAt, now)) return null
  const elapsed = (workout.endedAt - workout.startedAt) / 1_000
  const moving = workout.duration ?? elapsed
  return {
    source,
    // The name of the recording device is left out: it changes when somebody renames a watch.
    key: `${prefix}:${workout.startedAt}:${workout.endedAt}`,
    startedAt: workout.startedAt,
    localStart: workout.localStart,
    name: workout.brand,
    distance: workout.distance,
    movingTime: moving,
    elapsedTime: elapsed,
    elevation: workout.elevation,
    heartrateAvg: workout.heartrateAvg,
    heartrateMax: workout.heartrateMax,
    cadence: workout.steps === null || moving <= 0 ? null : workout.steps / (moving / 60),
    calories: workout.calories,
    track: yield* readRoute(workout),
    asOf
  } satisfies Workout
})
