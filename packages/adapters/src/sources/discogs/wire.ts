import { Schema } from "effect"
import { LooseNumber, WrittenNumber } from "../kit/schemas.js"

/**
 * Discogs' API v2 (https://www.discogs.com/developers), `GET /users/{name}/collection/folders/0/releases`:
 *
 *   {"pagination":{"page":1,"pages":3,"per_page":100,"items":250,"urls":{"next":"…"}},
 *    "releases":[{"id":6794957,"instance_id":101,"folder_id":1,"rating":0,"date_added":"2015-04-14T03:23:29-07:00",
 *     "notes":[{"field_id":1,"value":"Near Mint (NM or M-)"}],
 *     "basic_information":{"id":6794957,"master_id":52323,"title":"Barn Songs","year":2015,"thumb":"",
 *      "cover_image":"https://…",
 *      "artists":[{"id":1434,"name":"Hollow Lanterns (2)","anv":"","join":"&","role":"","resource_url":"…"}],
 *      "labels":[{"id":29377,"name":"Quillon","catno":"QUI073LP"}],
 *      "formats":[{"name":"Vinyl","qty":"2","text":"180 g","descriptions":["LP","Reissue"]}],
 *      "genres":["Rock"],"styles":["Indie Rock"]}}]}
 *
 * `GET /users/{name}/wants` has `wants` instead, with `notes` as a string. A year or master of 0 means none.
 */

const Text = Schema.optional(Schema.NullOr(Schema.String))
const ListOf = <A, I>(item: Schema.Schema<A, I>) => Schema.optional(Schema.NullOr(Schema.Array(item)))

const Description = {
  title: Schema.String,
  year: LooseNumber,
  artists: ListOf(Schema.Struct({ id: LooseNumber, name: Schema.String, anv: Text, join: Text })),
  labels: ListOf(Schema.Struct({ name: Schema.String, catno: Text })),
  formats: ListOf(Schema.Struct({ name: Schema.String, descriptions: ListOf(Schema.String) })),
  genres: ListOf(Schema.String),
  styles: ListOf(Schema.String),
  thumb: Text,
  cover_image: Text
}

export const BasicInformation = Schema.Struct({ ...Description, id: LooseNumber })
export type BasicInformation = typeof BasicInformation.Type

const Row = { id: WrittenNumber, rating: LooseNumber, date_added: Text, basic_information: BasicInformation }

export const CollectionRow = Schema.Struct({
  ...Row,
  instance_id: WrittenNumber,
  notes: Schema.optional(Schema.Unknown)
})
export type CollectionRow = typeof CollectionRow.Type

export const Note = Schema.Struct({ field_id: WrittenNumber, value: Schema.String })

export const WantRow = Schema.Struct({ ...Row, notes: Schema.optional(Schema.Unknown) })
export type WantRow = typeof WantRow.Type

/** One page of a list. Each row is decoded separately, so that a broken row costs only itself. */
export const Listing = Schema.Struct({
  pagination: Schema.Struct({ pages: WrittenNumber, items: WrittenNumber }),
  releases: ListOf(Schema.Unknown),
  wants: ListOf(Schema.Unknown)
})

export const CollectionValue = Schema.Struct({ median: Text })

/** `GET /releases/{id}`. `lowest_price` is null if nothing is for sale. */
export const ReleasePage = Schema.Struct({
  ...Description,
  id: WrittenNumber,
  country: Text,
  notes: Text,
  lowest_price: LooseNumber,
  num_for_sale: LooseNumber,
  community: Schema.optional(Schema.NullOr(Schema.Struct({ have: LooseNumber, want: LooseNumber }))),
  images: ListOf(Schema.Struct({ type: Text, uri: Text })),
  tracklist: ListOf(Schema.Struct({ position: Text, title: Text, duration: Text, type_: Text }))
})
export type ReleasePage = typeof ReleasePage.Type

export const SearchResults = Schema.Struct({ results: ListOf(Schema.Unknown) })

export const SearchResult = Schema.Struct({
  id: WrittenNumber,
  title: Schema.String,
  year: Schema.optional(Schema.NullOr(Schema.Union(Schema.String, Schema.Number))),
  country: Text,
  format: ListOf(Schema.String)
})

export const Instances = Schema.Struct({ releases: ListOf(Schema.Struct({ instance_id: WrittenNumber })) })

export const Added = Schema.Struct({ instance_id: WrittenNumber })
