import { type Embedded, EmbeddingStore, type Pending, type Vector } from "@daybook/core/search"
import type { EntityType } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { storage } from "./storage.js"

/** For how long nobody else is given what was just given out; what fails waits as long, then twice as long, … */
const lease = "5 minutes"
const longestWait = "1 hour"

interface PendingRow extends Omit<Pending, "entity"> {
  readonly entityType: EntityType
  readonly entityId: number
}

/** Four bytes a number, little-endian, wherever it is read. */
const toHex = (vector: Vector): string => {
  const bytes = Buffer.alloc(vector.length * 4)
  vector.forEach((value, index) => bytes.writeFloatLE(value, index * 4))
  return bytes.toString("hex")
}

const toVector = (bytes: Buffer): Vector => Float32Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4))

/** Articles, beside what a model has of them. */
const articles = (sql: SqlClient.SqlClient, model: string) => sql`
  search_documents AS document
  LEFT JOIN search_vectors AS made
    ON made.model = ${model} AND made.domain = document.domain AND made.entity_type = document.entity_type AND made.entity_id = document.entity_id
  WHERE document.domain = 'reading' AND document.entity_type = 'article'`

const isOpen = (sql: SqlClient.SqlClient) => sql`(made.content IS NULL OR made.content <> document.content OR NOT made.complete)`

export const layer = Layer.effect(EmbeddingStore, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  return {
    due: (model, limit) => storage("EmbeddingStore.due")(Effect.map(due(sql, model, limit), (rows) =>
      rows.map(({ entityId, entityType, ...row }): Pending => ({ ...row, entity: { type: entityType, id: entityId } })))),
    giveBack: (model, pending) =>
      storage("EmbeddingStore.giveBack")(Effect.asVoid(sql`
        UPDATE search_vectors SET due_at = now()
        WHERE model = ${model} AND domain = 'reading' AND entity_type = 'article' AND entity_id = ANY(${pending.map(({ entity }) => entity.id)}::bigint[])
          AND due_at <= now() + ${lease}::interval`)),
    left: (model) =>
      storage("EmbeddingStore.left")(Effect.map(
        sql<{ left: number }>`SELECT count(*) AS left FROM ${articles(sql, model)} AND ${isOpen(sql)}`,
        ([row]) => row?.left ?? 0
      )),
    chunks: (model, hashes) =>
      storage("EmbeddingStore.chunks")(Effect.map(
        sql<{ hash: string; vector: Buffer }>`
          SELECT DISTINCT ON (hash) hash, vector FROM search_chunks WHERE model = ${model} AND hash = ANY(${hashes}::text[]) ORDER BY hash`,
        (rows) => new Map(rows.map(({ hash, vector }) => [hash, toVector(vector)]))
      )),
    keep: (model, embedded) => embedded.length === 0 ? Effect.void : storage("EmbeddingStore.keep")(sql.withTransaction(keep(sql, model, embedded))),
    reopen: (model, of) => storage("EmbeddingStore.reopen")(sql.withTransaction(reopen(sql, model, of))),
    taken: (model, ids) =>
      storage("EmbeddingStore.taken")(Effect.map(
        sql<{ articles: number; characters: number }>`
          SELECT count(*) AS articles, coalesce(sum(length(title) + coalesce(length(subtitle), 0) + coalesce(length(body), 0)), 0)::float8 AS characters
          FROM ${articles(sql, model)} AND document.entity_id = ANY(${ids}::bigint[]) AND NOT ${isOpen(sql)}`,
        ([row]) => row ?? { articles: 0, characters: 0 }
      )),
    putOff: (model, entities) =>
      storage("EmbeddingStore.putOff")(Effect.asVoid(sql`
        UPDATE search_vectors SET attempts = attempts + 1,
          due_at = now() + least(${longestWait}::interval, '1 minute'::interval * power(2, least(attempts, 10)))
        WHERE model = ${model} AND domain = 'reading' AND (entity_type, entity_id) IN (
          SELECT * FROM unnest(${entities.map(({ type }) => type)}::text[], ${entities.map(({ id }) => id)}::bigint[])
        )`)),
    revisions: (model) =>
      storage("EmbeddingStore.revisions")(sql<{ id: number; revision: number }>`
        SELECT entity_id AS id, revision FROM search_vectors
        WHERE model = ${model} AND domain = 'reading' AND entity_type = 'article' AND vector IS NOT NULL ORDER BY entity_id`),
    vectors: (model, ids) =>
      storage("EmbeddingStore.vectors")(Effect.map(
        sql<{ id: number; revision: number; vector: Buffer }>`
          SELECT entity_id AS id, revision, vector FROM search_vectors
          WHERE model = ${model} AND domain = 'reading' AND entity_type = 'article' AND vector IS NOT NULL AND entity_id = ANY(${ids}::bigint[])`,
        (rows) => rows.map((row) => ({ ...row, vector: toVector(row.vector) }))
      ))
  }
}))

/** Gives articles out by moving the time at which they come due: of two who ask at once, one gets them. */
const due = (sql: SqlClient.SqlClient, model: string, limit: number) => sql<PendingRow>`
  WITH wanted AS (
    SELECT document.domain, document.entity_type, document.entity_id, document.content, document.title, document.subtitle, document.body,
      coalesce(made.content = document.content AND made.vector IS NOT NULL, false) AS begun
    FROM ${articles(sql, model)} AND ${isOpen(sql)} AND (made.due_at IS NULL OR made.due_at <= now())
    ORDER BY begun, document.entity_id DESC LIMIT ${limit}
  ), claimed AS (
    INSERT INTO search_vectors AS made (model, domain, entity_type, entity_id, content, due_at)
    SELECT ${model}, domain, entity_type, entity_id, '', now() + ${lease}::interval FROM wanted ORDER BY entity_id
    ON CONFLICT (domain, entity_type, entity_id, model) DO UPDATE SET due_at = excluded.due_at WHERE made.due_at <= now()
    RETURNING made.entity_id
  )
  SELECT entity_type, entity_id, content, title, subtitle, body, begun FROM wanted JOIN claimed USING (entity_id)
  ORDER BY begun, entity_id DESC`

const reopen = Effect.fn(function*(
  sql: SqlClient.SqlClient,
  model: string,
  { again, limit, offset }: { readonly again: boolean; readonly limit: number; readonly offset: number }
) {
  const ids = (yield* sql<{ id: number }>`
    SELECT document.entity_id AS id FROM ${articles(sql, model)} AND (${again} OR ${isOpen(sql)})
    ORDER BY document.entity_id DESC LIMIT ${limit} OFFSET ${offset}`).map(({ id }) => id)
  const theirs = sql`model = ${model} AND domain = 'reading' AND entity_type = 'article' AND entity_id = ANY(${ids}::bigint[])`
  if (again) yield* sql`DELETE FROM search_chunks WHERE ${theirs}`
  yield* again ? sql`DELETE FROM search_vectors WHERE ${theirs}` : sql`UPDATE search_vectors SET due_at = now(), attempts = 0 WHERE ${theirs}`
  return ids
})

const keep = (sql: SqlClient.SqlClient, model: string, embedded: ReadonlyArray<Embedded>) =>
  Effect.gen(function*() {
    const ids = embedded.map(({ entity }) => entity.id)
    // Of what is gone, or another text by now, nothing is kept, and the latter is due again; what is kept cannot go until this is committed.
    const standing = new Map((yield* sql<{ entityId: number; content: string }>`
      SELECT entity_id, content FROM search_documents
      WHERE domain = 'reading' AND entity_type = 'article' AND entity_id = ANY(${ids}::bigint[]) ORDER BY entity_id FOR SHARE`).map((row) => [row.entityId, row.content]))
    const kept = embedded.filter(({ content, entity }) => standing.get(entity.id) === content)
    yield* sql`
      UPDATE search_vectors SET due_at = now() WHERE model = ${model} AND domain = 'reading' AND entity_type = 'article' AND entity_id = ANY(${ids}::bigint[])`
    const chunks = kept.flatMap(({ chunks, entity }) => Array.from(chunks, ([hash, vector]) => ({ id: entity.id, hash, vector })))
    yield* sql`
      DELETE FROM search_chunks WHERE model = ${model} AND domain = 'reading' AND entity_type = 'article' AND entity_id = ANY(${kept.map(({ entity }) => entity.id)}::bigint[])
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
        ${kept.map(({ entity }) => entity.id)}::bigint[], ${kept.map(({ content }) => content)}::text[],
        ${kept.map(({ vector }) => vector === null ? null : toHex(vector))}::text[], ${kept.map(({ complete }) => complete)}::boolean[]
      ) AS vector (id, content, vector, complete)
      ON CONFLICT (domain, entity_type, entity_id, model) DO UPDATE SET
        content = excluded.content, vector = excluded.vector, complete = excluded.complete, attempts = 0,
        due_at = excluded.due_at, revision = excluded.revision`
  })
