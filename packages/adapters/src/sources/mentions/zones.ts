import { wallClock } from "../clocks/WallClock.js"

/** States and provinces that keep a time of their own region, where one has two the one of most of its people. */
const zones: ReadonlyArray<readonly [zone: string, states: string]> = [
  ["America/Los_Angeles", "CA NV OR WA"],
  ["America/Denver", "CO ID MT NM UT WY"],
  ["America/Phoenix", "AZ"],
  ["America/Chicago", "AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI"],
  ["America/New_York", "CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV"],
  ["America/Anchorage", "AK"],
  ["Pacific/Honolulu", "HI"],
  ["America/Vancouver", "BC"],
  ["America/Edmonton", "AB"],
  ["America/Regina", "SK"],
  ["America/Winnipeg", "MB"],
  ["America/Toronto", "ON QC"],
  ["America/Halifax", "NB NS PE"],
  ["America/St_Johns", "NL"]
]

const provinces = ["BC", "AB", "MB", "ON", "QC", "SK", "NB", "NS", "PE", "NL"]

const byState = new Map(zones.flatMap(([zone, states]) => states.split(" ").map((state) => [state, zone] as const)))

const zoneOfState = (state: string | null): string | null => byState.get(state?.trim().toUpperCase() ?? "") ?? null

/** Countries with several zones, of which one is that of most of their people. */
const chief: Readonly<Record<string, string>> = {
  BR: "America/Sao_Paulo", CL: "America/Santiago", CN: "Asia/Shanghai", ES: "Europe/Madrid", MX: "America/Mexico_City", NZ: "Pacific/Auckland", PT: "Europe/Lisbon", UA: "Europe/Kiev"
}

/** ECMA-402 Intl Locale Info, as an accessor before it became a method. */
interface Region {
  readonly timeZones?: ReadonlyArray<string>
  readonly getTimeZones?: () => ReadonlyArray<string>
}

const known = new Map<string, string | null>()

/** The zone of a country that has one, or several that show the same time all year. */
const zoneOfCountry = (country: string): string | null => {
  if (!known.has(country)) known.set(country, /^[A-Z]{2}$/.test(country) ? chief[country] ?? only(regionZones(country)) : null)
  return known.get(country) ?? null
}

const regionZones = (country: string): ReadonlyArray<string> => {
  const region = new Intl.Locale(`und-${country}`) as Region
  return region.getTimeZones?.() ?? region.timeZones ?? []
}

const seasons = [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)]

const only = (zones: ReadonlyArray<string>): string | null => {
  const shown = new Set(zones.map((zone) => seasons.map((at) => wallClock(zone)?.wallOf(at)).join()))
  return shown.size === 1 ? zones[0]! : null
}

/** The time zone (IANA) of a place: that of its state or province in North America, else that of its country; null where that is unknown. */
export const zoneOf = ({ country, state }: { readonly state: string | null; readonly country: string | null }): string | null =>
  country === null || country === "US" || country === "CA" ? zoneOfState(state) : zoneOfCountry(country)

/** The country of a state or province that is written with its two letters and no country. */
export const countryOfState = (state: string | null): string | null => {
  const zone = zoneOfState(state)
  return zone === null ? null : provinces.includes(state!.trim().toUpperCase()) ? "CA" : "US"
}
