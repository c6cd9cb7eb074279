import { wallClock } from "../WallClock.js"
import { cityOf } from "./cities.js"

/** Zones of states and provinces; where one has two, that of most people. */
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

/** Countries with several zones, with that of most people. */
const chief: Readonly<Record<string, string>> = {
  AR: "America/Argentina/Buenos_Aires",
  BR: "America/Sao_Paulo",
  CL: "America/Santiago",
  CN: "Asia/Shanghai",
  ES: "Europe/Madrid",
  MX: "America/Mexico_City",
  NZ: "Pacific/Auckland",
  PT: "Europe/Lisbon",
  UA: "Europe/Kiev",
  UZ: "Asia/Tashkent"
}

/** ECMA-402 Intl Locale Info, an accessor before it became a method. */
interface Region {
  readonly timeZones?: ReadonlyArray<string>
  readonly getTimeZones?: () => ReadonlyArray<string>
}

const zoneByCountry = new Map<string, string | null>()

/** Zone of a country with a single one, or several with the same time all year. */
const zoneOfCountry = (country: string): string | null => {
  if (!zoneByCountry.has(country))
    zoneByCountry.set(country, /^[A-Z]{2}$/.test(country) ? (chief[country] ?? only(regionZones(country))) : null)
  return zoneByCountry.get(country) ?? null
}

const regionZones = (country: string): ReadonlyArray<string> => {
  const region = new Intl.Locale(`und-${country}`) as Region
  return region.getTimeZones?.() ?? region.timeZones ?? []
}

const seasons = [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)]

const only = (zones: ReadonlyArray<string>): string | null => {
  const offsets = new Set(zones.map((zone) => seasons.map((at) => wallClock(zone)?.wallOf(at)).join()))
  return offsets.size === 1 ? zones[0]! : null
}

/** Zones of Australian states and territories. */
const australia: Readonly<Record<string, string>> = {
  ACT: "Australia/Sydney",
  NSW: "Australia/Sydney",
  NT: "Australia/Darwin",
  QLD: "Australia/Brisbane",
  SA: "Australia/Adelaide",
  TAS: "Australia/Hobart",
  VIC: "Australia/Melbourne",
  WA: "Australia/Perth"
}

/** Whether a text is the code of an Australian state, such as `NSW`. */
export const isAustralianState = (text: string): boolean => Object.hasOwn(australia, text.trim().toUpperCase())

/**
 * IANA time zone of a place: that of its city, since states and countries may have several, else by state or province
 * in North America and Australia, else by country; null when unknown.
 */
export const zoneOf = ({
  city,
  country,
  state
}: {
  readonly city?: string | null
  readonly state: string | null
  readonly country: string | null
}): string | null => {
  const isAmerican = country === null || country === "US" || country === "CA"
  const region = isAmerican ? stateCode(state ?? "") : null
  const ofCity = city == null ? null : cityOf(city, { country, state: region })
  if (ofCity !== null) return ofCity.zone
  if (isAmerican) return zoneOfState(state)
  return (country === "AU" ? australia[state?.toUpperCase() ?? ""] : undefined) ?? zoneOfCountry(country)
}

/** Country of a two-letter state or province without a country. */
export const countryOfState = (state: string | null): string | null => {
  const zone = zoneOfState(state)
  return zone === null ? null : provinces.includes(state!.trim().toUpperCase()) ? "CA" : "US"
}

const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"]

/** Other spellings in calendars and mails. */
const otherCountryNames: Readonly<Record<string, string>> = {
  usa: "US",
  "u.s.a.": "US",
  "united states of america": "US",
  "estados unidos de américa": "US",
  eeuu: "US",
  "ee.uu.": "US",
  uk: "GB",
  "u.k.": "GB",
  "great britain": "GB",
  grossbritannien: "GB",
  großbritannien: "GB",
  "grande-bretagne": "GB",
  "gran bretagna": "GB",
  "gran bretaña": "GB",
  inghilterra: "GB",
  inglaterra: "GB",
  angleterre: "GB",
  england: "GB",
  scotland: "GB",
  schottland: "GB",
  wales: "GB",
  "northern ireland": "GB",
  holland: "NL",
  "the netherlands": "NL",
  "czech republic": "CZ",
  tschechien: "CZ"
}

/** Languages of mails, in which they name any country. */
const countryLanguages = ["en", "de", "fr", "es", "it", "nl", "pt", "ja"]

let countryNames: ReadonlyMap<string, string> | undefined

const countriesByName = (): ReadonlyMap<string, string> => {
  if (countryNames !== undefined) return countryNames
  const names = new Map(Object.entries(otherCountryNames))
  // Former and reserved codes have the name of another country: `UK` is `GB`.
  const codes = letters
    .flatMap((one) => letters.map((two) => one + two))
    .filter((code) => new Intl.Locale(`und-${code}`).region === code)
  const add = (language: string, ofCodes: ReadonlyArray<string>) => {
    const display = new Intl.DisplayNames(language, { type: "region", fallback: "none" })
    for (const code of ofCodes) {
      const name = display.of(code)?.toLowerCase()
      if (name !== undefined && !names.has(name)) names.set(name, code)
    }
  }
  countryLanguages.forEach((language) => add(language, codes))
  // Each country in its own language: `Danmark`, `Polska`.
  for (const code of codes) {
    const own = new Intl.Locale(`und-${code}`).maximize().language
    if (own !== undefined && own !== "und" && !countryLanguages.includes(own)) add(own, [code])
  }
  return (countryNames = names)
}

/** ISO 3166 alpha-2 code of a country's name, in its own or any language of mails, or of a code; else null. */
export const countryCode = (text: string): string | null => {
  const name = text.trim()
  const code = /^[A-Z]{2}$/.test(name) ? name : undefined
  return code !== undefined && [...countriesByName().values()].includes(code)
    ? code
    : (countriesByName().get(name.toLowerCase()) ?? null)
}

const states = {
  AL: "Alabama",
  AK: "Alaska",
  AZ: "Arizona",
  AR: "Arkansas",
  CA: "California",
  CO: "Colorado",
  CT: "Connecticut",
  DE: "Delaware",
  DC: "District of Columbia",
  FL: "Florida",
  GA: "Georgia",
  HI: "Hawaii",
  ID: "Idaho",
  IL: "Illinois",
  IN: "Indiana",
  IA: "Iowa",
  KS: "Kansas",
  KY: "Kentucky",
  LA: "Louisiana",
  ME: "Maine",
  MD: "Maryland",
  MA: "Massachusetts",
  MI: "Michigan",
  MN: "Minnesota",
  MS: "Mississippi",
  MO: "Missouri",
  MT: "Montana",
  NE: "Nebraska",
  NV: "Nevada",
  NH: "New Hampshire",
  NJ: "New Jersey",
  NM: "New Mexico",
  NY: "New York",
  NC: "North Carolina",
  ND: "North Dakota",
  OH: "Ohio",
  OK: "Oklahoma",
  OR: "Oregon",
  PA: "Pennsylvania",
  RI: "Rhode Island",
  SC: "South Carolina",
  SD: "South Dakota",
  TN: "Tennessee",
  TX: "Texas",
  UT: "Utah",
  VT: "Vermont",
  VA: "Virginia",
  WA: "Washington",
  WV: "West Virginia",
  WI: "Wisconsin",
  WY: "Wyoming",
  AB: "Alberta",
  BC: "British Columbia",
  MB: "Manitoba",
  NB: "New Brunswick",
  NL: "Newfoundland and Labrador",
  NS: "Nova Scotia",
  ON: "Ontario",
  PE: "Prince Edward Island",
  QC: "Quebec",
  SK: "Saskatchewan"
} as const

const statesByName = new Map<string, string>(
  Object.entries(states).flatMap(([code, name]) => [
    [code.toLowerCase(), code],
    [name.toLowerCase(), code]
  ])
)

/** Two-letter code of a US state or Canadian province, from its name or code; null for anything else. */
export const stateCode = (text: string): string | null =>
  statesByName.get(text.trim().replaceAll(".", "").toLowerCase()) ?? null
