import { Effect, Option, Stream } from "effect"
import { type Format, fileAlone } from "../kit/exportFile/Format.js"
import { isJsonWith } from "../kit/exportFile/formats.js"
import { baseName } from "../kit/exportFile/members.js"
import { anySport, soundSamples } from "../kit/recordings/samples.js"
import type { Track, TrackSample } from "../kit/recordings/track.js"
import { trackIn } from "../kit/recordings/trackFile.js"
import { type Fields, someFieldsOf, listOf, numberOf, wordOf } from "../kit/jsonValues.js"
import { parseLoosely } from "../kit/runs/json.js"
import type { Workout } from "../kit/runs/workout.js"
import { type RunArchive, byBaseName, bytesOf, openArchive } from "../kit/runs/archive.js"
import { isPlausibleStart, otherSport, type PlacedWorkout, type WorkoutRow } from "../kit/runs/runPages.js"

const source = "adidas-running"

/** Sessions are in a folder, or named by their time alone: `2025-03-14_07-00-00-UTC_<uuid>.json`. */
const sessionName = /^\d{4}-\d{2}-\d{2}_\d{2}-\d{2}-\d{2}(?:-UTC)?_[0-9a-f-]+\.json$/i
const isPart = (name: string): boolean => /(?:^|\/)(?:GPS|Heart-rate|Elevation|Speed|Photo)-data\//i.test(name)
const isSession = (name: string): boolean => sessionName.test(baseName(name)) && !isPart(name)
const isCourse = (name: string): boolean => /\.(?:gpx|json)$/i.test(name) && /(?:^|\/)GPS-data\//i.test(name)

const isOwn = (name: string): boolean => isSession(name) || /(?:^|\/)Sport-sessions\/[^/]+\.json$/i.test(name)

type ReadTrack = (name: string) => Effect.Effect<Track | null>

/** The data of an account of adidas Running (Runtastic): a JSON file for each session, and courses next to them. */
export const format: Format<WorkoutRow> = {
  recognise: ({ entries, text }) =>
    entries === null ? isJsonWith(text, "sport_type_id", "start_time") : entries.some(isOwn),
  rows: (open) => {
    const { now } = open
    if (open.archive === null)
      return Stream.mapEffect(fileAlone(open), (member) =>
        Effect.flatMap(bytesOf(member), (bytes) => rowOf(member.name, bytes, () => Effect.succeed(null), null, now))
      )
    const archive = openArchive(open, open.archive)
    const readTrack = tracksOf(archive)
    return Stream.mapEffect(Stream.fromIterable(archive.entries.filter(({ name }) => isOwn(name))), (entry) =>
      Effect.flatMap(archive.read(entry), (bytes) => rowOf(entry.name, bytes, readTrack, archive.asOf, now))
    )
  }
}

const tracksOf = (archive: RunArchive): ReadTrack => {
  const courses = byBaseName(archive.entries.filter(({ name }) => isCourse(name) || /\.gpx$/i.test(name)))
  return (name) =>
    Effect.gen(function* () {
      const stem = baseName(name).replace(/\.json$/, "")
      const gpx = yield* archive.read(courses.get(`${stem}.gpx`))
      if (gpx !== null) return trackIn("gpx", gpx)
      const json = yield* archive.read(courses.get(`${stem}.json`))
      return json === null ? null : trackOf(Option.getOrNull(parseLoosely(new TextDecoder().decode(json))))
    })
}

/** Epoch milliseconds, or `2025-03-14 07:00:01 +0000`. */
const timeOf = (value: unknown): number | null => {
  const number = numberOf(value)
  if (number !== null) return number
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2}(?:\.\d+)?) ?([+-]\d{2}):?(\d{2})$/.exec(wordOf(value) ?? "")
  const at =
    match === null ? Date.parse(wordOf(value) ?? "") : Date.parse(`${match[1]}T${match[2]}${match[3]}:${match[4]}`)
  return Number.isNaN(at) ? null : at
}

const trackOf = (value: unknown): Track | null => {
  const points = listOf(value).flatMap((sample): ReadonlyArray<TrackSample> => {
    const point = someFieldsOf(sample)
    const at = timeOf(point["timestamp"])
    const [latitude, longitude] = [numberOf(point["latitude"]), numberOf(point["longitude"])]
    return at === null || latitude === null || longitude === null
      ? []
      : [{ at, place: [latitude, longitude], distance: null, elevation: numberOf(point["altitude"]), heartrate: null }]
  })
  const sorted = soundSamples(points)
  return sorted.length < 2
    ? null
    : {
        sport: "running",
        startedAt: sorted[0]!.at,
        offset: null,
        calories: null,
        points: sorted,
        fastPoints: () => soundSamples(points, anySport)
      }
}

/** Running and treadmill. Other numbers are other sports, or unknown. */
const runs = new Set(["1", "14"])

/** Other sports by number: those that public readers of these files agree on. */
const sports: Readonly<Record<string, string>> = {
  2: "Nordic walking",
  3: "Cycling",
  4: "Mountain biking",
  7: "Hiking",
  18: "Swimming",
  19: "Walking",
  22: "Road cycling",
  44: "Kayaking",
  54: "Ice skating"
}

/** Newer files have some figures in a list of features. */
const featureOf = (session: Fields, type: string): Fields =>
  someFieldsOf(
    listOf(session["features"])
      .map(someFieldsOf)
      .find((feature) => feature["type"] === type)?.["attributes"]
  )

const secondsOf = (value: unknown): number | null => {
  const millis = numberOf(value)
  return millis === null ? null : millis / 1_000
}

const rowOf = (
  name: string,
  bytes: Uint8Array | null,
  readTrack: ReadTrack,
  asOf: number | null,
  now: number
): Effect.Effect<PlacedWorkout> =>
  Effect.gen(function* () {
    const value = bytes === null ? Option.none() : parseLoosely(new TextDecoder().decode(bytes))
    const session = someFieldsOf(Option.getOrNull(value))
    const place = name
    const initial = featureOf(session, "initial_values")
    const sport = wordOf(session["sport_type_id"]) ?? wordOf(someFieldsOf(initial["sport_type"])["id"])
    const startedAt = timeOf(session["start_time"] ?? initial["start_time"])
    if (sport === null || startedAt === null) return { place, row: null }
    const isRun = runs.has(sport)
    const readOther = (workout: Effect.Effect<Workout | null>): PlacedWorkout => ({
      place,
      row: otherSport(sports[sport] ?? sport, workout)
    })
    if (!isPlausibleStart(startedAt, now)) return isRun ? { place, row: null } : readOther(Effect.succeed(null))
    const track = featureOf(session, "track_metrics")
    const heart = featureOf(session, "heart_rate")
    const offset = numberOf(session["start_time_timezone_offset"])
    const endedAt = timeOf(session["end_time"])
    const [duration, pause] = [secondsOf(session["duration"]), secondsOf(session["pause"]) ?? 0]
    const workout = Effect.map(readTrack(name), (course): Workout => ({
      source,
      key: wordOf(session["id"]) ?? baseName(name).replace(/\.json$/, ""),
      startedAt,
      localStart: offset === null ? null : startedAt + offset,
      description: wordOf(session["notes"]),
      distance: numberOf(session["distance"]) ?? numberOf(track["distance"]),
      movingTime: duration,
      elapsedTime: endedAt === null ? (duration === null ? null : duration + pause) : (endedAt - startedAt) / 1_000,
      elevation: numberOf(session["elevation_gain"]) ?? numberOf(track["elevation_gain"]),
      heartrateAvg: numberOf(session["pulse_avg"]) ?? numberOf(heart["average"]),
      heartrateMax: numberOf(session["pulse_max"]) ?? numberOf(heart["maximum"]),
      calories: numberOf(session["calories"]),
      track: course,
      asOf
    }))
    return isRun ? { place, row: yield* workout } : readOther(workout)
  })
