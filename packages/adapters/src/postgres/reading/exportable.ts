import type { ExportableArticle, ExportableRecords } from "@daybook/core/formats"
import type { SqlClient } from "@effect/sql"
import { Stream } from "effect"
import { type RowOf, boolean, instant, nullable, number, text, texts } from "../kit/columns.js"
import { rowStream } from "../kit/rowStream.js"
import { sql } from "../kit/sql.js"

const columns = {
  id: number,
  url: text,
  title: text,
  description: nullable(text),
  folder: nullable(text),
  tags: texts,
  savedAt: instant,
  isUnread: boolean
}
type Row = RowOf<typeof columns>

/** Books and other works have no web address. */
const pageAfter = (after: Row | null, limit: number) => sql(columns)`
  SELECT id, url, shown_title AS title, description, folder, tags, saved_at, status = 'unread' AS is_unread
  FROM reading_articles
  WHERE NOT concealed AND url ~* '^https?://' AND ${
    after === null
      ? sql`true`
      : sql`(coalesce(folder, ''), saved_at, id)
          > (${after.folder ?? ""}::text, to_timestamp(${after.savedAt}::float8 / 1000), ${after.id})`
  }
  ORDER BY coalesce(folder, ''), saved_at, id LIMIT ${limit}`

const toArticle = ({ id: _, ...article }: Row): ExportableArticle => article

/** The saved articles, folder by folder. */
export const exportableArticles = (client: SqlClient.SqlClient): ExportableRecords["Type"]["articles"] =>
  Stream.map(rowStream("ExportableRecords.articles", client)(pageAfter), toArticle)
