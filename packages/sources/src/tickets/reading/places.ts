import type { VenueMention } from "@daybook/core/attending"
import { buildingWord } from "../../kit/mentions/buildings.js"
import { isTeamName } from "../../kit/mentions/teams.js"
import { cityOf } from "../../kit/mentions/cities.js"
import { countryCode, zoneOf } from "../../kit/mentions/regions.js"
import { type Place, placeOf, venue, venueOf } from "../../kit/mentions/venue.js"
import { isVenueName } from "./sanity.js"

const town = "[\\p{Lu}][\\p{L} .'’-]{1,40}"
const region = "(?:[A-Z]{2,3}|[A-Z][a-z]+(?: [A-Z][a-z]+)?)"
/** `Seattle, WA`, `2505 1st Ave, Seattle, WA 98121`, `Berlin, Germany`. */
const townLine = new RegExp(
  `^(?:\\d{1,6}[\\p{L}]?(?:-\\d{1,6})?\\s[^,]{2,60}, )?${town}, ${region}\\.?(?:,? \\d{5}(?:-\\d{4})?| [A-Z]\\d[A-Z] ?\\d[A-Z]\\d| [A-Z]{1,2}\\d[\\dA-Z]? ?\\d[A-Z]{2})?(?:, [A-Z][A-Za-z ]+)?$`,
  "u"
)
/** `859 O'Farrell St.`, `Gabelsbergerstr. 12`, `10557 Berlin`, `- 94121`. */
const streetLine =
  /^(?:\d{1,6}[a-z]?\s(?:[NSEW]\.?\s)?[\p{L}\d.'’ -]{2,60}\s(?:st(?:reet)?|ave(?:nue)?|blvd|boulevard|r(?:oa)?d|dr(?:ive)?|ln|lane|way|pl(?:ace)?|ct|court|hwy|highway|pkwy|parkway|sq(?:uare)?|ter(?:race)?|broadway)\b.{0,60}|[\p{L}. -]{3,40}(?:str(?:\.|aße|asse)?|platz|allee|weg|straat|laan)\s\d{1,5}.{0,40}|(?:[A-Z]{1,2}-\d{4}|\d{5})\s\p{Lu}[\p{L} -]{2,40}|[-–]?\s?\d{5}(?:-\d{4})?)$/iu

/** Whether a text is an address rather than a name. */
export const isAddress = (text: string): boolean =>
  text.length <= 160 && (streetLine.test(text) || (townLine.test(text) && isTown(text)))

/**
 * `Seattle, WA, USA` is a place; `Hall & Oates, Chicago` is not, `Halyard Hall, Seattle, WA` and `Waldbühne Berlin,
 * Deutschland` are venues.
 */
const isTown = (text: string): boolean => {
  const { city, country, isBare, state } = townParts(text)
  const isBuilding =
    state === null &&
    (city === null || cityOf(city, { country, state: null }) === null) &&
    buildingWord.test(text.split(",")[0]!)
  if (isBuilding) return false
  return (state !== null || country !== null) && (/^\d/.test(text) ? isStreet(text.split(",")[0]!) : isBare)
}

/** `2505 1st Ave` and `219 W 48th` are streets, `1015 Folsom` may be a venue. */
const isStreet = (part: string): boolean => streetLine.test(part) || /\d.*\s\d+(?:st|nd|rd|th)\b/i.test(part)

const townParts = (text: string): Place & { readonly isBare: boolean } => {
  const parts = text.split(",").map((part) => part.trim())
  const place = placeOf(text)
  const isShort =
    parts.length === 2 ||
    (parts.length === 3 && countryCode(parts[2]!) !== null && placeOf(parts.slice(0, 2).join(", ")).state !== null)
  return { ...place, isBare: isShort }
}

const unlabelled = (line: string) =>
  line
    .replace(/^(?:venue|location|where|place)\s*:\s*(?=\S)/i, "")
    .replace(/^(?:all (?:games|shows|performances) )?(?:at|@)\s+(?=\S)/i, "")
const divided = /^(.{2,90}?)(?:\s[—–·•|-]|:)\s(\S.{1,80})$/

/** Parses `Venue — City, State`, or a venue as in calendars; null when it cannot be one. */
export const placed = (text: string | null): VenueMention | null => {
  if (text === null || text.length > 160) return null
  const line = unlabelled(text).replace(/\s+\((?:map|get directions|directions)\)$/i, "")
  const [, name, rest] = divided.exec(line) ?? []
  const mention = name !== undefined && isPlaceName(rest ?? "", line) ? venue(name, placeOf(rest ?? "")) : venueOf(line)
  return mention !== null && isVenueName(mention.name) && !isTeamName(mention.name) && !isAddress(line) ? mention : null
}

/** Behind a colon only a known city is a place: `Jio World Garden: Mumbai`. */
const isPlaceName = (rest: string, line: string): boolean => {
  const place = placeOf(rest)
  // `Teatro Amazonas, Manaus - AM, Brasil` has its city in front; `Memorial Stadium - CA, Berkeley` does not.
  if (/^[A-Z]{2}$/.test(rest) || (/^[A-Z]{2},/.test(rest) && line.slice(0, -rest.length).includes(","))) return false
  return /:\s/.test(line) ? place.city !== null && zoneOf(place) !== null : isPlace(place)
}

const isPlace = ({ city, country, state }: Place): boolean => state !== null || country !== null || city !== null

/** Adds the place to a venue without a city. */
export const at = (mention: VenueMention | null, place: Place): VenueMention | null =>
  mention === null || mention.city !== null ? mention : venue(mention.name, { ...mention, ...place, zone: null })

/** Evidence that a line is a venue: it names its place, or has a word for a building. */
export const venueEvidence = (line: string, next: string | undefined): number => {
  const mention = placed(line)
  if (mention === null) return 0
  const lies = mention.state !== null || mention.country !== null ? 3 : 0
  return (
    lies +
    (next !== undefined && isAddress(next) ? 3 : 0) +
    (buildingWord.test(mention.name) ? 2 : 0) +
    (/^(?:at|@)\s/i.test(line) ? 3 : 0)
  )
}

/** The venue of a line, with the address on the lines below. */
export const venueOn = (lines: ReadonlyArray<string>, index: number): VenueMention | null => {
  const mention = placed(lines[index] ?? null)
  const below = lines.slice(index + 1, index + 4)
  const end = below.findIndex((line) => !isAddress(line))
  const addresses = end === -1 ? below : below.slice(0, end)
  const where =
    addresses.find((line) => isPlace(placeOf(line)) && placeOf(line).state !== null) ??
    addresses.find((line) => placeOf(line).city !== null)
  if (mention === null || where === undefined) return mention
  const parts = where.split(",").map((part) => part.trim())
  const street =
    addresses
      .find((line) => /^\d+\s/.test(line))
      ?.split(",")[0]
      ?.trim() ?? null
  return at({ ...mention, address: mention.address ?? (parts.length > 1 ? street : null) }, placeOf(where))
}
