import { type Fields, someFieldsOf, listOf, numberOf, wordOf } from "../kit/jsonValues.js"
import { anySport, soundSamples } from "../kit/recordings/samples.js"
import type { Track, TrackSample } from "../kit/recordings/track.js"
import { type WallClock, writtenWall } from "../kit/WallClock.js"

/** Sports of Polar that are runs, by number. */
const runs: Readonly<Record<string, "Run" | "TrailRun">> = { 1: "Run", 17: "Run", 27: "TrailRun" }

/** Names of runs end alike, but running in water is none. */
const runName = /^(?:JOGGING|(?!WATER_)(?:[A-Z]+_)*RUNNING)$/

const runOf = (sport: string): "Run" | "TrailRun" | null =>
  runs[sport] ?? (sport === "TRAIL_RUNNING" ? "TrailRun" : runName.test(sport) ? "Run" : null)

/** Other sports by number, as the sport profiles of Polar Flow are called. */
const sports: Readonly<Record<string, string>> = {
  ...{ 2: "Cycling", 3: "Walking", 4: "Jogging", 5: "Mountain biking", 6: "Skiing", 7: "Downhill skiing" },
  ...{ 8: "Rowing", 9: "Nordic walking", 10: "Skating", 11: "Hiking", 12: "Tennis", 13: "Squash", 14: "Badminton" },
  ...{ 15: "Strength training", 16: "Other outdoor", 18: "Indoor cycling", 19: "Road running" },
  ...{ 20: "Circuit training", 22: "Snowboarding", 23: "Swimming", 24: "Freestyle XC skiing" },
  ...{ 25: "Classic XC skiing", 28: "Ice skating", 29: "Inline skating", 30: "Roller skating" },
  ...{ 32: "Group exercise", 33: "Yoga", 34: "Crossfit", 35: "Golf", 36: "Track&field running", 38: "Road cycling" },
  ...{ 39: "Soccer", 40: "Cricket", 41: "Basketball", 42: "Baseball", 43: "Rugby", 44: "Field hockey" },
  ...{ 45: "Volleyball", 46: "Ice hockey", 47: "Football", 48: "Handball", 49: "Beach volley", 50: "Futsal" },
  ...{ 51: "Floorball", 52: "Dancing", 53: "Trotting", 54: "Riding", 55: "Cross-trainer" },
  ...{ 56: "Fitness martial arts", 57: "Functional training", 58: "Bootcamp", 59: "Freestyle roller skiing" },
  ...{ 60: "Classic roller skiing", 61: "Aerobics", 62: "Aqua fitness", 63: "Step workout", 64: "Body&Mind" },
  ...{ 65: "Pilates", 66: "Stretching", 67: "Fitness dancing", 68: "Triathlon", 69: "Duathlon" },
  ...{ 70: "Off-road triathlon", 71: "Off-road duathlon", 83: "Other indoor", 84: "Orienteering" },
  ...{ 85: "Ski orienteering", 103: "Pool swimming" }
}

/** A training session or a part of one: SI units, epoch milliseconds; null means unknown. */
export interface PolarWorkout {
  readonly id: string
  readonly sport: "Run" | "TrailRun"
  /** The sport of what is no run. Then `sport` says nothing. */
  readonly other: string | null
  readonly name: string | null
  readonly note: string | null
  readonly startedAt: number
  readonly localStart: number
  readonly zoned: boolean
  readonly elapsedTime: number | null
  readonly distance: number | null
  readonly elevation: number | null
  readonly heartrateAvg: number | null
  readonly heartrateMax: number | null
  readonly calories: number | null
  readonly track: Track | null
}

/** Seconds of `PT1978.0S` or `PT1H2M3S`. */
const durationOf = (value: unknown): number | null => {
  const match = /^PT(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?$/.exec(wordOf(value) ?? "")
  return match === null ? null : Number(match[1] ?? 0) * 3_600 + Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0)
}

const sportOf = (value: unknown): string | null => wordOf(typeof value === "object" ? someFieldsOf(value)["id"] : value)

const secondsOf = (part: Fields): number | null => {
  const millis = numberOf(part["durationMillis"])
  return millis === null ? durationOf(part["duration"]) : millis / 1_000
}

const firstNumber = (...values: ReadonlyArray<unknown>): number | null =>
  values.map(numberOf).find((value) => value !== null) ?? null

/** Heart rates by the second of the wall clock. */
const heartratesOf = (samples: Fields): ReadonlyMap<number, number> =>
  new Map(
    listOf(samples["heartRate"]).flatMap((sample) => {
      const { dateTime, value } = someFieldsOf(sample)
      const [at, beats] = [writtenWall(wordOf(dateTime)), numberOf(value)]
      return at === null || beats === null || beats <= 0 ? [] : [[Math.floor(at / 1_000), beats] as const]
    })
  )

/** The route of an exercise, with times of the wall clock that `offset` turns into instants. */
const trackOf = (exercise: Fields, startedAt: number, offset: number, other: string | null): Track | null => {
  const samples = someFieldsOf(exercise["samples"])
  const heartrates = heartratesOf(samples)
  const points = listOf(samples["recordedRoute"]).flatMap((sample): ReadonlyArray<TrackSample> => {
    const point = someFieldsOf(sample)
    const [at, latitude, longitude] = [
      writtenWall(wordOf(point["dateTime"])),
      numberOf(point["latitude"]),
      numberOf(point["longitude"])
    ]
    if (at === null || latitude === null || longitude === null) return []
    return [
      {
        at: at - offset,
        place: [latitude, longitude],
        distance: null,
        elevation: numberOf(point["altitude"]),
        heartrate: heartrates.get(Math.floor(at / 1_000)) ?? null
      }
    ]
  })
  if (points.length < 2) return null
  const common = { startedAt, offset, calories: null }
  return other === null
    ? { ...common, sport: "running", points: soundSamples(points) }
    : { ...common, sport: other, points: soundSamples(points, anySport) }
}

/** Minutes from UTC; null if the session does not say. */
const offsetOf = (...parts: ReadonlyArray<Fields>): number | null =>
  firstNumber(
    ...parts.flatMap((part) => [part["timezoneOffsetMinutes"], part["timezoneOffset"], part["timeZoneOffset"]])
  )

const workoutOf = (
  id: string,
  session: Fields,
  exercise: Fields,
  isWhole: boolean,
  home: WallClock
): PolarWorkout | null => {
  const number = sportOf(exercise["sport"]) ?? sportOf(session["sport"])
  if (number === null) return null
  const sport = runOf(number.toUpperCase())
  const other = sport === null ? (sports[number] ?? number) : null
  // A part has its own figures. The whole session knows more of a session with one part.
  const [first, second] = isWhole ? [session, exercise] : [exercise, {}]
  const localStart = writtenWall(wordOf(first["startTime"])) ?? writtenWall(wordOf(exercise["startTime"]))
  if (localStart === null) return null
  const minutes = offsetOf(first, exercise, session)
  const startedAt = minutes === null ? home.instantOf(localStart) : localStart - minutes * 60_000
  const heartrate = someFieldsOf(exercise["heartRate"])
  return {
    id,
    sport: sport ?? "Run",
    other,
    name: wordOf(session["name"]),
    note: wordOf(session["note"]),
    startedAt,
    localStart,
    zoned: minutes !== null,
    elapsedTime: secondsOf(first) ?? secondsOf(second),
    distance: firstNumber(first["distanceMeters"], first["distance"], second["distanceMeters"], second["distance"]),
    elevation: firstNumber(first["ascentMeters"], first["ascent"], second["ascentMeters"], second["ascent"]),
    heartrateAvg: firstNumber(first["hrAvg"], first["averageHeartRate"], heartrate["avg"]),
    heartrateMax: firstNumber(first["hrMax"], first["maximumHeartRate"], heartrate["max"]),
    calories: firstNumber(first["calories"], first["kiloCalories"], second["calories"], second["kiloCalories"]),
    track: trackOf(exercise, startedAt, localStart - startedAt, other)
  }
}

/** The id in the name of a session's file: the number or identifier before the last one. */
const idInName = (name: string): string => name.replace(/^training-session[-_]/i, "").replace(/\.json$/i, "")

/** The workouts of a session. Null for one that cannot be read. `name` is that of its file. */
export const workoutsOf = (value: unknown, name: string, home: WallClock): ReadonlyArray<PolarWorkout | null> => {
  const session = someFieldsOf(value)
  const exercises = listOf(session["exercises"]).map(someFieldsOf)
  const id = wordOf(someFieldsOf(session["identifier"])["id"]) ?? wordOf(session["id"]) ?? idInName(name)
  if (exercises.length <= 1) return [workoutOf(id, session, exercises[0] ?? {}, true, home)]
  return exercises.map((exercise, index) => workoutOf(`${id}#${index + 1}`, session, exercise, false, home))
}
