import { Schema } from "effect"
import { discogsUrl } from "../entities.js"
import type { CopyFact, CopyProfile } from "../facts.js"
import { OptionalImage } from "../../images/Image.js"
import type { ToImage } from "../../images/Picture.js"
import { Amount, Text, Timestamp, isoOrNull } from "../../shared/fields.js"
import { money } from "./shared.js"

const Common = {
  id: Schema.Number,
  discogs_id: Schema.Number,
  title: Schema.String,
  artists: Schema.Array(Schema.String),
  year: Amount,
  format: Schema.String,
  genres: Schema.Array(Schema.String),
  styles: Schema.Array(Schema.String),
  image: OptionalImage,
  date_added: Schema.NullOr(Timestamp),
  rating: Amount,
  discogs_url: Text
}

/** A record among others of another kind: without the small print. */
export const BriefRecord = Schema.Struct(Common).annotations({ identifier: "BriefRecord" })

const Printed = {
  ...Common,
  format_detail: Schema.Array(Schema.String),
  format_text: Text,
  label: Schema.Array(Schema.Struct({ name: Schema.String, catno: Text })),
  label_name: Text
}

/** A copy of a release in the collection (contract §5). */
export const RecordView = Schema.Struct(Printed).annotations({ identifier: "Record" })
export type RecordView = typeof RecordView.Type

/** `GET /v1/collecting/vinyl/{id}`. `notes` are the person's own on this copy, else what is said of the pressing. */
export const RecordDetail = Schema.Struct({
  ...Printed,
  tracklist: Schema.Array(Schema.Struct({ position: Schema.String, title: Schema.String, duration: Schema.String })),
  country: Text,
  community_have: Amount,
  community_want: Amount,
  lowest_price: Amount,
  num_for_sale: Amount,
  notes: Text,
  media_condition: Text,
  sleeve_condition: Text
}).annotations({ identifier: "RecordDetail" })
export type RecordDetail = typeof RecordDetail.Type

/** Stands for a carrier that nobody named. */
export const unknownFormat = "Unknown"

export const briefRecord = (image: ToImage) => (copy: CopyFact): typeof BriefRecord.Type => ({
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

export const recordView = (image: ToImage) => (copy: CopyFact): RecordView => ({
  ...briefRecord(image)(copy),
  format_detail: copy.formatDetail,
  format_text: joined(copy.formatDetail),
  label: copy.labels.map(({ catno, name }) => ({ name, catno })),
  label_name: joined(copy.labels.map(({ name }) => name))
})

/** For callers that show one text: each once, since a release names a label for each of its numbers. */
const joined = (texts: ReadonlyArray<string>): string | null => {
  const all = [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ""))]
  return all.length === 0 ? null : all.join(", ")
}

export const recordDetail = (image: ToImage) => (copy: CopyProfile): RecordDetail => ({
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
