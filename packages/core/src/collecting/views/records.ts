import { Schema } from "effect"
import { discogsUrl } from "../entities.js"
import type { CopyFact, CopyProfile, WantFact } from "../facts.js"
import { type ToImage, imageField } from "../../images/Picture.js"
import { viewOf } from "../../kit/record.js"
import { Amount, Text, idField, publicField } from "../../shared/fields.js"
import { careFields, releaseDetails, releaseFields, releaseNames } from "../model.js"
import { money } from "./statistics.js"

const { addedAt, mediaCondition, notes, sleeveCondition } = careFields
const { formatDetail, genres, labels, styles } = releaseFields
const { country, forSale, have, tracklist, want } = releaseDetails
const shownNames = viewOf(releaseNames)
const shownGenres = viewOf({ genres })
const shownTags = viewOf({ genres, styles })
const shownAddition = viewOf({ addedAt })
const shownFormat = viewOf({ formatDetail })
const shownLabels = viewOf({ labels })
const shownPressing = viewOf({ tracklist, country, have, want })
const shownOffers = viewOf({ forSale })
const shownNotes = viewOf({ notes })
const shownConditions = viewOf({ mediaCondition, sleeveCondition })

const Common = {
  id: idField,
  ...shownNames.schemas,
  format: publicField(
    Schema.String,
    "Format such as `Vinyl`, `CD` or `Cassette`; `Unknown` if no format is given",
    "Vinyl"
  ),
  ...shownTags.schemas,
  image: imageField,
  ...shownAddition.schemas,
  rating: publicField(Amount, "The person's own rating", 4),
  discogs_url: publicField(Text, "Address at Discogs", "https://www.discogs.com/release/1074567")
}

/** A record in the cross-reference with plays. */
export const BriefRecord = Schema.Struct(Common).annotations({ identifier: "BriefRecord" })

const Printed = {
  ...Common,
  ...shownFormat.schemas,
  format_text: publicField(Text, "`format_detail` as a single string; null if it is empty", "LP, Album"),
  ...shownLabels.schemas,
  label_name: publicField(Text, "Distinct names of `label` as a single string; null if unknown", "Kerrim")
}

/** A copy of a release in the collection. */
export const RecordView = Schema.Struct(Printed).annotations({ identifier: "Record" })
export type RecordView = typeof RecordView.Type

/** `GET /v1/collecting/vinyl/{id}`. `notes` are the owner's notes on this copy, else those on the pressing. */
export const RecordDetail = Schema.Struct({
  ...Printed,
  ...shownPressing.schemas,
  lowest_price: publicField(Amount, "Lowest current offer in the account's currency", 18.5),
  ...shownOffers.schemas,
  ...shownNotes.schemas,
  ...shownConditions.schemas
}).annotations({ identifier: "RecordDetail" })
export type RecordDetail = typeof RecordDetail.Type

/** The name of an unreported carrier. */
export const unknownFormat = "Unknown"

export const briefRecord =
  (image: ToImage) =>
  (copy: CopyFact): typeof BriefRecord.Type => ({
    id: copy.id,
    ...shownNames.of(copy),
    format: copy.format ?? unknownFormat,
    ...shownTags.of(copy),
    image: image(copy.picture),
    ...shownAddition.of(copy),
    rating: copy.rating,
    discogs_url: discogsUrl(copy.releaseId)
  })

export const recordView =
  (image: ToImage) =>
  (copy: CopyFact): RecordView => ({
    ...briefRecord(image)(copy),
    ...shownFormat.of(copy),
    format_text: joined(copy.formatDetail),
    ...shownLabels.of(copy),
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
    ...shownPressing.of(copy),
    // The order of the reference, which stored JSON does not keep.
    tracklist: copy.tracklist.map(({ duration, position, title }) => ({ position, title, duration })),
    lowest_price: money(copy.lowestPrice),
    ...shownOffers.of(copy),
    notes: copy.notes ?? copy.releaseNotes,
    ...shownConditions.of(copy)
  })

/** An item of `GET /v1/collecting/wantlist`. */
export const WantView = Schema.Struct({
  id: idField,
  ...shownNames.schemas,
  formats: publicField(Schema.Array(Schema.String), "Formats", ["Vinyl"]),
  ...shownGenres.schemas,
  image: imageField,
  discogs_url: publicField(Text, "Address at Discogs", "https://www.discogs.com/release/1074567"),
  ...shownNotes.schemas,
  rating: publicField(Amount, "The person's own rating", 4),
  ...shownAddition.schemas
}).annotations({ identifier: "WantedRecord" })

export type WantView = typeof WantView.Type

export const wantView =
  (image: ToImage) =>
  (want: WantFact): WantView => ({
    id: want.id,
    ...shownNames.of(want),
    formats: want.formats,
    ...shownGenres.of(want),
    image: image(want.picture),
    discogs_url: discogsUrl(want.releaseId),
    ...shownNotes.of(want),
    rating: want.rating,
    ...shownAddition.of(want)
  })
