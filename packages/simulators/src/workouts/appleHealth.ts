import { strToU8, zipSync } from "fflate"
import { gpxFile } from "../strava/recordingFiles.js"
import type { AccountActivity } from "../strava/wire.js"

const hours = (offset: number) =>
  `${offset < 0 ? "-" : "+"}${String(Math.floor(Math.abs(offset) / 3600)).padStart(2, "0")}${String(Math.floor(Math.abs(offset) / 60) % 60).padStart(2, "0")}`

/** `2025-12-20 12:51:00 +0100`, in the time zone of the phone at the export. */
const time = (seconds: number, offset: number) =>
  `${new Date((seconds + offset) * 1000).toISOString().slice(0, 19).replace("T", " ")} ${hours(offset)}`

/** How a phone writes a workout. */
export interface HealthWorkoutOptions {
  /** Before iOS 16, totals were attributes, and there were no statistics. */
  readonly isOld?: boolean
  readonly sourceName?: string
  readonly activity?: string
  /** Seconds that the phone was ahead of UTC at the export. */
  readonly phoneOffset?: number
  /** Name of the file with the route. */
  readonly route?: string | null
  readonly unit?: "km" | "mi"
}

/** The element of a workout. */
export const healthWorkout = (
  run: AccountActivity,
  {
    activity = "Running",
    isOld = false,
    phoneOffset = 3600,
    route = null,
    sourceName = "Anna’s Apple Watch",
    unit = "km"
  }: HealthWorkoutOptions = {}
): string => {
  const [start, end] = [time(run.at, phoneOffset), time(run.at + run.elapsedTime, phoneOffset)]
  const span = `startDate="${start}" endDate="${end}"`
  const length = (run.distance / (unit === "km" ? 1000 : 1609.344)).toFixed(4)
  const calories = (run.distance / 15).toFixed(1)
  const totals = isOld
    ? ` totalDistance="${length}" totalDistanceUnit="${unit}" totalEnergyBurned="${calories}" totalEnergyBurnedUnit="kcal"`
    : ""
  const statistics = isOld
    ? ""
    : `
  <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" ${span} sum="${length}" unit="${unit}"/>
  <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" ${span} sum="${calories}" unit="kcal"/>
  <WorkoutStatistics type="HKQuantityTypeIdentifierStepCount" ${span} sum="${Math.round((run.cadence * 2 * run.movingTime) / 60)}" unit="count"/>${
    run.heartrate === null
      ? ""
      : `
  <WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" ${span} average="${run.heartrate}" minimum="98" maximum="${run.heartrate + 20}" unit="count/min"/>`
  }`
  return ` <Workout workoutActivityType="HKWorkoutActivityType${activity}" duration="${run.movingTime / 60}" durationUnit="min"${totals} sourceName="${sourceName}" sourceVersion="11.2" device="&lt;&lt;HKDevice: 0x283e1c3c0>, name:Apple Watch, manufacturer:Apple Inc.>" creationDate="${end}" ${span}>
  <MetadataEntry key="HKTimeZone" value="${run.town.calendar.zone}"/>
  <MetadataEntry key="HKElevationAscended" value="${Math.round(run.elevation * 100)} cm"/>
  <WorkoutEvent type="HKWorkoutEventTypePause" date="${start}"/>${statistics}${
    route === null
      ? ""
      : `
  <WorkoutRoute sourceName="${sourceName}" ${span}><FileReference path="/workout-routes/${route}"/></WorkoutRoute>`
  }
 </Workout>
`
}

/** The declaration of types before iOS 17: it is not well-formed, as it was. */
const declaration = `<!DOCTYPE HealthData [
<!-- HealthKit Export Version: 13 -->
<!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary|ClinicalRecord|Audiogram|VisionPrescription)*)>
<!ATTLIST HealthData
  locale CDATA #REQUIRED
>
<!ELEMENT Workout ((MetadataEntry|WorkoutEvent|WorkoutRoute|WorkoutStatistics)*)>
<!ATTLIST Workout
  workoutActivityType CDATA #REQUIRED
  startDate
  device               CDATA #IMPLIED
>
]>
`

/** `export.xml`. `records` is how many single measurements stand before the workouts. */
export const healthXml = (
  workouts: ReadonlyArray<string>,
  { records = 3 }: { readonly records?: number } = {}
): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
${declaration}<HealthData locale="de_DE">
 <ExportDate value="2026-01-05 18:22:10 +0100"/>
 <Me HKCharacteristicTypeIdentifierDateOfBirth="1990-01-01"/>
${' <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Anna’s Apple Watch" unit="count/min" startDate="2025-12-20 12:51:00 +0100" endDate="2025-12-20 12:51:00 +0100" value="61"/>\n'.repeat(records)}${workouts.join("")}</HealthData>
`

/** The zip of the Health app, with the names of a phone in another language if wanted. */
export const healthExport = (
  workouts: ReadonlyArray<string>,
  {
    folder = "apple_health_export",
    main = "export.xml",
    routes = {}
  }: {
    readonly folder?: string
    readonly main?: string
    /** Runs by the names of their routes. */
    readonly routes?: Readonly<Record<string, AccountActivity>>
  } = {}
): Uint8Array =>
  zipSync({
    [`${folder}/${main}`]: strToU8(healthXml(workouts)),
    [`${folder}/export_cda.xml`]: strToU8('<?xml version="1.0"?><ClinicalDocument xmlns="urn:hl7-org:v3"/>'),
    [`${folder}/electrocardiograms/ecg_2025-12-20.csv`]: strToU8("Name,Anna"),
    ...Object.fromEntries(
      Object.entries(routes).map(([name, run]) => [
        `${folder}/workout-routes/${name}`,
        // The phone writes neither a sport nor heart rates.
        strToU8(gpxFile({ ...run, heartrate: null }).replace(/<type>\d+<\/type>/, ""))
      ])
    )
  })
