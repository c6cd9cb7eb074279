import { Schema } from "effect"
import { instapaperAppUrl, instapaperUrl } from "../address.js"
import type { ArticleFact, ArticleProfile, HighlightFact, PlacedHighlight } from "../facts.js"
import { type ToImage, imageField } from "../../images/Picture.js"
import { viewOf } from "../../kit/record.js"
import {
  Text,
  idField,
  instapaperFields,
  titleField,
  urlField,
  publicField,
  privateField
} from "../../shared/fields.js"
import {
  articleHeading,
  articleLength,
  articleOrigin,
  articleProgress,
  articleSite,
  articleTimes,
  passageFields,
  passageTime
} from "../model.js"

const shownPassage = { passage: viewOf(passageFields), time: viewOf(passageTime) }

const highlightFields = {
  id: idField,
  ...shownPassage.passage.schemas,
  chapter: publicField(Text, "Always null for articles", null),
  page: publicField(Schema.NullOr(Schema.Number), "Always null for articles", null),
  ...shownPassage.time.schemas
}

/** A highlight in its article. Chapter and page of books are not stored; `position` gives the order. */
export const HighlightView = Schema.Struct(highlightFields).annotations({ identifier: "Highlight" })

const highlightView = (highlight: HighlightFact): typeof HighlightView.Type => ({
  id: highlight.id,
  ...shownPassage.passage.of(highlight),
  chapter: null,
  page: null,
  ...shownPassage.time.of(highlight)
})

/** A highlight with its article. */
export const PlacedHighlightView = Schema.Struct({
  ...highlightFields,
  article: publicField(
    Schema.Struct({
      id: idField,
      title: titleField,
      author: publicField(Text, "Author", "Senzufell Tannewick"),
      domain: publicField(Text, "Site of the article", "notebook.example"),
      url: urlField,
      ...instapaperFields
    }),
    "Article of the highlight"
  )
}).annotations({ identifier: "HighlightWithArticle" })
export type PlacedHighlightView = typeof PlacedHighlightView.Type

export const placedHighlightView = ({ article, highlight }: PlacedHighlight): PlacedHighlightView => ({
  ...highlightView(highlight),
  article: {
    id: article.id,
    title: article.title,
    author: article.author,
    domain: article.domain,
    url: article.url,
    instapaper_url: instapaperUrl(article.source, article.sourceId),
    instapaper_app_url: instapaperAppUrl(article.source, article.sourceId)
  }
})

/** Words per minute. */
const wordsPerMinute = 238

/** Minutes, rounded up. */
export const readMinutes = (words: number | null): number | null =>
  words === null ? null : Math.ceil(words / wordsPerMinute)

const shownArticle = {
  heading: viewOf(articleHeading),
  site: viewOf(articleSite),
  length: viewOf(articleLength),
  progress: viewOf(articleProgress),
  origin: viewOf(articleOrigin),
  times: viewOf(articleTimes)
}

const articleFields = {
  id: idField,
  ...shownArticle.heading.schemas,
  url: publicField(Text, "Address of the article", "https://notebook.example/in-praise-of-flatbread"),
  ...instapaperFields,
  ...shownArticle.site.schemas,
  description: publicField(
    Text,
    "Description",
    "Bakers weigh their flour to the gram and trust their fingers for the rest."
  ),
  ...shownArticle.length.schemas,
  estimated_read_min: publicField(
    Schema.NullOr(Schema.Number),
    "Estimated reading time in minutes, at 238 words per minute",
    6
  ),
  ...shownArticle.progress.schemas,
  rating: publicField(Schema.NullOr(Schema.Number), "Always null, since no source rates articles", null),
  ...shownArticle.origin.schemas,
  image: imageField,
  ...shownArticle.times.schemas
}

/** One article in a list. `description` is the page's if the source has none. */
export const ArticleView = Schema.Struct(articleFields).annotations({ identifier: "Article" })
export type ArticleView = typeof ArticleView.Type

export const articleView =
  (toImage: ToImage) =>
  (article: ArticleFact): ArticleView => ({
    id: article.id,
    ...shownArticle.heading.of(article),
    url: article.url,
    instapaper_url: instapaperUrl(article.source, article.sourceId),
    instapaper_app_url: instapaperAppUrl(article.source, article.sourceId),
    ...shownArticle.site.of(article),
    description: article.description ?? article.pageDescription,
    ...shownArticle.length.of(article),
    estimated_read_min: readMinutes(article.wordCount),
    ...shownArticle.progress.of(article),
    rating: null,
    ...shownArticle.origin.of(article),
    image: toImage(article.picture),
    ...shownArticle.times.of(article)
  })

/** `GET /v1/reading/articles/{id}`: `content` is plain text, `excerpt` its first 12,000 characters. */
export const ArticleDetail = Schema.Struct({
  ...articleFields,
  excerpt: publicField(
    Text,
    "Beginning of the text, at most 12,000 characters",
    "Bakers weigh their flour to the gram."
  ),
  content: privateField(Text, "Full text without markup", "Bakers weigh their flour to the gram."),
  body_unavailable: publicField(
    Schema.Boolean,
    "Whether the text is unavailable, for example behind a paywall or a dead link",
    false
  ),
  highlights: publicField(Schema.Array(HighlightView), "Highlights in the order of the text")
}).annotations({ identifier: "ArticleDetail" })
export type ArticleDetail = typeof ArticleDetail.Type

const maxExcerptLength = 12_000

export const articleDetail = ({ article, content, highlights }: ArticleProfile, toImage: ToImage): ArticleDetail => ({
  ...articleView(toImage)(article),
  excerpt: content === null ? null : content.slice(0, maxExcerptLength).replace(/[\ud800-\udbff]$/u, ""),
  content,
  body_unavailable: article.bodyMissing,
  highlights: highlights.map(highlightView)
})

/** A similar article; `score` is the cosine similarity of the embeddings. */
export const RelatedArticle = Schema.Struct({
  id: idField,
  title: titleField,
  author: publicField(Text, "Author", "Senzufell Tannewick"),
  url: urlField,
  ...instapaperFields,
  domain: publicField(Text, "Site of the article", "notebook.example"),
  description: publicField(
    Text,
    "Description",
    "Bakers weigh their flour to the gram and trust their fingers for the rest."
  ),
  score: publicField(Schema.Number, "Similarity in meaning, at most 1; only in semantic and hybrid search", 0.83)
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
