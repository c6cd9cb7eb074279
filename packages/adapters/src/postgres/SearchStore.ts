import type { Domain } from "@daybook/core"
import { type Document, type EntityDocument, SearchStore, indexDocument } from "@daybook/core/search"
import type { EntityRef } from "@daybook/core/shared"
import type { Statement } from "@effect/sql"
import { Effect, Layer } from "effect"
import { HiddenDomains } from "./declared/declarations.js"
import { allTables } from "./domains.js"
import { domainName, entityTypeName, lastOfEachKey, ofEntities, withdrawFrom } from "./entities.js"
import { type Column, bigint, json, nullable, number, text } from "./kit/columns.js"
import { countOf } from "./kit/query.js"
import { inPortions } from "./kit/portions.js"
import { sql } from "./kit/sql.js"
import { inTransaction } from "./inTransaction.js"
import { type Queries, implement } from "./kit/store.js"
import { table } from "./kit/table.js"
import { matchColumns, searchQueries, selectMatch, toMatch } from "./searchQueries.js"

/** Documents weighed per statement: short statements hold few locks. */
const portion = 2_000

/**
 * SQL for CTEs that weigh the documents in the CTE `part`: kind, plus the logarithm of the count, plus at most 1 for
 * recency. Days count from 1970 in centuries, so that weights do not change as time passes.
 */
const weighPart = (activity: Statement.Fragment, domain: Domain) => sql`weighed AS (
  SELECT part.entity_type, part.entity_id,
    (search_kind_weight(part.entity_type) + ln(1 + coalesce(activity.times, 0))
      + greatest(0, least(1, coalesce(activity.last - date '1970-01-01', 0) / 36525.0)))::real AS weight
  FROM part LEFT JOIN LATERAL (${activity}) AS activity ON true
), changed AS (
  UPDATE search_ranks AS rank SET weight = weighed.weight FROM weighed
  WHERE rank.domain = ${domain} AND rank.entity_type = weighed.entity_type AND rank.entity_id = weighed.entity_id
    AND rank.weight <> weighed.weight
  RETURNING rank.entity_id
)`

/** Weighs the documents of some entities that have only the weight of their kind, as new ones have. */
const weighNew = (activity: Statement.Fragment, domain: Domain, entities: ReadonlyArray<EntityRef>) =>
  sql`
    WITH part AS (
      SELECT entity_type, entity_id FROM search_ranks
      WHERE ${ofEntities(domain, entities)} AND weight = search_kind_weight(entity_type)
    ), ${weighPart(activity, domain)}
    SELECT FROM changed`

/** Weighs the next documents in entity order. */
const weigh = (activity: Statement.Fragment, domain: Domain, after: EntityRef | null) =>
  Effect.map(
    sql({ changed: number, size: number, type: nullable(entityTypeName), id: nullable(number) })`
      WITH part AS (
        SELECT entity_type, entity_id FROM search_ranks
        WHERE domain = ${domain} AND ${after === null ? sql`true` : sql`(entity_type, entity_id) > (${after.type}, ${after.id}::bigint)`}
        ORDER BY entity_type, entity_id LIMIT ${portion}
      ), ${weighPart(activity, domain)}, last AS (
        SELECT entity_type, entity_id FROM part ORDER BY entity_type DESC, entity_id DESC LIMIT 1
      )
      SELECT (SELECT count(*) FROM changed) AS changed, (SELECT count(*) FROM part) AS size,
        (SELECT entity_type FROM last) AS type, (SELECT entity_id FROM last) AS id`,
    ([row]) => ({
      changed: row?.changed ?? 0,
      next:
        row === undefined || row.type === null || row.id === null || row.size < portion
          ? null
          : { type: row.type, id: row.id }
    })
  )

const noActivity = sql`SELECT NULL::int AS times, NULL::date AS last`

/** A column that is written as the text of a `tsvector`. */
const tsvector: Column<string> = { ...text, cast: (element) => `${element}::tsvector` }

/** What the index computes from a document. */
const indexEntries = table("search_documents", {
  entityType: entityTypeName,
  entityId: bigint,
  titleKey: text,
  head: tsvector,
  words: nullable(tsvector)
})

const documents = table("search_documents", {
  domain: domainName,
  ...indexEntries.columns,
  title: text,
  subtitle: nullable(text),
  body: nullable(text),
  details: json<Document["details"]>()
})

const { body, entityId, entityType, subtitle, title } = documents.columns
const indexedColumns = { entityType, entityId, title, subtitle, body }

const queriesOf = (
  activityOf: ReadonlyMap<Domain, Statement.Fragment>,
  hidden: ReadonlyArray<string>
): Queries<typeof SearchStore.Service> => ({
  put: (domain, newDocuments) => lockDocuments(domain, upsert(domain, newDocuments)),
  withdraw: (domain, entities) => lockDocuments(domain, withdrawFrom("search_documents")(domain, entities)),
  ...searchQueries(hidden),
  documents: (domain, entities) =>
    Effect.map(
      sql(matchColumns)`SELECT ${selectMatch} FROM search_documents AS item WHERE ${ofEntities(domain, entities)}`,
      (rows) => rows.map(toMatch)
    ),
  weigh: (domain, after) => lockDocuments(domain, weigh(activityOf.get(domain) ?? noActivity, domain, after)),
  weighNew: (domain, entities) =>
    lockDocuments(
      domain,
      inPortions(entities, (some) => weighNew(activityOf.get(domain) ?? noActivity, domain, some))
    ),
  reindex: (domain, limit, offset) => lockDocuments(domain, renew(domain, limit, offset))
})

export const layer = Layer.effect(
  SearchStore,
  Effect.flatMap(Effect.all([allTables, HiddenDomains]), ([tables, hidden]) =>
    implement(SearchStore, queriesOf(new Map(tables.map(({ activity, domain }) => [domain, activity])), hidden))
  )
)

const upsert = (domain: Domain, newDocuments: ReadonlyArray<EntityDocument>) =>
  Effect.gen(function* () {
    // Other fibers run between the documents of a page: long texts have many words.
    const rows = yield* Effect.forEach(newDocuments, ({ entity, ...document }) =>
      Effect.sync(() => ({
        ...document,
        ...indexEntryOf(document),
        domain,
        entityType: entity.type,
        entityId: entity.id
      }))
    )
    yield* inPortions(
      lastOfEachKey(rows, ({ entityId, entityType }) => `${entityType} ${entityId}`),
      (some) => documents.upsert(some, { key: ["domain", "entityType", "entityId"], returning: {} })
    )
  })

const renew = (domain: Domain, limit: number, offset: number) =>
  Effect.gen(function* () {
    const rows = yield* sql(indexedColumns)`
      SELECT entity_type, entity_id, title, subtitle, body FROM search_documents WHERE domain = ${domain}
      ORDER BY entity_type, entity_id LIMIT ${limit} OFFSET ${offset}`
    yield* sql`
      UPDATE search_documents AS stored SET title_key = entry.title_key, head = entry.head, words = entry.words
      FROM ${indexEntries.valuesOf(
        rows.map(({ entityId, entityType, ...document }) => ({ entityType, entityId, ...indexEntryOf(document) })),
        "entry"
      )}
      WHERE domain = ${domain} AND stored.entity_type = entry.entity_type AND stored.entity_id = entry.entity_id`
    const total = yield* countOf(sql`SELECT count(*) FROM search_documents WHERE domain = ${domain}`)
    return { renewed: rows.length, total }
  })

type Searchable = Pick<Document, "title" | "subtitle" | "body">

/** Serializes writers of a domain's documents, so that they do not wait for each other's row locks. */
const lockDocuments = <A, E, R>(domain: string, write: Effect.Effect<A, E, R>) =>
  inTransaction(Effect.zipRight(sql`SELECT pg_advisory_xact_lock(hashtext(${`daybook search ${domain}`}))`, write))

/** The largest position in a PostgreSQL `tsvector`. */
const lastPosition = 16_383

/** Words contain only letters and digits, so quoting them is safe. */
const weighted = (title: ReadonlyArray<string>, subtitle: ReadonlyArray<string>): string => {
  const lexeme = (weight: string, before: number) => (word: string, at: number) =>
    `'${word}':${Math.min(before + at + 1, lastPosition)}${weight}`
  return [...title.map(lexeme("A", 0)), ...subtitle.map(lexeme("B", title.length))].join(" ")
}

/** The index columns of a document; `head` and `words` as text that PostgreSQL parses as `tsvector`. */
const indexEntryOf = (document: Searchable) => {
  const { body, subtitle, title, titleKey } = indexDocument(document)
  return {
    titleKey,
    head: weighted(title, subtitle),
    words:
      body.length === 0 ? null : Array.from(new Set([...title, ...subtitle, ...body]), (word) => `'${word}'`).join(" ")
  }
}
