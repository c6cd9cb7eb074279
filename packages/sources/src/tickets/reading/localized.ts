import { cityOf } from "../../kit/mentions/cities.js"
import { zoneOf } from "../../kit/mentions/regions.js"
import { countryOfSender, sellerOf } from "../../kit/mentions/sellers.js"
import { type Place, placeOf } from "../../kit/mentions/venue.js"
import { textOf } from "../document/document.js"
import type { Mail } from "../mail/mail.js"
import type { Draft } from "./draft.js"
import { at } from "./places.js"
import { languagesOf } from "./purposes/languages.js"

/**
 * Completes what a mail leaves out because its reader knows it: the house's own address, the zone of a venue by the
 * sender's country, the home team's town or the mail's language, and the currency of a `$`.
 */
export const localized = (event: Draft, mail: Mail): Draft => {
  const lines = textOf(mail.document)
  const house = event.venue === null || isPlaced(event.venue) ? null : houseIn(mail, lines)
  const venue = house === null ? event.venue : at(event.venue, house)
  const { order } = event
  const country = venue?.country ?? (venue?.state == null ? (countryOfSender(mail.from) ?? japanIn(venue)) : null)
  const dollars = country === null ? undefined : dollarsOf[country]
  const isBare = order?.currency === "USD" && !lines.some((line) => /\bUS ?\$|\bUSD\b/.test(line))
  return {
    ...event,
    venue:
      venue === null || venue.zone !== null
        ? venue
        : {
            ...venue,
            zone:
              (country === null ? null : zoneOf({ ...venue, country })) ??
              zoneOfTown(venue.city, [mail.subject, ...lines]) ??
              (isPlaced(venue) ? null : zoneOfTeam(event.teams?.home))
          },
    order: order !== null && isBare && dollars !== undefined ? { ...order, currency: dollars } : order
  }
}

const isPlaced = ({ city, country, state }: Place): boolean => city !== null || country !== null || state !== null

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "")

/**
 * The place of a house that sells its own tickets, in a line that begins with the sender's name or is the only one
 * with a postcode next to a street. A line of a company is the address of an office.
 */
const houseIn = ({ from, sender }: Mail, lines: ReadonlyArray<string>): Place | null => {
  if (sellerOf(from) !== null) return null
  const addresses = lines.filter(
    (line) => /\d{4}|[A-Z]\d[A-Z] ?\d/.test(line) && line.length <= 120 && !company.test(line)
  )
  const name = letters(sender)
  const all = addresses.flatMap((line) => {
    const [first = "", ...others] = line.split(",")
    const isOwn = letters(first).length > 5 && name.includes(letters(first))
    const place = others.length === 0 ? null : placeOf(line)
    return place !== null && place.city !== null && zoneOf(place) !== null && (isOwn || isFullAddress(line, place))
      ? [place]
      : []
  })
  const [first] = all
  return first !== undefined && all.every(({ city }) => city === first.city) ? first : null
}

/** `1600, rue Saint-Urbain, Montréal (Québec) H2X 0S1`: a number, a street and a state or country. */
const isFullAddress = (line: string, { country, state }: Place): boolean =>
  /^\d{1,5},?\s/.test(line) && (state !== null || country !== null)

const company =
  /\b(?:inc|llc|ltd|limited|gmbh|ag|kg|s\.?a\.?s?|s\.?r\.?l|s\.?l|b\.?v|n\.?v|lda|ltda|plc|pty|corp)\b\.?|株式会社/i

/** Names of venues in Japanese letters are in Japan. */
const japanIn = (venue: Draft["venue"]): string | null =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(venue?.name ?? "") ? "JP" : null

/** Countries where a language is spoken, in the order in which a town of several is looked for. */
const countriesOf: Readonly<Record<string, ReadonlyArray<string>>> = {
  de: ["DE", "AT", "CH"],
  fr: ["FR", "BE", "CH", "CA"],
  es: ["ES", "MX", "AR", "CO", "CL", "PE"],
  it: ["IT", "CH"],
  nl: ["NL", "BE"],
  pt: ["PT", "BR"],
  ja: ["JP"]
}

/** Zone of a town with namesakes, in a country of the mail's language. */
const zoneOfTown = (city: string | null, lines: ReadonlyArray<string>): string | null => {
  const [language, another] = city === null ? [] : languagesOf(lines)
  if (city === null || language === undefined || another !== undefined) return null
  return (
    countriesOf[language.language]
      ?.map((country) => cityOf(city, { country, state: null })?.zone)
      .find((zone) => zone !== undefined) ?? null
  )
}

/** Zone of the town in a home team's name: `Chicago Cubs`. */
const zoneOfTeam = (home: string | undefined): string | null => {
  const words = home?.split(" ") ?? []
  return (
    [3, 2, 1]
      .filter((count) => words.length > count)
      .map((count) => zoneOf({ city: words.slice(0, count).join(" "), state: null, country: null }))
      .find((zone) => zone !== null) ?? null
  )
}

/** Currencies that are written `$`, too. */
const dollarsOf: Readonly<Record<string, string>> = {
  AU: "AUD",
  CA: "CAD",
  HK: "HKD",
  MX: "MXN",
  NZ: "NZD",
  SG: "SGD",
  AR: "ARS",
  CL: "CLP",
  CO: "COP"
}
