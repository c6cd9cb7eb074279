import { Schema } from "effect"
import { Image } from "../images/Image.js"
import type { Picture } from "../images/Picture.js"
import { Domain } from "../rooms.js"
import { EntityType } from "../shared/EntityRef.js"
import { listOf } from "../shared/Pagination.js"
import type { Found } from "./SearchStore.js"

const Text = Schema.optional(Schema.NullOr(Schema.String))

/**
 * One hit (contract §9). `author` and `url` are there for articles and for highlights, whose article's they are; links into the
 * read-later service for articles alone, `score` for searches by meaning.
 */
export const SearchHit = Schema.Struct({
  domain: Domain,
  entity_type: EntityType,
  entity_id: Schema.String,
  title: Schema.String,
  subtitle: Schema.NullOr(Schema.String),
  image_key: Schema.NullOr(Schema.String),
  image: Schema.NullOr(Image),
  author: Text,
  url: Text,
  instapaper_url: Text,
  instapaper_app_url: Text,
  score: Schema.optional(Schema.Number)
}).annotations({ identifier: "SearchHit" })
export type SearchHit = typeof SearchHit.Type

/** `GET /v1/search`. */
export const SearchPage = listOf(SearchHit).annotations({ identifier: "SearchPage" })
export type SearchPage = typeof SearchPage.Type

const decimals = 1e6

export const searchHit = (found: Found, image: (picture: Picture | null) => Image | null, score?: number): SearchHit => {
  const { details, domain, entity, picture, subtitle, title } = found
  return {
    domain,
    entity_type: entity.type,
    entity_id: String(entity.id),
    title,
    subtitle,
    image_key: picture === null ? null : `${domain}/${entity.type}/${entity.id}`,
    image: image(picture),
    ...(domain === "reading" ? { author: details["author"] ?? null, url: details["url"] ?? null } : {}),
    ...(entity.type === "article" ? linksOf(details) : {}),
    ...(score === undefined ? {} : { score: Math.round(score * decimals) / decimals })
  }
}

const linksOf = (details: Found["details"]) => ({
  instapaper_url: details["instapaper_url"] ?? null,
  instapaper_app_url: details["instapaper_app_url"] ?? null
})
