/** One activity as a device recorded it. */
export interface Track {
  /** The device's name for the sport in lower case; null when missing. */
  readonly sport: string | null
  /** Epoch milliseconds. */
  readonly startedAt: number
  /** The start that the device says, if its samples contradict it. */
  readonly claimedStart?: number
  /** UTC offset at the place in milliseconds; null when the file has none. */
  readonly offset: number | null
  /** Calories counted by the device. */
  readonly calories: number | null
  /** Sorted by time, without faults of the device: see `soundSamples`. */
  readonly points: ReadonlyArray<TrackSample>
  /** The same for another sport than running, in which places may be further apart. Absent if they are equal. */
  readonly fastPoints?: (() => ReadonlyArray<TrackSample>) | undefined
  /** The places of the course in order, if most points have no time: those of `points` are null then. */
  readonly places?: ReadonlyArray<NonNullable<TrackSample["place"]>>
  /** What the device summed up itself, if it did. */
  readonly totals?: TrackTotals
  /** What identifies the recording in whatever file: serial number and time of a FIT file, the id of a TCX activity. */
  readonly identity?: string | null
  /** Whether the file has altitudes that are none. */
  readonly hasImpossibleAltitude?: boolean
  /** Whether the file ends within the recording. */
  readonly isCut?: boolean
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
  /** Metres as counted by the device, mostly since the start. */
  readonly distance: number | null
  /** Metres above sea level. */
  readonly elevation: number | null
  /** Beats per minute. */
  readonly heartrate: number | null
  /** Steps per minute as the file counts them: mostly of one foot. Absent or null means unknown. */
  readonly cadence?: number | null
  /** The number of the part of the recording, of which each may begin after a pause. Absent without parts. */
  readonly segment?: number
}

const running =
  /^(?:(?:trail|virtual|treadmill|indoor|outdoor|track|street|road|ultra|race|obstacle)_?)?run(?:ning)?$|^(?:9|jogging)$/

/** Whether the device names a run. Strava's GPX files write 9. */
export const isRunTrack = ({ sport }: Pick<Track, "sport">): boolean =>
  sport !== null && running.test(sport.trim().replace(/[\s-]/g, "_"))

/** What Strava writes into its GPX files in place of a name. Other numbers are not documented. */
const gpxNumbers: Readonly<Record<string, string>> = { 1: "ride", 9: "run" }

/** The name of the sport of a recording; null if it has none. */
export const sportIn = ({ sport }: Pick<Track, "sport">): string | null =>
  sport === null ? null : (gpxNumbers[sport.trim()] ?? sport)

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

const maxPlaces = 200

/** The places of samples that have one. */
export const placesOf = (samples: ReadonlyArray<TrackSample>): NonNullable<Track["places"]> =>
  samples.flatMap(({ place }) => (place === null ? [] : [place]))

/**
 * Encoded polyline (Google's algorithm, precision 5) of at most 200 points; null without coordinates. By default the
 * places are those of the samples.
 */
export const polylineOf = (samples: ReadonlyArray<TrackSample>, places = placesOf(samples)): string | null => {
  if (places.length < 2) return null
  const step = Math.max(1, (places.length - 1) / (maxPlaces - 1))
  const count = Math.min(places.length, maxPlaces)
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
