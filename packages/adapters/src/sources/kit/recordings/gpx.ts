import { countedSteps } from "./cadence.js"
import { hasImpossibleAltitude, soundSamples } from "./samples.js"
import { type Track, type TrackSample, numbered } from "./track.js"
import { type Node, documentOf, instantOf, nodeOf, nodesOf, numberOf, offsetOf, textOf } from "./xml.js"

/**
 * The tracks of GPX 1.1 (https://www.topografix.com/GPX/1/1/) that have times, with Garmin's heart rate and cadence.
 * Each is an activity of its own sport.
 */
export const gpx = (text: string): ReadonlyArray<Track> =>
  numbered(nodesOf(nodeOf(documentOf(text)["gpx"])["trk"]).flatMap((track) => gpxTrack(track) ?? []))

const gpxTrack = (track: Node): Track | null => {
  const trackpoints = nodesOf(track["trkseg"]).map((segment) => nodesOf(segment["trkpt"]))
  const samples = trackpoints.flatMap((part, segment) => part.flatMap((point) => gpxPoint(point, segment)))
  const points = soundSamples(samples)
  const [first] = points
  if (first === undefined) return null
  const earliest = samples.reduce((least, { at }) => Math.min(least, at), Infinity)
  return {
    sport: textOf(track["type"])?.toLowerCase() ?? null,
    startedAt: first.at,
    offset: offsetOf(trackpoints.flat().map((point) => point["time"])),
    calories: null,
    points,
    ...(hasImpossibleAltitude(samples) && { hasImpossibleAltitude: true }),
    identity: `gpx:${earliest}:${samples.length}`
  }
}

const gpxPoint = (point: Node, segment: number): ReadonlyArray<TrackSample> => {
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
          cadence: countedSteps(numberOf(extension["cad"])),
          segment
        }
      ]
}

/**
 * Tracks that are known to be of one activity, as one: some apps begin a track after each pause. The sport of the first
 * one counts.
 */
export const joined = (tracks: readonly [Track, ...Array<Track>]): Track => {
  const [first] = tracks
  if (tracks.length === 1) return first
  const parts = tracks.filter(({ sport }) => sport === first.sport)
  const points = parts
    .flatMap((track, part) => track.points.map((point) => ({ ...point, segment: part * 1e6 + (point.segment ?? 0) })))
    .sort((a, b) => a.at - b.at)
  return { ...first, points, startedAt: points[0]?.at ?? first.startedAt }
}
