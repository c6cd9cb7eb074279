import { strToU8, zipSync } from "fflate"
import { fitFile } from "../strava/recordingFiles.js"
import type { AccountActivity } from "../strava/wire.js"

/** An activity of `…_summarizedActivities.json`: centimetres, milliseconds, centimetres per millisecond. */
export const garminSummary = (run: AccountActivity, more: Readonly<Record<string, unknown>> = {}) => ({
  activityId: run.id + 2_000_000_000,
  name: `${run.town.city} Running`,
  activityType: run.sportType === "Ride" ? "cycling" : "running",
  sportType: "RUNNING",
  eventTypeId: run.workoutType === 1 ? 1 : 9,
  beginTimestamp: run.at * 1000,
  startTimeGmt: run.at * 1000,
  startTimeLocal: (run.at + run.offset) * 1000,
  timeZoneId: 120,
  duration: run.movingTime * 1000,
  elapsedDuration: run.elapsedTime * 1000,
  movingDuration: run.movingTime * 1000,
  distance: run.distance * 100,
  elevationGain: run.elevation * 100,
  avgSpeed: run.distance / run.movingTime / 10,
  ...(run.heartrate === null ? {} : { avgHr: run.heartrate, maxHr: run.heartrate + 20 }),
  avgRunCadence: run.cadence,
  calories: 400 * 4.19,
  parent: false,
  splits: [{ type: 17, measurements: [{ fieldEnum: 'WEIGHTED "MEAN" [SPEED]', value: 0.29 }] }],
  ...more
})

/** The list of activities. The numbers have a fraction in the export, which does not change them. */
export const garminSummaries = (activities: ReadonlyArray<object>): string =>
  JSON.stringify([{ summarizedActivitiesExport: activities }])

/** A day of a watch: a FIT file that holds no activity. */
export const garminDay = (run: AccountActivity): Uint8Array => fitFile(run, { serial: 3_900_000_001, type: 32 })

/** The account export, with the original files in an archive within. Their names hold ids of uploads. */
export const garminExport = (
  activities: ReadonlyArray<object>,
  recordings: ReadonlyArray<Uint8Array> = []
): Uint8Array =>
  zipSync({
    "DI_CONNECT/DI-Connect-Fitness/someone@example.com_0_summarizedActivities.json": strToU8(
      garminSummaries(activities)
    ),
    "DI_CONNECT/DI-Connect-User/user_profile.json": strToU8('{"userName":"someone@example.com"}'),
    "DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part1.zip": zipSync(
      Object.fromEntries(recordings.map((bytes, index) => [`someone@example.com_${90_000 + index}.fit`, bytes]))
    )
  })
