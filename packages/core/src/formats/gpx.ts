import { Stream } from "effect"
import type { ActivityKind } from "../activities/kinds.js"
import { type StartPoint, isOnEarth, pointsOf } from "../running/polyline.js"
import { escapeXml } from "../shared/markup.js"
import { exportFormat } from "./ExportFormat.js"
import type { ExportableWorkout } from "./ExportableRecords.js"
import { type ZipMember, zip } from "./zip.js"

/** The words of Garmin Connect and Strava where they have one, so that these know the sport. */
const types: Readonly<Record<ActivityKind, string>> = {
  ride: "cycling",
  walk: "walking",
  hike: "hiking",
  swim: "swimming",
  strength: "strength_training",
  gym: "training",
  yoga: "yoga",
  climb: "climbing",
  row: "rowing",
  paddle: "paddling",
  water_sport: "water_sports",
  ski: "skiing",
  skate: "skating",
  racket_sport: "racket_sports",
  team_sport: "team_sports",
  martial_art: "martial_arts",
  dance: "dancing",
  golf: "golf",
  wheelchair: "wheelchair",
  other: "other"
}

const runTypes: Readonly<Record<string, string>> = { TrailRun: "trail_running", VirtualRun: "virtual_run" }

const typeOf = (workout: ExportableWorkout): string =>
  workout.record === "run" ? (runTypes[workout.sport] ?? "running") : types[workout.kind]

const timeText = (at: number): string => new Date(at).toISOString()

const time = (at: number | null): string => (at === null ? "" : `<time>${timeText(at)}</time>`)

/** Five decimals, as a course has them. */
const degrees = (value: number): string => value.toFixed(5)

const point = ({ latitude, longitude }: StartPoint, at: number | null): string =>
  `<trkpt lat="${degrees(latitude)}" lon="${degrees(longitude)}">${time(at)}</trkpt>\n`

/** A sum with one decimal; nothing if it is unknown. */
const sum = (name: string, value: number | null): string =>
  value === null || value <= 0 ? "" : `<gpxtrkx:${name}>${Math.round(value * 10) / 10}</gpxtrkx:${name}>`

/** The sums of Garmin's extension, in the order of its schema. Metres and seconds. */
const statistics = ({ distance, elapsedTime, elevation, movingTime }: ExportableWorkout): string => {
  const sums = [
    sum("Distance", distance),
    sum("TotalElapsedTime", elapsedTime),
    sum("MovingTime", movingTime),
    sum("Ascent", elevation)
  ].join("")
  return sums === ""
    ? ""
    : `<extensions><gpxtrkx:TrackStatsExtension>${sums}</gpxtrkx:TrackStatsExtension></extensions>\n`
}

const head = `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Daybook" xmlns="http://www.topografix.com/GPX/1/1" \
xmlns:gpxtrkx="http://www.garmin.com/xmlschemas/TrackStatsExtension/v1">
`

/** The last longitude is written as -180, which the schema allows, and not as 180, which it does not. */
const within = ({ latitude, longitude }: StartPoint): StartPoint => ({
  latitude,
  longitude: longitude === 180 ? -180 : longitude
})

const placesOf = ({ course }: ExportableWorkout): ReadonlyArray<StartPoint> =>
  (pointsOf(course) ?? []).filter(isOnEarth).map(within)

/**
 * A document of GPX 1.1 (https://www.topografix.com/GPX/1/1/gpx.xsd) with one track. The first point has the time of
 * the start and the last one that of the end. The times between them are not stored, and none is invented.
 */
const documentOf = (workout: ExportableWorkout, places: ReadonlyArray<StartPoint>): string => {
  const { elapsedTime, name, startedAt } = workout
  const end = elapsedTime === null ? null : startedAt + elapsedTime * 1000
  const timeAt = (index: number) => (index === 0 ? startedAt : index === places.length - 1 ? end : null)
  return [
    head,
    `<metadata>${time(startedAt)}</metadata>\n`,
    `<trk>\n<name>${escapeXml(name)}</name>\n<type>${typeOf(workout)}</type>\n${statistics(workout)}<trkseg>\n`,
    ...places.map((place, index) => point(place, timeAt(index))),
    "</trkseg>\n</trk>\n</gpx>\n"
  ].join("")
}

/** `runs/2026-03-14-42.gpx`, with the day at the place and the id in this instance. */
const memberOf = (workout: ExportableWorkout): ReadonlyArray<ZipMember> => {
  const places = placesOf(workout)
  const folder = workout.record === "run" ? "runs" : "activities"
  const name = `${folder}/${workout.day}-${workout.id}.gpx`
  return places.length < 2 ? [] : [{ name, text: documentOf(workout, places) }]
}

/** A file for each run and activity: services take one activity from a file. */
export const gpx = exportFormat({
  name: "gpx",
  domain: "running",
  optionalDomain: "activities",
  about: "Runs and other activities with a course, as a zip of GPX files",
  extension: "zip",
  contentType: "application/zip",
  recordsOf: ({ workouts }) => workouts,
  bytesOf: (workouts) => zip(Stream.mapConcat(workouts, memberOf))
})
