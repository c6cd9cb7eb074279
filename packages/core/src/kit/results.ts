import { Effect, type Option } from "effect"
import { NoData } from "../shared/errors.js"
import { type Paged, type PageOf, type Pagination, paginationOf } from "../shared/fields.js"

/** The views of one page of rows, in the list envelope. */
export const pageView =
  <Row, View>(page: PageOf, view: (row: Row) => View) =>
  ({ rows, total }: Paged<Row>): { readonly data: ReadonlyArray<View>; readonly pagination: Pagination } => ({
    // Not `rows.map(view)`: a view with an optional second parameter would receive the index.
    data: rows.map((row) => view(row)),
    pagination: paginationOf(page, total)
  })

/** The value, or a failure that says what does not exist. */
export const orNotFound =
  (what: string) =>
  <A>(value: Option.Option<A>): Effect.Effect<A, NoData> =>
    Effect.mapError(value, () => new NoData({ what }))
