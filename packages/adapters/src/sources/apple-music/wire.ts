import { Schema } from "effect"

/**
 * The iTunes Search API (https://performance-partners.apple.com/search-api), `/search` and `/lookup`:
 *
 *   {"resultCount":1,"results":[{"wrapperType":"track","kind":"song","artistId":1,"collectionId":2,"trackId":3,
 *    "artistName":"Hollow Lanterns","collectionName":"Tin Roof Hours","trackName":"Ferry Song",
 *    "artistViewUrl":"https://music.apple.com/us/artist/hollow-lanterns/1?uo=4",
 *    "collectionViewUrl":"https://music.apple.com/us/album/ferry-song/2?i=3&uo=4",
 *    "trackViewUrl":"https://music.apple.com/us/album/ferry-song/2?i=3&uo=4",
 *    "artworkUrl100":"https://is1-ssl.mzstatic.com/image/thumb/Music/.../100x100bb.jpg",
 *    "previewUrl":"https://audio-ssl.itunes.apple.com/itunes-assets/.../x.plus.aac.p.m4a",
 *    "releaseDate":"2023-03-31T12:00:00Z","trackCount":12,"trackTimeMillis":235000,"trackExplicitness":"notExplicit"}]}
 *
 * The type is called JavaScript. Artists found by name have `artistLinkUrl` in place of `artistViewUrl`; an artist looked
 * up with its songs stands before them. Almost any field may be missing.
 */
const Text = Schema.optional(Schema.NullishOr(Schema.String))
const Count = Schema.optional(Schema.NullishOr(Schema.Number))

export const Results = Schema.Struct({ results: Schema.Array(Schema.Unknown) })

export const Result = Schema.Struct({
  wrapperType: Text,
  kind: Text,
  artistId: Count,
  artistName: Text,
  artistLinkUrl: Text,
  artistViewUrl: Text,
  collectionName: Text,
  collectionViewUrl: Text,
  trackName: Text,
  trackViewUrl: Text,
  previewUrl: Text,
  releaseDate: Text,
  trackCount: Count,
  artworkUrl100: Text
})
export type Result = typeof Result.Type
