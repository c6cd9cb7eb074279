import { type LookUp, type PageContent, ReadingLookups, type WantedArticle } from "@daybook/core/reading"
import { SqlClient, type Statement } from "@effect/sql"
import { Effect, Layer } from "effect"
import { storage } from "../storage.js"
import { locked } from "./locked.js"

/** For how long nobody else is given what was just given out. */
const lease = "5 minutes"

export const layer = Layer.effect(ReadingLookups, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const due = (lookUp: LookUp, source: string | null) => sql`
    FROM reading_articles AS article LEFT JOIN reading_lookups AS known ON known.look_up = ${lookUp} AND known.article_id = article.id
    WHERE ${lookUp === "text" ? sql`article.source_id IS NOT NULL` : sql`true`} AND ${source === null ? sql`true` : sql`article.source = ${source}`}
      AND (known.article_id IS NULL OR known.due_at <= now())`

  const settle = (lookUp: LookUp, id: number, found: boolean, again: number | null) => sql`
    INSERT INTO reading_lookups AS known (article_id, look_up, due_at, attempts, tried)
    VALUES (${id}, ${lookUp}, ${again === null ? sql`'infinity'` : sql`to_timestamp(${again}::float8 / 1000)`}, ${found ? 0 : 1}, true)
    ON CONFLICT (look_up, article_id) DO UPDATE SET
      due_at = excluded.due_at, attempts = CASE WHEN ${found} THEN 0 ELSE known.attempts + 1 END, tried = true`

  /** A text of the source goes before that of the page, whichever comes first. */
  const keepContent = (lookUp: LookUp, id: number, content: string) => sql`
    INSERT INTO reading_texts AS stored (article_id, origin, content) VALUES (${id}, ${lookUp}, ${content})
    ON CONFLICT (article_id) DO UPDATE SET origin = excluded.origin, content = excluded.content
      WHERE excluded.origin = 'text' OR stored.origin = 'page'`

  /** What there is of a text by now: nothing is missing before all has been tried. */
  const summarise = (id: number) => sql`
    UPDATE reading_articles AS article SET
      word_count = (SELECT cardinality(regexp_split_to_array(btrim(content), '\\s+')) FROM reading_texts WHERE article_id = article.id AND btrim(content) <> ''),
      body = CASE
        WHEN EXISTS (SELECT FROM reading_texts WHERE article_id = article.id) THEN 'present'
        WHEN EXISTS (SELECT FROM reading_lookups WHERE look_up = 'page' AND article_id = article.id AND tried)
          AND (source_id IS NULL OR EXISTS (SELECT FROM reading_lookups WHERE look_up = 'text' AND article_id = article.id AND tried)) THEN 'missing'
        ELSE 'awaited' END
    WHERE id = ${id}`

  const describe = (id: number, page: PageContent) => sql`
    UPDATE reading_articles SET page_title = ${page.title}, author = ${page.author}, site_name = ${page.siteName},
      page_description = ${page.description}, image_url = ${page.imageUrl} WHERE id = ${id}`

  const keep = (lookUp: LookUp, { id, url }: WantedArticle, found: boolean, again: number | null, write: ReadonlyArray<Statement.Statement<unknown>>) =>
    locked(sql)(Effect.gen(function*() {
      const standing = yield* sql`SELECT FROM reading_articles WHERE id = ${id} AND url = ${url}`
      if (standing.length === 0) return false
      yield* Effect.all(write)
      yield* settle(lookUp, id, found, again)
      yield* summarise(id)
      return true
    }))

  return {
    take: (lookUp, source, limit) =>
      storage("ReadingLookups.take")(sql<WantedArticle>`
        WITH wanted AS (
          SELECT article.id, article.source, article.source_id, article.url, article.saved_at, coalesce(known.attempts, 0) AS attempts
          ${due(lookUp, source)} ORDER BY article.saved_at DESC, article.id DESC LIMIT ${limit}
        ), taken AS (
          INSERT INTO reading_lookups AS known (article_id, look_up, due_at)
          SELECT id, ${lookUp}, now() + ${lease}::interval FROM wanted ORDER BY id
          ON CONFLICT (look_up, article_id) DO UPDATE SET due_at = excluded.due_at WHERE known.due_at <= now()
          RETURNING article_id
        )
        SELECT id, source, source_id, url, attempts FROM wanted JOIN taken ON article_id = id ORDER BY saved_at DESC, id DESC`),
    giveBack: (lookUp, taken) =>
      storage("ReadingLookups.giveBack")(Effect.asVoid(sql`
        UPDATE reading_lookups SET due_at = now()
        WHERE look_up = ${lookUp} AND article_id = ANY(${taken.map(({ id }) => id)}::int[]) AND due_at <= now() + ${lease}::interval`)),
    left: (lookUp, source) =>
      storage("ReadingLookups.left")(Effect.map(sql<{ left: number }>`SELECT count(*) AS left ${due(lookUp, source)}`, ([row]) => row?.left ?? 0)),
    keepText: (of, text, again) =>
      storage("ReadingLookups.keepText")(keep("text", of, text !== null, again, text === null ? [] : [keepContent("text", of.id, text)])),
    keepPage: (of, page, again) =>
      storage("ReadingLookups.keepPage")(keep("page", of, page !== null, again, page === null ? [] : [
        describe(of.id, page),
        ...(page.text === null ? [] : [keepContent("page", of.id, page.text)])
      ])),
    reopen: (mode, limit) =>
      storage("ReadingLookups.reopen")(Effect.gen(function*() {
        const ids = (yield* sql<{ id: number }>`
          SELECT id FROM reading_articles AS article WHERE ${lacking(sql, mode)} ORDER BY saved_at DESC, id DESC LIMIT ${limit}`).map(({ id }) => id)
        yield* sql`
          UPDATE reading_lookups SET due_at = now(), attempts = 0
          WHERE article_id = ANY(${ids}::int[]) AND ${mode === "failed" ? sql`true` : sql`look_up = 'page'`}`
        // The page may name the same address as before, which was only not to be had.
        if (mode === "missing-images") yield* sql`UPDATE images SET due_at = now(), misses = 0, failures = 0 WHERE ${pictureOf(sql)} = ANY(${ids}::bigint[]) AND NOT gone`
        return ids
      })),
    succeeded: (mode, ids) =>
      storage("ReadingLookups.succeeded")(Effect.map(
        sql<{ count: number }>`
          SELECT count(*) AS count FROM reading_articles AS article
          WHERE id = ANY(${ids}::int[]) AND ${mode === "failed" ? sql`body = 'present'` : hasPicture(sql)}`,
        ([row]) => row?.count ?? 0
      ))
  }
}))

const pictureOf = (sql: SqlClient.SqlClient) => sql`images.domain = 'reading' AND images.entity_type = 'article' AND images.entity_id`

const hasPicture = (sql: SqlClient.SqlClient) => sql`EXISTS (SELECT FROM images WHERE ${pictureOf(sql)} = article.id AND original IS NOT NULL)`

/** Articles without what a mode looks for. A picture that was looked for in vain counts as none. */
const lacking = (sql: SqlClient.SqlClient, mode: "failed" | "missing-images") =>
  mode === "failed" ? sql`body = 'missing'` : sql`
    NOT ${hasPicture(sql)} AND EXISTS (SELECT FROM reading_lookups WHERE look_up = 'page' AND article_id = article.id AND tried)`
