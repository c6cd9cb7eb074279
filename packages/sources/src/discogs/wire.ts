import type { Copy, Credit, Release, ReleaseDetail, Want } from "@daybook/core/collecting"
import { Schema, Option } from "effect"
import { LooseNumber, WrittenNumber } from "../kit/schemas.js"
import { cleanName } from "../kit/values.js"
import { instantOf } from "../kit/WallClock.js"

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

const BasicInformation = Schema.Struct({ ...Description, id: LooseNumber })
export type BasicInformation = typeof BasicInformation.Type

const Row = { id: WrittenNumber, rating: LooseNumber, date_added: Text, basic_information: BasicInformation }

export const CollectionRow = Schema.Struct({
  ...Row,
  instance_id: WrittenNumber,
  notes: Schema.optional(Schema.Unknown)
})
export type CollectionRow = typeof CollectionRow.Type

const Note = Schema.Struct({ field_id: WrittenNumber, value: Schema.String })

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

const fields = { mediaCondition: 1, sleeveCondition: 2, notes: 3 }

/** A name without the number by which Discogs distinguishes artists or labels of the same name: `Quillon (2)`. */
export const withoutNumber = (value: string): string => value.trimEnd().replace(/ \(\d+\)$/, "")

/** An artist's name without that number, and with a leading article. */
export const artistName = (value: string): string => {
  const name = withoutNumber(value)
  const [, main, article] = /^(.+), (The|A|An|Los|Las|Les|Le|La|Die|Der|Das|De)$/.exec(name) ?? []
  return main === undefined ? name : `${article} ${main}`
}

const texts = (value: ReadonlyArray<string> | null | undefined): ReadonlyArray<string> => [
  ...new Set((value ?? []).flatMap((text) => cleanName(text) ?? []))
]

/** Maximum length of a stored text in characters. */
const maxTextLength = 20_000

export const cleanText = (value: string | null | undefined): string | null => {
  const text = (value ?? "")
    .replace(/\0/g, "")
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .trim()
  return text === "" ? null : [...text.slice(0, maxTextLength)].join("")
}

const creditsOf = (artists: BasicInformation["artists"]): ReadonlyArray<Credit> =>
  (artists ?? []).flatMap(({ anv, id, join, name }): ReadonlyArray<Credit> => {
    const clean = cleanName(artistName(name))
    return clean === null
      ? []
      : [{ id: whole(id), name: clean, shown: cleanName(anv) ?? clean, join: cleanName(join) ?? "" }]
  })

const maxInteger = 2_147_483_647

const whole = (value: number | null | undefined): number | null =>
  value != null && Number.isInteger(value) && value >= 0 && value <= maxInteger ? value : null

/** A whole year; 0 means none. */
export const yearOf = (value: number | null | undefined): number | null => whole(value) || null

const maxUrlLength = 2_000

const pictureOf = (...value: ReadonlyArray<string | null | undefined>): string | null =>
  value.find(
    (url) => url != null && url.length <= maxUrlLength && /^https?:/.test(url) && !url.endsWith("/spacer.gif")
  ) ?? null

/** `All Media` gives the number of pieces of a set, not the carrier. */
const isCarrier = ({ name }: { readonly name: string }) => name !== "All Media"

/** A release, as described by lists and by its own page. Null for an invalid number. */
const toRelease = (id: number, of: Omit<BasicInformation, "id">, picture: string | null): Release | null => {
  const number = whole(id)
  if (number === null || number === 0) return null
  return {
    id: number,
    title: cleanName(of.title) ?? "Untitled",
    year: yearOf(of.year),
    artists: creditsOf(of.artists),
    format: cleanName((of.formats ?? []).find(isCarrier)?.name),
    formatDetail: texts((of.formats ?? []).flatMap(({ descriptions }) => descriptions ?? [])),
    labels: (of.labels ?? []).flatMap(({ catno, name }) => {
      const clean = cleanName(withoutNumber(name))
      return clean === null ? [] : [{ name: clean, catno: cleanName(catno) }]
    }),
    genres: texts(of.genres),
    styles: texts(of.styles),
    picture
  }
}

const ofBasic = (id: number, of: BasicInformation) => toRelease(id, of, pictureOf(of.cover_image, of.thumb))

export const ratingOf = (value: number | null | undefined): number =>
  Math.max(0, Math.min(5, Math.round(value ?? 0))) || 0

const decodeNote = Schema.decodeUnknownOption(Note)

/** Null for an unusable row. */
export const toCopy = (row: CollectionRow): Copy | null => {
  const release = ofBasic(row.id, row.basic_information)
  if (release === null || !Number.isSafeInteger(row.instance_id)) return null
  const notes = Array.isArray(row.notes) ? row.notes.flatMap((note) => Option.toArray(decodeNote(note))) : []
  const note = (field: number) => cleanText(notes.find(({ field_id: id }) => id === field)?.value)
  return {
    _tag: "Copy",
    instance: row.instance_id,
    release,
    care: {
      addedAt: instantOf(row.date_added),
      rating: ratingOf(row.rating),
      mediaCondition: note(fields.mediaCondition),
      sleeveCondition: note(fields.sleeveCondition),
      notes: note(fields.notes)
    }
  }
}

export const toWant = (row: WantRow): Want | null => {
  const release = ofBasic(row.id, row.basic_information)
  if (release === null) return null
  const notes = typeof row.notes === "string" ? cleanText(row.notes) : null
  return { _tag: "Want", release, care: { addedAt: instantOf(row.date_added), rating: ratingOf(row.rating), notes } }
}

/** A release's own page. Prices in cents. */
export const toReleaseDetail = (
  page: ReleasePage
): { readonly release: Release; readonly detail: ReleaseDetail } | null => {
  const images = page.images ?? []
  const primary = images.find(({ type }) => type === "primary") ?? images[0]
  const release = toRelease(page.id, page, pictureOf(primary?.uri, page.cover_image, page.thumb))
  if (release === null) return null
  return {
    release,
    detail: {
      tracklist: (page.tracklist ?? []).flatMap(({ duration, position, title }) => {
        const name = cleanName(title)
        return name === null
          ? []
          : [{ position: cleanName(position) ?? "", title: name, duration: cleanName(duration) ?? "" }]
      }),
      country: cleanName(page.country),
      have: whole(page.community?.have),
      want: whole(page.community?.want),
      lowestPrice:
        page.lowest_price == null || page.lowest_price < 0 ? null : whole(Math.round(page.lowest_price * 100)),
      forSale: whole(page.num_for_sale),
      notes: cleanText(page.notes)
    }
  }
}

/** Cents of a text such as `$1,100.25`, in any currency; null if it has no number. */
export const centsOf = (text: string | null | undefined): number | null => {
  const digits = (text ?? "").replace(/[^\d.,]/g, "")
  if (!/\d/.test(digits)) return null
  const [, units = "", cents = "0"] = /^([\d.,]*?)(?:[.,](\d{1,2}))?$/.exec(digits) ?? []
  return Number(units.replace(/[.,]/g, "") || "0") * 100 + Number(cents.padEnd(2, "0"))
}
