import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { loadGazetteer } from "../../src/places/Gazetteer.js"

/** Places that everybody can look up on a map: parks, riversides, and towns next to a larger city. */
const landmarks: ReadonlyArray<
  readonly [
    where: string,
    latitude: number,
    longitude: number,
    city: string | null,
    state: string | null,
    country: string | null
  ]
> = [
  ["Seattle, downtown", 47.6062, -122.3321, "Seattle", "WA", "United States"],
  ["Seattle, Ballard", 47.6684, -122.3838, "Seattle", "WA", "United States"],
  ["Seattle, Green Lake", 47.6788, -122.3394, "Seattle", "WA", "United States"],
  ["Bellevue, downtown park", 47.6126, -122.2043, "Bellevue", "WA", "United States"],
  ["New York, Central Park", 40.7829, -73.9654, "New York City", "NY", "United States"],
  ["San Francisco, Golden Gate Park", 37.7694, -122.4862, "San Francisco", "CA", "United States"],
  ["Portland, waterfront", 45.5155, -122.673, "Portland", "OR", "United States"],
  ["Berlin, Tiergarten", 52.5145, 13.3501, "Berlin", "State of Berlin", "Germany"],
  ["London, Hyde Park", 51.5073, -0.1657, "London", "England", "United Kingdom"],
  ["Paris, Tuileries", 48.8635, 2.3275, "Paris", "Île-de-France", "France"],
  ["Tokyo, Yoyogi", 35.6717, 139.6949, "Tokyo", "Tokyo", "Japan"],
  ["Sydney, Centennial Park", -33.8998, 151.2343, "Sydney", "New South Wales", "Australia"],
  ["the middle of the Pacific", 0, -150, null, null, null]
]

describe("the gazetteer", () => {
  it.effect("names the city at a point, and none at sea", () =>
    Effect.gen(function* () {
      const { placeAt } = yield* loadGazetteer
      for (const [where, latitude, longitude, city, state, country] of landmarks) {
        expect(placeAt({ latitude, longitude }), where).toStrictEqual(city === null ? null : { city, state, country })
      }
    })
  )

  it.effect("locates a city by name, and by country and state when ambiguous", () =>
    Effect.gen(function* () {
      const { placeAt, pointOf } = yield* loadGazetteer
      const round = (place: { city: string; state: string | null; country: string | null }) => {
        const point = pointOf(place)
        return point === null ? null : [Math.round(point.latitude), Math.round(point.longitude)]
      }
      expect(round({ city: "Portland", state: "ME", country: "US" })).toStrictEqual([44, -70])
      expect(round({ city: "Portland", state: null, country: null })).toStrictEqual([46, -123])
      expect(round({ city: "Paris", state: null, country: null })).toStrictEqual([49, 2])
      expect(round({ city: "New York", state: "NY", country: "US" })).toStrictEqual([41, -74])
      expect(round({ city: "Nowhere at all", state: null, country: null })).toBeNull()
      expect(placeAt({ latitude: 44, longitude: -70.3 })).not.toBeNull()
    })
  )
})
