import { Context, type Effect } from "effect"
import type { EntityRef } from "../shared/EntityRef.js"
import type { Domain } from "../rooms.js"
import type { StorageFailure } from "../shared/errors.js"
import type { EntityDocument } from "./Document.js"

/** What can be found in every domain. */
export class SearchStore extends Context.Tag("@daybook/core/SearchStore")<SearchStore, {
  /** Adds documents; that of an entity that has one already takes its place. */
  readonly put: (domain: Domain, documents: ReadonlyArray<EntityDocument>) => Effect.Effect<void, StorageFailure>
  readonly withdraw: (domain: Domain, entities: ReadonlyArray<EntityRef>) => Effect.Effect<void, StorageFailure>
}>() {}
