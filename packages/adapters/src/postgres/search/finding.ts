import { type SearchStore, type Sought, keyOf } from "@daybook/core/search"
import { type EntityRef, type PageOf, offsetOf } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import { type Context, Effect } from "effect"
import { storage } from "../storage.js"
import { columns, toFound } from "./found.js"

/** Conditions on `search_documents AS item`. */
interface Conditions {
  /** Its title begins with the terms: read in the order of an index, so that a page costs a page, however many there are. */
  readonly opens: Statement.Fragment
  readonly holds: Statement.Fragment
  readonly inDomain: Statement.Fragment
  /** The terms as a query in which any of them will do. */
  readonly any: string
}

/** Sorts after every text that begins alike. */
const last = "\u{10ffff}"

const conditionsOf = (sql: SqlClient.SqlClient, { domain, terms }: Sought): Conditions => {
  const key = keyOf(terms)
  const prefixes = Array.from(new Set(terms), (term) => `'${term}':*`)
  return {
    // A key that had to be cut does not say all that is looked for.
    opens: key === terms.join(" ") ? sql`(title_key >= ${key} AND title_key < ${key + last})` : sql`false`,
    holds: sql`coalesce(words, head) @@ ${prefixes.join(" & ")}::tsquery`,
    inDomain: domain === null ? sql`true` : sql`domain = ${domain}`,
    any: prefixes.join(" | ")
  }
}

/** Weights of body (unused), nothing, subtitle and title. */
const weights = "{0, 0, 0.4, 1}"

/** `SearchStore.find` and `leading`: titles that begin with the terms first, then the others, ranked. */
export const finding = (sql: SqlClient.SqlClient): Pick<Context.Tag.Service<SearchStore>, "find" | "leading"> => {
  const opening = <Row extends object>({ inDomain, opens }: Conditions, columns: Statement.Fragment, limit: number, offset: number) => sql<Row>`
    SELECT ${columns} FROM search_documents AS item WHERE ${opens} AND ${inDomain}
    ORDER BY title_key, domain, entity_type, entity_id LIMIT ${limit} OFFSET ${offset}`
  const others = <Row extends object>({ any, holds, inDomain, opens }: Conditions, columns: Statement.Fragment, limit: number, offset: number) => sql<Row>`
    SELECT ${columns} FROM (
      SELECT *, ts_rank(${weights}::float4[], head, ${any}::tsquery) AS rank FROM search_documents WHERE ${holds} AND ${inDomain} AND NOT ${opens}
      ORDER BY rank DESC, title_key, domain, entity_type, entity_id
      LIMIT ${limit} OFFSET ${offset}
    ) AS item
    ORDER BY rank DESC, title_key, domain, entity_type, entity_id`
  const count = (condition: Statement.Fragment) =>
    Effect.map(sql<{ total: number }>`SELECT count(*) AS total FROM search_documents WHERE ${condition}`, ([row]) => row?.total ?? 0)

  const rowsOf = <Row extends object>(conditions: Conditions, columns: Statement.Fragment, page: PageOf) =>
    Effect.gen(function*() {
      const offset = offsetOf(page)
      const first = yield* opening<Row>(conditions, columns, page.limit, offset)
      if (first.length === page.limit) return first
      const before = first.length > 0 || offset === 0 ? offset + first.length : yield* count(sql`${conditions.opens} AND ${conditions.inDomain}`)
      return [...first, ...(yield* others<Row>(conditions, columns, page.limit - first.length, Math.max(0, offset - before)))]
    })

  const totalOf = (sought: Sought, conditions: Conditions) => {
    const [term = "", ...more] = sought.terms
    return more.length === 0 && Array.from(term).length <= 2
      ? Effect.map(
        sql<{ total: number }>`SELECT coalesce(sum(documents), 0) AS total FROM search_starts WHERE start = ${term} AND ${conditions.inDomain}`,
        ([row]) => row?.total ?? 0
      )
      : count(sql`${conditions.holds} AND ${conditions.inDomain}`)
  }

  return {
    find: (sought, page) => {
      const conditions = conditionsOf(sql, sought)
      return storage("SearchStore.find")(Effect.zipWith(
        rowsOf<Parameters<typeof toFound>[0]>(conditions, columns(sql), page),
        totalOf(sought, conditions),
        (rows, total) => ({ rows: rows.map(toFound), total })
      ))
    },
    leading: (sought, limit) =>
      storage("SearchStore.leading")(rowsOf<EntityRef>(conditionsOf(sql, sought), sql`entity_type AS type, entity_id AS id`, { page: 1, limit }))
  }
}
