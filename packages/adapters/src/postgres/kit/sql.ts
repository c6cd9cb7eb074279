import { type SqlClient, Statement } from "@effect/sql"
import { PgClient } from "@effect/sql-pg"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Effectable } from "effect"
import { type Columns, type RowOf, decodeRows } from "./columns.js"
import { execute } from "./execute.js"

/** A statement, or a part of one. As an effect it runs with the client of its context and answers rows. */
export interface Query<Row>
  extends Statement.Fragment, Effect.Effect<ReadonlyArray<Row>, SqlError, SqlClient.SqlClient> {}

/** Only the client that runs a query has a connection: the parts that are built here never acquire one. */
const build = Statement.make(Effect.dieMessage("a fragment has no connection"), PgClient.makeCompiler(), [], undefined)

class QueryOf<Row extends object>
  extends Effectable.Class<ReadonlyArray<Row>, SqlError, SqlClient.SqlClient>
  implements Query<Row>
{
  readonly [Statement.FragmentId] = (_: never) => _

  constructor(
    readonly segments: ReadonlyArray<Statement.Segment>,
    readonly columns: Columns | undefined
  ) {
    super()
  }

  commit(): Effect.Effect<ReadonlyArray<Row>, SqlError, SqlClient.SqlClient> {
    const { columns } = this
    const rows = execute(this)
    return columns === undefined
      ? (rows as Effect.Effect<ReadonlyArray<Row>, SqlError, SqlClient.SqlClient>)
      : Effect.flatMap(rows, (fetched) => decodeRows<Row>(columns, fetched))
  }
}

type Template<Row> = (strings: TemplateStringsArray, ...values: ReadonlyArray<unknown>) => Query<Row>

interface Sql {
  /** A statement whose rows nobody reads, or a part of a statement. */
  (strings: TemplateStringsArray, ...values: ReadonlyArray<unknown>): Query<Record<never, never>>
  /** A statement whose rows have these columns: ``sql({ id: number })`SELECT id FROM …` ``. */
  <C extends Columns>(columns: C): Template<RowOf<C>>
  /** The name of a table or column. */
  (name: string): Statement.Identifier
  /** SQL text. Never with a value from outside. */
  readonly literal: (text: string) => Statement.Fragment
  readonly and: (conditions: ReadonlyArray<string | Statement.Fragment>) => Statement.Fragment
}

const isTemplate = (value: object): value is TemplateStringsArray => Array.isArray(value) && "raw" in value

const statement = (
  strings: TemplateStringsArray,
  values: ReadonlyArray<unknown>,
  columns: Columns | undefined
): Query<object> =>
  // Values are parameters, fragments and identifiers, as in the templates of the client.
  new QueryOf(build(strings, ...(values as ReadonlyArray<never>)).segments, columns)

/**
 * Builds SQL with the client of the context: no function takes a client as a parameter. Values become parameters,
 * fragments and identifiers become parts of the text.
 */
export const sql: Sql = Object.assign(
  (first: TemplateStringsArray | Columns | string, ...values: ReadonlyArray<unknown>): never =>
    (typeof first === "string"
      ? build(first)
      : isTemplate(first)
        ? statement(first, values, undefined)
        : (strings: TemplateStringsArray, ...values: ReadonlyArray<unknown>) =>
            statement(strings, values, first)) as never,
  { literal: build.literal, and: build.and }
)
