import { Schema } from "effect"
import { discogsUrl } from "../entities.js"
import type { WantFact } from "../facts.js"
import { OptionalImage } from "../../images/Image.js"
import type { ToImage } from "../../images/Picture.js"
import { Amount, Text, Timestamp, isoOrNull } from "../../shared/fields.js"

/** An item of `GET /v1/collecting/wantlist` (contract §5). */
export const WantView = Schema.Struct({
  id: Schema.Number,
  discogs_id: Schema.Number,
  title: Schema.String,
  artists: Schema.Array(Schema.String),
  year: Amount,
  formats: Schema.Array(Schema.String),
  genres: Schema.Array(Schema.String),
  image: OptionalImage,
  discogs_url: Text,
  notes: Text,
  rating: Amount,
  date_added: Schema.NullOr(Timestamp)
}).annotations({ identifier: "WantedRecord" })
export type WantView = typeof WantView.Type

export const wantView = (image: ToImage) => (want: WantFact): WantView => ({
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
