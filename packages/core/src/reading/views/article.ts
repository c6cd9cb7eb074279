import { Schema } from "effect"
import { instapaperAppUrl, instapaperUrl } from "../address.js"
import type { ArticleFact, ArticleProfile } from "../facts.js"
import { statuses } from "../records.js"
import { HighlightView, highlightView } from "./highlight.js"
import { OptionalImage } from "../../images/Image.js"
import type { ToImage } from "../../images/Picture.js"
import { Text, Timestamp, iso, isoOrNull } from "../../shared/fields.js"
import { readMinutes } from "./shared.js"

const fields = {
  id: Schema.Number,
  title: Schema.String,
  author: Text,
  url: Text,
  instapaper_url: Text,
  instapaper_app_url: Text,
  domain: Text,
  site_name: Text,
  description: Text,
  word_count: Schema.NullOr(Schema.Number),
  estimated_read_min: Schema.NullOr(Schema.Number),
  status: Schema.Literal(...statuses),
  progress: Schema.Number.annotations({ description: "0 to 1" }),
  starred: Schema.Boolean,
  rating: Schema.NullOr(Schema.Number),
  tags: Schema.Array(Schema.String),
  source: Schema.String,
  image: OptionalImage,
  saved_at: Timestamp,
  started_at: Schema.NullOr(Timestamp),
  finished_at: Schema.NullOr(Timestamp)
}

/** One article in a list (contract §6). `description` is the page's own where the source has none. */
export const ArticleView = Schema.Struct(fields).annotations({ identifier: "Article" })
export type ArticleView = typeof ArticleView.Type

export const articleView = (show: ToImage) => (article: ArticleFact): ArticleView => ({
  id: article.id,
  title: article.title,
  author: article.author,
  url: article.url,
  instapaper_url: instapaperUrl(article.source, article.sourceId),
  instapaper_app_url: instapaperAppUrl(article.source, article.sourceId),
  domain: article.domain,
  site_name: article.siteName,
  description: article.description ?? article.pageDescription,
  word_count: article.wordCount,
  estimated_read_min: readMinutes(article.wordCount),
  status: article.status,
  progress: article.progress,
  starred: article.starred,
  rating: null,
  tags: article.tags,
  source: article.source,
  image: show(article.picture),
  saved_at: iso(article.savedAt),
  started_at: isoOrNull(article.startedAt),
  finished_at: isoOrNull(article.finishedAt)
})

/** `GET /v1/reading/articles/{id}`: `content` is plain text, `excerpt` its first 12,000 characters. */
export const ArticleDetail = Schema.Struct({
  ...fields,
  excerpt: Text,
  content: Text,
  body_unavailable: Schema.Boolean,
  highlights: Schema.Array(HighlightView)
}).annotations({ identifier: "ArticleDetail" })
export type ArticleDetail = typeof ArticleDetail.Type

const longestExcerpt = 12_000

export const articleDetail = ({ article, content, highlights }: ArticleProfile, show: ToImage): ArticleDetail => ({
  ...articleView(show)(article),
  excerpt: content === null ? null : content.slice(0, longestExcerpt).replace(/[\ud800-\udbff]$/u, ""),
  content,
  body_unavailable: article.bodyMissing,
  highlights: highlights.map(highlightView)
})
