import type { Context } from "effect"
import type { FeedKey } from "../feed/FeedStore.js"
import type { Calendar } from "../shared/Calendar.js"
import type { LocalDate } from "../shared/LocalDate.js"
import { addressKey, domainOf } from "./address.js"
import { type SavedArticle, type Status, statusOf } from "./model.js"
import { feedId } from "./writer.js"

/** What is stored of an article from its source. */
export interface ArticleState {
  readonly sourceId: number | null
  readonly url: string
  readonly address: string
  readonly domain: string | null
  readonly title: string
  readonly description: string | null
  readonly folder: string | null
  readonly archived: boolean
  readonly starred: boolean
  readonly progress: number
  readonly progressAt: number | null
  readonly status: Status
  readonly tags: ReadonlyArray<string>
  readonly savedAt: number
  readonly savedOn: LocalDate
  readonly startedAt: number | null
  readonly finishedAt: number | null
  readonly finishedOn: LocalDate | null
}

export interface StoredArticle extends ArticleState {
  readonly id: number
}

/**
 * Merges an article with what is stored of it. The first start and finish times stay while the state holds. An article
 * that is finished without a time finished when it was saved.
 */
export const mergeArticle = (
  saved: SavedArticle,
  before: StoredArticle | undefined,
  calendar: Context.Tag.Service<Calendar>
): ArticleState => {
  const existing = before?.sourceId === null ? undefined : before
  const { isPlaceGuessed = false, ...report } = saved
  const article =
    isPlaceGuessed && before !== undefined ? { ...report, folder: before.folder, archived: before.archived } : report
  const status = statusOf(article)
  const startedAt = article.progress > 0 ? earliest(existing?.startedAt ?? null, article.progressAt) : null
  const firstFinishedAt = existing?.finishedAt !== existing?.savedAt ? (existing?.finishedAt ?? null) : null
  const finishedAt = status === "finished" ? earliest(firstFinishedAt, article.progressAt ?? article.savedAt) : null
  const { isProgressUnknown: _, ...reported } = article
  return {
    ...reported,
    address: addressKey(article.url),
    domain: domainOf(article.url),
    status,
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
  "title",
  "description",
  "folder",
  "archived",
  "starred",
  "progress",
  "progressAt",
  "status",
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
  for (const row of existing) byAddress.set(row.address, [...(byAddress.get(row.address) ?? []), row])
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

/** Feed entries under a former title, and about a finish that no longer holds. */
export const retractedEntries = (source: string, before: ArticleState, after: ArticleState): ReadonlyArray<FeedKey> => {
  const was = feedId({ source, ...before })
  const isFinished = after.finishedAt !== null && after.finishedAt !== after.savedAt
  return [
    ...(was === feedId({ source, ...after })
      ? []
      : [
          { eventType: "article_saved", sourceId: was },
          { eventType: "article_finished", sourceId: was }
        ]),
    ...(before.finishedAt === null || isFinished ? [] : [{ eventType: "article_finished", sourceId: was }])
  ]
}
