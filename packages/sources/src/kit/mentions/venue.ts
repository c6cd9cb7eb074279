import type { VenueMention } from "@daybook/core/attending"
import { cleanName } from "../values.js"
import { isAuditorium, isOfOneBuilding } from "./buildings.js"
import { cityOf } from "./cities.js"
import { countryCode, countryOfState, isAustralianState, stateCode, zoneOf } from "./regions.js"

/** A venue with the given parts and the time zone of its place; null without a name. */
export const venue = (name: string | null | undefined, parts: Partial<VenueMention> = {}): VenueMention | null => {
  const clean = cleanName(name)
  if (clean === null) return null
  const mention = {
    address: null,
    city: null,
    state: null,
    country: null,
    latitude: null,
    longitude: null,
    capacity: null,
    zone: null,
    ...parts,
    name: clean
  }
  return { ...mention, zone: mention.zone ?? zoneOf(mention) }
}

/** Place of a venue. */
export type Place = Pick<VenueMention, "city" | "state" | "country">

const postcode =
  /〒?\b(?:[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d|\d{4} [A-Z]{2}(?= \p{L})|[A-Z]{0,2}-?\d{3,6}(?:-\d{2,4})?)\b/gu

/** `75009 PARIS` is Paris, but `CDMX` no word. */
const cased = (city: string): string =>
  city === city.toUpperCase() && /[AEIOUYÄÖÜÉ]/.test(city) && cityOf(city, { country: null, state: null }) !== null
    ? city.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
    : city

/** A city without its postcode, and the state behind it: `Sydney NSW 2000`, `20142 Milano (MI)`, `Seattle WA`. */
const townOf = (text: string): Town => {
  const town = townAsWritten(text)
  return { ...town, city: cased(town.city) }
}

interface Town {
  readonly city: string
  readonly state: string | null
  readonly country: string | null
}

const townAsWritten = (text: string): Town => {
  const bare = text
    .replace(/\s\((Québec|Qc)\)/i, " QC")
    .replace(postcode, "")
    .replace(/\s+cedex\b.*$/i, "")
    .replace(/\s\(\p{Ll}[^()]*\)$/u, "")
    .replace(/\s+/g, " ")
    .trim()
  const [, city = bare, code = ""] = /^(\S.*?)\s?(?:\s|[-/–]\s?|\()([A-Z]{2,3})\)?$/.exec(bare) ?? []
  if (code === "") return { city: bare, state: null, country: null }
  if (isAustralianState(code) && cityOf(city, { country: "AU", state: null }) !== null)
    return { city, state: code, country: "AU" }
  const state = stateCode(code)
  if (state !== null && !bare.endsWith(")") && cityOf(city, { country: null, state }) !== null)
    return { city, state, country: countryOfState(state) }
  // The code of a province, as in Italy and Brazil.
  if (bare.endsWith(")")) return { city, state: null, country: /\b\d{5}\b/.test(text) ? "IT" : null }
  if (provinceCountry(city, code) !== null) return { city, state: code, country: "BR" }
  return cityOf(city, { country: null, state: null }) === null
    ? { city: bare, state: null, country: null }
    : { city, state: null, country: null }
}

const cityIn = (text: string, country: string | null) => cityOf(townOf(text).city, { country, state: null })

const isCity = (text: string, country: string | null): boolean => cityIn(text, country) !== null

const brazil = new Set("AC AL AP AM BA CE DF ES GO MA MT MS MG PA PB PR PE PI RJ RN RS RO RR SC SP SE TO".split(" "))

/** Country of a city whose province has the code: `Manaus, AM`. */
const provinceCountry = (town: string, code: string): string | null =>
  brazil.has(code) &&
  cityOf(town, { country: "BR", state: null }) !== null &&
  cityOf(town, { country: "US", state: stateCode(code) }) === null
    ? "BR"
    : null

/**
 * Place at the end of `Seattle, WA 98134, USA`, `Seattle, Washington`, `10557 Berlin`, `Sydney NSW 2000, Australia` or
 * `Köln, Deutschland`; `rest` are the parts before it.
 */
const placeAtEnd = (parts: ReadonlyArray<string>): Place & { readonly rest: ReadonlyArray<string> } => {
  const last = parts.at(-1) ?? ""
  // `Verona (Italia)`
  const [, town0, inside = ""] = /^(\S.{1,60}?)\s?\((\p{L}[^()]{2,40})\)$/u.exec(last) ?? []
  if (town0 !== undefined && countryCode(inside) !== null) return placeAtEnd([...parts.slice(0, -1), town0, inside])
  // Two letters may be a state or a country; North American places name the state, Brazilian ones, too.
  const before0 = parts.at(-2) ?? ""
  const nation = /^[A-Z]{2}$/.test(last) ? provinceCountry(before0, last) : null
  if (nation !== null) return { city: townOf(before0).city, state: last, country: nation, rest: parts.slice(0, -2) }
  const country = stateIn(last) === null ? countryCode(last) : null
  const inner = country === null ? parts : parts.slice(0, -1)
  const [before = "", end = ""] = [inner.at(-2), inner.at(-1)]
  const code = end.replace(/\s+\d{4}$/, "")
  if (isAustralianState(code) && (country === "AU" || isCity(before, "AU")))
    return { city: townOf(before).city || null, state: code, country: "AU", rest: inner.slice(0, -2) }
  const state = country === null || country === "US" || country === "CA" ? stateIn(end) : null
  if (state !== null) return inState(inner, state, country)
  const town = townOf(end)
  // A region stands behind its city: `Mumbai, Maharashtra`, `Ciudad de México, CDMX`.
  const isRegion =
    inner.length > 2 &&
    isCity(before, country) &&
    [null, cityIn(before, country)].includes(cityIn(end, country)) &&
    !/^\d/.test(before)
  if (isRegion) return { city: townOf(before).city, state: end, country, rest: inner.slice(0, -2) }
  const isInside = cityIn(end, country) === null && isAuditorium(end)
  const hasCity = inner.length > 1 && town.city !== "" && !/\d/.test(town.city) && !isInside
  if (hasCity) return { ...town, country: country ?? town.country, rest: inner.slice(0, -1) }
  // A city that is a country: `Esplanade, Singapore`.
  const own = country !== null && cityOf(last, { country, state: null }) !== null ? last : null
  return { city: own, state: null, country, rest: inner }
}

/** `Madison Square Garden, New York` is in the city, `Forest Hills, New York` in the state. */
const inState = (
  inner: ReadonlyArray<string>,
  state: string,
  country: string | null
): Place & { readonly rest: ReadonlyArray<string> } => {
  const [before = "", end = ""] = [inner.at(-2), inner.at(-1)]
  const isWritten =
    /^new york$/i.test(end) && inner.length === 2 && before !== "" && cityOf(before, { country: "US", state }) === null
  return isWritten
    ? { city: end, state, country: "US", rest: inner.slice(0, -1) }
    : { city: townOf(before).city || null, state, country: country ?? countryOfState(state), rest: inner.slice(0, -2) }
}

/** State of `WA`, `WA 98134`, `Washington`, `BC V6B 1A1`. */
const stateIn = (text: string): string | null =>
  stateCode(text.replace(/\s+(\d{5}(-\d{4})?|[A-Z]\d[A-Z]\s?\d[A-Z]\d)$/, ""))

const partsOf = (text: string) =>
  text
    .slice(0, 1_000)
    .split(/[,\n、，]/)
    .map((part) => part.replace(/\s+/g, " ").trim())
    .filter((part) => part !== "")

/** Prefectures and cities of Japan: `東京都`, `大阪府大阪市`. */
const japanese = /^(?:\p{Script=Han}{2,3}[都道府県])?(?:[\p{Script=Han}\p{Script=Hiragana}]{1,6}[市区町村])?$/u

const japanesePlace = (text: string): Place | null => {
  if (text === "" || /[a-z]/i.test(text)) return null
  if (!japanese.test(text) && cityOf(text, { country: "JP", state: null }) === null) return null
  const [, prefecture = "", rest = ""] = /^(\p{Script=Han}{2,3}[都道府県])?(.*)$/u.exec(text) ?? []
  // Tokyo is a prefecture and a city.
  const city = prefecture === "東京都" ? "東京" : (/^.+?市/u.exec(rest)?.[0] ?? rest)
  return { city: city || null, state: prefecture || null, country: "JP" }
}

/** City, state and country of `City, State`. */
export const placeOf = (text: string): Place => {
  const inJapan = japanesePlace(text.trim())
  if (inJapan !== null) return inJapan
  const { city, country, rest, state } = placeAtEnd(["", ...partsOf(text)])
  return { city: city === "" || city === null ? rest.at(-1) || null : city, state, country }
}

/** `日本武道館（東京都）`, `Jazz Cellar (Seattle, WA)`: the place in brackets. */
const bracketed = /^(\S[^()（）]{0,80}?)\s?[(（]([^()（）]{2,60})[)）]$/

/** Words in front of a city that make it a part of a name. */
const namesOnly = /\b(?:café|cafe|bar|hotel|hôtel|restaurant|little|new|port|de|di|of|von|the|in|à)$/i
const metropolis = 8

/** The city that a name is, or that it ends with: `Waldbühne Berlin`. Without a country only a large one. */
const cityInName = (name: string, country: string | null): string | null => {
  const own = cityIn(name, country)
  if (own !== null && (country !== null || own.size >= metropolis)) return townOf(name).city
  const words = name.split(" ")
  return (
    [2, 1]
      .filter((count) => words.length > count)
      .map((count) => ({ before: words.slice(0, -count).join(" "), city: words.slice(-count).join(" ") }))
      .find(({ before, city }) => {
        const largest = /^\p{Lu}/u.test(city) && !namesOnly.test(before) ? cityOf(city, { country, state: null }) : null
        return largest !== null && (country !== null || largest.size >= metropolis)
      })?.city ?? null
  )
}

/** Venue of a calendar location: name, street, city, state and country, when present. Links of calls are ignored. */
export const venueOf = (location: string | null): VenueMention | null => {
  if (location === null || /^\s*(https?:|tel:|zoom\b|microsoft teams|google meet)/i.test(location)) return null
  const [, building, inside = ""] = bracketed.exec(location.trim()) ?? []
  const place =
    building === undefined
      ? null
      : (japanesePlace(inside.split(/[・ ]/)[0]!) ?? (inside.includes(",") ? placeOf(inside) : null))
  if (building !== undefined && place !== null && (place.country !== null || place.state !== null))
    return venue(building, place)
  const [name, ...others] = partsOf(location)
  if (name === undefined) return null
  const { rest, ...end } = placeAtEnd([name, ...others])
  if (rest.length === 0) return venue(name, others.length === 0 ? {} : end)
  const named = end.city === null && rest.length === 1 ? cityInName(rest[0]!, end.country) : null
  // Without a country the name only suggests the zone.
  const zone = named === null ? null : zoneOf({ city: named, state: null, country: end.country })
  const city = end.city ?? (end.country === null ? null : named)
  const isJoined = rest.length > 1 && isOfOneBuilding(rest[0]!, rest[1]!)
  // A comma in a name would begin an address.
  return venue(isJoined ? `${rest[0]!} – ${rest[1]!}` : rest[0], {
    ...end,
    city,
    zone,
    address: rest.slice(isJoined ? 2 : 1).join(", ") || null
  })
}
