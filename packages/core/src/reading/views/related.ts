import { Schema } from "effect"
import { instapaperAppUrl, instapaperUrl } from "../address.js"
import type { ArticleFact } from "../facts.js"
import { Text } from "../../shared/fields.js"

/** One article near another; `score` is the cosine of what they mean. */
export const RelatedArticle = Schema.Struct({
  id: Schema.Number,
  title: Schema.String,
  author: Text,
  url: Text,
  instapaper_url: Text,
  instapaper_app_url: Text,
  domain: Text,
  description: Text,
  score: Schema.Number
}).annotations({ identifier: "RelatedArticle" })
export type RelatedArticle = typeof RelatedArticle.Type

const decimals = 1e6

export const relatedArticle = (article: ArticleFact, score: number): RelatedArticle => ({
  id: article.id,
  title: article.title,
  author: article.author,
  url: article.url,
  instapaper_url: instapaperUrl(article.source, article.sourceId),
  instapaper_app_url: instapaperAppUrl(article.source, article.sourceId),
  domain: article.domain,
  description: article.description ?? article.pageDescription,
  score: Math.round(score * decimals) / decimals
})
