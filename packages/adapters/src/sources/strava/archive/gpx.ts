import type { Recorded, Track } from "./Track.js"
import { documentOf, instantOf, type Node, nodeOf, nodesOf, numberOf, textOf } from "./xml.js"

/** GPX 1.1 (https://www.topografix.com/GPX/1/1/) with Garmin's heart rate; null where no point has a time. */
export const gpx = (text: string): Track | null => {
  const tracks = nodesOf(nodeOf(documentOf(text)["gpx"])["trk"])
  const points = tracks.flatMap((track) => nodesOf(track["trkseg"])).flatMap((segment) => nodesOf(segment["trkpt"])).flatMap(pointOf)
  const sorted = points.sort((a, b) => a.at - b.at)
  const first = sorted[0]
  if (first === undefined) return null
  return { sport: textOf(tracks[0]?.["type"])?.toLowerCase() ?? null, startedAt: first.at, offset: null, calories: null, points: sorted }
}

const pointOf = (point: Node): ReadonlyArray<Recorded> => {
  const at = instantOf(point["time"])
  const [latitude, longitude] = [numberOf(point["lat"]), numberOf(point["lon"])]
  return at === null ? [] : [{
    at,
    place: latitude === null || longitude === null ? null : [latitude, longitude],
    distance: null,
    elevation: numberOf(point["ele"]),
    heartrate: numberOf(nodeOf(nodeOf(point["extensions"])["TrackPointExtension"])["hr"])
  }]
}
