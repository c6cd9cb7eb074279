import {
  DeclaredDomains,
  type DeclaredRecord,
  type RecordRef,
  type Reports,
  explainRecord,
  keysNamed
} from "@daybook/core/domain"
import type { Explanation } from "@daybook/core/explain"
import { Effect, Option } from "effect"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { json, nullable } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { keysOfNames } from "./names.js"
import { tableFor } from "./compile.js"

const record = (of: RecordRef) =>
  Effect.fn("declared.explain")(function* (id: number) {
    const [row] = yield* sql({ reports: json<Reports>(), joined: nullable(json<Reports>()) })`
      SELECT _reports AS reports, _joined AS joined FROM ${tableFor(of).shown} AS item WHERE id = ${id}`
    if (row === undefined) return Option.none<Explanation>()
    const corrections = yield* correctionsOf(of.domain.name)
    const { after } = yield* keysOfNames(of, keysNamed(of, corrections))
    return Option.fromNullable(explainRecord(of, { ...row, joined: row.joined ?? {}, corrections, keyOf: after }))
  })

/** Explains the records of the domains from outside, by domain. */
export const explainDeclared = Effect.map(
  DeclaredDomains,
  (declared) =>
    new Map(
      declared.map((domain) => [
        domain.name as string,
        {
          records: Object.fromEntries(
            Object.entries<DeclaredRecord>(domain.records).map(([name, one]) => [name, record({ domain, record: one })])
          )
        }
      ])
    )
)
