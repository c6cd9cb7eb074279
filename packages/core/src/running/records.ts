/** What a run was meant as, by the provider's own word. */
export const workoutTypes = ["default", "race", "long_run", "workout"] as const
export type WorkoutType = typeof workoutTypes[number]

/**
 * One run as one road tells it. Metres, seconds and epoch milliseconds; null is what the road does not say. `id` is the
 * provider's own and the natural key, the same on every road; a lone recording, which has none, gets one below 0 from its start.
 */
export interface Run {
  readonly id: number
  readonly name: string
  /** The provider's word: `Run`, `TrailRun`, `VirtualRun`. */
  readonly sport: string
  readonly startedAt: number
  /** What the clocks at the place showed at the start, written as if it were UTC; null where only the instant is known. */
  readonly localStart: number | null
  readonly distance: number
  readonly movingTime: number
  readonly elapsedTime: number
  /** Climbed. */
  readonly elevation: number
  readonly heartrateAvg: number | null
  readonly heartrateMax: number | null
  /** Steps a minute, both feet. */
  readonly cadence: number | null
  readonly sufferScore: number | null
  readonly workoutType: WorkoutType | null
  readonly city: string | null
  readonly state: string | null
  readonly country: string | null
  /** Where it began, degrees; absent where only the course tells it, or nothing. */
  readonly start?: readonly [latitude: number, longitude: number] | undefined
  /** The course, encoded with Google's algorithm at precision 5. */
  readonly polyline: string | null
  readonly gear: GearRef | null
}

/** The shoes of a run: by the provider's id, or only by name where the road gives no ids. */
export type GearRef = { readonly id: string } | { readonly name: string }

/** What only the more talkative answers of a road hold of a run; null where this one does not. */
export interface Detail {
  readonly calories: number | null
  readonly description: string | null
  readonly splits: ReadonlyArray<Split> | null
  readonly efforts: ReadonlyArray<Effort> | null
}

/** One mile of a run, the last one perhaps cut short. `number` counts from 1. */
export interface Split {
  readonly number: number
  readonly distance: number
  readonly movingTime: number
  readonly elapsedTime: number
  readonly elevation: number
  readonly heartrate: number | null
}

/** The fastest stretch of one of the standard distances within a run. Seconds. */
export interface Effort {
  readonly distance: DistanceKey
  readonly elapsedTime: number
}

/** Distances that records are kept of, ascending: key on the wire, what people call it, metres. */
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
export type DistanceKey = typeof distances[number]["key"]

/** A pair of shoes. `distance` in metres as the provider counts it; null is what it does not say. */
export interface Shoe {
  readonly id: string
  readonly name: string
  readonly brand: string | null
  readonly model: string | null
  readonly distance: number | null
  readonly retired: boolean | null
}

/**
 * What a road says: of a run in passing (`Listed`, as lists do), in full (`Detailed`), out of an export file
 * (`Archived`), or of shoes. What each road said is kept, so that the order in which they spoke does not matter.
 */
export type Report =
  | { readonly _tag: "Listed"; readonly run: Run }
  | { readonly _tag: "Detailed"; readonly run: Run; readonly detail: Detail }
  | { readonly _tag: "Archived"; readonly run: Run; readonly detail: Detail }
  | { readonly _tag: "Shoes"; readonly shoe: Shoe }

/** The id under which shoes known only by name are kept. */
export const gearIdOf = (gear: GearRef): string => "id" in gear ? gear.id : `name:${gear.name}`
