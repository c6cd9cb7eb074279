import { DeclaredDomains, isName } from "@daybook/core/domain"
import { Context, Effect, Layer } from "effect"
import { boolean, json, nullable, number, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { type DomainShape, readShape, tableOf } from "./shape.js"

/** The declaration that a domain's tables follow. */
export interface AppliedDeclaration {
  readonly name: string
  /** Undefined if this version cannot read it. */
  readonly shape: DomainShape | undefined
  /** How many of the domain's migrations ran. */
  readonly migrations: number
}

/** The declarations that the tables follow, also of domains that no configuration names any more. */
export const appliedDeclarations = Effect.gen(function* () {
  const [found] = yield* sql({ known: boolean })`SELECT to_regclass('domain_declarations') IS NOT NULL AS known`
  if (found?.known !== true) return []
  // JSON null arrives as null, and is a declaration that no version wrote.
  const rows = yield* sql({ name: text, declaration: nullable(json()), migrations: number })`
    SELECT domain AS name, declaration, migrations FROM domain_declarations ORDER BY domain`
  return rows.map(({ declaration, migrations, name }): AppliedDeclaration => ({
    name,
    // Names are parts of names of tables, which this process then reads.
    shape: isName(name) ? readShape(declaration) : undefined,
    migrations
  }))
})

/** The tables of declared domains, also of those that no configuration names any more. */
export const declaredTableNames = Effect.map(appliedDeclarations, (all) =>
  all.flatMap(({ name, shape }) => (shape ?? []).map(([record]) => tableOf(name, record)))
)

/** Domains whose tables are stored, but which the configuration does not declare. They stay as they are. */
export const orphanedDomains = Effect.gen(function* () {
  const declared = new Set((yield* DeclaredDomains).map(({ name }) => name))
  return (yield* appliedDeclarations).flatMap(({ name }) => (declared.has(name) ? [] : [name]))
})

/** Domains that no answer shows, because this process does not know them. */
export class HiddenDomains extends Context.Reference<HiddenDomains>()("@daybook/adapters/HiddenDomains", {
  defaultValue: (): ReadonlyArray<string> => []
}) {}

export const hiddenDomains = Layer.effect(HiddenDomains, orphanedDomains)
