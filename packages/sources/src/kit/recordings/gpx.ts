import { countedSteps } from "./cadence.js"
import { metresBetween } from "./distance.js"
import { anySport, hasImpossibleAltitude, soundPlace, soundSamples } from "./samples.js"
import { type Track, type TrackSample, type TrackTotals, numbered } from "./track.js"
import { type Node, documentOf, instantOf, nodeOf, nodesOf, numberOf, offsetOf, textOf } from "./xml.js"

/**
 * The tracks of GPX 1.1 (https://www.topografix.com/GPX/1/1/) that have times, with Garmin's heart rate and cadence.
 * Each is an activity of its own sport. A track with few times is a course that was covered between them.
 */
export const gpx = (text: string): ReadonlyArray<Track> =>
  numbered(nodesOf(nodeOf(documentOf(text)["gpx"])["trk"]).flatMap((track) => gpxTrack(track) ?? []))

const gpxTrack = (track: Node): Track | null => {
  const trackpoints = nodesOf(track["trkseg"]).map((segment) => nodesOf(segment["trkpt"]))
  const timed = trackpoints.flatMap((part, segment) => part.flatMap((point) => gpxPoint(point, segment)))
  const course = timelessCourse(track, trackpoints.flat(), timed.length)
  const samples = course === null ? timed : timed.map((sample) => ({ ...sample, place: null }))
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
    fastPoints: () => soundSamples(samples, anySport),
    ...course,
    ...(hasImpossibleAltitude(samples) && { hasImpossibleAltitude: true }),
    identity: `gpx:${earliest}:${samples.length}`
  }
}

/** The part of the points that has to have a time. Fewer of them say when an activity was, but not its pace. */
const minTimedShare = 0.5

/** The times of the start and the end. */
const twoTimes = 2

const placeOf = (point: Node): TrackSample["place"] => {
  const [latitude, longitude] = [numberOf(point["lat"]), numberOf(point["lon"])]
  return latitude === null || longitude === null ? null : [latitude, longitude]
}

const lengthOf = (places: NonNullable<Track["places"]>): number =>
  places.slice(1).reduce((sum, place, index) => sum + metresBetween(places[index]!, place), 0)

/**
 * The course of a track whose points have no times, with the sums of Garmin's TrackStatsExtension, such as a file that
 * Daybook exported. Null for a recording: its samples are more exact, as handhelds sum up several days.
 */
const timelessCourse = (
  track: Node,
  points: ReadonlyArray<Node>,
  timed: number
): Required<Pick<Track, "places" | "totals">> | null => {
  const sums = nodeOf(nodeOf(track["extensions"])["TrackStatsExtension"])
  const distance = numberOf(sums["Distance"])
  if (timed >= minTimedShare * points.length && (timed > twoTimes || distance === null)) return null
  const places = points.map((point) => soundPlace(placeOf(point))).filter((place) => place !== null)
  const totals: TrackTotals = {
    distance: distance ?? lengthOf(places),
    movingTime: numberOf(sums["MovingTime"]),
    elapsedTime: numberOf(sums["TotalElapsedTime"]),
    elevation: numberOf(sums["Ascent"]),
    heartrateAvg: null,
    heartrateMax: null,
    cadence: null
  }
  return { places, totals }
}

const gpxPoint = (point: Node, segment: number): ReadonlyArray<TrackSample> => {
  const at = instantOf(point["time"])
  const extension = nodeOf(nodeOf(point["extensions"])["TrackPointExtension"])
  return at === null
    ? []
    : [
        {
          at,
          place: placeOf(point),
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
  return { ...first, points, fastPoints: undefined, startedAt: points[0]?.at ?? first.startedAt }
}
