import { strToU8, zipSync } from "fflate"
import { gzipSync } from "node:zlib"
import type { Shoes } from "./Account.js"
import { type ArchiveLanguage, languages } from "./archiveWords.js"
import { fitFile, gpxFile, tcxFile } from "./recordingFiles.js"
import type { AccountActivity } from "./wire.js"

export interface ArchiveOptions {
  readonly language?: keyof typeof languages
  /** `newest` has two columns more before Filename, `first` ends with it, as in 2019. Default `usual`. */
  readonly layout?: "usual" | "newest" | "first"
  /** How the account counts distances for people. Default kilometres. */
  readonly unit?: "km" | "mi"
  /** Kinds of recordings, in turn. Default all three; none leaves the table alone. */
  readonly recordings?: ReadonlyArray<"gpx" | "tcx.gz" | "fit.gz">
  /** When the archive is made, epoch milliseconds: the time of its files. */
  readonly madeAt?: number
}

const machineColumns = [
  "Max Speed",
  "Average Speed",
  "Elevation Gain",
  "Elevation Loss",
  "Elevation Low",
  "Elevation High",
  "Max Grade",
  "Average Grade",
  "Average Positive Grade",
  "Average Negative Grade",
  "Max Cadence",
  "Average Cadence",
  "Max Heart Rate",
  "Average Heart Rate",
  "Max Watts",
  "Average Watts",
  "Calories",
  "Max Temperature",
  "Average Temperature"
]

/** The account archive as Strava hands it out: the table, the recordings that it names, the shoes. */
export const stravaArchive = (
  activities: ReadonlyArray<AccountActivity>,
  shoes: ReadonlyArray<Shoes>,
  options: ArchiveOptions
): Uint8Array => {
  const { language = "en", layout = "usual", recordings = ["fit.gz", "gpx", "tcx.gz"], unit = "km" } = options
  const spoken: ArchiveLanguage = languages[language]
  const names = new Map(shoes.map((one) => [one.id, one.name]))
  const fileOf = (run: AccountActivity, index: number) =>
    run.manual || recordings.length === 0
      ? ""
      : `activities/${run.id + 1_100_000_000}.${recordings[index % recordings.length]!}`
  const rows = activities.map((run, index) =>
    rowOf(run, spoken, layout, unit, fileOf(run, index), names.get(run.gearId ?? "") ?? "")
  )
  const files = activities.flatMap((run, index) => {
    const name = fileOf(run, index)
    return name === "" ? [] : [[name, recordingOf(run, name)] as const]
  })
  return zipSync(
    {
      "activities.csv": strToU8(csv([headerOf(spoken, layout), ...rows])),
      "shoes.csv": strToU8(
        csv([
          ["Shoe Name", "Shoe Brand", "Shoe Model", "Shoe Default Sport Types"],
          ...shoes.map((one) => [one.name, one.brand, one.model, "Run"])
        ])
      ),
      "profile.csv": strToU8("Athlete ID,Email Address\n1,someone@example.com\n"),
      ...Object.fromEntries(files)
    },
    { level: 1, ...(options.madeAt === undefined ? {} : { mtime: localTime(options.madeAt) }) }
  )
}

/** Zip files have wall-clock times: the library writes those of this machine, Strava's are in UTC. */
const localTime = (at: number): Date => new Date(at + new Date(at).getTimezoneOffset() * 60_000)

const recordingOf = (run: AccountActivity, name: string): Uint8Array => {
  if (name.endsWith(".gpx")) return strToU8(gpxFile(run))
  return gzipSync(name.endsWith(".tcx.gz") ? strToU8(tcxFile(run)) : fitFile(run))
}

const headerOf = ({ columns, moving }: ArchiveLanguage, layout: ArchiveOptions["layout"]): ReadonlyArray<string> => {
  const [id, date, name, type, description, elapsed, distance, effort, commute, gear, file] = columns
  if (layout === "first") return columns
  const front =
    layout === "newest"
      ? [
          id,
          date,
          name,
          type,
          description,
          elapsed,
          distance,
          "Max Heart Rate",
          effort,
          commute,
          "Activity Private Note",
          gear,
          file
        ]
      : columns
  return [
    ...front,
    "Athlete Weight",
    "Bike Weight",
    elapsed,
    moving,
    distance,
    ...machineColumns,
    effort,
    "translation missing: en-US.lib.export.total_work",
    commute
  ]
}

const rowOf = (
  run: AccountActivity,
  spoken: ArchiveLanguage,
  layout: ArchiveOptions["layout"],
  unit: "km" | "mi",
  file: string,
  gear: string
): ReadonlyArray<string> => {
  const distance = (run.distance / (unit === "km" ? 1000 : 1609.344)).toFixed(2)
  const effort = run.heartrate === null ? "" : String(Math.round(run.movingTime / 60))
  const heart = run.heartrate === null ? "" : String(Math.round(run.heartrate + 22))
  const front = [
    String(run.id),
    spoken.date(run.at * 1000),
    run.name,
    spoken.sports[run.sportType] ?? run.sportType,
    run.description ?? "",
    String(run.elapsedTime),
    distance
  ]
  const commute = layout === "first" ? "false" : "FALSE"
  const middle = layout === "newest" ? [heart, effort, commute, "", gear, file] : [effort, commute, gear, file]
  if (layout === "first") return [...front, ...middle]
  const speed = run.movingTime === 0 ? 0 : run.distance / run.movingTime
  return [
    ...front,
    ...middle,
    "70",
    "",
    String(run.elapsedTime),
    String(run.movingTime),
    String(run.distance),
    String(speed * 1.3),
    String(speed),
    String(run.elevation),
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    "",
    String(run.cadence),
    heart,
    run.heartrate === null ? "" : String(run.heartrate),
    "",
    "",
    String(Math.round((run.distance / 1000) * 68)),
    "",
    "",
    effort,
    "",
    "0"
  ]
}

const csv = (rows: ReadonlyArray<ReadonlyArray<string>>) =>
  rows.map((row) => row.map(quoted).join(",")).join("\n") + "\n"

const quoted = (value: string) => (/[",\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
