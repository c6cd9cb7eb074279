import { Context, type Effect } from "effect"
import type { FeedKey } from "../feed/FeedItem.js"
import type { EntityRef } from "../shared/EntityRef.js"
import type { StorageFailure } from "../shared/errors.js"
import type { LocalDate } from "../shared/LocalDate.js"
import type { Applied, Span } from "../sync/Source.js"
import type { EventType } from "./kinds.js"
import type { Mention } from "./records.js"

/** An event as the halls show it. */
export interface ShownEvent {
  readonly id: number
  readonly kind: EventType
  readonly title: string
  readonly subtitle: string | null
  readonly date: LocalDate
  /** Epoch milliseconds; null where only the day is known. */
  readonly at: number | null
  readonly venue: { readonly name: string; readonly city: string | null } | null
  readonly performers: ReadonlyArray<string>
  /** Null while it is to come: then it is found, and in no feed. */
  readonly attended: boolean | null
  readonly score: { readonly home: string; readonly away: string; readonly homeScore: number; readonly awayScore: number; readonly myTeamWon: boolean | null } | null
  readonly attendance: number | null
}

/** A player of a game that was attended. */
export interface ShownPlayer {
  readonly id: number
  readonly fullName: string
  readonly team: string | null
  readonly position: string | null
  /** Addresses of pictures, best first. */
  readonly photos: ReadonlyArray<string>
}

export interface ShownPerformer {
  readonly id: number
  readonly name: string
  readonly mbid: string | null
}

export interface ShownVenue {
  readonly id: number
  readonly name: string
  readonly city: string | null
}

/** What the halls have to be told after a write. */
export interface Turned {
  readonly events: ReadonlyArray<ShownEvent>
  readonly players: ReadonlyArray<ShownPlayer>
  readonly performers: ReadonlyArray<ShownPerformer>
  readonly venues: ReadonlyArray<ShownVenue>
  /** Entries of the feed that are no longer true. */
  readonly retracted: ReadonlyArray<FeedKey>
  readonly gone: ReadonlyArray<EntityRef>
}

/** What the person adds to a mention that waits; what is null is as the mention says. */
export interface Promotion {
  readonly kind: EventType | null
  readonly title: string | null
  readonly date: LocalDate | null
}

type Write<A> = Effect.Effect<A, StorageFailure>

/**
 * Where mentions of events are written. The mentions are the truth; the events that they come to are found anew for the
 * days that a write touches, in the same transaction.
 */
export class AttendingRecords extends Context.Tag("@daybook/core/AttendingRecords")<AttendingRecords, {
  /**
   * Stores what a source says. With a span, also says which of its stored mentions begin in that span (at noon UTC of
   * their day where the time is not known) and are not given any more. Keys are the mentions' own.
   */
  readonly put: (source: string, mentions: ReadonlyArray<Mention>, covers: Span | null) => Write<{ readonly applied: Applied; readonly turned: Turned }>
  readonly remove: (source: string, keys: ReadonlyArray<string>) => Write<{ readonly removed: number; readonly turned: Turned }>
  /** Which of these keys are stored. */
  readonly stored: (source: string, keys: ReadonlyArray<string>) => Write<ReadonlyArray<string>>
  /** Mentions stored from this source. */
  readonly count: (source: string) => Write<number>
  /** Finds everything anew if the rules are others than last time, and tells the halls of events whose day has come. */
  readonly settle: Write<Turned>
  /** Finds every event anew. */
  readonly reprocess: Write<Turned & { readonly count: number }>
  /** Makes an event of a mention that waits. Null where there is no such mention; `nothing` where it says too little to be one. */
  readonly promote: (mention: number, added: Promotion) => Write<{ readonly event: number; readonly turned: Turned } | "nothing" | null>
  /** Leaves a mention out for good. Null where there is no such mention. */
  readonly reject: (mention: number) => Write<Turned | null>
  /** Takes a mention out of the event that it was merged into, for good. Null where it stands alone or is unknown. */
  readonly separate: (mention: number) => Write<Turned | null>
  /** Says whether the person was there, whatever else is said, or takes that back with null. Null where there is no such event. */
  readonly decide: (event: number, attended: boolean | null) => Write<Turned | null>
}>() {}
