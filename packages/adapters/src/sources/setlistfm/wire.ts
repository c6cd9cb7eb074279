import { Schema } from "effect"
import { Num, Text } from "../leagues/wire.js"

const { Array: List, Boolean: Flag, Struct, optional } = Schema
const maybe = <A, I>(schema: Schema.Schema<A, I>) => optional(Schema.NullOr(schema))

/**
 * One set list. Dates are DD-MM-YYYY; `sets.set` is empty where nobody wrote it down yet.
 *
 *     {"id":"63de4613","eventDate":"23-08-1964","artist":{"mbid":"b10bbbfc-…","name":"The Beatles"},
 *     "venue":{"id":"6bd6ca6e","name":"Hollywood Bowl","city":{"name":"Hollywood","stateCode":"CA","coords":{"lat":34.098,"long":-118.329},"country":{"code":"US"}}},
 *     "tour":{"name":"1964 Tour"},"sets":{"set":[{"encore":1,"song":[{"name":"Twist and Shout","cover":{"name":"The Top Notes"},"tape":false}]}]},"url":"https://www.setlist.fm/setlist/…"}
 */
export const SetList = Struct({
  id: Text.pipe(Schema.pattern(/^[\w-]{1,64}$/)),
  eventDate: Text,
  artist: Struct({ name: Text, mbid: maybe(Text) }),
  venue: maybe(Struct({
    name: maybe(Text),
    city: maybe(Struct({
      name: maybe(Text),
      state: maybe(Text),
      stateCode: maybe(Text),
      coords: maybe(Struct({ lat: maybe(Num), long: maybe(Num) })),
      country: maybe(Struct({ code: maybe(Text) }))
    }))
  })),
  tour: maybe(Struct({ name: maybe(Text) })),
  sets: maybe(Struct({
    set: maybe(List(Struct({
      encore: maybe(Num),
      song: maybe(List(Struct({ name: maybe(Text), cover: maybe(Struct({ name: maybe(Text) })), tape: maybe(Flag) })))
    })))
  })),
  url: maybe(Text)
})
export type SetList = typeof SetList.Type

/** `setlist` rows are read one by one, so that one odd row does not lose the others. */
export const SetLists = Struct({ itemsPerPage: maybe(Num), page: maybe(Num), total: maybe(Num), setlist: maybe(List(Schema.Unknown)) })
