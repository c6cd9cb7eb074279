import { strToU8, zipSync } from "fflate"
import { recordingOf } from "../strava/recording.js"
import { gpxFile } from "../strava/recordingFiles.js"
import type { AccountActivity } from "../strava/wire.js"

const wall = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 19)

const clock = (seconds: number) => {
  const [hours, rest] = [Math.floor(seconds / 3600), seconds % 3600]
  const minutes = Math.floor(rest / 60)
  const two = (value: number) => String(value).padStart(2, "0")
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest % 60)}` : `${minutes}:${two(rest % 60)}`
}

const uuidOf = (run: AccountActivity) => `8d0f0000-0000-4000-8000-${String(run.id).padStart(12, "0")}`

/** `cardioActivities.csv` of Runkeeper, in kilometres or miles. */
export const runkeeperTable = (
  runs: ReadonlyArray<AccountActivity>,
  { gpx = true, unit = "km" }: { readonly gpx?: boolean; readonly unit?: "km" | "mi" } = {}
): string => {
  const metres = unit === "km" ? 1000 : 1609.344
  const speed = unit === "km" ? "km/h" : "mph"
  const header = `Activity Id,Date,Type,Route Name,Distance (${unit}),Duration,Average Pace,Average Speed (${speed}),Calories Burned,Climb (${unit === "km" ? "m" : "ft"}),Average Heart Rate (bpm),Friend's Tagged,Notes,GPX File`
  const rows = runs.map((run) => {
    const start = wall(run.at + run.offset).replace("T", " ")
    const climb = unit === "km" ? run.elevation : run.elevation / 0.3048
    return [
      uuidOf(run),
      start,
      run.sportType === "Ride" ? "Cycling" : "Running",
      "",
      (run.distance / metres).toFixed(2),
      clock(run.movingTime),
      "5:35",
      "10.74",
      "398.0",
      climb.toFixed(0),
      run.heartrate ?? "",
      "",
      '"Rain, and wind"',
      gpx && !run.manual ? `${start.replace(" ", "-").replaceAll(":", "")}.gpx` : ""
    ].join(",")
  })
  return [header, ...rows].join("\r\n") + "\r\n"
}

export const runkeeperExport = (runs: ReadonlyArray<AccountActivity>, options: { readonly gpx?: boolean } = {}) =>
  zipSync({
    "01-runkeeper-data-export/cardioActivities.csv": strToU8(runkeeperTable(runs, options)),
    "01-runkeeper-data-export/measurements.csv": strToU8("Date,Type,Value\n"),
    ...(options.gpx === false
      ? {}
      : Object.fromEntries(
          runs
            .filter(({ manual }) => !manual)
            .map((run) => [
              `01-runkeeper-data-export/${wall(run.at + run.offset)
                .replace("T", "-")
                .replaceAll(":", "")}.gpx`,
              strToU8(gpxFile(run))
            ])
        ))
  })

/** A training session of Polar: today's layout, or the older one. Values that a sensor lost are `NaN`. */
export const polarSession = (run: AccountActivity, { isOld = false }: { readonly isOld?: boolean } = {}): string => {
  const start = `${wall(run.at + run.offset)}.000`
  const sport = run.sportType === "Ride" ? "2" : "1"
  const session = isOld
    ? {
        exportVersion: "1.6",
        startTime: start,
        timeZoneOffset: run.offset / 60,
        duration: `PT${run.elapsedTime}.0S`,
        distance: run.distance,
        exercises: [
          {
            startTime: start,
            timezoneOffset: run.offset / 60,
            duration: `PT${run.elapsedTime}.0S`,
            distance: run.distance,
            sport: run.sportType === "Ride" ? "CYCLING" : "RUNNING",
            heartRate: run.heartrate === null ? {} : { avg: run.heartrate, max: run.heartrate + 20 },
            samples: {
              speed: [{ dateTime: start, value: "lost" }],
              recordedRoute: recordingOf(run).map(({ at, elevation, latitude, longitude }) => ({
                dateTime: `${wall(run.at + run.offset + at)}.000`,
                longitude,
                latitude,
                altitude: elevation
              }))
            }
          }
        ]
      }
    : {
        exportVersion: "2.6",
        identifier: { id: String(run.id) },
        name: "Running",
        startTime: start,
        timezoneOffsetMinutes: run.offset / 60,
        durationMillis: run.elapsedTime * 1000,
        distanceMeters: run.distance,
        ...(run.heartrate === null ? {} : { hrAvg: run.heartrate, hrMax: run.heartrate + 20 }),
        calories: 398,
        sport: { id: sport },
        exercises: [{ sport: { id: sport }, samples: { speed: ["lost"] } }]
      }
  return JSON.stringify(session).replaceAll('"lost"', "NaN")
}

export const polarExport = (runs: ReadonlyArray<AccountActivity>, options: { readonly isOld?: boolean } = {}) =>
  zipSync({
    ...Object.fromEntries(
      runs.map((run) => [
        `training-session-${wall(run.at + run.offset).slice(0, 10)}-${run.id}-${uuidOf(run)}.json`,
        strToU8(polarSession(run, options))
      ])
    ),
    "activity-2025-03-14-1.json": strToU8("{}"),
    "account-data-1.json": strToU8('{"username":"someone@example.com"}')
  })

/** A session of adidas Running. Newer ones have the distance in a list of features. */
export const adidasSession = (run: AccountActivity, { isNew = false }: { readonly isNew?: boolean } = {}): string =>
  JSON.stringify({
    id: uuidOf(run),
    start_time: run.at * 1000,
    start_time_timezone_offset: run.offset * 1000,
    end_time: (run.at + run.elapsedTime) * 1000,
    duration: run.movingTime * 1000,
    pause: (run.elapsedTime - run.movingTime) * 1000,
    ...(isNew
      ? { features: [{ type: "track_metrics", attributes: { distance: run.distance } }] }
      : { distance: run.distance, elevation_gain: run.elevation }),
    calories: 398,
    ...(run.heartrate === null ? {} : { pulse_avg: run.heartrate, pulse_max: run.heartrate + 20 }),
    sport_type_id: run.sportType === "Ride" ? "3" : "1",
    notes: ""
  })

export const adidasExport = (runs: ReadonlyArray<AccountActivity>, options: { readonly isNew?: boolean } = {}) =>
  zipSync(
    Object.fromEntries(
      runs.flatMap((run) => {
        const name = `${wall(run.at).replace("T", "_").replaceAll(":", "-")}-UTC_${uuidOf(run)}`
        return [
          [`Sport-sessions/${name}.json`, strToU8(adidasSession(run, options))] as const,
          ...(run.manual ? [] : [[`Sport-sessions/GPS-data/${name}.gpx`, strToU8(gpxFile(run))] as const])
        ]
      })
    )
  )
