import { Schema } from "effect"
import { instapaperAppUrl, instapaperUrl } from "../address.js"
import type { HighlightFact, PlacedHighlight } from "../facts.js"
import { Text, Timestamp, iso } from "../../shared/fields.js"

const fields = {
  id: Schema.Number,
  text: Schema.String,
  note: Text,
  position: Schema.NullOr(Schema.Number),
  chapter: Text,
  page: Schema.NullOr(Schema.Number),
  created_at: Timestamp
}

/** A highlight within its article. Chapter and page are those of books, which no source has yet. */
export const HighlightView = Schema.Struct(fields).annotations({ identifier: "Highlight" })

export const highlightView = ({ createdAt, id, note, position, text }: HighlightFact): typeof HighlightView.Type => ({
  id,
  text,
  note,
  position,
  chapter: null,
  page: null,
  created_at: iso(createdAt)
})

/** `api.md` §2.9. */
export const PlacedHighlightView = Schema.Struct({
  ...fields,
  article: Schema.Struct({
    id: Schema.Number,
    title: Schema.String,
    author: Text,
    domain: Text,
    url: Text,
    instapaper_url: Text,
    instapaper_app_url: Text
  })
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
