import {
  type EnrichmentTask,
  type PageContent,
  ReadingEnrichmentStore,
  type ArticleTarget,
  enrichmentTasks
} from "@daybook/core/reading"
import type { SqlClient } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Layer } from "effect"
import { domainLock } from "../kit/domainLock.js"
import { implement } from "../kit/store.js"
import { sql } from "../kit/sql.js"
import { type ColumnsOf, nullable, number, oneOf, text } from "../kit/columns.js"
import { table } from "../kit/table.js"

const articleTargetColumns: ColumnsOf<ArticleTarget> = {
  id: number,
  source: text,
  sourceId: nullable(number),
  url: text,
  attempts: number
}

/** How long a claimed enrichment stays claimed. */
const lease = "5 minutes"

const texts = table("reading_texts", { articleId: number, origin: oneOf(enrichmentTasks), content: text })

/** The source's text takes precedence over the page's, whichever arrives first. */
const keepContent = (origin: EnrichmentTask, articleId: number, content: string) =>
  texts.upsert([{ articleId, origin, content }], {
    key: ["articleId"],
    when: sql`excluded.origin = 'text' OR stored.origin = 'page'`,
    returning: {}
  })

const describe = (id: number, page: PageContent) => sql`
  UPDATE reading_articles SET page_title = ${page.title}, author = ${page.author}, site_name = ${page.siteName},
    page_description = ${page.description}, image_url = ${page.imageUrl} WHERE id = ${id}`

export const layer = Layer.effect(
  ReadingEnrichmentStore,
  Effect.gen(function* () {
    const due = (lookUp: EnrichmentTask, source: string | null) => sql`
    FROM reading_articles AS article LEFT JOIN reading_lookups AS known ON known.look_up = ${lookUp} AND known.article_id = article.id
    WHERE ${lookUp === "text" ? sql`article.source_id IS NOT NULL` : sql`true`} AND ${source === null ? sql`true` : sql`article.source = ${source}`}
      AND (known.article_id IS NULL OR known.due_at <= now())`

    const recordOutcome = (lookUp: EnrichmentTask, id: number, isFound: boolean, again: number | null) => sql`
    INSERT INTO reading_lookups AS known (article_id, look_up, due_at, attempts, tried)
    VALUES (${id}, ${lookUp}, ${again === null ? sql`'infinity'` : sql`to_timestamp(${again}::float8 / 1000)`}, ${isFound ? 0 : 1}, true)
    ON CONFLICT (look_up, article_id) DO UPDATE SET
      due_at = excluded.due_at, attempts = CASE WHEN ${isFound} THEN 0 ELSE known.attempts + 1 END, tried = true`

    /** The state of a text. It counts as missing only after all enrichments have been tried. */
    const summarise = (id: number) => sql`
    UPDATE reading_articles AS article SET
      word_count = (SELECT cardinality(regexp_split_to_array(btrim(content), '\\s+')) FROM reading_texts WHERE article_id = article.id AND btrim(content) <> ''),
      body = CASE
        WHEN EXISTS (SELECT FROM reading_texts WHERE article_id = article.id) THEN 'present'
        WHEN EXISTS (SELECT FROM reading_lookups WHERE look_up = 'page' AND article_id = article.id AND tried)
          AND (source_id IS NULL OR EXISTS (SELECT FROM reading_lookups WHERE look_up = 'text' AND article_id = article.id AND tried)) THEN 'missing'
        ELSE 'awaited' END
    WHERE id = ${id}`

    const keep = (
      lookUp: EnrichmentTask,
      { id, url }: ArticleTarget,
      isFound: boolean,
      again: number | null,
      write: ReadonlyArray<Effect.Effect<unknown, SqlError, SqlClient.SqlClient>>
    ) =>
      domainLock("reading")(
        Effect.gen(function* () {
          const standing = yield* sql`SELECT FROM reading_articles WHERE id = ${id} AND url = ${url}`
          if (standing.length === 0) return false
          yield* Effect.all(write)
          yield* recordOutcome(lookUp, id, isFound, again)
          yield* summarise(id)
          return true
        })
      )

    return yield* implement(ReadingEnrichmentStore, {
      claim: (lookUp, source, limit) =>
        sql(articleTargetColumns)`
        WITH wanted AS (
          SELECT article.id, article.source, article.source_id, article.url, article.saved_at, coalesce(known.attempts, 0) AS attempts
          ${due(lookUp, source)} ORDER BY article.saved_at DESC, article.id DESC LIMIT ${limit}
        ), taken AS (
          INSERT INTO reading_lookups AS known (article_id, look_up, due_at)
          SELECT id, ${lookUp}, now() + ${lease}::interval FROM wanted ORDER BY id
          ON CONFLICT (look_up, article_id) DO UPDATE SET due_at = excluded.due_at WHERE known.due_at <= now()
          RETURNING article_id
        )
        SELECT id, source, source_id, url, attempts FROM wanted JOIN taken ON article_id = id ORDER BY saved_at DESC, id DESC`,
      release: (lookUp, claimed) =>
        Effect.asVoid(sql`
        UPDATE reading_lookups SET due_at = now()
        WHERE look_up = ${lookUp} AND article_id = ANY(${claimed.map(({ id }) => id)}::int[]) AND due_at <= now() + ${lease}::interval`),
      dueCount: (lookUp, source) =>
        Effect.map(sql({ left: number })`SELECT count(*) AS left ${due(lookUp, source)}`, ([row]) => row?.left ?? 0),
      storeText: (of, text, again) =>
        keep("text", of, text !== null, again, text === null ? [] : [keepContent("text", of.id, text)]),
      storePage: (of, page, again) =>
        keep(
          "page",
          of,
          page !== null,
          again,
          page === null
            ? []
            : [describe(of.id, page), ...(page.text === null ? [] : [keepContent("page", of.id, page.text)])]
        ),
      markDue: (mode, limit) =>
        Effect.gen(function* () {
          const ids = (yield* sql({ id: number })`
          SELECT id FROM reading_articles AS article WHERE ${lacking(mode)} ORDER BY saved_at DESC, id DESC LIMIT ${limit}`).map(
            ({ id }) => id
          )
          yield* sql`
          UPDATE reading_lookups SET due_at = now(), attempts = 0
          WHERE article_id = ANY(${ids}::int[]) AND ${mode === "failed" ? sql`true` : sql`look_up = 'page'`}`
          // The page may name the same image URL that was unavailable before.
          if (mode === "missing-images")
            yield* sql`UPDATE images SET due_at = now(), misses = 0, failures = 0 WHERE ${pictureOf} = ANY(${ids}::bigint[]) AND NOT gone`
          return ids
        }),
      succeeded: (mode, ids) =>
        Effect.map(
          sql({ count: number })`
          SELECT count(*) AS count FROM reading_articles AS article
          WHERE id = ANY(${ids}::int[]) AND ${mode === "failed" ? sql`body = 'present'` : hasPicture}`,
          ([row]) => row?.count ?? 0
        )
    })
  })
)

const pictureOf = sql`images.domain = 'reading' AND images.entity_type = 'article' AND images.entity_id`

const hasPicture = sql`EXISTS (SELECT FROM images WHERE ${pictureOf} = article.id AND original IS NOT NULL)`

/** Articles that a mode retries. An image that was searched for without success counts as missing. */
const lacking = (mode: "failed" | "missing-images") =>
  mode === "failed"
    ? sql`body = 'missing'`
    : sql`
    NOT ${hasPicture} AND EXISTS (SELECT FROM reading_lookups WHERE look_up = 'page' AND article_id = article.id AND tried)`
