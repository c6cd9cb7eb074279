import { Schema } from "effect"
import { Image, type Picture } from "../images/Picture.js"
import { Domain, EntityType } from "../domains.js"
import { listOf, field, titleField, publicField, privateField } from "../shared/fields.js"
import { classified } from "../shared/sensitivity.js"
import type { DocumentMatch } from "./SearchStore.js"

const Text = Schema.optional(Schema.NullOr(Schema.String))

/**
 * A hit. Articles and highlights have `author` and `url` of the article. Only articles have links to the read-later
 * service; only semantic searches have `score`.
 */
export const SearchHit = Schema.Struct({
  domain: publicField(Domain, "Domain of the record"),
  entity_type: publicField(EntityType, "Kind of entity", "album"),
  entity_id: classified("entity", field(Schema.String, "Id of the record in its domain", "42")),
  title: titleField,
  subtitle: publicField(Schema.NullOr(Schema.String), "Subtitle; null if there is none", "Velmora Tide"),
  image_key: classified(
    "entity",
    field(Schema.NullOr(Schema.String), "Key of the picture: domain, type and id", "listening/album/42")
  ),
  image: publicField(Schema.NullOr(Image), "Picture; null if there is none"),
  author: publicField(Text, "Author", "Senzufell Tannewick"),
  url: publicField(Text, "Address at the provider", "https://www.last.fm/music/Velmora+Tide"),
  instapaper_url: privateField(
    Text,
    "Address of the article at Instapaper",
    "https://www.instapaper.com/read/1200024563"
  ),
  instapaper_app_url: privateField(
    Text,
    "Link that opens the article in the Instapaper app",
    "instapaper://read/1200024563"
  ),
  score: publicField(
    Schema.optional(Schema.Number),
    "Similarity in meaning, at most 1; only in semantic and hybrid search",
    0.83
  )
}).annotations({ identifier: "SearchHit" })
export type SearchHit = typeof SearchHit.Type

/** `GET /v1/search`. */
export const SearchPage = listOf(SearchHit).annotations({ identifier: "SearchPage" })
export type SearchPage = typeof SearchPage.Type

const decimals = 1e6

export const searchHit = (
  match: DocumentMatch,
  image: (picture: Picture | null) => Image | null,
  score?: number
): SearchHit => {
  const { details, domain, entity, picture, subtitle, title } = match
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

const linksOf = (details: DocumentMatch["details"]) => ({
  instapaper_url: details["instapaper_url"] ?? null,
  instapaper_app_url: details["instapaper_app_url"] ?? null
})
