import type { VenueMention } from "@daybook/core/attending"
import { isTeamName } from "../../mentions/teamNames.js"
import { type Place, placeOf, venue, venueOf } from "../../mentions/venue.js"
import { isVenueName } from "./sanity.js"

const town = "[\\p{Lu}][\\p{L} .'’-]{1,40}"
const region = "(?:[A-Z]{2,3}|[A-Z][a-z]+(?: [A-Z][a-z]+)?)"
/** `Seattle, WA`, `2505 1st Ave, Seattle, WA 98121`, `Berlin, Germany`. */
const townLine = new RegExp(`^(?:\\d{1,6}[\\p{L}]?(?:-\\d{1,6})?\\s[^,]{2,60}, )?${town}, ${region}\\.?(?:,? \\d{5}(?:-\\d{4})?| [A-Z]\\d[A-Z] ?\\d[A-Z]\\d| [A-Z]{1,2}\\d[\\dA-Z]? ?\\d[A-Z]{2})?(?:, [A-Z][A-Za-z ]+)?$`, "u")
/** `859 O'Farrell St.`, `Gabelsbergerstr. 12`, `10557 Berlin`, `- 94121`. */
const streetLine = /^(?:\d{1,6}[a-z]?\s(?:[NSEW]\.?\s)?[\p{L}\d.'’ -]{2,60}\s(?:st(?:reet)?|ave(?:nue)?|blvd|boulevard|r(?:oa)?d|dr(?:ive)?|ln|lane|way|pl(?:ace)?|ct|court|hwy|highway|pkwy|parkway|sq(?:uare)?|ter(?:race)?|broadway)\b.{0,60}|[\p{L}. -]{3,40}(?:str(?:\.|aße|asse)?|platz|allee|weg|straat|laan)\s\d{1,5}.{0,40}|(?:[A-Z]{1,2}-\d{4}|\d{5})\s\p{Lu}[\p{L} -]{2,40}|[-–]?\s?\d{5}(?:-\d{4})?)$/iu

/** Where something lies and not what it is called: a street, a town. */
export const isAddress = (text: string): boolean => text.length <= 160 && (streetLine.test(text) || (townLine.test(text) && isTown(text)))

/** `Seattle, WA, USA` is a place; `Hall & Oates, Chicago` is none, and `Halyard Hall, Seattle, WA` is a venue in one. */
const isTown = (text: string): boolean => {
  const { country, isBare, state } = townParts(text)
  return (state !== null || country !== null) && (/^\d/.test(text) ? isStreet(text.split(",")[0]!) : isBare)
}

/** `2505 1st Ave` and `219 W 48th` are streets, `1015 Folsom` may be a venue. */
const isStreet = (part: string): boolean => streetLine.test(part) || /\d.*\s\d+(?:st|nd|rd|th)\b/i.test(part)

const townParts = (text: string): Place & { readonly isBare: boolean } => {
  const parts = text.split(",").map((part) => part.trim())
  const place = placeOf(text)
  const isShort = parts.length === 2 || (parts.length === 3 && place.country !== null && placeOf(parts.slice(0, 2).join(", ")).state !== null)
  return { ...place, isBare: isShort }
}

const noun = new RegExp(
  "\\b(?:amphitheat(?:er|re)|arena|auditorium|ballpark|ballroom|bandshell|bar|bowl|cabaret|casino|cellar|center|centre|church|cathedral|chapel|cinema|club|coliseum|concourse|dome|fairgrounds?|field|forum|gallery|garden|gardens|ground|grounds|hall|house|inn|jazzclub|"
    + "lounge|meadow|museum|music box|opera house|palace|palladium|park|pavilion|pier|playhouse|plaza|pub|raceway|rink|room|saloon|speedway|square|stadium|stage|studios?|tabernacle|tavern|temple|tent|theat(?:er|re)|track|winery|works|"
    + "halle|stadion|kulturzentrum|schauspielhaus|oper|philharmonie|saal|salle|théâtre|zénith|olympia|sala|teatro|palacio|palau|auditorio|estadio|stadio|palazzo|schouwburg|melkweg|paradiso)\\b|(?:halle|haus|stadion|theater|dome|plex|club|works)$", "i")

const unlabelled = (line: string) => line.replace(/^(?:venue|location|where|place)\s*:\s*(?=\S)/i, "").replace(/^(?:at|@)\s+(?=\S)/i, "")
const divided = /^(.{2,90}?)\s[—–·•|-]\s(\S.{1,80})$/

/** `Venue — City, State`, or a venue as calendars write it; null for what cannot be one. */
export const placed = (given: string | null): VenueMention | null => {
  if (given === null || given.length > 160) return null
  const line = unlabelled(given).replace(/\s+\((?:map|get directions|directions)\)$/i, "")
  const [, name, rest] = divided.exec(line) ?? []
  const found = name !== undefined && isPlace(placeOf(rest ?? "")) ? venue(name, placeOf(rest ?? "")) : venueOf(line)
  return found !== null && isVenueName(found.name) && !isTeamName(found.name) && !isAddress(line) ? found : null
}

const isPlace = ({ city, country, state }: Place): boolean => state !== null || country !== null || city !== null

/** The same venue, with where it lies when only that is missing. */
export const at = (given: VenueMention | null, place: Place): VenueMention | null =>
  given === null || given.city !== null ? given : venue(given.name, { ...given, ...place, zone: null })

/** How much of a venue a line is by itself: it says where it lies, or has a word for a building. */
export const venueEvidence = (line: string, next: string | undefined): number => {
  const found = placed(line)
  if (found === null) return 0
  const lies = found.state !== null || found.country !== null ? 3 : 0
  return lies + (next !== undefined && isAddress(next) ? 3 : 0) + (noun.test(found.name) ? 2 : 0) + (/^(?:at|@)\s/i.test(line) ? 3 : 0)
}

/** The venue of a line, with the street and town of the lines below it. */
export const venueOn = (lines: ReadonlyArray<string>, index: number): VenueMention | null => {
  const found = placed(lines[index] ?? null)
  const below = lines.slice(index + 1, index + 4)
  const end = below.findIndex((line) => !isAddress(line))
  const addresses = end === -1 ? below : below.slice(0, end)
  const where = addresses.find((line) => isPlace(placeOf(line)) && placeOf(line).state !== null) ?? addresses.find((line) => placeOf(line).city !== null)
  if (found === null || where === undefined) return found
  const parts = where.split(",").map((part) => part.trim())
  const street = addresses.find((line) => /^\d+\s/.test(line))?.split(",")[0]?.trim() ?? null
  return at({ ...found, address: found.address ?? (parts.length > 1 ? street : null) }, placeOf(where))
}
