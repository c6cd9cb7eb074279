import type { Read, Row } from "./Read.js"
import { sql } from "./sql.js"

type Json = Readonly<Record<string, unknown>>
interface Page {
  readonly data: ReadonlyArray<Json>
  readonly pagination: { readonly total: number }
}

const listed = (answer: unknown) => {
  const { data, pagination } = answer as Page
  return [pagination.total, ...data.map(({ author, finished_on, id, isbn13 }) => [id, isbn13, author, finished_on])]
}
const rowsListed = (rows: ReadonlyArray<Row>) => [
  rows[0]?.["total"],
  ...rows.map(({ author, finished_on, id, isbn13 }) => [id, isbn13, author, finished_on])
]

const facetValues = (answer: unknown) => {
  const { data, pagination } = answer as Page
  return [pagination.total, ...data.map(({ count, last_date, value }) => [value, count, last_date])]
}
const rowsOfFacet = (rows: ReadonlyArray<Row>) => [
  rows[0]?.["total"],
  ...rows.map(({ count, last, value }) => [value, count, last])
]

const columns = sql`
  id, isbn13, title, author, shelf, tags, pages, rating, finished_on::text, ARRAY['shelves'] AS sources`

/** The reads of a declared domain with 100,000 records, and the best SQL for the same answers. */
export const declaredReads: ReadonlyArray<Read> = [
  {
    path: "/recent?limit=50",
    sql: sql`
      SELECT ${columns}, (SELECT count(finished_on) FROM library_book)::int AS total FROM library_book
      WHERE finished_on IS NOT NULL ORDER BY library_book.finished_on DESC, id DESC LIMIT 50`,
    fromAnswer: listed,
    fromRows: rowsListed
  },
  {
    path: "/book?limit=50",
    sql: sql`
      SELECT ${columns}, (SELECT count(*) FROM library_book)::int AS total FROM library_book
      ORDER BY library_book.finished_on DESC NULLS LAST, id DESC LIMIT 50`,
    fromAnswer: listed,
    fromRows: rowsListed
  },
  {
    path: "/book?author=Author+7&sort=pages&order=asc&limit=20",
    sql: sql`
      SELECT ${columns}, (count(*) OVER ())::int AS total FROM library_book WHERE author = 'Author 7'
      ORDER BY pages NULLS LAST, id LIMIT 20`,
    fromAnswer: listed,
    fromRows: rowsListed
  },
  {
    path: "/stats",
    sql: sql`
      SELECT count(*)::int AS total, count(pages)::int AS known, sum(pages)::int AS pages, avg(rating) AS rating,
        min(pages), max(pages), min(rating), max(rating), sum(rating), min(finished_on), max(finished_on),
        count(finished_on) FILTER (WHERE finished_on >= date_trunc('year', now())::date) AS this_year,
        (SELECT count(*) FROM domain_facets WHERE domain = 'library' AND facet = 'author')::int AS authors,
        (SELECT count(*) FROM domain_facets WHERE domain = 'library' AND facet = 'tags')::int AS tags
      FROM library_book`,
    fromAnswer: (answer) => {
      const { distinct, numbers, total } = (answer as { readonly data: Readonly<Record<string, never>> })
        .data as unknown as Readonly<Record<string, Readonly<Record<string, Json>>>>
      return [
        total,
        numbers?.["pages"]?.["known"],
        numbers?.["pages"]?.["sum"],
        distinct?.["author"],
        distinct?.["tags"]
      ]
    },
    fromRows: ([row]) => [row?.["total"], row?.["known"], row?.["pages"], row?.["authors"], row?.["tags"]]
  },
  {
    path: "/calendar?year=2020",
    sql: sql`
      SELECT finished_on::text AS date, count(*)::int AS count FROM library_book
      WHERE finished_on >= '2020-01-01' AND finished_on < '2021-01-01' GROUP BY 1 ORDER BY 1`,
    fromAnswer: (answer) =>
      (answer as { readonly days: ReadonlyArray<Json> }).days.map(({ count, date }) => [date, count]),
    fromRows: (rows) => rows.map(({ count, date }) => [date, count])
  },
  {
    path: "/top/author?limit=20",
    sql: sql`
      SELECT value, count::int AS count, (
        SELECT max(finished_on)::text FROM library_book WHERE author = value
      ) AS last, (SELECT count(*) FROM domain_facets WHERE domain = 'library' AND facet = 'author')::int AS total
      FROM domain_facets WHERE domain = 'library' AND facet = 'author' ORDER BY count DESC, value LIMIT 20`,
    fromAnswer: facetValues,
    fromRows: rowsOfFacet
  },
  {
    path: "/top/tags?limit=20",
    sql: sql`
      SELECT value, count::int AS count, (
        SELECT max(finished_on)::text FROM library_book WHERE tags @> ARRAY[value]
      ) AS last, (SELECT count(*) FROM domain_facets WHERE domain = 'library' AND facet = 'tags')::int AS total
      FROM domain_facets WHERE domain = 'library' AND facet = 'tags' ORDER BY count DESC, value LIMIT 20`,
    fromAnswer: facetValues,
    fromRows: rowsOfFacet
  }
]
