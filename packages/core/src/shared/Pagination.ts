import { Schema } from "effect"

/** Which page of a list: `page` counts from 1, `limit` is rows a page. */
export interface PageOf {
  readonly page: number
  readonly limit: number
}

export const offsetOf = (page: PageOf): number => (page.page - 1) * page.limit

/** Rows of one page and how many there are in all. */
export interface Paged<A> {
  readonly rows: ReadonlyArray<A>
  readonly total: number
}

/** `api.md` §2.1. */
export const Pagination = Schema.Struct({
  page: Schema.Number,
  limit: Schema.Number,
  total: Schema.Number,
  total_pages: Schema.Number
}).annotations({ identifier: "Pagination" })
export type Pagination = typeof Pagination.Type

export const paginationOf = (page: PageOf, total: number): Pagination => ({
  page: page.page,
  limit: page.limit,
  total,
  total_pages: Math.ceil(total / page.limit)
})

/** The list envelope of `api.md` §2.1 around one kind of item. */
export const listOf = <A, I, R>(item: Schema.Schema<A, I, R>) =>
  Schema.Struct({ data: Schema.Array(item), pagination: Pagination })
