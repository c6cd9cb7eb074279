import { type SavedArticle, addressKey } from "@daybook/core/reading"
import type { SqlClient } from "@effect/sql"
import type { StoredArticle } from "./rows.js"

/** What may be stored already of the articles given. */
export const storedOf = (sql: SqlClient.SqlClient, source: string, articles: ReadonlyArray<SavedArticle>) =>
  sql<StoredArticle>`
    SELECT id, source_id, url, address, domain, title, description, folder, archived, starred, progress, progress_at, status, tags,
      saved_at, saved_on, started_at, finished_at, finished_on
    FROM reading_articles
    WHERE source = ${source} AND (
      source_id = ANY(${articles.flatMap(({ sourceId }) => sourceId === null ? [] : [sourceId])}::bigint[])
      OR md5(address) IN (SELECT md5(address) FROM unnest(${articles.map(({ url }) => addressKey(url))}::text[]) AS address)
    )
    ORDER BY id`

/** An article given, and what is stored of it. */
export interface Match {
  readonly article: SavedArticle
  readonly stored: StoredArticle | undefined
}

/**
 * Finds for each article given the one that is stored: by the source's number, else by address. A row of an export file
 * is the one of its address saved at the same time, or else the newest of that address. A number that is new takes over
 * what only a file told of. Of what is given twice the newer stands.
 */
export const matched = (stored: ReadonlyArray<StoredArticle>, given: ReadonlyArray<SavedArticle>): ReadonlyArray<Match> => {
  const byId = new Map(stored.flatMap((row) => row.sourceId === null ? [] : [[row.sourceId, row] as const]))
  const byAddress = new Map<string, Array<StoredArticle>>()
  for (const row of stored) byAddress.set(row.address, [...byAddress.get(row.address) ?? [], row])
  const free = new Set(stored.filter(({ sourceId }) => sourceId === null))
  return distinct(given).map((article) => {
    const same = byAddress.get(addressKey(article.url)) ?? []
    if (article.sourceId === null) return { article, stored: nearest(same, article) }
    const known = byId.get(article.sourceId) ?? nearest(same.filter((row) => free.has(row)), article)
    if (known !== undefined) free.delete(known)
    return { article, stored: known }
  })
}

const nearest = (rows: ReadonlyArray<StoredArticle>, { savedAt }: SavedArticle): StoredArticle | undefined =>
  rows.find((row) => row.savedAt === savedAt) ?? rows.reduce<StoredArticle | undefined>((best, row) => best === undefined || row.savedAt > best.savedAt ? row : best, undefined)

const distinct = (given: ReadonlyArray<SavedArticle>): ReadonlyArray<SavedArticle> => {
  const kept = new Map<string, SavedArticle>()
  for (const article of given) {
    const key = article.sourceId === null ? addressKey(article.url) : `#${article.sourceId}`
    const before = kept.get(key)
    if (before === undefined || article.sourceId !== null || article.savedAt >= before.savedAt) kept.set(key, article)
  }
  return [...kept.values()]
}

/** Whether what is given says something that what is stored does not know better. */
export const isNews = ({ article, stored }: Match): boolean => {
  if (stored === undefined || article.sourceId !== null) return true
  return stored.sourceId === null && article.savedAt >= stored.savedAt
}
