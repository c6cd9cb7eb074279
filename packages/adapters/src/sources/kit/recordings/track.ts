import type { TrackPoint } from "@daybook/core/running"

/** One activity as a device recorded it. */
export interface Track {
  /** The device's name for the sport in lower case; null when missing. */
  readonly sport: string | null
  /** Epoch milliseconds. */
  readonly startedAt: number
  /** UTC offset at the place in milliseconds; null when the file has none. */
  readonly offset: number | null
  /** Calories counted by the device. */
  readonly calories: number | null
  /** Sorted by time. */
  readonly points: ReadonlyArray<TrackSample>
  /** What the device summed up itself, if it did. */
  readonly totals?: TrackTotals
  /** What identifies the recording in whatever file: serial number and time of a FIT file, the id of a TCX activity. */
  readonly identity?: string | null
}

/** What a device summed up. Metres, seconds, beats per minute, steps per minute of both feet; null means unknown. */
export interface TrackTotals {
  readonly distance: number | null
  readonly movingTime: number | null
  readonly elapsedTime: number | null
  readonly elevation: number | null
  readonly heartrateAvg: number | null
  readonly heartrateMax: number | null
  readonly cadence: number | null
}

/** One sample of a recording. */
export interface TrackSample {
  /** Epoch milliseconds. */
  readonly at: number
  /** Degrees. */
  readonly place: readonly [latitude: number, longitude: number] | null
  /** Distance since the start in metres, as counted by the device. */
  readonly distance: number | null
  /** Metres above sea level. */
  readonly elevation: number | null
  /** Beats per minute. */
  readonly heartrate: number | null
  /** Steps per minute as the file counts them: mostly of one foot. Absent or null means unknown. */
  readonly cadence?: number | null
}

const running =
  /^(?:(?:trail|virtual|treadmill|indoor|outdoor|track|street|road|ultra|race|obstacle)_?)?run(?:ning)?$|^(?:9|jogging)$/

/** Whether the device names a run. Strava's GPX files write 9. */
export const isRunTrack = ({ sport }: Pick<Track, "sport">): boolean =>
  sport !== null && running.test(sport.trim().replace(/[\s-]/g, "_"))

const earth = 6_371_008.8
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Metres between two places on a sphere (haversine). */
const between = ([latA, lonA]: readonly [number, number], [latB, lonB]: readonly [number, number]): number => {
  const half =
    Math.sin(radians(latB - latA) / 2) ** 2 +
    Math.cos(radians(latA)) * Math.cos(radians(latB)) * Math.sin(radians(lonB - lonA) / 2) ** 2
  return 2 * earth * Math.asin(Math.min(1, Math.sqrt(half)))
}

/**
 * Distance over time, from the device's distance or else from coordinates. Samples without either in the middle of the
 * course are dropped: distance would stand still there and then jump.
 */
export const courseOf = (samples: ReadonlyArray<TrackSample>): ReadonlyArray<TrackPoint> => {
  const counts = samples.some(({ distance }) => distance !== null)
  const isMeasured = ({ distance, place }: TrackSample) => (counts ? distance : place) !== null
  const [from, to] = [samples.findIndex(isMeasured), samples.findLastIndex(isMeasured)]
  const points = samples.filter((point, index) => index < from || index > to || isMeasured(point))
  const first = points[0]
  if (first === undefined) return []
  let distance = 0
  let last: TrackSample["place"] = null
  const course: Array<TrackPoint> = []
  for (const point of points) {
    if (counts) distance = Math.max(distance, point.distance ?? 0)
    else if (point.place !== null && last !== null) distance += between(last, point.place)
    last = point.place ?? last
    const at = (point.at - first.at) / 1000
    if (course.length === 0 || at > course[course.length - 1]!.at)
      course.push({ at, distance, elevation: point.elevation, heartrate: point.heartrate })
  }
  return course
}

/** The samples of a part of a recording: their distances may count on from the part before. */
export const fromZero = (samples: ReadonlyArray<TrackSample>): ReadonlyArray<TrackSample> => {
  const before = samples.find(({ distance }) => distance !== null)?.distance ?? 0
  return samples.map((one) => (one.distance === null ? one : { ...one, distance: one.distance - before }))
}

/** Recordings in one file are different ones, even if their identities are equal: those get a number. */
export const numbered = (tracks: ReadonlyArray<Track>): ReadonlyArray<Track> => {
  const counts = new Map<string, number>()
  return tracks.map((track) => {
    const identity = track.identity ?? null
    if (identity === null) return track
    const count = (counts.get(identity) ?? 0) + 1
    counts.set(identity, count)
    return count === 1 ? track : { ...track, identity: `${identity}#${count}` }
  })
}

const mostPlaces = 200

/** Encoded polyline (Google's algorithm, precision 5) of at most 200 points; null without coordinates. */
export const polylineOf = (points: ReadonlyArray<TrackSample>): string | null => {
  const places = points.flatMap(({ place }) => (place === null ? [] : [place]))
  if (places.length < 2) return null
  const step = Math.max(1, (places.length - 1) / (mostPlaces - 1))
  const count = Math.min(places.length, mostPlaces)
  let text = ""
  let [lat, lon] = [0, 0]
  for (let index = 0; index < count; index++) {
    const place = places[index === count - 1 ? places.length - 1 : Math.round(index * step)]!
    const [nextLat, nextLon] = [Math.round(place[0] * 1e5), Math.round(place[1] * 1e5)]
    text += signed(nextLat - lat) + signed(nextLon - lon)
    lat = nextLat
    lon = nextLon
  }
  return text
}

const signed = (value: number): string => {
  let rest = value < 0 ? ~(value << 1) : value << 1
  let text = ""
  while (rest >= 0x20) {
    text += String.fromCharCode((0x20 | (rest & 0x1f)) + 63)
    rest >>= 5
  }
  return text + String.fromCharCode(rest + 63)
}
