import type { FileSample } from "@daybook/core/sync"
import { XMLParser } from "fast-xml-parser"
import { gunzipSync } from "node:zlib"
import { isGzip } from "../exportFile/sample.js"
import { instantOf as instantOfText } from "../WallClock.js"
import { bothFeet, countedSteps } from "./cadence.js"
import { fit, isOtherFit } from "./fit.js"
import { type Track, type TrackSample, type TrackTotals, fromZero, isRunTrack, numbered } from "./track.js"

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

/**
 * The activities of Training Center XML, version 2, that have a time. The legs of a multisport session are activities.
 * The transitions between them are no sport.
 */
const tcx = (text: string): ReadonlyArray<Track> => {
  const activities = nodeOf(nodeOf(documentOf(text)["TrainingCenterDatabase"])["Activities"])
  const legs = nodesOf(activities["MultiSportSession"])
    .flatMap((session) => [...nodesOf(session["FirstSport"]), ...nodesOf(session["NextSport"])])
    .flatMap((sport) => nodesOf(sport["Activity"]))
  return numbered([
    ...nodesOf(activities["Activity"]).flatMap((activity) => tcxTrack(activity) ?? []),
    ...legs.flatMap((leg) => legTrack(leg) ?? [])
  ])
}

/** A leg may have the id of its session, which is the start of the first leg. */
const legTrack = (leg: Node): Track | null => {
  const track = tcxTrack(leg)
  if (track === null) return null
  const startedAt = instantOf(nodesOf(leg["Lap"])[0]?.["StartTime"]) ?? track.startedAt
  return { ...track, startedAt, points: fromZero(track.points) }
}

const tcxTrack = (activity: Node): Track | null => {
  const laps = nodesOf(activity["Lap"])
  const points = laps
    .flatMap((lap) => nodesOf(lap["Track"]))
    .flatMap((track) => nodesOf(track["Trackpoint"]))
    .flatMap(tcxPoint)
  const sorted = points.sort((a, b) => a.at - b.at)
  const id = textOf(activity["Id"])
  const startedAt = instantOf(activity["Id"]) ?? sorted[0]?.at
  if (startedAt === undefined) return null
  const totals = tcxTotals(laps)
  if (sorted.length === 0 && totals.movingTime === null) return null
  const calories = laps.reduce((sum, lap) => sum + (numberOf(lap["Calories"]) ?? 0), 0)
  return {
    sport: textOf(activity["Sport"])?.toLowerCase() ?? null,
    startedAt,
    offset: null,
    calories: calories > 0 ? calories : null,
    points: sorted,
    totals,
    identity: id === null ? null : `tcx:${id}`
  }
}

/** Sums of the laps. Pauses are between them. */
const tcxTotals = (laps: ReadonlyArray<Node>): TrackTotals => {
  const sumOf = (name: string) => {
    const values = laps.flatMap((lap) => numberOf(lap[name]) ?? [])
    return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0)
  }
  const highest = laps.flatMap((lap) => numberOf(nodeOf(lap["MaximumHeartRateBpm"])["Value"]) ?? [])
  return {
    distance: sumOf("DistanceMeters"),
    movingTime: sumOf("TotalTimeSeconds"),
    elapsedTime: null,
    elevation: null,
    heartrateAvg: null,
    heartrateMax: highest.length === 0 ? null : Math.max(...highest),
    cadence: lapCadence(laps)
  }
}

/** The first value of a member of Garmin's extensions, each of which may have several elements. */
const extended = (node: Node, element: "LX" | "TPX", member: string): number | null =>
  nodesOf(node["Extensions"])
    .flatMap((extensions) => nodesOf(extensions[element]))
    .flatMap((extension) => numberOf(extension[member]) ?? [])[0] ?? null

/** Steps a minute over the laps with any. Some programs write those of runs where cadences of bikes belong. */
const lapCadence = (laps: ReadonlyArray<Node>): number | null => {
  const counts = laps.flatMap((lap) => {
    const count = countedSteps(extended(lap, "LX", "AvgRunCadence") ?? numberOf(lap["Cadence"]))
    const seconds = numberOf(lap["TotalTimeSeconds"])
    return count === null || seconds === null || seconds <= 0 ? [] : [{ count, seconds }]
  })
  const time = counts.reduce((sum, { seconds }) => sum + seconds, 0)
  return time === 0 ? null : bothFeet(counts.reduce((sum, { count, seconds }) => sum + count * seconds, 0) / time)
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
          heartrate: numberOf(nodeOf(point["HeartRateBpm"])["Value"]),
          cadence: countedSteps(extended(point, "TPX", "RunCadence") ?? numberOf(point["Cadence"]))
        }
      ]
}

/** GPX 1.1 (https://www.topografix.com/GPX/1/1/) with Garmin's heart rate and cadence; null when no point has a time. */
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
    points: sorted,
    identity: `gpx:${first.at}:${sorted.length}`
  }
}

const gpxPoint = (point: Node): ReadonlyArray<TrackSample> => {
  const at = instantOf(point["time"])
  const extension = nodeOf(nodeOf(point["extensions"])["TrackPointExtension"])
  const [latitude, longitude] = [numberOf(point["lat"]), numberOf(point["lon"])]
  return at === null
    ? []
    : [
        {
          at,
          place: latitude === null || longitude === null ? null : [latitude, longitude],
          distance: null,
          elevation: numberOf(point["ele"]),
          heartrate: numberOf(extension["hr"]),
          cadence: countedSteps(numberOf(extension["cad"]))
        }
      ]
}

/** Decompressed size limit in bytes. A day at one sample per second has a fifth of this. */
const largest = 64 * 1_048_576

const ending = /\.(gpx|tcx|fit)(\.gz)?$/i

export type RecordingKind = "gpx" | "tcx" | "fit"

export const isTrackFile = (name: string): boolean => ending.test(name)

/** The name of an XML document's first element, without its prefix, after the declaration and comments. */
const rootElement = /^(?:\s|<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>]*>)*<(?:[\w.-]+:)?([\w.-]+)/i

/** The kind of a recording by its content; null if it is none. FIT has its name after the length of its data. */
export const recordingKind = ({ head, text }: Pick<FileSample, "head" | "text">): RecordingKind | null => {
  if (head.length >= 12 && Buffer.from(head.subarray(8, 12)).toString("latin1") === ".FIT") return "fit"
  const root = rootElement.exec(text.replace(/^\ufeff/, ""))?.[1]?.toLowerCase()
  return root === "gpx" ? "gpx" : root === "trainingcenterdatabase" ? "tcx" : null
}

/** Reads a recording of an archive by its file extension, gzipped or not. Null when unreadable or empty. */
export const trackOf = (name: string, bytes: Uint8Array): Track | null => {
  const kind = ending.exec(name)?.[1]?.toLowerCase()
  return kind === "gpx" || kind === "tcx" || kind === "fit" ? trackIn(kind, bytes) : null
}

/** Reads the first run of a recording, else its first activity. Null when unreadable or without samples. */
export const trackIn = (kind: RecordingKind, bytes: Uint8Array): Track | null => {
  const tracks = tracksIn(kind, bytes).filter(({ points }) => points.length > 0)
  return tracks.find(isRunTrack) ?? tracks[0] ?? null
}

/** The unpacked bytes of a recording; the packed ones if they are damaged. */
export const plainBytes = (bytes: Uint8Array): Uint8Array => {
  try {
    return isGzip(bytes) ? gunzipSync(bytes, { maxOutputLength: largest }) : bytes
  } catch {
    return bytes
  }
}

/** Whether a file of a watch is readable and holds something else than an activity. */
export const holdsNoActivity = (kind: RecordingKind, bytes: Uint8Array): boolean =>
  kind === "fit" && isOtherFit(plainBytes(bytes))

/** Reads the activities of a recording, gzipped or not. None when unreadable or empty. */
export const tracksIn = (kind: RecordingKind, bytes: Uint8Array): ReadonlyArray<Track> => {
  try {
    const plain = plainBytes(bytes)
    switch (kind) {
      case "fit":
        return fit(plain)
      case "tcx":
        return tcx(new TextDecoder().decode(plain))
      case "gpx":
        return [gpx(new TextDecoder().decode(plain))].flatMap((track) => track ?? [])
    }
  } catch {
    // Damaged or truncated: the table's row is used without it.
    return []
  }
}
