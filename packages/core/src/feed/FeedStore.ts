import { Context, type Effect } from "effect"
import type { EntityRef } from "../shared/EntityRef.js"
import type { Domain } from "../rooms.js"
import type { DateRange } from "../shared/DateRange.js"
import type { StorageFailure } from "../shared/errors.js"
import type { Position } from "./cursor.js"
import type { EntityEntry, FeedItem, FeedKey } from "./FeedItem.js"

type Answer<A> = Effect.Effect<A, StorageFailure>

export interface FeedOf {
  /** Null for all domains. */
  readonly domain: Domain | null
  readonly range: DateRange
  /** Go on behind this place; null for the beginning. */
  readonly after: Position | null
  readonly limit: number
}

/** What happened in every domain, newest first, equal times by id. */
export class FeedStore extends Context.Tag("@daybook/core/FeedStore")<FeedStore, {
  /** Adds entries; one that is there already is brought up to date and keeps its id. */
  readonly put: (domain: Domain, entries: ReadonlyArray<EntityEntry>) => Answer<void>
  readonly retract: (domain: Domain, keys: ReadonlyArray<FeedKey>) => Answer<void>
  readonly withdraw: (domain: Domain, entities: ReadonlyArray<EntityRef>) => Answer<void>
  readonly page: (of: FeedOf) => Answer<ReadonlyArray<FeedItem>>
  /** Items of this day in years before `year`, newest first. */
  readonly onThisDay: (month: number, day: number, year: number) => Answer<ReadonlyArray<FeedItem>>
}>() {}
