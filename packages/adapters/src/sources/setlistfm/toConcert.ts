import type { Concert, Mention, VenueMention } from "@daybook/core/attending"
import { isLocalDate, type LocalDate } from "@daybook/core/shared"
import { venue } from "../mentions/venue.js"
import { cleanName, mbidOf } from "../scrobbles/index.js"
import type { SetList } from "./wire.js"

/** The service writes days first: 2026-03-09 is `09-03-2026`. */
export const eventDate = (date: LocalDate): string => date.split("-").reverse().join("-")

export const dateOf = (eventDate: string): LocalDate | null => {
  const date = eventDate.split("-").reverse().join("-")
  return isLocalDate(date) ? date : null
}

const venueOf = ({ venue: given }: SetList): VenueMention | null => {
  const city = given?.city
  const country = city?.country?.code?.toUpperCase() ?? null
  const isNorthAmerican = country === "US" || country === "CA"
  return venue(given?.name, {
    city: cleanName(city?.name),
    state: (isNorthAmerican ? city?.stateCode : null) ?? city?.state ?? null,
    country,
    // The city's, not the hall's.
    latitude: city?.coords?.lat ?? null,
    longitude: city?.coords?.long ?? null
  })
}

/** Null for a set list without a date or a name. */
export const toConcert = (list: SetList): Concert | null => {
  const date = dateOf(list.eventDate)
  const name = cleanName(list.artist.name)
  if (date === null || name === null) return null
  return {
    id: list.id,
    date,
    artist: { name, mbid: mbidOf(list.artist.mbid) },
    venue: venueOf(list),
    tour: cleanName(list.tour?.name),
    url: list.url ?? `https://www.setlist.fm/search?query=${encodeURIComponent(name)}`,
    songs: (list.sets?.set ?? []).flatMap(({ encore, song }) => (song ?? []).flatMap((one) => {
      const title = cleanName(one.name)
      return title === null ? [] : [{ name: title, cover: cleanName(one.cover?.name), encore: encore ?? null, tape: one.tape === true }]
    }))
  }
}

/** That the person was there, by their own word. What is said of a concert by who was there counts as said on its day. */
export const toMention = (list: SetList): Mention | null => {
  const concert = toConcert(list)
  return concert === null ? null : {
    key: concert.id,
    saidAt: Date.parse(`${concert.date}T12:00:00Z`),
    state: "confirmed",
    kind: "concert",
    title: concert.artist.name,
    date: concert.date,
    lastDate: null,
    time: null,
    at: null,
    venue: concert.venue,
    performers: [{ name: concert.artist.name, type: "musical_artist", role: "headliner", mbid: concert.artist.mbid }],
    teams: null,
    external: { source: "setlist_fm", id: concert.id },
    orders: [],
    attended: true,
    notes: null,
    evidence: null
  }
}
