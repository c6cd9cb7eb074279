import { type DeclaredDomain, DeclaredDomains, type RecordRef, recordNamed } from "@daybook/core/domain"
import {
  type EmbeddedText,
  type EmbeddedType,
  EmbeddingStore,
  type QueuePlace,
  type Vector,
  meaningsOf
} from "@daybook/core/search"
import type { Statement } from "@effect/sql"
import { Effect, Layer } from "effect"
import { tableOf } from "./declared/shape.js"
import { boolean, bytes, nullable, number, text } from "./kit/columns.js"
import { countOf } from "./kit/query.js"
import { inTransaction } from "./inTransaction.js"
import { sql } from "./kit/sql.js"
import { implement } from "./kit/store.js"

/** How long a record stays claimed. After failures the delay doubles: 5, 10, 20 minutes, … */
const lease = "5 minutes"
const maxWait = "1 hour"

const pendingColumns = {
  id: number,
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

const isOf = ({ domain, type }: EmbeddedType) => sql`domain = ${domain} AND entity_type = ${type}`

/**
 * The documents of declared records. The text is that of the fields with `meaning`, under the title; records without
 * such a text have nothing to embed.
 */
const declaredDocuments = (of: EmbeddedType, { domain, record }: RecordRef) => {
  const meanings = meaningsOf(record)
  const textOf = (names: ReadonlyArray<string>) =>
    `concat_ws(chr(10), ${["NULL", ...names.map((name) => `nullif(item.${name}, '')`)].join(", ")})`
  // The title is above the text already.
  const body = sql.literal(textOf(meanings.filter((name) => record.fields[name]!.options.search !== "title")))
  return sql`
    SELECT document.entity_id, md5(document.title || chr(10) || ${body}) AS content, document.title,
      NULL::text AS subtitle, ${body} AS body
    FROM search_documents AS document
    JOIN ${sql.literal(tableOf(domain.name, record.name))} AS item ON item.id = document.entity_id
    WHERE document.domain = ${of.domain} AND document.entity_type = ${of.type} AND ${sql.literal(textOf(meanings))} <> ''`
}

const isOpen = sql`(made.content IS NULL OR NOT made.complete OR made.content <> document.content)`

const recordOf = (declared: ReadonlyArray<DeclaredDomain>, { domain, type }: EmbeddedType) => {
  const own = declared.find(({ name }) => name === domain)
  return own === undefined ? undefined : recordNamed(own, type)
}

type DocumentsOf = (of: EmbeddedType) => Statement.Fragment

/** The documents of a type, with their texts and what identifies those. */
const documentsIn =
  (declared: ReadonlyArray<DeclaredDomain>): DocumentsOf =>
  (of) => {
    const record = recordOf(declared, of)
    return record === undefined
      ? sql`SELECT entity_id, content, title, subtitle, body FROM search_documents WHERE ${isOf(of)}`
      : declaredDocuments(of, record)
  }

/** Documents joined with the state of one model's embeddings. */
const joined = (documents: DocumentsOf, model: string, of: EmbeddedType) => sql`
  (${documents(of)}) AS document
  LEFT JOIN search_vectors AS made
    ON made.model = ${model} AND made.domain = ${of.domain} AND made.entity_type = ${of.type}
      AND made.entity_id = document.entity_id`

/** Records with a vector. The vector of a declared record stays while its text is empty, and does not count then. */
const embedded = (declared: ReadonlyArray<DeclaredDomain>, model: string, of: EmbeddedType) => {
  const isSought =
    recordOf(declared, of) === undefined
      ? sql`true`
      : sql`entity_id IN (SELECT entity_id FROM (${documentsIn(declared)(of)}) AS document)`
  return sql`search_vectors WHERE model = ${model} AND ${isOf(of)} AND vector IS NOT NULL AND ${isSought}`
}

const queries = (declared: ReadonlyArray<DeclaredDomain>) => {
  const documents = documentsIn(declared)
  return implement(EmbeddingStore, {
    claim: (model, of, limit, from) => due(documents, model, of, limit, from),
    release: (model, of, ids) =>
      Effect.asVoid(sql`
        UPDATE search_vectors SET due_at = now()
        WHERE model = ${model} AND ${isOf(of)} AND entity_id = ANY(${ids}::bigint[])
          AND due_at <= now() + ${lease}::interval`),
    dueCount: (model, of) => countOf(sql`SELECT count(*) FROM ${joined(documents, model, of)} WHERE ${isOpen}`),
    chunks: (model, hashes) =>
      Effect.map(
        sql({ hash: text, vector: bytes })`
          SELECT DISTINCT ON (hash) hash, vector FROM search_chunks
          WHERE model = ${model} AND hash = ANY(${hashes}::text[]) ORDER BY hash`,
        (rows) => new Map(rows.map(({ hash, vector }) => [hash, toVector(vector)]))
      ),
    store: (model, of, all) =>
      all.length === 0 ? Effect.void : inTransaction(storeVectors(documents, model, of, all)),
    markDue: (model, of, selection) => inTransaction(reopen(documents, model, of, selection)),
    totals: (model, of, ids) =>
      Effect.map(
        sql({ records: number, characters: number })`
          SELECT count(*) AS records, coalesce(
            sum(length(title) + coalesce(length(subtitle), 0) + coalesce(length(body), 0)), 0
          )::float8 AS characters
          FROM ${joined(documents, model, of)} WHERE document.entity_id = ANY(${ids}::bigint[]) AND NOT ${isOpen}`,
        ([row]) => row ?? { records: 0, characters: 0 }
      ),
    defer: (model, of, ids) =>
      Effect.asVoid(sql`
        UPDATE search_vectors SET attempts = attempts + 1,
          due_at = now() + least(${maxWait}::interval, '1 minute'::interval * power(2, least(attempts, 10)))
        WHERE model = ${model} AND ${isOf(of)} AND entity_id = ANY(${ids}::bigint[])`),
    revisions: (model, of) =>
      sql({ id: number, revision: number })`
        SELECT entity_id AS id, revision FROM ${embedded(declared, model, of)} ORDER BY entity_id`,
    vectors: (model, of, ids) =>
      Effect.map(
        sql({ id: number, revision: number, vector: bytes })`
          SELECT entity_id AS id, revision, vector FROM ${embedded(declared, model, of)}
            AND entity_id = ANY(${ids}::bigint[])`,
        (rows) => rows.map((row) => ({ ...row, vector: toVector(row.vector) }))
      )
  })
}

export const layer = Layer.effect(EmbeddingStore, Effect.flatMap(DeclaredDomains, queries))

/** Claims records by moving their due time, so that concurrent callers never get the same one. */
const due = (
  documents: DocumentsOf,
  model: string,
  of: EmbeddedType,
  limit: number,
  { before, begun }: QueuePlace
) => sql(pendingColumns)`
  WITH wanted AS (
    SELECT document.entity_id, document.content, document.title, document.subtitle, document.body,
      ${begun}::boolean AS begun
    FROM ${joined(documents, model, of)} WHERE ${isOpen} AND (made.due_at IS NULL OR made.due_at <= now())
      AND coalesce(made.content = document.content AND made.vector IS NOT NULL, false) = ${begun}::boolean
      AND ${before === null ? sql`true` : sql`document.entity_id < ${before}`}
    ORDER BY document.entity_id DESC LIMIT ${limit}
  ), claimed AS (
    INSERT INTO search_vectors AS made (model, domain, entity_type, entity_id, content, due_at)
    SELECT ${model}, ${of.domain}, ${of.type}, entity_id, '', now() + ${lease}::interval FROM wanted ORDER BY entity_id
    ON CONFLICT (domain, entity_type, entity_id, model) DO UPDATE SET due_at = excluded.due_at WHERE made.due_at <= now()
    RETURNING made.entity_id
  )
  SELECT entity_id AS id, content, title, subtitle, body, begun FROM wanted JOIN claimed USING (entity_id)
  ORDER BY entity_id DESC`

const reopen = Effect.fn(function* (
  documents: DocumentsOf,
  model: string,
  of: EmbeddedType,
  { again, limit, offset }: { readonly again: boolean; readonly limit: number; readonly offset: number }
) {
  const ids = (yield* sql({ id: number })`
    SELECT document.entity_id AS id FROM ${joined(documents, model, of)} WHERE (${again} OR ${isOpen})
    ORDER BY document.entity_id DESC LIMIT ${limit} OFFSET ${offset}`).map(({ id }) => id)
  const theirs = sql`model = ${model} AND ${isOf(of)} AND entity_id = ANY(${ids}::bigint[])`
  if (again) yield* sql`DELETE FROM search_chunks WHERE ${theirs}`
  yield* again
    ? sql`DELETE FROM search_vectors WHERE ${theirs}`
    : sql`UPDATE search_vectors SET due_at = now(), attempts = 0 WHERE ${theirs}`
  return ids
})

const storeVectors = (documents: DocumentsOf, model: string, of: EmbeddedType, embedded: ReadonlyArray<EmbeddedText>) =>
  Effect.gen(function* () {
    const ids = embedded.map(({ id }) => id)
    // Drops vectors of deleted records and of records whose text changed; the latter are due again. The remaining
    // documents are locked until this transaction commits, and a change of a text changes its document.
    yield* sql`
      SELECT 1 FROM search_documents WHERE ${isOf(of)} AND entity_id = ANY(${ids}::bigint[])
      ORDER BY entity_id FOR SHARE`
    const contents = yield* sql({ id: number, content: text })`
      SELECT entity_id AS id, content FROM (${documents(of)}) AS document WHERE entity_id = ANY(${ids}::bigint[])`
    const currentContents = new Map(contents.map(({ content, id }) => [id, content]))
    const current = embedded.filter(({ content, id }) => currentContents.get(id) === content)
    yield* sql`
      UPDATE search_vectors SET due_at = now()
      WHERE model = ${model} AND ${isOf(of)} AND entity_id = ANY(${ids}::bigint[])`
    const chunks = current.flatMap(({ chunks, id }) => Array.from(chunks, ([hash, vector]) => ({ id, hash, vector })))
    yield* sql`
      DELETE FROM search_chunks
      WHERE model = ${model} AND ${isOf(of)} AND entity_id = ANY(${current.map(({ id }) => id)}::bigint[])
        AND (entity_id, hash) NOT IN (
          SELECT * FROM unnest(${chunks.map(({ id }) => id)}::bigint[], ${chunks.map(({ hash }) => hash)}::text[])
        )`
    yield* sql`
      INSERT INTO search_chunks (model, domain, entity_type, entity_id, hash, vector)
      SELECT ${model}, ${of.domain}, ${of.type}, id, hash, decode(vector, 'hex')
      FROM unnest(
        ${chunks.map(({ id }) => id)}::bigint[], ${chunks.map(({ hash }) => hash)}::text[],
        ${chunks.map(({ vector }) => toHex(vector))}::text[]
      ) AS chunk (id, hash, vector)
      ON CONFLICT DO NOTHING`
    yield* sql`
      INSERT INTO search_vectors AS made
        (model, domain, entity_type, entity_id, content, vector, complete, due_at, revision)
      SELECT ${model}, ${of.domain}, ${of.type}, id, content, decode(vector, 'hex'), complete, now(),
        nextval('search_vectors_revision')
      FROM unnest(
        ${current.map(({ id }) => id)}::bigint[], ${current.map(({ content }) => content)}::text[],
        ${current.map(({ vector }) => (vector === null ? null : toHex(vector)))}::text[],
        ${current.map(({ complete }) => complete)}::boolean[]
      ) AS vector (id, content, vector, complete)
      ON CONFLICT (domain, entity_type, entity_id, model) DO UPDATE SET
        content = excluded.content, vector = excluded.vector, complete = excluded.complete, attempts = 0,
        due_at = excluded.due_at, revision = excluded.revision`
  })
