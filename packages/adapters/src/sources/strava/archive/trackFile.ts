import { XMLParser } from "fast-xml-parser"
import { gunzipSync } from "node:zlib"
import { instantOf as instantOfText } from "../../kit/WallClock.js"
import { fit } from "./fit.js"
import type { Track, TrackSample } from "./track.js"

const repeated = new Set(["trk", "trkseg", "trkpt", "Activity", "Lap", "Track", "Trackpoint"])

/**
 * Strips namespace prefixes, merges attributes with elements, and keeps text as text. Entities are not decoded: these
 * formats use none.
 */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "",
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  isArray: (name) => repeated.has(name)
})

/** A node: its elements and attributes by name. */
type Node = Readonly<Record<string, unknown>>

/** Strava's TCX files have blanks before the XML declaration, which is invalid. */
const documentOf = (text: string): Node => nodeOf(parser.parse(text.replace(/^[\ufeff\s]+/, "")))

const nodeOf = (value: unknown): Node =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Node) : {}

const nodesOf = (value: unknown): ReadonlyArray<Node> =>
  (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(nodeOf)

/** Text of an element. Elements with attributes are objects. */
const textOf = (value: unknown): string | null => {
  const text = typeof value === "object" && value !== null ? (value as Node)["#text"] : value
  return typeof text === "string" && text !== "" ? text : null
}

const numberOf = (value: unknown): number | null => {
  const text = textOf(value)
  const number = text === null ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : null
}

const naked = /[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/

/** A time without a zone is in UTC. */
const instantOf = (value: unknown): number | null => {
  const text = textOf(value)?.trim()
  return instantOfText(text !== undefined && naked.test(text) ? `${text}Z` : text)
}

/** Training Center XML, version 2; null when no point has a time. */
const tcx = (text: string): Track | null => {
  const [activity] = nodesOf(nodeOf(nodeOf(documentOf(text)["TrainingCenterDatabase"])["Activities"])["Activity"])
  if (activity === undefined) return null
  const laps = nodesOf(activity["Lap"])
  const points = laps
    .flatMap((lap) => nodesOf(lap["Track"]))
    .flatMap((track) => nodesOf(track["Trackpoint"]))
    .flatMap(tcxPoint)
  const sorted = points.sort((a, b) => a.at - b.at)
  const first = sorted[0]
  if (first === undefined) return null
  const calories = laps.reduce((sum, lap) => sum + (numberOf(lap["Calories"]) ?? 0), 0)
  return {
    sport: textOf(activity["Sport"])?.toLowerCase() ?? null,
    startedAt: instantOf(activity["Id"]) ?? first.at,
    offset: null,
    calories: calories > 0 ? calories : null,
    points: sorted
  }
}

const tcxPoint = (point: Node): ReadonlyArray<TrackSample> => {
  const at = instantOf(point["Time"])
  const position = nodeOf(point["Position"])
  const [latitude, longitude] = [numberOf(position["LatitudeDegrees"]), numberOf(position["LongitudeDegrees"])]
  return at === null
    ? []
    : [
        {
          at,
          place: latitude === null || longitude === null ? null : [latitude, longitude],
          distance: numberOf(point["DistanceMeters"]),
          elevation: numberOf(point["AltitudeMeters"]),
          heartrate: numberOf(nodeOf(point["HeartRateBpm"])["Value"])
        }
      ]
}

/** GPX 1.1 (https://www.topografix.com/GPX/1/1/) with Garmin's heart rate; null when no point has a time. */
const gpx = (text: string): Track | null => {
  const tracks = nodesOf(nodeOf(documentOf(text)["gpx"])["trk"])
  const points = tracks
    .flatMap((track) => nodesOf(track["trkseg"]))
    .flatMap((segment) => nodesOf(segment["trkpt"]))
    .flatMap(gpxPoint)
  const sorted = points.sort((a, b) => a.at - b.at)
  const first = sorted[0]
  if (first === undefined) return null
  return {
    sport: textOf(tracks[0]?.["type"])?.toLowerCase() ?? null,
    startedAt: first.at,
    offset: null,
    calories: null,
    points: sorted
  }
}

const gpxPoint = (point: Node): ReadonlyArray<TrackSample> => {
  const at = instantOf(point["time"])
  const [latitude, longitude] = [numberOf(point["lat"]), numberOf(point["lon"])]
  return at === null
    ? []
    : [
        {
          at,
          place: latitude === null || longitude === null ? null : [latitude, longitude],
          distance: null,
          elevation: numberOf(point["ele"]),
          heartrate: numberOf(nodeOf(nodeOf(point["extensions"])["TrackPointExtension"])["hr"])
        }
      ]
}

/** Decompressed size limit in bytes. A day at one sample per second has a fifth of this. */
const largest = 64 * 1_048_576

const kind = /\.(gpx|tcx|fit)(\.gz)?$/i

export const isTrackFile = (name: string): boolean => kind.test(name)

/** Reads a recording by its file extension, gzipped or not. Null when unreadable or empty. */
export const trackOf = (name: string, bytes: Uint8Array): Track | null => {
  const ending = kind.exec(name)
  if (ending === null) return null
  try {
    const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes, { maxOutputLength: largest }) : bytes
    switch (ending[1]?.toLowerCase()) {
      case "fit":
        return fit(plain)
      case "tcx":
        return tcx(new TextDecoder().decode(plain))
      default:
        return gpx(new TextDecoder().decode(plain))
    }
  } catch {
    // Damaged or truncated: the table's row is used without it.
    return null
  }
}
