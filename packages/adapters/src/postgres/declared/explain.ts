import { DeclaredDomains, type DeclaredRecord, type RecordRef, type Reports, explainRecord } from "@daybook/core/domain"
import type { Explanation } from "@daybook/core/explain"
import { Effect, Option } from "effect"
import { json } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { tableFor } from "./compile.js"

const record = (of: RecordRef) => (id: number) =>
  Effect.map(
    sql({ reports: json<Reports>() })`SELECT _reports AS reports FROM ${tableFor(of).name} WHERE id = ${id}`,
    ([row]): Option.Option<Explanation> =>
      Option.flatMap(Option.fromNullable(row), ({ reports }) => Option.fromNullable(explainRecord(of.record, reports)))
  )

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
