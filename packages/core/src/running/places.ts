import { Context, type Effect, Schema } from "effect"
import { field, nameField } from "../shared/fields.js"
import type { Box, NamedPlace } from "../shared/Gazetteer.js"
import { isOnEarth, pointsOf } from "./polyline.js"

/** How many places a map has room for. */
const maxPlaces = 12
/** How many places outside the box say where it is, if it has fewer. */
const minPlaces = 3

/** The gazetteer, for maps. */
export class NamedPlaces extends Context.Tag("@daybook/core/NamedPlaces")<
  NamedPlaces,
  {
    /** The largest places of a box, and the nearest to its centre until there are `min`. Largest first. */
    readonly around: (box: Box, max: number, min: number) => Effect.Effect<ReadonlyArray<NamedPlace>>
  }
>() {}

/** `GET /v1/running/activities/{id}/places`. */
export const RunPlaces = Schema.Struct({
  data: field(
    Schema.Array(
      Schema.Struct({
        name: nameField,
        country: field(Schema.NullOr(Schema.String), "Country in English", "Germany"),
        latitude: field(Schema.Number, "Latitude in degrees", 52.52437),
        longitude: field(Schema.Number, "Longitude in degrees", 13.41053),
        population: field(Schema.Number, "Number of inhabitants", 3426354)
      })
    ),
    "Places, largest first"
  )
}).annotations({ identifier: "RunPlaces" })

/** The box of a course; null if it has no point on Earth. */
export const boxOf = (polyline: string): Box | null => {
  const points = (pointsOf(polyline) ?? []).filter(isOnEarth)
  const [first] = points
  if (first === undefined) return null
  return points.reduce<Box>(
    ({ east, north, south, west }, { latitude, longitude }) => ({
      north: Math.max(north, latitude),
      south: Math.min(south, latitude),
      east: Math.max(east, longitude),
      west: Math.min(west, longitude)
    }),
    { north: first.latitude, south: first.latitude, east: first.longitude, west: first.longitude }
  )
}

/** A map shows some of what surrounds a course: half of its size on each side, at least 0.01 degrees. */
const widened = ({ east, north, south, west }: Box): Box => {
  const [across, up] = [Math.max((east - west) / 2, 0.01), Math.max((north - south) / 2, 0.01)]
  return { north: north + up, south: south - up, east: east + across, west: west - across }
}

/** The places of a map of a course, for a caller that has the gazetteer. */
export const placesAround = (box: Box) => ({ box: widened(box), max: maxPlaces, min: minPlaces })
