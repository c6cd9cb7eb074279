import type { Picture } from "../images/Picture.js"
import type { Domain } from "../rooms.js"
import type { EntityRef } from "../shared/EntityRef.js"
import type { LocalDate } from "../shared/LocalDate.js"

/** What happened, as a room puts it into the feed (contract §8). Unique by domain, `eventType` and `sourceId`. */
export interface FeedEntry {
  readonly eventType: string
  /** Names the happening for good, such as `strava:123` or `artist:7`. */
  readonly sourceId: string
  /** Epoch milliseconds. */
  readonly occurredAt: number
  /** The day at the place where it happened: the one that on-this-day looks for. */
  readonly date: LocalDate
  readonly title: string
  readonly subtitle: string | null
  readonly metadata: Readonly<Record<string, unknown>> | null
}

/** Names an entry within its domain. */
export type FeedKey = Pick<FeedEntry, "eventType" | "sourceId">

/** An entry of an entity. */
export interface EntityEntry extends FeedEntry {
  readonly entity: EntityRef
}

/** An entry as it stands in the feed. `createdAt` is epoch milliseconds. */
export interface FeedItem extends EntityEntry {
  readonly id: number
  readonly domain: Domain
  readonly createdAt: number
  readonly picture: Picture | null
}
