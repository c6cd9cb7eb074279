import { DeclaredDomains } from "@daybook/core/domain"
import { Effect, Layer, Option } from "effect"
import { applyDeclarations, dueDeclarations } from "../postgres/declared/apply.js"
import * as DeclaredRecords from "../postgres/declared/DeclaredRecords.js"
import { sharedServices } from "../postgres/home.js"
import { storage } from "../postgres/storage.js"
import { settings } from "../Settings.js"

/**
 * Brings the tables of domains from outside to their declarations. First backs up the rows of the embedded database, if
 * migrations of a declaration are due.
 */
export const declareDomains = Effect.gen(function* () {
  if ((yield* DeclaredDomains).length === 0) return
  const { domains, migrates } = yield* dueDeclarations
  if (domains.length === 0) return
  const { dataDir, databaseUrl } = yield* settings
  if (migrates && Option.isNone(databaseUrl)) {
    const names = domains.map(({ name }) => name).join("-")
    const { backUpRows } = yield* Effect.promise(() => import("./backUpRows.js"))
    const file = yield* backUpRows(dataDir, names)
    yield* Effect.logInfo(`the tables of ${names} are migrated; as they were they are stored in ${file}`)
  }
  yield* applyDeclarations
}).pipe(Effect.provide(Layer.provideMerge(DeclaredRecords.layer, sharedServices)), storage("declareDomains"))
