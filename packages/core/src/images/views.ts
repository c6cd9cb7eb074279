import { Schema } from "effect"
import { Domain } from "../rooms.js"
import { collectionOf } from "./collections.js"
import type { ImageRecord } from "./ImageRecord.js"
import type { Candidate } from "./PictureFinder.js"

const Text = Schema.NullOr(Schema.String)
const Pixels = Schema.NullOr(Schema.Number)
const Entity = { domain: Domain, entity_type: Schema.String, entity_id: Schema.String }

/** Where else a picture could come from (contract §10). */
export const Alternatives = Schema.Struct({
  entity: Schema.Struct(Entity),
  current_source: Text,
  is_override: Schema.Boolean,
  alternatives: Schema.Array(Schema.Struct({ source: Schema.String, url: Schema.String, width: Pixels, height: Pixels }))
}).annotations({ identifier: "ImageAlternatives" })

/** A picture as the admin routes show it after a change; what describes it is null while there is none. */
export const ImageState = Schema.Struct({
  ...Entity,
  image_url: Text,
  source: Text,
  is_override: Schema.Boolean,
  image_version: Schema.Number,
  thumbhash: Text,
  dominant_color: Text,
  accent_color: Text
}).annotations({ identifier: "ImageState" })

/** A picture to put in place of the found one. */
export const NewPicture = Schema.Struct({
  source_url: Schema.String.pipe(Schema.minLength(1), Schema.maxLength(2_000)).annotations({ description: "Where the picture is: an http or https address" })
}).annotations({ identifier: "NewPicture" })

export const Regenerate = Schema.Struct({
  batch_size: Schema.optional(Schema.Number.pipe(Schema.int(), Schema.between(1, 200)).annotations({
    description: "How many pictures to go through; 50 by default",
    message: () => ({ message: "must be a whole number from 1 to 200", override: true })
  }))
}).annotations({ identifier: "RegenerateThumbhashes" })

export const Regenerated = Schema.Struct({ updated: Schema.Number, failed: Schema.Number, remaining: Schema.Number }).annotations({
  identifier: "RegeneratedThumbhashes"
})

const entityOf = ({ domain, want: { entity } }: ImageRecord) => ({ domain, entity_type: collectionOf(domain, entity.type), entity_id: String(entity.id) })

export const alternativesView = (record: ImageRecord, candidates: ReadonlyArray<Candidate>): typeof Alternatives.Type => ({
  entity: entityOf(record),
  current_source: record.picture?.source ?? null,
  is_override: record.isOverride,
  alternatives: candidates.map(({ height, source, url, width }) => ({ source, url, width, height }))
})

export const imageState = (record: ImageRecord, url: string | null): typeof ImageState.Type => ({
  ...entityOf(record),
  image_url: url,
  source: record.picture?.source ?? null,
  is_override: record.isOverride,
  image_version: record.version,
  thumbhash: record.picture?.thumbhash ?? null,
  dominant_color: record.picture?.dominantColor ?? null,
  accent_color: record.picture?.accentColor ?? null
})
