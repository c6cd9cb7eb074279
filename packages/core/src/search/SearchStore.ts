import { Context, type Effect } from "effect"
import type { Picture } from "../images/Picture.js"
import type { Domain } from "../rooms.js"
import type { EntityRef } from "../shared/EntityRef.js"
import type { StorageFailure } from "../shared/errors.js"
import type { Paged, PageOf } from "../shared/Pagination.js"
import type { EntityDocument } from "./Document.js"

/** A document that was found, as it was given. */
export interface Found extends Omit<EntityDocument, "body"> {
  readonly domain: Domain
  readonly picture: Picture | null
}

/** What to find. `terms` are those of `termsOf`: never empty, each the beginning of a word. */
export interface Sought {
  readonly terms: ReadonlyArray<string>
  /** Null for all. */
  readonly domain: Domain | null
}

/** What can be found in every domain. */
export class SearchStore extends Context.Tag("@daybook/core/SearchStore")<SearchStore, {
  /** Adds documents; that of an entity that has one already takes its place. */
  readonly put: (domain: Domain, documents: ReadonlyArray<EntityDocument>) => Effect.Effect<void, StorageFailure>
  readonly withdraw: (domain: Domain, entities: ReadonlyArray<EntityRef>) => Effect.Effect<void, StorageFailure>
  /**
   * A page of the documents that hold every term, in a total order: the title is the search; begins with it; holds all of
   * it; title and subtitle together do; the body is needed, too. Within each by weight (the kind, how often and how lately
   * the owner was at it), then by title, domain, type and id. `total` counts all of them.
   */
  readonly find: (sought: Sought, page: PageOf) => Effect.Effect<Paged<Found>, StorageFailure>
  /** The first of what `find` finds, in its order, by name alone and without counting the rest. */
  readonly leading: (sought: Sought, limit: number) => Effect.Effect<ReadonlyArray<EntityRef>, StorageFailure>
  /** Documents by their entities, in no order; entities without one are absent. */
  readonly documents: (domain: Domain, entities: ReadonlyArray<EntityRef>) => Effect.Effect<ReadonlyArray<Found>, StorageFailure>
  /** Makes what documents are found by anew, in place, `limit` of them from the `offset`th of a domain on. Meant to run in a transaction. */
  readonly renew: (domain: Domain, limit: number, offset: number) => Effect.Effect<{ readonly renewed: number; readonly total: number }, StorageFailure>
  /** Weighs some documents again, from after an entity on: how many weigh otherwise than before, and after which to go on. */
  readonly weigh: (domain: Domain, after: EntityRef | null) => Effect.Effect<{ readonly changed: number; readonly next: EntityRef | null }, StorageFailure>
}>() {}
