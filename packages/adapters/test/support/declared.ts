import { type DeclaredDomain, DeclaredDomains, DeclaredWrites } from "@daybook/core/domain"
import { SyncEngine } from "@daybook/core/sync"
import type { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { applyDeclarations } from "../../src/postgres/declared/apply.js"
import * as DeclaredRecords from "../../src/postgres/declared/DeclaredRecords.js"
import * as DeclaredStore from "../../src/postgres/declared/DeclaredStore.js"
import { sharedServices } from "../../src/postgres/home.js"
import * as Presence from "../../src/postgres/Presence.js"
import * as SyncStore from "../../src/postgres/SyncStore.js"
import * as Transaction from "../../src/postgres/Transaction.js"
import * as Versions from "../../src/postgres/Versions.js"
import { home } from "./stores.js"

const services = DeclaredWrites.Default.pipe(
  Layer.provideMerge(SyncEngine.Default),
  Layer.provideMerge(Layer.mergeAll(DeclaredRecords.layer, DeclaredStore.layer, SyncStore.layer)),
  Layer.provideMerge(sharedServices),
  Layer.provideMerge(Layer.mergeAll(Transaction.layer, Versions.dataVersions)),
  Layer.provideMerge(Layer.mergeAll(Versions.layer, Presence.layer))
)

/** All services of declared domains over a database, without their tables. */
export const declaredServices = (domains: ReadonlyArray<DeclaredDomain>, zone = "Asia/Tokyo") =>
  services.pipe(
    Layer.provideMerge(home(zone, () => "2024-03-04")),
    Layer.provideMerge(Layer.succeed(DeclaredDomains, domains))
  )

/** The same with the tables of the domains. */
export const openedDomains = (domains: ReadonlyArray<DeclaredDomain>, zone?: string) =>
  Layer.provideMerge(Layer.effectDiscard(applyDeclarations), declaredServices(domains, zone))

/** Runs an effect as a process with these domains. */
export const asProcess =
  (...domains: ReadonlyArray<DeclaredDomain>) =>
  <A, E>(work: Effect.Effect<A, E, Layer.Layer.Success<ReturnType<typeof openedDomains>> | SqlClient.SqlClient>) =>
    Effect.provide(work, openedDomains(domains))
