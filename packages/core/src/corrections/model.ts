import { Schema } from "effect"
import { type RowOf, choice, instant, integer, json, text } from "../kit/record.js"

/** What a correction may say. A domain supports some of them: see `CorrectionRules`. */
export const correctionKinds = ["same", "different", "name", "credit", "identify", "set", "hide"] as const
export type CorrectionKind = (typeof correctionKinds)[number]

/** A record by its natural key and provider ids, never by the id of a row: `{ artist: "Velmora Tide" }`. */
export type RecordKey = Readonly<Record<string, string>>
const recordKey = Schema.Record({ key: Schema.String, value: Schema.String })

/** A durable rule by the owner. It is applied when records are merged and changes nothing that a source reported. */
export const correctionFields = {
  id: integer({ description: "Id in this instance", example: 7 }),
  domain: text({ description: "Domain of the records", example: "listening" }),
  kind: choice(correctionKinds)({
    description:
      "`same`: the subject is the object. `different`: they are not one. `name`: is written like the value. " +
      "`credit`: belongs to the object. `identify`: is this one at the provider, or none of them. " +
      "`set`: a field has the value. `hide`: is neither shown nor counted",
    example: "same"
  }),
  type: text({
    description: "Type of the subject, such as artist, movie, article, event or release",
    example: "artist"
  }),
  subject: json<RecordKey>(recordKey)({
    description: "Natural key of the record that changes",
    example: { artist: "Velmora Tyde" }
  }),
  object: json<RecordKey>(recordKey)({
    nullable: true,
    description: "Natural key of the other record; null for kinds without one",
    example: { artist: "Velmora Tide" }
  }),
  value: text({
    nullable: true,
    description:
      "The name for `name`; `field=value` for `set`; the id for `identify`, such as `tmdb_id=603`, or `none`; " +
      "null for other kinds",
    example: null
  }),
  reason: text({ nullable: true, description: "Remark of the owner", example: "misspelled by an old player" }),
  createdAt: instant({ description: "Time it was made", example: "2026-03-14T20:16:02.120Z" })
}
export type Correction = RowOf<typeof correctionFields>

/** A correction before it is stored. */
export type NewCorrection = Omit<Correction, "id" | "createdAt">
