import { Effect } from "effect"
import type { FeedEntry } from "../feed/FeedStore.js"
import { type Entity, Publisher } from "../publishing/index.js"
import { wholeStart } from "../shared/names.js"
import type { DomainWriter } from "../sync/Source.js"
import { instapaperAppUrl, instapaperUrl } from "./address.js"
import type { ReadingRecord } from "./model.js"
import { type PublishableArticle, type ReadingChanges, ReadingRecords, type ShownHighlight } from "./store.js"

/** Characters of a text that search indexes. */
export const searchedCharacters = 12_000
const maxTitleLength = 200

/**
 * The permanent key of an article in the feed: its id at the source, or its address if it comes from an export file.
 */
export const feedId = ({ source, sourceId, url }: Pick<PublishableArticle, "source" | "sourceId" | "url">): string =>
  `${source}:${sourceId ?? url}`

/** The published form of an article. */
export const articleEntity = (article: PublishableArticle): Entity => {
  const { author, content, description, id, imageUrl, siteName, source, sourceId, title, url } = article
  return {
    type: "article",
    id,
    document: {
      title,
      subtitle: author ?? siteName,
      body: content ?? description,
      details: {
        url,
        author,
        instapaper_url: instapaperUrl(source, sourceId),
        instapaper_app_url: instapaperAppUrl(source, sourceId)
      }
    },
    image: imageUrl === null ? null : { urls: [imageUrl], hints: {} },
    feed: entriesOf(article)
  }
}

const entriesOf = (article: PublishableArticle): ReadonlyArray<FeedEntry> => {
  const common = { sourceId: feedId(article), subtitle: null, metadata: null }
  const saved = {
    ...common,
    eventType: "article_saved",
    occurredAt: article.savedAt,
    date: article.savedOn,
    title: `Saved: ${article.title}`
  }
  if (article.finished === null) return [saved]
  return [
    saved,
    {
      ...common,
      eventType: "article_finished",
      occurredAt: article.finished.at,
      date: article.finished.on,
      title: `Finished reading: ${article.title}`
    }
  ]
}

const shortened = (text: string): string =>
  text.length <= maxTitleLength ? text : `${wholeStart(text, maxTitleLength).trimEnd()}…`

/** The published form of a highlight: only a search document. A note without a highlight is its own title. */
export const highlightEntity = ({ article, id, note, text }: ShownHighlight): Entity => ({
  type: "highlight",
  id,
  document: {
    title: shortened(text || (note ?? "")),
    subtitle: article.title,
    body: [text, note ?? ""].filter((part) => part !== "").join("\n"),
    details: { url: article.url, author: article.author }
  },
  image: null,
  feed: []
})

/** Publishes articles and highlights to feed, search and images, and removes outdated entries. */
export const publishChanges = Effect.fn("reading.publishChanges")(function* ({
  articles,
  concealed = [],
  highlights,
  retracted,
  deleted
}: ReadingChanges) {
  const publisher = yield* Publisher
  yield* publisher.retract("reading", retracted)
  yield* publisher.conceal("reading", concealed)
  yield* publisher.publish("reading", [...articles.map(articleEntity), ...highlights.map(highlightEntity)])
  yield* publisher.withdraw("reading", deleted)
})

/** Publishes what corrections changed. Entries of the feed that leave are set aside and return with their ids. */
export const publishCorrected = Effect.fn("reading.publishCorrected")(function* (changes: ReadingChanges) {
  const publisher = yield* Publisher
  yield* publisher.setAside("reading", changes.retracted, [...(changes.concealed ?? []), ...changes.deleted])
  yield* publisher.takeBack("reading", changes.articles.flatMap(entriesOf))
  yield* publishChanges(changes)
})

/** The services that writes of reading records need. */
export type ReadingWriteServices = ReadingRecords | Publisher

/** Writes articles, stars and highlights. */
export const readingWriter: DomainWriter<ReadingRecord, ReadingWriteServices> = {
  domain: "reading",
  apply: (source, page) =>
    Effect.gen(function* () {
      const records = yield* ReadingRecords
      const { changes, ...applied } = yield* records.put(source, page.records, page.deleted)
      yield* publishChanges(changes)
      return applied
    }),
  remove: (source, keys) =>
    Effect.gen(function* () {
      const records = yield* ReadingRecords
      const { changes, removed } = yield* records.remove(source, keys)
      yield* publishChanges(changes)
      return removed
    }),
  count: (source) => Effect.flatMap(ReadingRecords, (records) => records.count(source)),
  timeOf: (record) => (record._tag === "Article" ? record.article.savedAt : null),
  lists: {
    of: (key) => key.split(":", 1)[0]!,
    counts: (source) => Effect.flatMap(ReadingRecords, (records) => records.lists(source))
  },
  recount: Effect.void
}
