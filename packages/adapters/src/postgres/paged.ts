import { type Paged, type PageOf, offsetOf } from "@daybook/core/shared"
import type { SqlClient, Statement } from "@effect/sql"
import { Effect } from "effect"

/** A page whose rows say how many there are in all. Where there is none, `count` is asked, unless it is the first page. */
export const paged = <Row extends { readonly total: number }, A, E, R>(
  page: PageOf,
  rows: Effect.Effect<ReadonlyArray<Row>, E, R>,
  toFact: (row: Row) => A,
  count: Effect.Effect<number, E, R>
): Effect.Effect<Paged<A>, E, R> =>
  Effect.flatMap(rows, (found) =>
    found.length > 0 || offsetOf(page) === 0
      ? Effect.succeed({ rows: found.map(toFact), total: found[0]?.total ?? 0 })
      : Effect.map(count, (total) => ({ rows: [], total })))

/** What a query of one number says. */
export const countOf = (sql: SqlClient.SqlClient, query: Statement.Fragment) =>
  Effect.map(sql<{ total: number }>`SELECT (${query}) AS total`, ([row]) => row?.total ?? 0)

export const isEmpty = ({ rows }: Paged<unknown>): boolean => rows.length === 0

/** A row of a page, with how many there are in all. */
export type InAll<Row> = Row & { readonly total: number }
