import { Schema } from "effect"
import { Domain } from "../domains.js"
import { collectionOf } from "./Picture.js"
import type { Candidate, ImageRecord } from "./ports.js"
import { field, sourceField, withExample } from "../shared/fields.js"

const Text = Schema.NullOr(Schema.String)
const Pixels = Schema.NullOr(Schema.Number)
const Entity = {
  domain: field(Domain, "Domain of the record"),
  entity_type: field(Schema.String, "Kind of entity", "album"),
  entity_id: field(Schema.String, "Id of the record in its domain", "42")
}

export const Alternatives = Schema.Struct({
  entity: field(Schema.Struct(Entity), "Entity of the picture"),
  current_source: field(Text, "Source of the current picture", "deezer"),
  is_override: field(Schema.Boolean, "Whether the picture was chosen by hand", false),
  alternatives: field(
    Schema.Array(
      Schema.Struct({
        source: sourceField,
        url: field(Schema.String, "Address at the provider", "https://www.last.fm/music/Velmora+Tide"),
        width: field(Pixels, "Width in pixels; null if the provider does not report it", 1000),
        height: field(Pixels, "Height in pixels; null if the provider does not report it", 1000)
      })
    ),
    "Alternative pictures"
  )
}).annotations({ identifier: "ImageAlternatives" })

/** A picture in the admin routes; its description is null while there is none. */
export const ImageState = Schema.Struct({
  ...Entity,
  image_url: field(
    Text,
    "Address of the picture on this host",
    "http://127.0.0.1:8787/images/collecting/releases/42?v=2&s=qCU6PtDufcdk3MGsHiwEyA"
  ),
  source: field(Text, "Source of the picture", "deezer"),
  is_override: field(Schema.Boolean, "Whether the picture was chosen by hand", false),
  image_version: field(Schema.Number, "Version; increases with every replacement of the picture", 2),
  thumbhash: field(
    Text,
    "ThumbHash placeholder of about 25 bytes, base64 (evanw/thumbhash)",
    "48gFFwSbZYum84ezVGlpmMh26fDmsIIF"
  ),
  dominant_color: field(Text, "Dominant colour of the picture", "#93df7b"),
  accent_color: field(Text, "Accent colour with contrast to the dominant colour", "#9ac224")
}).annotations({ identifier: "ImageState" })

/** A picture that replaces the found one. */
export const NewPicture = Schema.Struct({
  source_url: field(
    Schema.String.pipe(Schema.minLength(1), Schema.maxLength(2_000)),
    "Where the picture is: an http or https address",
    "https://example.org/covers/violet-chalk.jpg"
  )
}).annotations({ identifier: "NewPicture" })

export const RegenerateRequest = Schema.Struct({
  batch_size: withExample(
    Schema.optional(
      Schema.Number.pipe(Schema.int(), Schema.between(1, 200)).annotations({
        description: "How many pictures to go through; 50 by default",
        message: () => ({ message: "must be a whole number from 1 to 200", override: true })
      })
    ),
    50
  )
}).annotations({ identifier: "RegenerateThumbhashes" })

export const RegenerateResult = Schema.Struct({
  updated: field(Schema.Number, "Number of placeholders recomputed", 50),
  failed: field(Schema.Number, "Number of unreadable pictures", 0),
  remaining: field(Schema.Number, "Number of pictures left", 120)
}).annotations({ identifier: "RegeneratedThumbhashes" })

const entityOf = ({ domain, request: { entity } }: ImageRecord) => ({
  domain,
  entity_type: collectionOf(domain, entity.type),
  entity_id: String(entity.id)
})

export const alternativesView = (
  record: ImageRecord,
  candidates: ReadonlyArray<Candidate>
): typeof Alternatives.Type => ({
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
