import { type RowOf, boolean, choice, integer, number, numeric, text, instant } from "../kit/record.js"

/** The provider's type of workout. */
export const workoutTypes = ["default", "race", "long_run", "workout"] as const
export type WorkoutType = (typeof workoutTypes)[number]

/** What every origin reports of a run. Metres, seconds and epoch milliseconds; `elevation` is the gain. */
export const runBasics = {
  name: text(),
  startedAt: instant(),
  distance: numeric(),
  movingTime: integer(),
  elevation: numeric()
}

/** What origins measure of a run, and where it started. Null, or absent in a report, means unknown. */
export const measured = {
  heartrateAvg: number({
    nullable: true,
    sensitive: true,
    description: "Average heart rate in beats per minute",
    example: 148
  }),
  heartrateMax: number({
    nullable: true,
    sensitive: true,
    description: "Highest heart rate in beats per minute",
    example: 171
  }),
  cadence: number({
    nullable: true,
    sensitivity: "public",
    description: "Steps per minute of both feet",
    example: 172
  }),
  calories: number({
    nullable: true,
    sensitive: true,
    description: "Kilocalories estimated by the provider",
    example: 512
  }),
  sufferScore: number({ nullable: true, sensitive: true, description: "Strava's relative effort", example: 61 }),
  city: text({ nullable: true, sensitivity: "city", description: "City", example: "Portland" }),
  state: text({ nullable: true, sensitivity: "region", description: "State or region", example: "Oregon" })
}

/**
 * One run as one origin reports it. Metres, seconds and epoch milliseconds; null means not reported. `id` is the
 * provider's and the natural key in every origin. A recording without an id gets one below 0, derived from its start.
 */
export interface Run extends RowOf<typeof runBasics>, Partial<Omit<RowOf<typeof measured>, "calories">> {
  readonly id: number
  /** The provider's name of the sport: `Run`, `TrailRun`, `VirtualRun`. */
  readonly sport: string
  /** Wall-clock time at the start, written as if it were UTC. Null if only the instant is known. */
  readonly localStart: number | null
  readonly elapsedTime: number
  readonly workoutType: WorkoutType | null
  readonly country: string | null
  /** Start point in degrees. Absent if only the course contains it, or if it is unknown. */
  readonly start?: readonly [latitude: number, longitude: number] | undefined
  /** The course, encoded with Google's algorithm at precision 5. */
  readonly polyline: string | null
  readonly gear: GearRef | null
}

/** The shoes of a run: by the provider's id, or by name if the origin has no ids. */
export type GearRef = { readonly id: string } | { readonly name: string }

/** Data that only detailed responses contain; null if this one does not. */
export interface Detail {
  readonly calories: number | null
  readonly description: string | null
  readonly splits: ReadonlyArray<Split> | null
  readonly efforts: ReadonlyArray<Effort> | null
}

/** The number of a split of a run. */
export const splitNumber = {
  number: integer({ as: "split", sensitivity: "public", description: "Mile number, starting at 1", example: 1 })
}
/** Seconds of a split. */
export const splitTimes = {
  movingTime: integer({
    as: "moving_time_s",
    sensitivity: "public",
    description: "Moving time in seconds",
    example: 522
  }),
  elapsedTime: integer({
    as: "elapsed_time_s",
    sensitivity: "public",
    description: "Elapsed time in seconds, including pauses",
    example: 530
  })
}
/** What is measured in a split. */
export const splitMeasured = {
  heartrate: number({
    nullable: true,
    sensitive: true,
    description: "Average heart rate in beats per minute",
    example: 148
  })
}
/** One mile of a run; the last one may be shorter. Metres and seconds. */
export const splitFields = { ...splitNumber, distance: number(), ...splitTimes, elevation: number(), ...splitMeasured }
export type Split = RowOf<typeof splitFields>

/** Distances with personal records, ascending: wire key, label, metres. */
export const distances = [
  { key: "400m", label: "400 m", metres: 400 },
  { key: "1/2 mile", label: "1/2 mile", metres: 804.672 },
  { key: "1k", label: "1 km", metres: 1000 },
  { key: "mile", label: "1 mile", metres: 1609.344 },
  { key: "2 mile", label: "2 miles", metres: 3218.688 },
  { key: "5k", label: "5 km", metres: 5000 },
  { key: "10k", label: "10 km", metres: 10_000 },
  { key: "15k", label: "15 km", metres: 15_000 },
  { key: "10 mile", label: "10 miles", metres: 16_093.44 },
  { key: "20k", label: "20 km", metres: 20_000 },
  { key: "half_marathon", label: "Half marathon", metres: 21_097.5 },
  { key: "marathon", label: "Marathon", metres: 42_195 },
  { key: "50k", label: "50 km", metres: 50_000 }
] as const
export type DistanceKey = (typeof distances)[number]["key"]

/** The fastest stretch of one of the standard distances within a run. Seconds. */
export const effortFields = { distance: choice(distances.map(({ key }) => key))(), elapsedTime: integer() }
export type Effort = RowOf<typeof effortFields>

/** What shoes are. */
export const shoeIdentity = {
  id: text({ sensitivity: "closed", description: "Id at the provider", example: "g12345678" }),
  name: text({ sensitive: true, sensitivity: "closed", description: "Name", example: "Velmora Tide" }),
  brand: text({ nullable: true, sensitivity: "public", description: "Brand of the shoes", example: "Ostra" }),
  model: text({ nullable: true, sensitivity: "public", description: "Model of the shoes", example: "Tideline 4" })
}

/** How shoes are used. */
export const shoeUse = {
  retired: boolean({
    as: "is_retired",
    sensitivity: "public",
    description: "Whether the shoes are retired",
    example: false
  }),
  runs: integer({
    as: "activity_count",
    sensitivity: "public",
    description: "Number of runs in these shoes",
    example: 58
  })
}

/** A pair of shoes. `distance` in metres as the provider counts it; null means not reported. */
export interface Shoe extends RowOf<typeof shoeIdentity> {
  readonly distance: number | null
  readonly retired: boolean | null
}

/** Where runs start, and how many. */
export const cityFields = {
  city: text({ sensitivity: "city", description: "City", example: "Portland" }),
  state: measured.state,
  country: text({ nullable: true, sensitivity: "country", description: "Country", example: "Germany" }),
  runs: integer({
    as: "run_count",
    sensitivity: "public",
    description: "Number of runs that started there",
    example: 31
  })
}

/** A run as a source other than its leading one reports it. Several such reports may belong to one run. */
export interface RecordedReport {
  readonly source: string
  /** The natural key in the source: the provider's id, or what identifies the workout where it has none. */
  readonly key: string
  /** Its `id` is the one of `recordedId`. A `distance` or `elevation` of 0 means unknown. */
  readonly run: Run
  readonly detail: Detail
  /** Whether `startedAt` is certain. Without a time zone, it is the wall clock read in the home time zone. */
  readonly zoned: boolean
  /** Names of the recording that other sources may have as well: `fit:<serial number>:<time>`, `garmin:<id>`. */
  readonly identities: ReadonlyArray<string>
  /** When the provider made the file, epoch milliseconds; null if unknown. A newer file replaces an older one. */
  readonly asOf: number | null
}

/**
 * A report of an origin: a run from a list (`Listed`), in full (`Detailed`), from an export file (`Archived`), a run
 * that is matched with those of other sources (`Recorded`), or shoes. The reports of all origins are stored, so that
 * their order does not matter.
 */
export type Report =
  | ({ readonly _tag: "Recorded" } & RecordedReport)
  | { readonly _tag: "Listed"; readonly run: Run }
  | { readonly _tag: "Detailed"; readonly run: Run; readonly detail: Detail }
  | { readonly _tag: "Archived"; readonly run: Run; readonly detail: Detail }
  | { readonly _tag: "Shoes"; readonly shoe: Shoe }

/** The id of shoes; those without a provider's id are identified by name. */
export const gearIdOf = (gear: GearRef): string => ("id" in gear ? gear.id : `name:${gear.name}`)
