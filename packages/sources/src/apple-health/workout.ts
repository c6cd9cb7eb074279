import { Parser } from "htmlparser2"
import { wallClock } from "../kit/WallClock.js"

/** Values of an element. */
type Attributes = Readonly<Record<string, string>>

interface Statistic {
  readonly sum: number | null
  readonly average: number | null
  readonly maximum: number | null
  readonly unit: string
}

/** A workout of the export: SI units, epoch milliseconds; null means unknown. */
export interface HealthWorkout {
  /** `HKWorkoutActivityTypeRunning`. */
  readonly type: string
  readonly startedAt: number
  readonly endedAt: number
  readonly sourceName: string
  /** Seconds without pauses. */
  readonly duration: number | null
  readonly distance: number | null
  readonly calories: number | null
  readonly heartrateAvg: number | null
  readonly heartrateMax: number | null
  readonly steps: number | null
  readonly elevation: number | null
  readonly localStart: number | null
  readonly brand: string | null
  /** Base name of the file with the route. */
  readonly route: string | null
}

/** `2025-12-20 12:51:00 +0100`. The offset is the phone's at the export; the instant is right. */
const healthTime = (text: string | undefined): number | null => {
  const match = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\.\d+)? ?([+-]\d{2}):?(\d{2})$/.exec(text?.trim() ?? "")
  const at = match === null ? Number.NaN : Date.parse(`${match[1]}T${match[2]}${match[3]}:${match[4]}`)
  return Number.isNaN(at) ? null : at
}

/** Numbers have a point in every language; some older versions wrote a comma. */
const numberOf = (text: string | undefined): number | null => {
  const value = text === undefined || text.trim() === "" ? Number.NaN : Number(text.trim().replace(",", "."))
  return Number.isFinite(value) ? value : null
}

const metresPer: Readonly<Record<string, number>> = { m: 1, km: 1_000, mi: 1_609.344, yd: 0.9144, ft: 0.3048, cm: 0.01 }
const secondsPer: Readonly<Record<string, number>> = { s: 1, sec: 1, min: 60, hr: 3_600, h: 3_600 }
/** `Cal` is a large calorie. */
const caloriesPer: Readonly<Record<string, number>> = { kcal: 1, Cal: 1, cal: 0.001, kJ: 1 / 4.184 }

const inUnit = (
  value: number | null | undefined,
  unit: string | undefined,
  units: Readonly<Record<string, number>>,
  usual: string
): number | null => {
  const factor = units[unit ?? usual]
  return value === null || value === undefined || factor === undefined ? null : value * factor
}

/** `4521 cm` */
const lengthOf = (text: string | undefined): number | null => {
  const match = /^([\d.,]+) ?([a-z]+)$/i.exec(text?.trim() ?? "")
  return match === null ? null : inUnit(numberOf(match[1]), match[2], metresPer, "m")
}

const identifier = "HKQuantityTypeIdentifier"

interface Parts {
  readonly own: Attributes
  readonly statistics: Map<string, Statistic>
  readonly metadata: Map<string, string>
  /** What the steps of an interval workout report, where the workout itself does not. */
  readonly steps: Map<string, ReadonlyArray<Statistic>>
  /** Climb of the steps: only they have it. */
  readonly climbs: Array<number>
  route: string | null
}

const sumOf = (values: ReadonlyArray<number | null>): number | null =>
  values.reduce<number | null>((sum, value) => (value === null ? sum : (sum ?? 0) + value), null)

/** A statistic of the workout, else that of its steps together. An average of several steps is not known. */
const statisticOf = ({ statistics, steps }: Parts, type: string): Statistic | undefined => {
  const own = statistics.get(type)
  const parts = steps.get(type) ?? []
  if (own !== undefined || parts.length <= 1) return own ?? parts[0]
  const maxima = parts.flatMap(({ maximum }) => maximum ?? [])
  return {
    sum: sumOf(parts.map(({ sum }) => sum)),
    average: null,
    maximum: maxima.length === 0 ? null : Math.max(...maxima),
    unit: parts[0]!.unit
  }
}

/**
 * Reads the elements of one workout, and of the parts of a multisport workout that are workouts themselves. Since iOS
 * 16 every workout has activities. They are the steps of an interval workout, each with statistics of its own.
 */
const partsOf = (element: string): ReadonlyArray<Parts> => {
  const all: Array<Parts> = []
  const open: Array<Parts> = []
  let isStep = false
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const current = open.at(-1)
        if (name === "Workout" || (name === "WorkoutActivity" && attributes["workoutActivityType"] !== undefined)) {
          const parts = partsWith(attributes)
          all.push(parts)
          open.push(parts)
        } else if (name === "WorkoutActivity") isStep = true
        else if (name === "WorkoutStatistics" && current !== undefined) addStatistic(current, attributes, isStep)
        else if (name === "MetadataEntry" && current !== undefined) addMetadata(current, attributes, isStep)
        else if (name === "FileReference" && current !== undefined)
          current.route ??= (attributes["path"] ?? "").replace(/^.*\//, "") || null
      },
      onclosetag: (name) => {
        if (name === "Workout") open.length = 0
        if (name === "WorkoutActivity" && isStep) isStep = false
        else if (name === "WorkoutActivity" && open.length > 1) open.pop()
      }
    },
    { xmlMode: true }
  )
  parser.end(element)
  return all
}

const partsWith = (own: Attributes): Parts => ({
  own,
  statistics: new Map(),
  metadata: new Map(),
  steps: new Map(),
  climbs: [],
  route: null
})

const addStatistic = (parts: Parts, attributes: Attributes, isStep: boolean): void => {
  const type = (attributes["type"] ?? "").replace(identifier, "")
  const statistic = {
    sum: numberOf(attributes["sum"]),
    average: numberOf(attributes["average"]),
    maximum: numberOf(attributes["maximum"]),
    unit: attributes["unit"] ?? ""
  }
  if (isStep) parts.steps.set(type, [...(parts.steps.get(type) ?? []), statistic])
  else parts.statistics.set(type, statistic)
}

const elevationKey = "HKElevationAscended"

const addMetadata = (parts: Parts, { key = "", value = "" }: Attributes, isStep: boolean): void => {
  const climb = isStep && key === elevationKey ? lengthOf(value) : null
  if (climb !== null) parts.climbs.push(climb)
  else if (!parts.metadata.has(key)) parts.metadata.set(key, value)
}

/** Distances of other sports than running and walking (HKQuantityTypeIdentifier). */
const otherDistances = [
  "DistanceCycling",
  "DistanceSwimming",
  "DistanceDownhillSnowSports",
  "DistanceCrossCountrySkiing",
  "DistanceRowing",
  "DistancePaddleSports",
  "DistanceSkatingSports",
  "DistanceWheelchair"
]
const onFoot = "DistanceWalkingRunning"

const distanceIn = (parts: Parts): Statistic | undefined =>
  (parts.own["workoutActivityType"]?.endsWith("Running") === true ? [onFoot] : [...otherDistances, onFoot])
    .map((type) => statisticOf(parts, type))
    .find((statistic) => statistic !== undefined)

const workoutOf = (parts: Parts): HealthWorkout | null => {
  const { climbs, metadata, own, route } = parts
  const [startedAt, endedAt] = [healthTime(own["startDate"]), healthTime(own["endDate"])]
  if (startedAt === null || endedAt === null || endedAt < startedAt) return null
  const distance = distanceIn(parts)
  const energy = statisticOf(parts, "ActiveEnergyBurned")
  const heartrate = statisticOf(parts, "HeartRate")
  const zone = metadata.get("HKTimeZone")
  return {
    type: own["workoutActivityType"] ?? "",
    startedAt,
    endedAt,
    sourceName: own["sourceName"] ?? "",
    duration: inUnit(numberOf(own["duration"]), own["durationUnit"], secondsPer, "min"),
    distance:
      inUnit(distance?.sum, distance?.unit, metresPer, "km") ??
      inUnit(numberOf(own["totalDistance"]), own["totalDistanceUnit"], metresPer, "km"),
    calories:
      inUnit(energy?.sum, energy?.unit, caloriesPer, "kcal") ??
      inUnit(numberOf(own["totalEnergyBurned"]), own["totalEnergyBurnedUnit"], caloriesPer, "kcal"),
    heartrateAvg: heartrate?.average ?? null,
    heartrateMax: heartrate?.maximum ?? null,
    steps: statisticOf(parts, "StepCount")?.sum ?? null,
    elevation: lengthOf(metadata.get(elevationKey)) ?? sumOf(climbs),
    localStart: zone === undefined ? null : (wallClock(zone)?.wallOf(startedAt) ?? null),
    brand: metadata.get("HKWorkoutBrandName") ?? null,
    route
  }
}

/** The workouts of an element: one, or several of a multisport workout. Null for one that cannot be read. */
export const workoutsIn = (element: string): ReadonlyArray<HealthWorkout | null> => {
  const [whole, ...children] = partsOf(element).map((parts) => ({ parts, workout: workoutOf(parts) }))
  const zone = whole?.parts.metadata.get("HKTimeZone")
  const clock = zone === undefined ? null : wallClock(zone)
  return [
    whole?.workout ?? null,
    ...children.flatMap(({ workout }) =>
      workout === null
        ? []
        : [{ ...workout, localStart: workout.localStart ?? clock?.wallOf(workout.startedAt) ?? null }]
    )
  ]
}

/** When the export was made. */
export const exportDateOf = (element: string): number | null => healthTime(/value\s*=\s*"([^"]*)"/.exec(element)?.[1])
