import { type SavedArticle, articleChanges, stateFields, storedKeys } from "@daybook/core/reading"
import type { Calendar } from "@daybook/core/shared"
import { type Context, Effect } from "effect"
import { boolean, nullable, number, text } from "../kit/columns.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"

const stateColumns = columnsOf(stateFields)
const changedTable = table("reading_saves", { id: number, ...stateColumns })
const newTable = table("reading_saves", { source: text, ...stateColumns })

/** What is stored of a save. */
export const saveTable = table("reading_saves", {
  id: number,
  articleId: nullable(number),
  source: text,
  ...stateColumns
})

/** Whether the address of `reading_saves AS save` is one of these. */
export const hasAddress = (addresses: ReadonlyArray<string>) => sql`
  md5(save.address) = ANY (ARRAY(SELECT md5(one) FROM unnest(${[...new Set(addresses)]}::text[]) AS one))`

/** Stored saves that may match the given articles. */
const storedOf = (source: string, articles: ReadonlyArray<SavedArticle>) =>
  sql(saveTable.columns)`
    SELECT ${saveTable.select("save")} FROM reading_saves AS save
    WHERE source = ${source} AND (
      source_id = ANY(${articles.flatMap(({ sourceId }) => sourceId ?? [])}::text[])
      OR ${hasAddress(articles.flatMap(({ url }) => storedKeys(url)))}
    )
    ORDER BY id`

/** What a write of saves changed. */
export interface SaveChanges {
  readonly added: number
  readonly changed: number
  /** Ids of the source that were stored before. */
  readonly present: ReadonlyArray<string>
  /** The addresses whose articles are to be resolved. */
  readonly addresses: ReadonlyArray<string>
}

/** Stores new and changed saves of a source. */
export const writeSaves = Effect.fn("reading.writeSaves")(function* (
  calendar: Context.Tag.Service<Calendar>,
  source: string,
  articles: ReadonlyArray<SavedArticle>
) {
  const existing = articles.length === 0 ? [] : yield* storedOf(source, articles)
  const { added, changed, present } = articleChanges(existing, articles, calendar)
  yield* newTable.insert(added.map((save) => ({ ...save, source })))
  yield* changedTable.update(
    changed.map(({ after, before }) => ({ ...after, id: before.id })),
    { key: ["id"], returning: {} }
  )
  return {
    added: added.length,
    changed: changed.length,
    present,
    addresses: [
      ...added.map(({ address }) => address),
      ...changed.flatMap(({ after, before }) => [after.address, before.address])
    ]
  } satisfies SaveChanges
})

const starTable = table("reading_saves", { sourceId: text, starred: boolean })

/** Stars and unstars stored saves, and answers the addresses of those that changed. */
export const starSaves = (
  source: string,
  stars: ReadonlyArray<{ readonly articleId: string; readonly starred: boolean }>
) =>
  stars.length === 0
    ? Effect.succeed([])
    : sql({ address: text })`
        UPDATE reading_saves AS save SET starred = incoming.starred
        FROM ${starTable.valuesOf(stars.map(({ articleId, starred }) => ({ sourceId: articleId, starred })))}
        WHERE save.source = ${source} AND save.source_id = incoming.source_id AND save.starred <> incoming.starred
        RETURNING save.address`

/** Deletes saves with their highlights, and answers their addresses and articles. */
export const removeSaves = (source: string, sourceIds: ReadonlyArray<string>) =>
  sourceIds.length === 0
    ? Effect.succeed([])
    : sql({ address: text, articleId: nullable(number) })`
        DELETE FROM reading_saves WHERE source = ${source} AND source_id = ANY(${sourceIds}::text[])
        RETURNING address, article_id`

/** Which of these saves are stored, by their ids at the source. */
export const presentSaves = (source: string, sourceIds: ReadonlyArray<string>) =>
  sourceIds.length === 0
    ? Effect.succeed([])
    : sql({ sourceId: text })`
        SELECT source_id FROM reading_saves WHERE source = ${source} AND source_id = ANY(${sourceIds}::text[])`
