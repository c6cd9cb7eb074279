import { type DocumentMatch, type SearchStore, type TermQuery, keyOf } from "@daybook/core/search"
import { type PageOf, offsetOf } from "@daybook/core/shared"
import type { Statement } from "@effect/sql"
import { type Context, Effect } from "effect"
import { domainName, entityTypeName, ofDomain, ofTypes, itemPicture, pictureColumn, toPicture } from "./entities.js"
import { type Columns, type RowOf, json, nullable, number, text } from "./kit/columns.js"
import { countOf } from "./kit/query.js"
import { sql } from "./kit/sql.js"
import type { Queries } from "./kit/store.js"

export const matchColumns = {
  domain: domainName,
  entityType: entityTypeName,
  entityId: number,
  title: text,
  subtitle: nullable(text),
  details: json<DocumentMatch["details"]>(),
  picture: pictureColumn
}

/** Those columns of `search_documents AS item`. */
export const selectMatch: Statement.Fragment = sql`
  domain, entity_type, entity_id, title, subtitle, details, ${itemPicture}`

const refColumns = { domain: domainName, type: entityTypeName, id: number }

export const toMatch = ({
  details,
  domain,
  entityId,
  entityType,
  picture,
  subtitle,
  title
}: RowOf<typeof matchColumns>): DocumentMatch => ({
  domain,
  entity: { type: entityType, id: entityId },
  title,
  subtitle,
  details,
  picture: toPicture(domain, entityType, entityId, picture)
})

/** The parts of a search as SQL conditions. */
interface Conditions {
  /** Sort key of the whole search, compared with titles. Null if the key had to be shortened. */
  readonly key: string | null
  /** The title starts with the search. */
  readonly opens: Statement.Fragment
  /** Title, subtitle and body together contain all terms; on `search_documents`. */
  readonly holds: Statement.Fragment
  readonly inDomain: Statement.Fragment
  /** All terms are in the title; in title and subtitle together. */
  readonly inTitle: string
  readonly inHead: string
}

/** Sorts after every text with the same prefix. */
const last = "\u{10ffff}"

const conditionsOf = ({ domain, headOnly, terms, types }: TermQuery, hidden: ReadonlyArray<string>): Conditions => {
  const key = keyOf(terms)
  const isWhole = key === terms.join(" ")
  const words = Array.from(new Set(terms))
  const query = (weight: string) => words.map((term) => `'${term}':*${weight}`).join(" & ")
  return {
    key: isWhole ? key : null,
    opens: isWhole ? sql`(title_key >= ${key} AND title_key < ${key + last})` : sql`false`,
    holds: sql`${sql.literal(headOnly === true ? "head" : "coalesce(words, head)")} @@ ${query("")}::tsquery`,
    inDomain: sql`${ofDomain(domain, hidden)} AND ${ofTypes(types)}`,
    inTitle: query("A"),
    inHead: query("")
  }
}

/** So short a prefix matches many titles: scanning by descending weight finds the heaviest matches quickly. */
const isShort = (key: string) => Array.from(key).length <= 1

const ties = sql`title_key, domain, entity_type, entity_id`

const exact = ({ inDomain, key }: Conditions, limit: number, offset: number) => sql`
  SELECT *, row_number() OVER (ORDER BY weight DESC, domain, entity_type, entity_id) AS place
  FROM search_ranks WHERE title_key = ${key} AND ${inDomain} ORDER BY place LIMIT ${limit} OFFSET ${offset}`

/** `weight + 0` stops the planner from scanning by weight when few titles have the prefix. */
const opening = ({ inDomain, key, opens }: Conditions, limit: number, offset: number) => sql`
  SELECT *, row_number() OVER () AS place FROM (
    SELECT * FROM search_ranks WHERE ${opens} AND title_key <> ${key} AND ${inDomain}
    ORDER BY ${sql.literal(isShort(key ?? "") ? "weight DESC" : "weight + 0 DESC")}, ${ties} LIMIT ${limit} OFFSET ${offset}
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

/** The rows of a page, selected as `columns` from `search_documents AS item`. */
const rowsOf = <C extends Columns>(conditions: Conditions, columns: C, selected: Statement.Fragment, page: PageOf) =>
  Effect.gen(function* () {
    const rows: Array<RowOf<C>> = []
    let skip = offsetOf(page)
    const { inDomain, key, opens } = conditions
    const parts = [
      {
        of: exact,
        size:
          key === null
            ? Effect.succeed(0)
            : countOf(sql`SELECT count(*) FROM search_ranks WHERE title_key = ${key} AND ${inDomain}`)
      },
      {
        of: opening,
        size: countOf(sql`SELECT count(*) FROM search_ranks WHERE ${opens} AND title_key <> ${key} AND ${inDomain}`)
      },
      { of: others, size: Effect.succeed(0) }
    ].slice(key === null ? 2 : 0)
    for (const [at, { of, size }] of parts.entries()) {
      const missing = page.limit - rows.length
      if (missing === 0) break
      const part = yield* sql(columns)`
        SELECT ${selected} FROM (${of(conditions, missing, skip)}) AS ranked
        JOIN search_documents AS item USING (domain, entity_type, entity_id) ORDER BY place`
      rows.push(...part)
      // Subtracts this part's size from the rows to skip. The size is queried only if the part was skipped entirely.
      skip = part.length > 0 || skip === 0 || at === parts.length - 1 ? 0 : Math.max(0, skip - (yield* size))
    }
    return rows
  })

const totalOf = ({ headOnly, terms: [term = "", ...more] }: TermQuery, { holds, inDomain }: Conditions) =>
  countOf(
    more.length === 0 && Array.from(term).length <= 2 && headOnly !== true
      ? sql`SELECT coalesce(sum(documents), 0) FROM search_starts WHERE start = ${term} AND ${inDomain}`
      : sql`SELECT count(*) FROM search_documents WHERE ${holds} AND ${inDomain}`
  )

/**
 * `SearchStore.find` and `leading`. Total order: the title equals the search; starts with it; contains all terms;
 * contains them with the subtitle; needs the body. Within each part: weight, title, domain, type and id.
 */
export const searchQueries = (
  hidden: ReadonlyArray<string>
): Pick<Queries<Context.Tag.Service<SearchStore>>, "find" | "leading"> => ({
  find: (sought, page) => {
    const conditions = conditionsOf(sought, hidden)
    return Effect.zipWith(
      rowsOf(conditions, matchColumns, selectMatch, page),
      totalOf(sought, conditions),
      (rows, total) => ({ rows: rows.map(toMatch), total })
    )
  },
  leading: (sought, limit) =>
    Effect.map(
      rowsOf(conditionsOf(sought, hidden), refColumns, sql`domain, entity_type AS type, entity_id AS id`, {
        page: 1,
        limit
      }),
      (rows) => rows.map(({ domain, ...entity }) => ({ domain, entity }))
    )
})
