import { type EmbeddedArticle, EmbeddingStore, type PendingArticle, type Vector } from "@daybook/core/search"
import { entityTypes } from "@daybook/core/shared"
import { Effect } from "effect"
import { boolean, bytes, nullable, number, oneOf, text } from "./kit/columns.js"
import { countOf } from "./kit/query.js"
import { inTransaction, sql } from "./kit/sql.js"
import { storeLayer } from "./kit/store.js"

/** How long an article stays claimed. After failures the delay doubles: 5, 10, 20 minutes, … */
const lease = "5 minutes"
const longestWait = "1 hour"

const pendingColumns = {
  entityType: oneOf(entityTypes),
  entityId: number,
  title: text,
  subtitle: nullable(text),
  body: nullable(text),
  content: text,
  begun: boolean
}

/** Encodes four bytes per number, little-endian on every machine. */
const toHex = (vector: Vector): string => {
  const bytes = Buffer.alloc(vector.length * 4)
  vector.forEach((value, index) => bytes.writeFloatLE(value, index * 4))
  return bytes.toString("hex")
}

const toVector = (bytes: Buffer): Vector =>
  Float32Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4))

/** Articles joined with the state of one model's embeddings. */
const articles = (model: string) => sql`
  search_documents AS document
  LEFT JOIN search_vectors AS made
    ON made.model = ${model} AND made.domain = document.domain AND made.entity_type = document.entity_type AND made.entity_id = document.entity_id
  WHERE document.domain = 'reading' AND document.entity_type = 'article'`

const isOpen = sql`(made.content IS NULL OR made.content <> document.content OR NOT made.complete)`

export const layer = storeLayer(EmbeddingStore, {
  claim: (model, limit) =>
    Effect.map(due(model, limit), (rows) =>
      rows.map(({ entityId, entityType, ...row }): PendingArticle => ({
        ...row,
        entity: { type: entityType, id: entityId }
      }))
    ),
  release: (model, pending) =>
    Effect.asVoid(sql`
        UPDATE search_vectors SET due_at = now()
        WHERE model = ${model} AND domain = 'reading' AND entity_type = 'article' AND entity_id = ANY(${pending.map(({ entity }) => entity.id)}::bigint[])
          AND due_at <= now() + ${lease}::interval`),
  dueCount: (model) => countOf(sql`SELECT count(*) FROM ${articles(model)} AND ${isOpen}`),
  chunks: (model, hashes) =>
    Effect.map(
      sql({ hash: text, vector: bytes })`
          SELECT DISTINCT ON (hash) hash, vector FROM search_chunks WHERE model = ${model} AND hash = ANY(${hashes}::text[]) ORDER BY hash`,
      (rows) => new Map(rows.map(({ hash, vector }) => [hash, toVector(vector)]))
    ),
  store: (model, embedded) => (embedded.length === 0 ? Effect.void : inTransaction(storeVectors(model, embedded))),
  markDue: (model, of) => inTransaction(reopen(model, of)),
  totals: (model, ids) =>
    Effect.map(
      sql({ articles: number, characters: number })`
          SELECT count(*) AS articles, coalesce(sum(length(title) + coalesce(length(subtitle), 0) + coalesce(length(body), 0)), 0)::float8 AS characters
          FROM ${articles(model)} AND document.entity_id = ANY(${ids}::bigint[]) AND NOT ${isOpen}`,
      ([row]) => row ?? { articles: 0, characters: 0 }
    ),
  defer: (model, entities) =>
    Effect.asVoid(sql`
        UPDATE search_vectors SET attempts = attempts + 1,
          due_at = now() + least(${longestWait}::interval, '1 minute'::interval * power(2, least(attempts, 10)))
        WHERE model = ${model} AND domain = 'reading' AND (entity_type, entity_id) IN (
          SELECT * FROM unnest(${entities.map(({ type }) => type)}::text[], ${entities.map(({ id }) => id)}::bigint[])
        )`),
  revisions: (model) =>
    sql({ id: number, revision: number })`
        SELECT entity_id AS id, revision FROM search_vectors
        WHERE model = ${model} AND domain = 'reading' AND entity_type = 'article' AND vector IS NOT NULL ORDER BY entity_id`,
  vectors: (model, ids) =>
    Effect.map(
      sql({ id: number, revision: number, vector: bytes })`
          SELECT entity_id AS id, revision, vector FROM search_vectors
          WHERE model = ${model} AND domain = 'reading' AND entity_type = 'article' AND vector IS NOT NULL AND entity_id = ANY(${ids}::bigint[])`,
      (rows) => rows.map((row) => ({ ...row, vector: toVector(row.vector) }))
    )
})

/** Claims articles by moving their due time, so that concurrent callers never get the same article. */
const due = (model: string, limit: number) => sql(pendingColumns)`
  WITH wanted AS (
    SELECT document.domain, document.entity_type, document.entity_id, document.content, document.title, document.subtitle, document.body,
      coalesce(made.content = document.content AND made.vector IS NOT NULL, false) AS begun
    FROM ${articles(model)} AND ${isOpen} AND (made.due_at IS NULL OR made.due_at <= now())
    ORDER BY begun, document.entity_id DESC LIMIT ${limit}
  ), claimed AS (
    INSERT INTO search_vectors AS made (model, domain, entity_type, entity_id, content, due_at)
    SELECT ${model}, domain, entity_type, entity_id, '', now() + ${lease}::interval FROM wanted ORDER BY entity_id
    ON CONFLICT (domain, entity_type, entity_id, model) DO UPDATE SET due_at = excluded.due_at WHERE made.due_at <= now()
    RETURNING made.entity_id
  )
  SELECT entity_type, entity_id, content, title, subtitle, body, begun FROM wanted JOIN claimed USING (entity_id)
  ORDER BY begun, entity_id DESC`

const reopen = Effect.fn(function* (
  model: string,
  { again, limit, offset }: { readonly again: boolean; readonly limit: number; readonly offset: number }
) {
  const ids = (yield* sql({ id: number })`
    SELECT document.entity_id AS id FROM ${articles(model)} AND (${again} OR ${isOpen})
    ORDER BY document.entity_id DESC LIMIT ${limit} OFFSET ${offset}`).map(({ id }) => id)
  const theirs = sql`model = ${model} AND domain = 'reading' AND entity_type = 'article' AND entity_id = ANY(${ids}::bigint[])`
  if (again) yield* sql`DELETE FROM search_chunks WHERE ${theirs}`
  yield* again
    ? sql`DELETE FROM search_vectors WHERE ${theirs}`
    : sql`UPDATE search_vectors SET due_at = now(), attempts = 0 WHERE ${theirs}`
  return ids
})

const storeVectors = (model: string, embedded: ReadonlyArray<EmbeddedArticle>) =>
  Effect.gen(function* () {
    const ids = embedded.map(({ entity }) => entity.id)
    // Drops vectors of deleted articles and of articles whose text changed; the latter are due again. The remaining
    // articles are locked until this transaction commits.
    const currentContents = new Map(
      (yield* sql({ entityId: number, content: text })`
      SELECT entity_id, content FROM search_documents
      WHERE domain = 'reading' AND entity_type = 'article' AND entity_id = ANY(${ids}::bigint[]) ORDER BY entity_id FOR SHARE`).map(
        (row) => [row.entityId, row.content]
      )
    )
    const current = embedded.filter(({ content, entity }) => currentContents.get(entity.id) === content)
    yield* sql`
      UPDATE search_vectors SET due_at = now() WHERE model = ${model} AND domain = 'reading' AND entity_type = 'article' AND entity_id = ANY(${ids}::bigint[])`
    const chunks = current.flatMap(({ chunks, entity }) =>
      Array.from(chunks, ([hash, vector]) => ({ id: entity.id, hash, vector }))
    )
    yield* sql`
      DELETE FROM search_chunks WHERE model = ${model} AND domain = 'reading' AND entity_type = 'article' AND entity_id = ANY(${current.map(({ entity }) => entity.id)}::bigint[])
        AND (entity_id, hash) NOT IN (SELECT * FROM unnest(${chunks.map(({ id }) => id)}::bigint[], ${chunks.map(({ hash }) => hash)}::text[]))`
    yield* sql`
      INSERT INTO search_chunks (model, domain, entity_type, entity_id, hash, vector)
      SELECT ${model}, 'reading', 'article', id, hash, decode(vector, 'hex')
      FROM unnest(${chunks.map(({ id }) => id)}::bigint[], ${chunks.map(({ hash }) => hash)}::text[], ${chunks.map(({ vector }) => toHex(vector))}::text[]) AS chunk (id, hash, vector)
      ON CONFLICT DO NOTHING`
    yield* sql`
      INSERT INTO search_vectors AS made (model, domain, entity_type, entity_id, content, vector, complete, due_at, revision)
      SELECT ${model}, 'reading', 'article', id, content, decode(vector, 'hex'), complete, now(), nextval('search_vectors_revision')
      FROM unnest(
        ${current.map(({ entity }) => entity.id)}::bigint[], ${current.map(({ content }) => content)}::text[],
        ${current.map(({ vector }) => (vector === null ? null : toHex(vector)))}::text[], ${current.map(({ complete }) => complete)}::boolean[]
      ) AS vector (id, content, vector, complete)
      ON CONFLICT (domain, entity_type, entity_id, model) DO UPDATE SET
        content = excluded.content, vector = excluded.vector, complete = excluded.complete, attempts = 0,
        due_at = excluded.due_at, revision = excluded.revision`
  })
