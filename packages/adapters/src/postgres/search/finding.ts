import { type SearchStore, type Sought, keyOf } from "@daybook/core/search"
import { type EntityRef, type PageOf, offsetOf } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import { type Context, Effect } from "effect"
import { storage } from "../storage.js"
import { columns, toFound } from "./found.js"

/** What is sought, as conditions of SQL. */
interface Conditions {
  /** The title is the search; null where the key had to be cut and does not say all that is looked for. */
  readonly key: string | null
  /** The title begins with the search. */
  readonly opens: Statement.Fragment
  /** All terms are in title, subtitle and body together; on `search_documents`. */
  readonly holds: Statement.Fragment
  readonly inDomain: Statement.Fragment
  /** All terms are in the title; in title and subtitle together. */
  readonly inTitle: string
  readonly inHead: string
}

/** Sorts after every text that begins alike. */
const last = "\u{10ffff}"

const conditionsOf = (sql: SqlClient.SqlClient, { domain, terms }: Sought): Conditions => {
  const key = keyOf(terms)
  const isWhole = key === terms.join(" ")
  const words = Array.from(new Set(terms))
  const query = (weight: string) => words.map((term) => `'${term}':*${weight}`).join(" & ")
  return {
    key: isWhole ? key : null,
    opens: isWhole ? sql`(title_key >= ${key} AND title_key < ${key + last})` : sql`false`,
    holds: sql`coalesce(words, head) @@ ${query("")}::tsquery`,
    inDomain: domain === null ? sql`true` : sql`domain = ${domain}`,
    inTitle: query("A"),
    inHead: query("")
  }
}

/** So short a beginning is that of a good part of all titles: the heaviest are soon found by going down the weights. */
const isShort = (key: string) => Array.from(key).length <= 1

/**
 * `SearchStore.find` and `leading`. The order, which is total: the title is the search; begins with it; holds all of it;
 * title and subtitle hold all of it; the body is needed, too. Within each by weight, then title, domain, type and id.
 */
export const finding = (sql: SqlClient.SqlClient): Pick<Context.Tag.Service<SearchStore>, "find" | "leading"> => {
  const ties = sql`title_key, domain, entity_type, entity_id`
  const count = (from: Statement.Fragment, condition: Statement.Fragment) =>
    Effect.map(sql<{ total: number }>`SELECT count(*) AS total FROM ${from} WHERE ${condition}`, ([row]) => row?.total ?? 0)
  const shown = <Row extends object>(ranked: Statement.Fragment, columns: Statement.Fragment) => sql<Row>`
    SELECT ${columns} FROM (${ranked}) AS ranked JOIN search_documents AS item USING (domain, entity_type, entity_id) ORDER BY place`

  const exact = ({ inDomain, key }: Conditions, limit: number, offset: number) => sql`
    SELECT *, row_number() OVER (ORDER BY weight DESC, domain, entity_type, entity_id) AS place
    FROM search_ranks WHERE title_key = ${key} AND ${inDomain} ORDER BY place LIMIT ${limit} OFFSET ${offset}`
  /** `weight + 0` keeps the planner from going down the weights where few titles begin so. */
  const opening = ({ inDomain, key, opens }: Conditions, limit: number, offset: number) => sql`
    SELECT *, row_number() OVER () AS place FROM (
      SELECT * FROM search_ranks WHERE ${opens} AND title_key <> ${key} AND ${inDomain}
      ORDER BY ${isShort(key ?? "") ? sql`weight DESC` : sql`weight + 0 DESC`}, ${ties} LIMIT ${limit} OFFSET ${offset}
    ) AS first`
  const others = ({ holds, inDomain, inHead, inTitle, opens }: Conditions, limit: number, offset: number) => sql`
    SELECT *, row_number() OVER () AS place FROM (
      SELECT domain, entity_type, entity_id
      FROM (
        SELECT domain, entity_type, entity_id, title_key,
          CASE WHEN head @@ ${inTitle}::tsquery THEN 0 WHEN head @@ ${inHead}::tsquery THEN 1 ELSE 2 END AS field
        FROM search_documents WHERE ${holds} AND ${inDomain} AND NOT ${opens}
      ) AS held JOIN search_ranks AS rank USING (domain, entity_type, entity_id)
      ORDER BY field, weight DESC, held.title_key, domain, entity_type, entity_id LIMIT ${limit} OFFSET ${offset}
    ) AS first`

  const rowsOf = <Row extends object>(conditions: Conditions, columns: Statement.Fragment, page: PageOf) =>
    Effect.gen(function*() {
      const rows: Array<Row> = []
      let skip = offsetOf(page)
      const { inDomain, key, opens } = conditions
      const parts = [
        { of: exact, size: () => key === null ? Effect.succeed(0) : count(sql`search_ranks`, sql`title_key = ${key} AND ${inDomain}`) },
        { of: opening, size: () => count(sql`search_ranks`, sql`${opens} AND title_key <> ${key} AND ${inDomain}`) },
        { of: others, size: () => Effect.succeed(0) }
      ].slice(key === null ? 2 : 0)
      for (const [at, { of, size }] of parts.entries()) {
        const wanted = page.limit - rows.length
        if (wanted === 0) break
        const part = yield* shown<Row>(of(conditions, wanted, skip), columns)
        rows.push(...part)
        // How much of what is skipped this part held; it is asked only where the part did not reach so far.
        skip = part.length > 0 || skip === 0 || at === parts.length - 1 ? 0 : Math.max(0, skip - (yield* size()))
      }
      return rows
    })

  const totalOf = (sought: Sought, conditions: Conditions) => {
    const [term = "", ...more] = sought.terms
    return more.length === 0 && Array.from(term).length <= 2
      ? Effect.map(
        sql<{ total: number }>`SELECT coalesce(sum(documents), 0) AS total FROM search_starts WHERE start = ${term} AND ${conditions.inDomain}`,
        ([row]) => row?.total ?? 0
      )
      : count(sql`search_documents`, sql`${conditions.holds} AND ${conditions.inDomain}`)
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
