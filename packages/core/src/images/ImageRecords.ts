import { Context, type Effect, type Option } from "effect"
import type { Domain } from "../rooms.js"
import type { EntityRef, EntityType } from "../shared/EntityRef.js"
import type { StorageFailure } from "../shared/errors.js"
import type { ImageRecord, Outcome, TakenPicture } from "./ImageRecord.js"
import type { EntityWant } from "./ImageWant.js"
import type { AwaitedLookUp } from "./PictureFinder.js"

type Answer<A> = Effect.Effect<A, StorageFailure>

/** A picture whose looks are to be worked out anew. */
export interface Stale {
  readonly domain: Domain
  readonly entity: EntityRef
  readonly original: string
}

/** Which pictures to look for again, in the order of ids. */
export interface LookAgain {
  readonly domain: Domain
  readonly types: ReadonlyArray<EntityType>
  /** Also those that were found. */
  readonly force: boolean
  readonly dryRun: boolean
  readonly limit: number
  readonly offset: number
  /** Only those of the artist of this name, upper and lower case alike. */
  readonly artist?: string | undefined
}

export type Looks = Pick<TakenPicture, "thumbhash" | "dominantColor" | "accentColor">

/** The queue of wanted pictures, and the pictures that were found. Every change of what payloads show counts as one of the domain's data. */
export class ImageRecords extends Context.Tag("@daybook/core/ImageRecords")<ImageRecords, {
  /**
   * Up to `limit` wants that are due, longest due first. They are the taker's for some minutes: whoever dies holding them
   * holds up nobody. Wants whose look-up is awaited are left for a quarter of an hour, or until it was done.
   */
  readonly take: (domain: Domain, limit: number, awaited?: ReadonlyArray<AwaitedLookUp>) => Answer<ReadonlyArray<EntityWant>>
  /** Makes due again what was taken and not settled. */
  readonly giveBack: (domain: Domain, taken: ReadonlyArray<EntityWant>) => Answer<void>
  /** How many are due. */
  readonly due: (domain: Domain, awaited?: ReadonlyArray<AwaitedLookUp>) => Answer<number>
  /**
   * Notes how looking ended. What is missing is looked for again after 7 days, then after ever longer up to 28; what was
   * postponed after minutes, then hours. A picture that a person chose meanwhile stays.
   */
  readonly settle: (domain: Domain, outcomes: ReadonlyArray<Outcome>) => Answer<void>
  /** None where no such entity wants a picture. */
  readonly find: (domain: Domain, entity: EntityRef) => Answer<Option.Option<ImageRecord>>
  /** Makes pictures due now that are missing, or all but those a person chose, and says how many that are or would be. */
  readonly lookAgain: (of: LookAgain) => Answer<number>
  /** Puts a person's choice in place; none where no such entity wants a picture. */
  readonly override: (domain: Domain, entity: EntityRef, picture: TakenPicture) => Answer<Option.Option<ImageRecord>>
  /** Takes the choice back and has the picture looked for anew; until one is found there is none. */
  readonly reset: (domain: Domain, entity: EntityRef) => Answer<Option.Option<ImageRecord>>
  /** Of these originals those that no picture is made of. */
  readonly unused: (originals: ReadonlyArray<string>) => Answer<ReadonlyArray<string>>
  /** Pictures without looks, in a fixed order. */
  readonly stale: (limit: number) => Answer<ReadonlyArray<Stale>>
  readonly staleCount: Answer<number>
  /** Has the looks of every picture worked out anew. */
  readonly markStale: Answer<void>
  /** Null for looks that cannot be worked out: they are not asked for again. */
  readonly setLooks: (of: Stale, looks: Looks | null) => Answer<void>
}>() {}
