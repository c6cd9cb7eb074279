import type { Found, Read } from "../Read.js"
import { sql, type Sql } from "../sql.js"

interface Page {
  readonly data: ReadonlyArray<{ readonly id: number }>
  readonly pagination: { readonly total: number }
}

/** A page of a list: rows in their order, and how many there are in all. */
export const paged = (path: string, page: Sql, total: Sql): Read => ({
  path,
  sql: sql`SELECT page.*, (${total})::int AS total FROM (${page}) AS page`,
  shown: (answer) => {
    const { data, pagination } = answer as Page
    return [data.length === 0 ? undefined : pagination.total, ...data.map(({ id }) => id)]
  },
  found: (rows) => [rows[0]?.["total"], ...rows.map(({ id }) => Number(id))]
})

/** A list of names and how often each is there, most frequent first. */
export const counted = (path: string, statement: Sql, name: string, count: string): Read => ({
  path,
  sql: statement,
  shown: (answer) => (answer as { readonly data: ReadonlyArray<Found> }).data.map((one) => [one[name], one[count]]),
  found: (rows) => rows.map((one) => [one["name"], Number(one["count"])])
})
