import { Chunk, Option, Schema, Stream } from "effect"
import { bothFeet, countedSteps } from "../kit/recordings/cadence.js"

/** The member of an export's object that holds the activities. */
const listName = "summarizedActivitiesExport"

/** Maximum length of an activity, in characters. Those with many laps have some kilobytes. */
const maxObjectLength = 4 * 1_048_576

/** Replaces an activity that is too long. */
const unreadable = "\ufffd"

/**
 * Cuts the objects out of every list that is called `summarizedActivitiesExport`, at any depth. Such a file may have
 * hundreds of megabytes in one object.
 */
const listCutter = () => {
  const stack: Array<"list" | "other"> = []
  let inText = false
  let escaped = false
  /** The last text, to know which member a list belongs to. */
  let name = ""
  let pending = ""
  /** Depth of the stack at which the current object began; -1 outside. */
  let began = -1
  let isSeen = false
  const feed = (part: string): Array<string> => {
    const objects: Array<string> = []
    let start = 0
    for (let at = 0; at < part.length; at++) {
      const character = part[at]!
      if (inText) {
        if (escaped) escaped = false
        else if (character === "\\") escaped = true
        else if (character === '"') inText = false
        else if (began === -1 && name.length < 64) name += character
      } else if (character === '"') {
        inText = true
        if (began === -1) name = ""
      } else if (character === "[" || character === "{") {
        if (character === "{" && began === -1 && stack.at(-1) === "list") {
          began = stack.length
          start = at
        }
        const isList = character === "[" && began === -1 && name === listName
        isSeen ||= isList
        stack.push(isList ? "list" : "other")
        if (began === -1) name = ""
      } else if (character === "]" || character === "}") {
        stack.pop()
        if (began !== -1 && stack.length === began) {
          objects.push(pending.length > maxObjectLength ? unreadable : pending + part.slice(start, at + 1))
          pending = ""
          began = -1
        }
      }
    }
    if (began !== -1 && pending.length <= maxObjectLength) pending += part.slice(start)
    return objects
  }
  return { feed, isWhole: () => isSeen && stack.length === 0 }
}

/** The texts of the activities of a summary file. Calls `cutShort` if it has no end. */
export const summaryObjects = <E, R>(
  text: Stream.Stream<string, E, R>,
  cutShort: () => void
): Stream.Stream<string, E, R> =>
  Stream.suspend(() => {
    const { feed, isWhole } = listCutter()
    return Stream.mapConcatChunk(text, (part) => Chunk.unsafeFromArray(feed(part))).pipe(
      Stream.concat(
        Stream.drain(
          Stream.sync(() => {
            if (!isWhole()) cutShort()
          })
        )
      )
    )
  })

const Amount = Schema.optional(Schema.NullOr(Schema.Number))
const Name = Schema.optional(Schema.NullOr(Schema.String))

/** An activity of `…_summarizedActivities.json`: centimetres, milliseconds, centimetres per millisecond. */
const Summary = Schema.Struct({
  activityId: Schema.Number,
  name: Name,
  description: Name,
  activityType: Schema.optional(Schema.NullOr(Schema.Union(Schema.String, Schema.Struct({ typeKey: Name })))),
  sportType: Name,
  eventTypeId: Amount,
  beginTimestamp: Amount,
  startTimeGmt: Amount,
  startTimeLocal: Amount,
  duration: Amount,
  elapsedDuration: Amount,
  movingDuration: Amount,
  distance: Amount,
  elevationGain: Amount,
  avgHr: Amount,
  maxHr: Amount,
  avgRunCadence: Amount,
  avgDoubleCadence: Amount,
  calories: Amount,
  parent: Schema.optional(Schema.NullOr(Schema.Boolean))
})

/** An activity in SI units, epoch milliseconds, kilocalories, steps per minute of both feet. */
export interface GarminActivity {
  readonly id: string
  readonly type: string
  readonly name: string | null
  readonly description: string | null
  readonly startedAt: number
  readonly localStart: number | null
  readonly distance: number | null
  readonly movingTime: number | null
  readonly elapsedTime: number | null
  readonly elevation: number | null
  readonly heartrateAvg: number | null
  readonly heartrateMax: number | null
  readonly cadence: number | null
  /** As in the file: kilocalories, or 4.19 times as much. */
  readonly rawCalories: number | null
  readonly isRace: boolean
  readonly isParent: boolean
}

const decode = Schema.decodeUnknownOption(Summary)
const raceEvent = 1
const quarterHour = 900_000
const maxOffset = 14 * 3_600_000

const scaled = (value: number | null | undefined, by: number): number | null =>
  value === null || value === undefined ? null : value / by

/** Null for an activity that cannot be read. */
export const activityOf = (text: string): GarminActivity | null => {
  const parsed = Option.flatMap(Option.liftThrowable((json: string): unknown => JSON.parse(json))(text), decode)
  if (Option.isNone(parsed)) return null
  const one = parsed.value
  const startedAt = one.startTimeGmt ?? one.beginTimestamp
  if (startedAt === null || startedAt === undefined) return null
  const offset = (one.startTimeLocal ?? Number.NaN) - startedAt
  const isOffset = Math.abs(offset) <= maxOffset && Math.abs(offset % quarterHour) < 60_000
  const type = typeof one.activityType === "string" ? one.activityType : (one.activityType?.typeKey ?? one.sportType)
  return {
    id: String(one.activityId),
    type: (type ?? "").toLowerCase(),
    name: one.name ?? null,
    description: one.description ?? null,
    startedAt,
    localStart: isOffset ? startedAt + offset : null,
    distance: scaled(one.distance, 100),
    // Without GPS, on a treadmill, the list has 0.
    movingTime: scaled(one.movingDuration || one.duration, 1_000),
    elapsedTime: scaled(one.elapsedDuration, 1_000),
    elevation: scaled(one.elevationGain, 100),
    heartrateAvg: one.avgHr ?? null,
    heartrateMax: one.maxHr ?? null,
    cadence: one.avgDoubleCadence ?? bothFeet(countedSteps(one.avgRunCadence)),
    rawCalories: one.calories ?? null,
    isRace: one.eventTypeId === raceEvent,
    isParent: one.parent === true
  }
}
