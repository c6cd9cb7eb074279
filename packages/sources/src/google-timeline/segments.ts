import type { Visit } from "@daybook/core/places"
import type { RecordRow } from "../kit/exportFile/recordFile.js"
import { type Fields, fieldsOf, numberOf, textOf } from "../kit/jsonValues.js"
import { degreesOf } from "../kit/values.js"

/** ISO 8601 with an offset. A time without one could be anywhere. */
const instantOf = (value: unknown): number | null => {
  const text = textOf(value)?.trim() ?? ""
  const at = /(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? Date.parse(text) : NaN
  return Number.isNaN(at) ? null : at
}

const filled = (value: unknown): string | null => textOf(value)?.trim() || null

/** `38.7100000°, -9.1400000°` of Android, `geo:38.71,-9.14` of an iPhone. */
const pointOf = (value: unknown) => {
  const text = textOf(value) ?? textOf(fieldsOf(value)?.["latLng"]) ?? ""
  const [, latitude, longitude] = /^(?:geo:)?\s*(-?\d+(?:\.\d+)?)°?\s*,\s*(-?\d+(?:\.\d+)?)°?/.exec(text) ?? []
  return degreesOf(numberOf(latitude), numberOf(longitude))
}

/** Google says of most places that it does not know what they are. */
const kindOf = (value: unknown): string | null => {
  const kind =
    filled(value)
      ?.replace(/^TYPE_/, "")
      .replaceAll(" ", "_")
      .toUpperCase() ?? null
  return kind === null || /^(?:UNKNOWN|UNKNOWN_TYPE|SEARCHED_ADDRESS)$/.test(kind) ? null : kind
}

/** The record of a visit; null without a start or a place. */
const visitOf = (
  visit: Omit<Visit, "place" | "started_at"> & { readonly id: string | null; at: number | null }
): RecordRow => {
  const { at, id, ...rest } = visit
  const place = id ?? (rest.latitude === null ? null : `${rest.latitude},${rest.longitude}`)
  return at === null || place === null ? null : { values: { ...rest, place, started_at: at }, at }
}

const otherSegments = ["activity", "timelinePath", "timelineMemory", "activitySegment"]

/** Why a segment is no visit; null for an object that is none of Google's. */
const otherOf = (row: Fields): RecordRow => (otherSegments.some((name) => name in row) ? "movements and paths" : null)

/**
 * A segment of `Timeline.json` from Android or `location-history.json` from an iPhone, where numbers are texts. A visit
 * inside another one has level 1.
 */
export const readSegment = (value: unknown): RecordRow => {
  const row = fieldsOf(value)
  if (row === null) return null
  const visit = fieldsOf(row["visit"])
  if (visit === null) return otherOf(row)
  if ((numberOf(visit["hierarchyLevel"]) ?? 0) > 0) return "inside another visit"
  const candidate = fieldsOf(visit["topCandidate"]) ?? {}
  return visitOf({
    at: instantOf(row["startTime"]),
    ended_at: instantOf(row["endTime"]),
    id: filled(candidate["placeId"] ?? candidate["placeID"]),
    name: null,
    address: null,
    kind: kindOf(candidate["semanticType"]),
    ...pointOf(candidate["placeLocation"])
  })
}

/** Degrees are in units of 10^-7. */
const fromE7 = (value: unknown): number | null => {
  const units = numberOf(value)
  return units === null ? null : units / 1e7
}

const milliseconds = (value: unknown): number | null => {
  const at = numberOf(value)
  return at === null ? null : Math.floor(at)
}

/** An object of `Semantic Location History/2023/2023_JANUARY.json` from an earlier Takeout. These have names. */
export const readTimelineObject = (value: unknown): RecordRow => {
  const row = fieldsOf(value)
  if (row === null) return null
  const visit = fieldsOf(row["placeVisit"])
  if (visit === null) return otherOf(row)
  const location = fieldsOf(visit["location"]) ?? {}
  const duration = fieldsOf(visit["duration"]) ?? {}
  return visitOf({
    at: instantOf(duration["startTimestamp"]) ?? milliseconds(duration["startTimestampMs"]),
    ended_at: instantOf(duration["endTimestamp"]) ?? milliseconds(duration["endTimestampMs"]),
    id: filled(location["placeId"]),
    name: filled(location["name"]),
    address: filled(location["address"])?.replace(/\s*\n\s*/g, ", ") ?? null,
    kind: kindOf(location["semanticType"]),
    ...degreesOf(fromE7(location["latitudeE7"]), fromE7(location["longitudeE7"]))
  })
}
