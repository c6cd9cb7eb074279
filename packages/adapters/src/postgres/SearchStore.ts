import { SearchStore } from "@daybook/core/search"
import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { ofEntities, withdrawFrom } from "./entities.js"
import { finding } from "./search/finding.js"
import { columns, toFound } from "./search/found.js"
import { weigh } from "./search/weighing.js"
import { type Searchable, indexColumns, writing } from "./search/writing.js"
import { storage } from "./storage.js"

export const layer = Layer.effect(SearchStore, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const write = writing(sql)
  return {
    put: (domain, documents) => storage("SearchStore.put")(write(domain, upsert(sql, domain, documents))),
    withdraw: (domain, entities) => storage("SearchStore.withdraw")(write(domain, withdrawFrom(sql, "search_documents")(domain, entities))),
    ...finding(sql),
    documents: (domain, entities) =>
      storage("SearchStore.documents")(Effect.map(
        sql<Parameters<typeof toFound>[0]>`SELECT ${columns(sql)} FROM search_documents AS item WHERE ${ofEntities(sql, domain, entities)}`,
        (rows) => rows.map(toFound)
      )),
    weigh: (domain, after) => storage("SearchStore.weigh")(write(domain, weigh(sql, domain, after))),
    renew: (domain, limit, offset) => storage("SearchStore.renew")(write(domain, renew(sql, domain, limit, offset)))
  }
}))

const upsert = (sql: SqlClient.SqlClient, domain: string, given: Parameters<SearchStore["Type"]["put"]>[1]) => {
  // Of two of one entity the later one stands: a statement may not write a row twice.
  const documents = [...new Map(given.map((document) => [`${document.entity.type}:${document.entity.id}`, document])).values()]
  const index = indexColumns(documents)
  return Effect.asVoid(sql`
    INSERT INTO search_documents (domain, entity_type, entity_id, title_key, head, words, title, subtitle, body, details)
    SELECT ${domain}, entity_type, entity_id, title_key, head::tsvector, words::tsvector, title, subtitle, body, details::jsonb
    FROM unnest(
      ${documents.map(({ entity }) => entity.type)}::text[], ${documents.map(({ entity }) => entity.id)}::bigint[],
      ${index.titleKeys}::text[], ${index.heads}::text[], ${index.words}::text[],
      ${documents.map(({ title }) => title)}::text[], ${documents.map(({ subtitle }) => subtitle)}::text[],
      ${documents.map(({ body }) => body)}::text[], ${documents.map(({ details }) => JSON.stringify(details))}::text[]
    ) AS document (entity_type, entity_id, title_key, head, words, title, subtitle, body, details)
    ON CONFLICT (domain, entity_type, entity_id) DO UPDATE SET
      title_key = excluded.title_key, head = excluded.head, words = excluded.words,
      title = excluded.title, subtitle = excluded.subtitle, body = excluded.body, details = excluded.details`)
}

interface Stored extends Searchable {
  readonly entityType: string
  readonly entityId: number
}

const renew = (sql: SqlClient.SqlClient, domain: string, limit: number, offset: number) =>
  Effect.gen(function*() {
    const documents = yield* sql<Stored>`
      SELECT entity_type, entity_id, title, subtitle, body FROM search_documents WHERE domain = ${domain}
      ORDER BY entity_type, entity_id LIMIT ${limit} OFFSET ${offset}`
    const index = indexColumns(documents)
    yield* sql`
      UPDATE search_documents SET title_key = document.title_key, head = document.head::tsvector, words = document.words::tsvector
      FROM unnest(
        ${documents.map(({ entityType }) => entityType)}::text[], ${documents.map(({ entityId }) => entityId)}::bigint[],
        ${index.titleKeys}::text[], ${index.heads}::text[], ${index.words}::text[]
      ) AS document (entity_type, entity_id, title_key, head, words)
      WHERE domain = ${domain} AND search_documents.entity_type = document.entity_type AND search_documents.entity_id = document.entity_id`
    const [row] = yield* sql<{ total: number }>`SELECT count(*) AS total FROM search_documents WHERE domain = ${domain}`
    return { renewed: documents.length, total: row?.total ?? 0 }
  })
