import type { Concert, Mention, VenueMention } from "@daybook/core/attending"
import { isLocalDate, type LocalDate } from "@daybook/core/shared"
import { Schema } from "effect"
import { venue } from "../kit/mentions/venue.js"
import { Num, Text } from "../kit/schemas.js"
import { cleanName, mbidOf } from "../kit/values.js"

const { Array: List, Boolean: Flag, Struct, optional } = Schema
const maybe = <A, I>(schema: Schema.Schema<A, I>) => optional(Schema.NullOr(schema))

/**
 * One set list. Dates are DD-MM-YYYY; `sets.set` is empty where nobody wrote it down yet.
 *
 *     {"id":"63de4613","eventDate":"23-08-1964","artist":{"mbid":"b10bbbfc-…","name":"The Beatles"},
 *      "venue":{"id":"6bd6ca6e","name":"Hollywood Bowl","city":{"name":"Hollywood","stateCode":"CA",
 *       "coords":{"lat":34.098,"long":-118.329},"country":{"code":"US"}}},
 *      "tour":{"name":"1964 Tour"},"sets":{"set":[{"encore":1,
 *       "song":[{"name":"Twist and Shout","cover":{"name":"The Top Notes"},"tape":false}]}]},
 *      "url":"https://www.setlist.fm/setlist/…"}
 */
export const SetList = Struct({
  id: Text.pipe(Schema.pattern(/^[\w-]{1,64}$/)),
  eventDate: Text,
  artist: Struct({ name: Text, mbid: maybe(Text) }),
  venue: maybe(
    Struct({
      name: maybe(Text),
      city: maybe(
        Struct({
          name: maybe(Text),
          state: maybe(Text),
          stateCode: maybe(Text),
          coords: maybe(Struct({ lat: maybe(Num), long: maybe(Num) })),
          country: maybe(Struct({ code: maybe(Text) }))
        })
      )
    })
  ),
  tour: maybe(Struct({ name: maybe(Text) })),
  sets: maybe(
    Struct({
      set: maybe(
        List(
          Struct({
            encore: maybe(Num),
            song: maybe(
              List(Struct({ name: maybe(Text), cover: maybe(Struct({ name: maybe(Text) })), tape: maybe(Flag) }))
            )
          })
        )
      )
    })
  ),
  url: maybe(Text)
})
export type SetList = typeof SetList.Type

/** Rows of `setlist` are decoded one by one, so that a broken one is skipped alone. */
export const SetLists = Struct({
  itemsPerPage: maybe(Num),
  page: maybe(Num),
  total: maybe(Num),
  setlist: maybe(List(Schema.Unknown))
})

/** The service writes dates as `DD-MM-YYYY`. */
export const eventDate = (date: LocalDate): string => date.split("-").reverse().join("-")

export const dateOf = (eventDate: string): LocalDate | null => {
  const date = eventDate.split("-").reverse().join("-")
  return isLocalDate(date) ? date : null
}

const venueOf = ({ venue: place }: SetList): VenueMention | null => {
  const city = place?.city
  const country = city?.country?.code?.toUpperCase() ?? null
  const isNorthAmerican = country === "US" || country === "CA"
  return venue(place?.name, {
    city: cleanName(city?.name),
    state: (isNorthAmerican ? city?.stateCode : null) ?? city?.state ?? null,
    country,
    // Coordinates are the city's, not the venue's.
    latitude: city?.coords?.lat ?? null,
    longitude: city?.coords?.long ?? null
  })
}

/** Null without a date or a name. */
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
    songs: (list.sets?.set ?? []).flatMap(({ encore, song }) =>
      (song ?? []).flatMap((one) => {
        const title = cleanName(one.name)
        return title === null
          ? []
          : [{ name: title, cover: cleanName(one.cover?.name), encore: encore ?? null, tape: one.tape === true }]
      })
    )
  }
}

/** The owner's own statement of attendance. It counts as reported on the day of the concert. */
export const toMention = (list: SetList): Mention | null => {
  const concert = toConcert(list)
  return concert === null
    ? null
    : {
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
        performers: [
          { name: concert.artist.name, type: "musical_artist", role: "headliner", mbid: concert.artist.mbid }
        ],
        teams: null,
        external: { source: "setlist_fm", id: concert.id },
        orders: [],
        attended: true,
        notes: null,
        evidence: null
      }
}
