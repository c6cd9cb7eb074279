import { makeSimulators } from "@daybook/simulators"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { folder } from "./dataDir.js"
import { type Environment, run } from "./daybook.js"

/** What Runkeeper and recordings call a sport. */
const sports = { run: ["Running", "9"], ride: ["Cycling", "cycling"] } as const

/** A recording of 20 minutes with 13 km/h, one point a minute. */
const recording = (type: string, start: string) => {
  const pointAt = (_: unknown, minute: number) => {
    const time = new Date(Date.parse(start) + minute * 60_000).toISOString()
    return `<trkpt lat="${(38.7 + minute * 0.002).toFixed(6)}" lon="-9.14"><ele>10</ele><time>${time}</time></trkpt>`
  }
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
 <trk><type>${type}</type><trkseg>${Array.from({ length: 21 }, pointAt).join("")}</trkseg></trk>
</gpx>`
}

const header =
  "Activity Id,Date,Type,Route Name,Distance (km),Duration,Average Pace,Average Speed (km/h),Calories Burned," +
  "Climb (m),Average Heart Rate (bpm),Friend's Tagged,Notes,GPX File"

/**
 * Two workouts in two services. A rule recognises the second in both. The watch of the first recording was two hours
 * and 37 minutes ahead, which is no time zone, so that no rule recognises the first.
 */
const filesOf = ([name, type]: readonly [string, string]): Readonly<Record<string, string>> => ({
  "cardioActivities.csv": [
    header,
    `a1,2025-03-14 07:00:00,${name},,4.45,20:00,4:30,13.34,300,0,150,,,`,
    `a2,2025-03-15 18:00:00,${name},,4.45,20:00,4:30,13.34,300,0,150,,,`
  ].join("\n"),
  "ahead.gpx": recording(type, "2025-03-14T09:37:00Z"),
  "right.gpx": recording(type, "2025-03-15T18:00:00Z")
})

export const importRunFiles = (env: Environment, sport: keyof typeof sports = "run") =>
  Effect.gen(function* () {
    const files = yield* folder
    for (const [name, text] of Object.entries(filesOf(sports[sport]))) {
      writeFileSync(join(files, name), text)
      const { code, stderr } = yield* run(["import", join(files, name)], env)
      if (code !== 0) return yield* Effect.dieMessage(stderr)
    }
  })

/** Imports a Strava archive with the sample owner's runs of a year. */
export const importRunArchive = (env: Environment) =>
  Effect.gen(function* () {
    const endsAt = Date.parse("2024-11-21T08:00:00Z")
    const { simulators } = yield* Effect.orDie(makeSimulators("http://simulated.example", { endsAt }))
    const path = join(yield* folder, "export.zip")
    writeFileSync(path, yield* simulators.strava.control.archive({ recordings: [] }))
    const { code, stderr } = yield* run(["import", "strava", path], env)
    if (code !== 0) return yield* Effect.dieMessage(stderr)
  })
