import { Context, type Effect } from "effect"

/**
 * A city as providers write it: `Seattle`, `WA`, `United States`. Outside the United States the region has its full
 * name.
 */
export interface Place {
  readonly city: string
  readonly state: string | null
  readonly country: string | null
}

/** Degrees. */
export interface Point {
  readonly latitude: number
  readonly longitude: number
}

/** Degrees. `east` is not less than `west`: a course across the antimeridian has a box around the Earth. */
export interface Box {
  readonly north: number
  readonly south: number
  readonly east: number
  readonly west: number
}

/** A city of the gazetteer. */
export interface NamedPlace {
  readonly name: string
  readonly country: string | null
  readonly latitude: number
  readonly longitude: number
  readonly population: number
}

/** The cities of the Earth, offline. */
export interface Gazetteer {
  /** The city at a point, or the nearest one; null in the wilderness and at sea. */
  readonly placeAt: (point: Point) => Place | null
  /** Location of the largest city of a name; null when unknown in that country or state. */
  readonly pointOf: (place: Place) => Point | null
  /** The largest cities of a box, and the nearest to its centre until there are `min`. Largest first. */
  readonly around: (box: Box, max: number, min: number) => ReadonlyArray<NamedPlace>
}

/** The gazetteer, loaded on first use. */
export class Places extends Context.Tag("@daybook/core/Places")<Places, Effect.Effect<Gazetteer>>() {}
