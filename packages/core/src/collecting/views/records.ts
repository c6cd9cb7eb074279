import { Schema } from "effect"
import { discogsUrl } from "../entities.js"
import type { CopyFact, CopyProfile, WantFact } from "../facts.js"
import { type ToImage, imageField } from "../../images/Picture.js"
import {
  Amount,
  Text,
  Timestamp,
  isoOrNull,
  idField,
  field,
  titleField,
  optionalYearField
} from "../../shared/fields.js"
import { money } from "./statistics.js"

const Common = {
  id: idField,
  discogs_id: field(Schema.Number, "Id at Discogs", 1074567),
  title: titleField,
  artists: field(Schema.Array(Schema.String), "Names of the artists as printed on the sleeve", ["Velmora Tide"]),
  year: optionalYearField,
  format: field(Schema.String, "Format such as `Vinyl`, `CD` or `Cassette`; `Unknown` if no format is given", "Vinyl"),
  genres: field(Schema.Array(Schema.String), "Genres", ["Rock"]),
  styles: field(Schema.Array(Schema.String), "Styles, which are more specific than genres", ["Post-Punk"]),
  image: imageField,
  date_added: field(
    Schema.NullOr(Timestamp),
    "Time it was added to the collection or the wantlist",
    "2026-03-14T20:37:09.000Z"
  ),
  rating: field(Amount, "The person's own rating", 4),
  discogs_url: field(Text, "Address at Discogs", "https://www.discogs.com/release/1074567")
}

/** A record in the cross-reference with plays. */
export const BriefRecord = Schema.Struct(Common).annotations({ identifier: "BriefRecord" })

const Printed = {
  ...Common,
  format_detail: field(Schema.Array(Schema.String), "Details of the format", ["LP"]),
  format_text: field(Text, "`format_detail` as a single string; null if it is empty", "LP, Album"),
  label: field(
    Schema.Array(
      Schema.Struct({
        name: field(Schema.String, "Name of the label", "Kerrim"),
        catno: field(Text, "Catalogue number", "KER 254")
      })
    ),
    "Labels of the release"
  ),
  label_name: field(Text, "Distinct names of `label` as a single string; null if unknown", "Kerrim")
}

/** A copy of a release in the collection. */
export const RecordView = Schema.Struct(Printed).annotations({ identifier: "Record" })
export type RecordView = typeof RecordView.Type

/** `GET /v1/collecting/vinyl/{id}`. `notes` are the owner's notes on this copy, else those on the pressing. */
export const RecordDetail = Schema.Struct({
  ...Printed,
  tracklist: field(
    Schema.Array(
      Schema.Struct({
        position: field(Schema.String, "Side and track number", "A1"),
        title: field(Schema.String, "Title of the track", "Leaving Dusk"),
        duration: field(Schema.String, "Duration as printed on the sleeve", "4:05")
      })
    ),
    "Tracks in order"
  ),
  country: field(Text, "Country", "Germany"),
  community_have: field(Amount, "Number of Discogs users who own it", 812),
  community_want: field(Amount, "Number of Discogs users who want it", 240),
  lowest_price: field(Amount, "Lowest current offer in the account's currency", 18.5),
  num_for_sale: field(Amount, "Number of copies currently for sale", 14),
  notes: field(Text, "Notes", "A gift"),
  media_condition: field(Text, "Graded condition of the disc", "Near Mint (NM or M-)"),
  sleeve_condition: field(Text, "Graded condition of the sleeve", "Very Good Plus (VG+)")
}).annotations({ identifier: "RecordDetail" })
export type RecordDetail = typeof RecordDetail.Type

/** The name of an unreported carrier. */
export const unknownFormat = "Unknown"

export const briefRecord =
  (image: ToImage) =>
  (copy: CopyFact): typeof BriefRecord.Type => ({
    id: copy.id,
    discogs_id: copy.releaseId,
    title: copy.title,
    artists: copy.artists,
    year: copy.year,
    format: copy.format ?? unknownFormat,
    genres: copy.genres,
    styles: copy.styles,
    image: image(copy.picture),
    date_added: isoOrNull(copy.addedAt),
    rating: copy.rating,
    discogs_url: discogsUrl(copy.releaseId)
  })

export const recordView =
  (image: ToImage) =>
  (copy: CopyFact): RecordView => ({
    ...briefRecord(image)(copy),
    format_detail: copy.formatDetail,
    format_text: joined(copy.formatDetail),
    label: copy.labels.map(({ catno, name }) => ({ name, catno })),
    label_name: joined(copy.labels.map(({ name }) => name))
  })

/**
 * One text for clients that display a single label. Removes duplicates: a release lists a label per catalogue number.
 */
const joined = (texts: ReadonlyArray<string>): string | null => {
  const all = [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ""))]
  return all.length === 0 ? null : all.join(", ")
}

export const recordDetail =
  (image: ToImage) =>
  (copy: CopyProfile): RecordDetail => ({
    ...recordView(image)(copy),
    tracklist: copy.tracklist.map(({ duration, position, title }) => ({ position, title, duration })),
    country: copy.country,
    community_have: copy.have,
    community_want: copy.want,
    lowest_price: money(copy.lowestPrice),
    num_for_sale: copy.forSale,
    notes: copy.notes ?? copy.releaseNotes,
    media_condition: copy.mediaCondition,
    sleeve_condition: copy.sleeveCondition
  })

/** An item of `GET /v1/collecting/wantlist`. */
export const WantView = Schema.Struct({
  id: idField,
  discogs_id: field(Schema.Number, "Id at Discogs", 1074567),
  title: titleField,
  artists: field(Schema.Array(Schema.String), "Names of the artists as printed on the sleeve", ["Velmora Tide"]),
  year: optionalYearField,
  formats: field(Schema.Array(Schema.String), "Formats", ["Vinyl"]),
  genres: field(Schema.Array(Schema.String), "Genres", ["Rock"]),
  image: imageField,
  discogs_url: field(Text, "Address at Discogs", "https://www.discogs.com/release/1074567"),
  notes: field(Text, "Notes", "A gift"),
  rating: field(Amount, "The person's own rating", 4),
  date_added: field(
    Schema.NullOr(Timestamp),
    "Time it was added to the collection or the wantlist",
    "2026-03-14T20:37:09.000Z"
  )
}).annotations({ identifier: "WantedRecord" })

export type WantView = typeof WantView.Type

export const wantView =
  (image: ToImage) =>
  (want: WantFact): WantView => ({
    id: want.id,
    discogs_id: want.releaseId,
    title: want.title,
    artists: want.artists,
    year: want.year,
    formats: want.formats,
    genres: want.genres,
    image: image(want.picture),
    discogs_url: discogsUrl(want.releaseId),
    notes: want.notes,
    rating: want.rating,
    date_added: isoOrNull(want.addedAt)
  })
