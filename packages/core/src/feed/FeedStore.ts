import { Context, type Effect, Either, Encoding } from "effect"
import type { Picture } from "../images/Picture.js"
import type { Domain, EntityRef, EntityType } from "../domains.js"
import type { DateRange } from "../shared/DateRange.js"
import { BadInput, type StorageFailure } from "../shared/errors.js"
import type { LocalDate } from "../shared/LocalDate.js"

/** A position in the feed: the item to continue after. */
export interface Position {
  /** Epoch milliseconds. */
  readonly occurredAt: number
  readonly id: number
}

const form = /^1:(-?\d{1,15}):(\d{1,10})$/
const maxId = 2_147_483_647

/** Opaque to clients: the content may change. */
export const writeCursor = ({ id, occurredAt }: Position): string => Encoding.encodeBase64Url(`1:${occurredAt}:${id}`)

export const readCursor = (text: string): Either.Either<Position, BadInput> => {
  const [, occurredAt, id] = form.exec(Either.getOrElse(Encoding.decodeBase64UrlString(text), () => "")) ?? []
  return occurredAt === undefined || Number(id) > maxId
    ? Either.left(
        new BadInput({ message: "cursor was not issued by this feed: leave it out to start from the beginning" })
      )
    : Either.right({ occurredAt: Number(occurredAt), id: Number(id) })
}

/** A feed entry of a domain. Unique by domain, `eventType` and `sourceId`. */
export interface FeedEntry {
  readonly eventType: string
  /** A permanent name of the event, such as `strava:123` or `artist:7`. */
  readonly sourceId: string
  /** Epoch milliseconds. */
  readonly occurredAt: number
  /** The local day of the event, used by on-this-day. */
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

/** A stored entry. `createdAt` is epoch milliseconds. */
export interface FeedItem extends EntityEntry {
  readonly id: number
  readonly domain: Domain
  readonly createdAt: number
  readonly picture: Picture | null
}

type Answer<A> = Effect.Effect<A, StorageFailure>

export interface FeedQuery {
  /** Null for all domains. */
  readonly domain: Domain | null
  /** Types of records; all by default. */
  readonly types?: ReadonlyArray<EntityType>
  readonly range: DateRange
  /** Continue after this position; null for the beginning. */
  readonly after: Position | null
  readonly limit: number
}

/** The feed of every domain, newest first, equal times by id. */
export class FeedStore extends Context.Tag("@daybook/core/FeedStore")<
  FeedStore,
  {
    /** Upserts entries; an existing entry keeps its id. */
    readonly put: (domain: Domain, entries: ReadonlyArray<EntityEntry>) => Answer<void>
    readonly retract: (domain: Domain, keys: ReadonlyArray<FeedKey>) => Answer<void>
    readonly withdraw: (domain: Domain, entities: ReadonlyArray<EntityRef>) => Answer<void>
    /** Stores the ids of entries that a correction is about to hide, for `takeBack`. */
    readonly setAside: (
      domain: Domain,
      keys: ReadonlyArray<FeedKey>,
      entities: ReadonlyArray<EntityRef>
    ) => Answer<void>
    /** Restores those of these entries that were set aside, each with its id. */
    readonly takeBack: (domain: Domain, keys: ReadonlyArray<FeedKey>) => Answer<void>
    readonly page: (of: FeedQuery) => Answer<ReadonlyArray<FeedItem>>
    /** The items with these ids that exist, by id. */
    readonly items: (ids: ReadonlyArray<number>) => Answer<ReadonlyArray<FeedItem>>
    /** Items of this day in years before `year`, newest first. */
    readonly onThisDay: (month: number, day: number, year: number) => Answer<ReadonlyArray<FeedItem>>
  }
>() {}
