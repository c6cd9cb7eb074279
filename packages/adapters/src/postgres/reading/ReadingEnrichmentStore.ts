import {
  type ArticlePart,
  type ArticleTarget,
  type PageContent,
  ReadingEnrichmentStore,
  articleParts
} from "@daybook/core/reading"
import type { EnrichmentTask } from "@daybook/core/sync"
import type { SqlClient } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Layer } from "effect"
import { attempts, isDue, joinTask, lease, recordOutcome, release, retry, wasTried } from "../EnrichmentTasks.js"
import { domainLock } from "../kit/domainLock.js"
import { implement } from "../kit/store.js"
import { sql } from "../kit/sql.js"
import { type ColumnsOf, nullable, number, oneOf, text } from "../kit/columns.js"
import { table } from "../kit/table.js"
import { countOf, every, ifPresent } from "../kit/query.js"

const articleTargetColumns: ColumnsOf<ArticleTarget> = {
  id: number,
  source: text,
  sourceId: nullable(number),
  url: text,
  attempts: number
}

const taskOf = (part: ArticlePart): EnrichmentTask => ({ domain: "reading", task: part, kind: "article" })

const [textTask, pageTask] = [taskOf("text"), taskOf("page")]

const texts = table("reading_texts", { articleId: number, origin: oneOf(articleParts), content: text })

/** The source's text takes precedence over the page's, whichever arrives first. */
const keepContent = (origin: ArticlePart, articleId: number, content: string) =>
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
    const dueOf = (part: ArticlePart, source: string | null) => sql`
    FROM reading_articles AS article ${joinTask(taskOf(part), "article.id")}
    WHERE ${every([
      part === "text" ? sql`article.source_id IS NOT NULL` : null,
      ifPresent(source, (id) => sql`article.source = ${id}`),
      isDue()
    ])}`

    /** The state of a text. It counts as missing only after all enrichments have been tried. */
    const summarise = (id: number) => sql`
    UPDATE reading_articles AS article SET
      word_count = (SELECT cardinality(regexp_split_to_array(btrim(content), '\\s+')) FROM reading_texts WHERE article_id = article.id AND btrim(content) <> ''),
      body = CASE
        WHEN EXISTS (SELECT FROM reading_texts WHERE article_id = article.id) THEN 'present'
        WHEN ${wasTried(pageTask, "article.id")} AND (source_id IS NULL OR ${wasTried(textTask, "article.id")}) THEN 'missing'
        ELSE 'awaited' END
    WHERE id = ${id}`

    const keep = (
      part: ArticlePart,
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
          yield* recordOutcome(taskOf(part), [id], again ?? Number.POSITIVE_INFINITY, isFound)
          yield* summarise(id)
          return true
        })
      )

    return yield* implement(ReadingEnrichmentStore, {
      claim: (part, source, limit) =>
        sql(articleTargetColumns)`
        WITH wanted AS (
          SELECT article.id, article.source, article.source_id, article.url, article.saved_at, ${attempts} AS attempts
          ${dueOf(part, source)} ORDER BY article.saved_at DESC, article.id DESC LIMIT ${limit}
        ), leased AS (${lease(taskOf(part), sql`SELECT id FROM wanted`)})
        SELECT id, source, source_id, url, attempts FROM wanted JOIN leased ON subject = id::text
        ORDER BY saved_at DESC, id DESC`,
      release: (part, claimed) =>
        release(
          taskOf(part),
          claimed.map(({ id }) => id)
        ),
      dueCount: (part, source) => countOf(sql`SELECT count(*) ${dueOf(part, source)}`),
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
          yield* retry(pageTask, ids)
          if (mode === "failed") yield* retry(textTask, ids)
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
    NOT ${hasPicture} AND ${wasTried(pageTask, "article.id")}`
