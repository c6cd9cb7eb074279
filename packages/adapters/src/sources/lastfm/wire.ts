import { Schema } from "effect"
import { WrittenNumber } from "../provider/index.js"

/**
 * Last.fm's web service, `user.getRecentTracks` (https://www.last.fm/api/show/user.getRecentTracks):
 *
 *   {"recenttracks":{
 *     "track":[
 *       {"artist":{"mbid":"","#text":"Hollow Lanterns"},"streamable":"0","mbid":"","album":{"mbid":"","#text":"Tin Roof Hours"},
 *        "name":"Northbound","@attr":{"nowplaying":"true"},"url":"https://www.last.fm/music/Hollow+Lanterns/_/Northbound"},
 *       {"artist":{"mbid":"65314b12-0e08-43fa-ba33-baaa7b874c15","#text":"Hollow Lanterns"},"streamable":"0","mbid":"",
 *        "album":{"mbid":"","#text":""},"name":"Ferry Song","url":"https://www.last.fm/music/Hollow+Lanterns/_/Ferry+Song",
 *        "date":{"uts":"1763700000","#text":"21 Nov 2025, 04:40"}}],
 *     "@attr":{"user":"someone","totalPages":"486","page":"1","perPage":"50","total":"24271"}}}
 *
 * Numbers are strings, all but a few. A list of one may arrive as that one, a list of none not at all. The track that is
 * playing has no date, stands before the first page whatever was asked, and is in no count.
 */
const Count = WrittenNumber.pipe(Schema.int(), Schema.nonNegative())

const Text = Schema.NullishOr(Schema.String)

/** A list, of which every item is read by itself, so that a broken one costs only itself. See `itemsOf`. */
const Items = Schema.optional(Schema.Unknown)

/** The items of a list, of one that stands for itself, or of nothing. */
export const itemsOf = (list: unknown): ReadonlyArray<unknown> => {
  if (Array.isArray(list)) return list
  return list === undefined || list === null || list === "" ? [] : [list]
}

export const RecentTracks = Schema.Struct({
  recenttracks: Schema.Struct({
    track: Items,
    "@attr": Schema.Struct({ total: Count, totalPages: Count, perPage: Schema.optional(Count) })
  })
})
export type RecentTracks = typeof RecentTracks.Type

export const TopTags = Schema.Struct({ toptags: Schema.Struct({ tag: Items }) })

export const Tag = Schema.Struct({ name: Schema.String, count: Count })

export const SimilarArtists = Schema.Struct({ similarartists: Schema.Struct({ artist: Items }) })

export const SimilarArtist = Schema.Struct({
  name: Schema.String,
  match: WrittenNumber
})

/** `user.getInfo`: `{"user":{"name":"someone","playcount":"24271","registered":{"unixtime":"1037793040","#text":1037793040}}}` */
export const UserInfo = Schema.Struct({
  user: Schema.Struct({
    registered: Schema.optional(Schema.NullishOr(Schema.Struct({ unixtime: Schema.optional(Schema.NullishOr(WrittenNumber)) })))
  })
})

export const ArtistInfo = Schema.Struct({
  artist: Schema.Struct({
    stats: Schema.optional(Schema.NullishOr(Schema.Struct({ userplaycount: Schema.optional(Schema.NullishOr(Count)) }))),
    bio: Schema.optional(Schema.NullishOr(Schema.Struct({ summary: Schema.optional(Text), content: Schema.optional(Text) })))
  })
})
