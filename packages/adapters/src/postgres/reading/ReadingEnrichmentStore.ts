import {
  type ArticlePart,
  type ArticleTarget,
  type PageContent,
  ReadingEnrichmentStore,
  type ReenrichMode,
  articleParts,
  readingSources
} from "@daybook/core/reading"
import type { EnrichmentTask } from "@daybook/core/sync"
import type { SqlClient } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Layer } from "effect"
import {
  attempts,
  isDue,
  joinTask,
  lease,
  postpone,
  recordOutcome,
  release,
  retry,
  wasTried
} from "../EnrichmentTasks.js"
import { type ColumnsOf, nullable, number, oneOf, text } from "../kit/columns.js"
import { domainLock } from "../kit/domainLock.js"
import { countOf, every, ifPresent } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import { implementRanked } from "../kit/store.js"
import { table } from "../kit/table.js"

const articleTargetColumns: ColumnsOf<ArticleTarget> = {
  id: number,
  source: text,
  sourceId: nullable(text),
  url: text,
  attempts: number
}

const taskOf = (part: ArticlePart): EnrichmentTask => ({ domain: "reading", task: part, kind: "article" })

const [textTask, pageTask] = [taskOf("text"), taskOf("page")]

/** Whether the source of an article may have its text. */
const hasOwnText = Effect.map(readingSources, ({ namesOf }) => {
  const sources = namesOf(({ hasTexts }) => hasTexts)
  return sql`article.source_id IS NOT NULL AND article.source = ANY(${sources}::text[])`
})

const dueOf = (part: ArticlePart, source: string | null) =>
  Effect.map(
    hasOwnText,
    (canHaveText) => sql`
      FROM reading_articles AS article ${joinTask(taskOf(part), "article.id")}
      WHERE ${every([
        part === "text" ? canHaveText : null,
        ifPresent(source, (id) => sql`article.source = ${id}`),
        isDue()
      ])}`
  )

const texts = table("reading_texts", { articleId: number, origin: oneOf(articleParts), content: text })

/** The source's text takes precedence over the page's, whichever arrives first. */
const storeContent = (origin: ArticlePart, articleId: number, content: string) =>
  texts.upsert([{ articleId, origin, content }], {
    key: ["articleId"],
    when: sql`excluded.origin = 'text' OR stored.origin = 'page'`,
    returning: {}
  })

const describe = (id: number, page: PageContent) => sql`
  UPDATE reading_articles SET page_title = ${page.title}, author = ${page.author}, site_name = ${page.siteName},
    page_description = ${page.description}, image_url = ${page.imageUrl} WHERE id = ${id}`

/** The state of a text. It counts as missing only after all enrichments have been tried. */
const summarise = (id: number) =>
  Effect.flatMap(
    hasOwnText,
    (canHaveText) => sql`
      UPDATE reading_articles AS article SET
        word_count = (
          SELECT cardinality(regexp_split_to_array(btrim(content), '\\s+')) FROM reading_texts
          WHERE article_id = article.id AND btrim(content) <> ''
        ),
        body = CASE
          WHEN EXISTS (SELECT FROM reading_texts WHERE article_id = article.id) THEN 'present'
          WHEN ${wasTried(pageTask, "article.id")}
            AND (NOT (${canHaveText}) OR ${wasTried(textTask, "article.id")}) THEN 'missing'
          ELSE 'awaited' END
      WHERE id = ${id}`
  )

/** Stores what an attempt found, unless the article was deleted or its address changed. */
const store = (
  part: ArticlePart,
  { id, url }: ArticleTarget,
  isFound: boolean,
  retryAt: number | null,
  writes: ReadonlyArray<Effect.Effect<unknown, SqlError, SqlClient.SqlClient>>
) =>
  domainLock("reading")(
    Effect.gen(function* () {
      const standing = yield* sql`SELECT FROM reading_articles WHERE id = ${id} AND url = ${url}`
      if (standing.length === 0) return false
      yield* Effect.all(writes)
      yield* recordOutcome(taskOf(part), [id], retryAt ?? Number.POSITIVE_INFINITY, isFound)
      yield* summarise(id)
      return true
    })
  )

const pictureOf = sql`images.domain = 'reading' AND images.entity_type = 'article' AND images.entity_id`

const hasPicture = sql`EXISTS (SELECT FROM images WHERE ${pictureOf} = article.id AND original IS NOT NULL)`

/** Articles that a mode retries. An image that was searched for without success counts as missing. */
const lacking = (mode: ReenrichMode) =>
  mode === "failed" ? sql`body = 'missing'` : sql`NOT ${hasPicture} AND ${wasTried(pageTask, "article.id")}`

const markDue = Effect.fn("reading.markDue")(function* (mode: ReenrichMode, limit: number) {
  const articles = yield* sql({ id: number })`
    SELECT id FROM reading_articles AS article WHERE ${lacking(mode)}
    ORDER BY saved_at DESC, id DESC LIMIT ${limit}`
  const ids = articles.map(({ id }) => id)
  yield* retry(pageTask, ids)
  if (mode === "failed") yield* retry(textTask, ids)
  // The page may name the same image URL that was unavailable before.
  if (mode === "missing-images")
    yield* sql`
      UPDATE images SET due_at = now(), misses = 0, failures = 0
      WHERE ${pictureOf} = ANY(${ids}::bigint[]) AND NOT gone`
  return ids
})

const queries = implementRanked(ReadingEnrichmentStore, {
  claim: (part, source, limit) =>
    Effect.flatMap(
      dueOf(part, source),
      (due) => sql(articleTargetColumns)`
        WITH wanted AS (
          SELECT article.id, article.source, article.source_id, article.url, article.saved_at, ${attempts} AS attempts
          ${due} ORDER BY article.saved_at DESC, article.id DESC LIMIT ${limit}
        ), leased AS (${lease(taskOf(part), sql`SELECT id FROM wanted`)})
        SELECT id, source, source_id, url, attempts FROM wanted JOIN leased ON subject = id::text
        ORDER BY saved_at DESC, id DESC`
    ),
  release: (part, claimed) =>
    release(
      taskOf(part),
      claimed.map(({ id }) => id)
    ),
  dueCount: (part, source) => Effect.flatMap(dueOf(part, source), (due) => countOf(sql`SELECT count(*) ${due}`)),
  storeText: (target, text, retryAt) =>
    store("text", target, text !== null, retryAt, text === null ? [] : [storeContent("text", target.id, text)]),
  postpone: (part, { id }, retryAt) => postpone(taskOf(part), [id], retryAt),
  storePage: (target, page, retryAt) => {
    const writes = page === null ? [] : [describe(target.id, page)]
    const content = page === null || page.text === null ? [] : [storeContent("page", target.id, page.text)]
    return store("page", target, page !== null, retryAt, [...writes, ...content])
  },
  markDue,
  succeeded: (mode, ids) =>
    countOf(sql`
      SELECT count(*) FROM reading_articles AS article
      WHERE id = ANY(${ids}::int[]) AND ${mode === "failed" ? sql`body = 'present'` : hasPicture}`)
})

export const layer = Layer.effect(ReadingEnrichmentStore, queries)
