import type { Context } from "effect"
import type { FeedKey } from "../feed/FeedStore.js"
import type { RowOf } from "../kit/record.js"
import type { Calendar } from "../shared/Calendar.js"
import { addressKey, domainOf } from "./address.js"
import { type SavedArticle, type stateFields, isInferred, statusOf } from "./model.js"
import { workOf } from "./works.js"
import { feedId } from "./writer.js"

/** What is stored of an article from its source. */
export type ArticleState = RowOf<typeof stateFields>

export interface StoredArticle extends ArticleState {
  readonly id: number
}

/**
 * Merges an article with what is stored of it. The first start and finish times stay while the state holds. An article
 * that is finished without a time finished when it was saved. A known web address is not replaced by that of a work.
 */
export const mergeArticle = (
  saved: SavedArticle,
  before: StoredArticle | undefined,
  calendar: Context.Tag.Service<Calendar>
): ArticleState => {
  const existing = before?.sourceId === null ? undefined : before
  const { isPlaceGuessed = false, isTimeGuessed = false, ...report } = saved
  const article = {
    ...report,
    ...(isPlaceGuessed && before !== undefined ? { folder: before.folder, archived: before.archived } : {}),
    ...(isTimeGuessed && before !== undefined ? { savedAt: Math.min(before.savedAt, saved.savedAt) } : {}),
    ...(before !== undefined && workOf(saved.url) !== null && workOf(before.url) === null ? { url: before.url } : {})
  }
  const status = statusOf(article)
  const startedAt = article.progress > 0 ? earliest(existing?.startedAt ?? null, article.progressAt) : null
  const firstFinishedAt = existing?.finishedAt !== existing?.savedAt ? (existing?.finishedAt ?? null) : null
  const finishedAt = status === "finished" ? earliest(firstFinishedAt, article.progressAt ?? article.savedAt) : null
  const { isArchiveRead: _, isProgressUnknown: _progress, isStateUnknown: _state, ...reported } = article
  return {
    ...reported,
    address: addressKey(article.url),
    domain: domainOf(article.url),
    status,
    statusInferred: isInferred(article),
    savedOn: calendar.dateOf(article.savedAt),
    startedAt,
    finishedAt,
    finishedOn: finishedAt === null ? null : calendar.dateOf(finishedAt)
  }
}

const earliest = (a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : Math.min(a, b)

const mutable = [
  "sourceId",
  "url",
  "address",
  "title",
  "description",
  "folder",
  "archived",
  "starred",
  "progress",
  "progressAt",
  "status",
  "statusInferred",
  "savedAt",
  "startedAt",
  "finishedAt"
] as const

/** Whether the source changed nothing. */
export const isSameArticle = (before: ArticleState, article: ArticleState): boolean =>
  mutable.every((field) => before[field] === article[field]) &&
  before.tags.length === article.tags.length &&
  before.tags.every((tag, index) => tag === article.tags[index])

/** A given article and its stored match. */
export interface ArticleMatch {
  readonly article: SavedArticle
  readonly stored: StoredArticle | undefined
}

/**
 * Matches each given article with a stored one: by the source's id, else by URL. A row of an export file matches the
 * article of its URL saved at the same time, or else the newest one. A new id takes over an article known only from a
 * file. Of duplicates the newer one wins.
 */
export const matchArticles = (
  existing: ReadonlyArray<StoredArticle>,
  articles: ReadonlyArray<SavedArticle>
): ReadonlyArray<ArticleMatch> => {
  const byId = new Map(existing.flatMap((row) => (row.sourceId === null ? [] : [[row.sourceId, row] as const])))
  const byAddress = new Map<string, Array<StoredArticle>>()
  for (const row of existing) {
    const address = addressKey(row.url)
    byAddress.set(address, [...(byAddress.get(address) ?? []), row])
  }
  const free = new Set(existing.filter(({ sourceId }) => sourceId === null))
  return distinct(articles).map((article) => {
    const same = byAddress.get(addressKey(article.url)) ?? []
    if (article.sourceId === null) return { article, stored: nearest(same, article) }
    const match =
      byId.get(article.sourceId) ??
      nearest(
        same.filter((row) => free.has(row)),
        article
      )
    if (match !== undefined) free.delete(match)
    return { article, stored: match }
  })
}

const nearest = (rows: ReadonlyArray<StoredArticle>, { savedAt }: SavedArticle): StoredArticle | undefined =>
  rows.find((row) => row.savedAt === savedAt) ??
  rows.reduce<StoredArticle | undefined>(
    (best, row) => (best === undefined || row.savedAt > best.savedAt ? row : best),
    undefined
  )

const distinct = (articles: ReadonlyArray<SavedArticle>): ReadonlyArray<SavedArticle> => {
  const distinctByKey = new Map<string, SavedArticle>()
  for (const article of articles) {
    const key = article.sourceId === null ? addressKey(article.url) : `#${article.sourceId}`
    const before = distinctByKey.get(key)
    if (before === undefined || article.sourceId !== null || article.savedAt >= before.savedAt)
      distinctByKey.set(key, article)
  }
  return [...distinctByKey.values()]
}

/** Whether a given article changes the stored one. */
export const isNews = ({ article, stored }: ArticleMatch): boolean => {
  if (stored === undefined || article.sourceId !== null) return true
  return stored.sourceId === null && article.savedAt >= stored.savedAt
}

type Led = Pick<ArticleState, "finishedAt" | "savedAt" | "sourceId" | "url"> & { readonly source: string }

/** Feed entries under a former title, and about a finish that no longer holds. */
export const retractedEntries = (before: Led, after: Led): ReadonlyArray<FeedKey> => {
  const was = feedId(before)
  const isFinished = after.finishedAt !== null && after.finishedAt !== after.savedAt
  return [
    ...(was === feedId(after)
      ? []
      : [
          { eventType: "article_saved", sourceId: was },
          { eventType: "article_finished", sourceId: was }
        ]),
    ...(before.finishedAt === null || isFinished ? [] : [{ eventType: "article_finished", sourceId: was }])
  ]
}

/** A save before and after a report. */
export interface ArticleChange {
  readonly before: StoredArticle
  readonly after: ArticleState
}

/**
 * What the articles of one page change: the new ones, oldest saved first, the changed ones, and the ids at the source
 * that were stored before. Either all of them have ids, or none.
 */
export const articleChanges = (
  existing: ReadonlyArray<StoredArticle>,
  articles: ReadonlyArray<SavedArticle>,
  calendar: Context.Tag.Service<Calendar>
) => {
  const news = matchArticles(existing, articles)
    .filter(isNews)
    .map(({ article, stored }) => ({ before: stored, after: mergeArticle(article, stored, calendar) }))
  return {
    added: news
      .flatMap(({ after, before }) => (before === undefined ? [after] : []))
      .sort((one, other) => one.savedAt - other.savedAt),
    changed: news.flatMap(({ after, before }): ReadonlyArray<ArticleChange> =>
      before === undefined || isSameArticle(before, after) ? [] : [{ before, after }]
    ),
    present: news.flatMap(({ before }) => (before === undefined || before.sourceId === null ? [] : [before.sourceId]))
  }
}

type Changed = Record<"after" | "before", Pick<ArticleState, "title" | "url">>

/** Whether a change replaces the page of an article, so that its text and picture no longer belong to it. */
export const isMoved = ({ after, before }: Changed): boolean => after.url !== before.url

/** Whether a change affects what highlights show of their article. */
export const isRenamed = (change: Changed): boolean => isMoved(change) || change.after.title !== change.before.title
