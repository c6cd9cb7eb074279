import type { VenueMention } from "@daybook/core/attending"
import { cleanName } from "../values.js"
import { countryCode, countryOfState, stateCode, zoneOf } from "./regions.js"

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

/**
 * Place at the end of `Seattle, WA 98134, USA`, `Seattle, Washington` or `Berlin, Germany`; `rest` are the parts
 * before it.
 */
const placeAtEnd = (parts: ReadonlyArray<string>): Place & { readonly rest: ReadonlyArray<string> } => {
  const last = parts.at(-1) ?? ""
  // Two letters may be a state or a country; North American places name the state.
  const country = stateIn(last) === null ? countryCode(last) : null
  const inner = country === null ? parts : parts.slice(0, -1)
  const state = stateIn(inner.at(-1) ?? "")
  if (state !== null)
    return { city: inner.at(-2) ?? null, state, country: country ?? countryOfState(state), rest: inner.slice(0, -2) }
  const city = (inner.at(-1) ?? "").replace(/\b[A-Z]{0,2}-?\d{3,6}\b/g, "").trim()
  const isCity = inner.length > 1 && city !== "" && !/\d/.test(city)
  return { city: isCity ? city : null, state: null, country, rest: isCity ? inner.slice(0, -1) : inner }
}

/** State of `WA`, `WA 98134`, `Washington`, `BC V6B 1A1`. */
const stateIn = (text: string): string | null =>
  stateCode(text.replace(/\s+(\d{5}(-\d{4})?|[A-Z]\d[A-Z]\s?\d[A-Z]\d)$/, ""))

const partsOf = (text: string) =>
  text
    .slice(0, 1_000)
    .split(/[,\n]/)
    .map((part) => part.replace(/\s+/g, " ").trim())
    .filter((part) => part !== "")

/** City, state and country of `City, State`. */
export const placeOf = (text: string): Place => {
  const { city, country, rest, state } = placeAtEnd(["", ...partsOf(text)])
  return { city: city === "" || city === null ? rest.at(-1) || null : city, state, country }
}

/** Venue of a calendar location: name, street, city, state and country, when present. Links of calls are ignored. */
export const venueOf = (location: string | null): VenueMention | null => {
  if (location === null || /^\s*(https?:|tel:|zoom\b|microsoft teams|google meet)/i.test(location)) return null
  const [name, ...others] = partsOf(location)
  if (name === undefined) return null
  const { rest, ...place } = placeAtEnd([name, ...others])
  if (rest.length === 0) return venue(name, others.length === 0 ? {} : place)
  return venue(rest[0], { ...place, address: rest.slice(1).join(", ") || null })
}
