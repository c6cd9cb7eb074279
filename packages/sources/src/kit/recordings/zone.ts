import { startPointOf } from "@daybook/core/running"
import { Calendar } from "@daybook/core/shared"
import { Effect } from "effect"
import { wallClock } from "../WallClock.js"
import { type Track, type TrackSample, placesOf } from "./track.js"

type Place = NonNullable<TrackSample["place"]>

/** The IANA zone at a point on Earth, in degrees. */
export type ZoneAt = (latitude: number, longitude: number) => string

/** Loaded when something first needs a zone by its place. */
export const loadZones: Effect.Effect<ZoneAt> = Effect.promise(async () => {
  const { default: zoneAt } = await import("@photostructure/tz-lookup")
  return zoneAt
})

/** Degrees of latitude, about 20 km: the lookup is only as exact near the border of a zone. */
const margin = 0.2
const minShrinking = 0.05

/** A point and eight points around it. */
const around = ([latitude, longitude]: Place): ReadonlyArray<Place> => {
  const east = margin / Math.max(minShrinking, Math.cos((latitude * Math.PI) / 180))
  const steps = [-1, 0, 1]
  return steps.flatMap((up) =>
    steps.map((right): Place => [
      Math.min(90, Math.max(-90, latitude + up * margin)),
      ((longitude + right * east + 540) % 360) - 180
    ])
  )
}

/**
 * The UTC offset at a place and an instant, in milliseconds. Near the border of a zone with the offset of home, it is
 * that of home. Null at sea, where ships keep a clock of their own, and for a zone that this system does not know.
 */
export const offsetAt = (place: Place, instant: number, homeOffset: number, zoneAt: ZoneAt): number | null => {
  const offsetOf = ([latitude, longitude]: Place) => {
    const zone = zoneAt(latitude, longitude)
    const clock = zone.startsWith("Etc/") ? null : wallClock(zone)
    return clock === null ? null : clock.wallOf(instant) - instant
  }
  return around(place).some((near) => offsetOf(near) === homeOffset) ? homeOffset : offsetOf(place)
}

/** The zone at a place, if all around it has the same clock then; null near the border of a zone and at sea. */
export const certainZone = (place: Place, instant: number, zoneAt: ZoneAt): string | null => {
  const clocks = new Set(
    around(place).map(([latitude, longitude]) => {
      const zone = zoneAt(latitude, longitude)
      return zone.startsWith("Etc/") ? null : (wallClock(zone)?.wallOf(instant) ?? null)
    })
  )
  return clocks.size === 1 && !clocks.has(null) ? zoneAt(...place) : null
}

/** The first place of a recording with a signal. */
const firstPlaceOf = ({ places, points }: Track): Place | null =>
  (places ?? placesOf(points)).find((place) => startPointOf({ polyline: null, start: place }) !== null) ?? null

/** Places of a virtual run are those of a game. */
const isVirtual = ({ sport }: Track): boolean => sport?.startsWith("virtual") === true

/**
 * A recording with its UTC offset: its own, else that of the zone where it starts. Devices that know no offset write 0,
 * so there the place decides, too.
 */
export const withOffset = (track: Track): Effect.Effect<Track, never, Calendar> => {
  const isUnknown = track.offset === null || track.offset === 0
  const place = isUnknown && !isVirtual(track) ? firstPlaceOf(track) : null
  if (place === null) return Effect.succeed(track)
  return Effect.zipWith(Calendar, loadZones, (home, zoneAt) => ({
    ...track,
    offset: offsetAt(place, track.startedAt, home.offsetAt(track.startedAt), zoneAt) ?? track.offset
  }))
}
