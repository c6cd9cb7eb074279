import type { FeedEntry } from "../feed/FeedItem.js"
import type { Entity } from "../publishing/Entity.js"
import { instapaperAppUrl, instapaperUrl } from "./address.js"
import type { ShownArticle, ShownHighlight } from "./ReadingRecords.js"

/** How much of a text search looks at, in characters (contract §9). */
export const searchedCharacters = 12_000
const longestTitle = 200

/** Names an article in the feed for good: by the source's number, or its address where only an export file tells of it. */
export const feedId = ({ source, sourceId, url }: Pick<ShownArticle, "source" | "sourceId" | "url">): string => `${source}:${sourceId ?? url}`

/** What the halls show of an article. */
export const articleEntity = (article: ShownArticle): Entity => {
  const { author, content, description, id, imageUrl, siteName, source, sourceId, title, url } = article
  return {
    type: "article",
    id,
    document: {
      title,
      subtitle: author ?? siteName,
      body: content ?? description,
      details: { url, author, instapaper_url: instapaperUrl(source, sourceId), instapaper_app_url: instapaperAppUrl(source, sourceId) }
    },
    image: imageUrl === null ? null : { urls: [imageUrl], hints: {} },
    feed: entriesOf(article)
  }
}

const entriesOf = (article: ShownArticle): ReadonlyArray<FeedEntry> => {
  const common = { sourceId: feedId(article), subtitle: null, metadata: null }
  const saved = { ...common, eventType: "article_saved", occurredAt: article.savedAt, date: article.savedOn, title: `Saved: ${article.title}` }
  if (article.finished === null) return [saved]
  return [saved, { ...common, eventType: "article_finished", occurredAt: article.finished.at, date: article.finished.on, title: `Finished reading: ${article.title}` }]
}

/** What the halls show of a highlight: it can be found. */
export const highlightEntity = ({ article, id, note, text }: ShownHighlight): Entity => ({
  type: "highlight",
  id,
  document: {
    title: text.length <= longestTitle ? text : `${text.slice(0, longestTitle).replace(/[\ud800-\udbff]$/u, "").trimEnd()}…`,
    subtitle: article.title,
    body: note === null ? text : `${text}\n${note}`,
    details: { url: article.url, author: article.author }
  },
  image: null,
  feed: []
})
