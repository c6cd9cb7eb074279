import { Context, type Stream } from "effect"
import type { Domain } from "../rooms.js"
import type { StorageFailure } from "../shared/errors.js"
import type { FollowUp } from "./Source.js"
import type { SourceFailure } from "./SourceFailure.js"

/** What a hall still has to do for the records of a domain, item by item: fetch pictures, embed texts. */
export interface HallFollower {
  readonly id: string
  readonly domains: ReadonlyArray<Domain>
  /** Handles what is due of a domain and ends when nothing is. Safe to repeat, and to run in several processes at once. */
  readonly drain: (domain: Domain) => Stream.Stream<FollowUp, SourceFailure | StorageFailure>
}

/** Every hall's, in the order of the list in the adapters. */
export class HallFollowers extends Context.Tag("@daybook/core/HallFollowers")<HallFollowers, ReadonlyArray<HallFollower>>() {}
