import { Context, type Effect, type Option } from "effect"
import type { FeedKey } from "../feed/FeedStore.js"
import type { StorageFailure } from "../shared/errors.js"
import type { Days } from "../shared/DateRange.js"
import type { PageOf, Paged } from "../shared/fields.js"
import type { EntityRef } from "../domains.js"
import type { LocalDate } from "../shared/LocalDate.js"
import type { PageResult, Span } from "../sync/Source.js"
import type * as Fact from "./facts.js"
import type { scoreOf } from "./games.js"
import type { LeagueBatting, LeaguePitching } from "./players.js"
import type { Category, EventType, League } from "./kinds.js"
import type { Mention } from "./model.js"

type Answer<A> = Effect.Effect<A, StorageFailure>

export interface EventsOf {
  readonly page: PageOf
  /** Days at the venue. */
  readonly days: Days
  readonly category: Category | null
  readonly kind: EventType | null
  readonly season: number | null
  readonly venue: number | null
  readonly attended: boolean | null
  /** Part of either team's name, ignoring case and diacritics. */
  readonly team: string | null
  /** The league's id of either team. */
  readonly teamId: number | null
}

export interface PlayersOf {
  readonly page: PageOf
  readonly league: League | null
  /** The players' current team. */
  readonly teamId: number | null
  readonly name: string | null
}

/**
 * Queries over the events. Pending events are left out; future events count as not attended. Lists have a total order.
 */
export class AttendingStore extends Context.Tag("@daybook/core/AttendingStore")<
  AttendingStore,
  {
    /** Newest day first, then by time and id. */
    readonly events: (query: EventsOf) => Answer<Paged<Fact.EventFact>>
    readonly event: (id: number) => Answer<Option.Option<Fact.EventProfile>>
    /** Games of a season, oldest first. */
    readonly season: (kind: EventType, season: number) => Answer<ReadonlyArray<Fact.EventFact>>
    /** Attended events in a range of days, oldest first. */
    readonly attended: (days: Days) => Answer<ReadonlyArray<Fact.EventFact>>
    /** Ordered by name. */
    readonly venues: Answer<ReadonlyArray<Fact.VenueFact>>
    /** Past events by kind and year. */
    readonly counts: (days: Days) => Answer<ReadonlyArray<Fact.KindCount>>
    /** Players who appeared in an attended game, by last name, then first name. */
    readonly players: (query: PlayersOf) => Answer<Paged<Fact.PlayerFact>>
    readonly player: (id: number) => Answer<Option.Option<Fact.PlayerFact>>
    /** Attended games in which a player appeared, newest first. */
    readonly played: (player: number, season: number | null) => Answer<ReadonlyArray<Fact.PlayedFact>>
    /** The events of a source's mentions, each once. */
    readonly eventsOf: (source: string, keys: ReadonlyArray<string>) => Answer<ReadonlyArray<number>>
    /** Pending mentions, newest first. */
    readonly pending: (page: PageOf) => Answer<Paged<Fact.PendingFact>>
    /** Events with several mentions, newest first. */
    readonly merges: (page: PageOf) => Answer<Paged<Fact.MergeFact>>
  }
>() {}

/** An event as the shared services publish it. */
export interface PublishableEvent {
  readonly id: number
  readonly kind: EventType
  readonly title: string
  readonly subtitle: string | null
  readonly date: LocalDate
  /** Epoch milliseconds; null if only the day is known. */
  readonly at: number | null
  readonly venue: { readonly name: string; readonly city: string | null } | null
  readonly performers: ReadonlyArray<string>
  /** Null for a future event, which is in search but not in the feed. */
  readonly attended: boolean | null
  readonly score: ReturnType<typeof scoreOf>
  readonly attendance: number | null
}

/** A player of an attended game. */
export interface PublishablePlayer {
  readonly id: number
  readonly fullName: string
  readonly team: string | null
  readonly position: string | null
  /** Addresses of pictures, best first. */
  readonly photos: ReadonlyArray<string>
}

export interface PublishablePerformer {
  readonly id: number
  readonly name: string
  readonly mbid: string | null
}

export interface PublishableVenue {
  readonly id: number
  readonly name: string
  readonly city: string | null
}

/** What the shared services publish and withdraw after a write. */
export interface AttendingChanges {
  readonly events: ReadonlyArray<PublishableEvent>
  readonly players: ReadonlyArray<PublishablePlayer>
  readonly performers: ReadonlyArray<PublishablePerformer>
  readonly venues: ReadonlyArray<PublishableVenue>
  /** Feed entries to remove. */
  readonly retracted: ReadonlyArray<FeedKey>
  readonly deleted: ReadonlyArray<EntityRef>
  /** Venues, performers and players that corrections hide: their pictures stay. */
  readonly concealed: ReadonlyArray<EntityRef>
}

/** The owner's additions to a pending mention; null keeps the mention's value. */
export interface Promotion {
  readonly kind: EventType | null
  readonly title: string | null
  readonly date: LocalDate | null
}

/** What the owner says about an event. Absent members keep their value; null clears it. */
export interface EventDecision {
  readonly attended?: boolean | null | undefined
  /** Empty: the event has no notes, whatever the sources report. */
  readonly notes?: string | null | undefined
}

type Write<A> = Effect.Effect<A, StorageFailure>

/**
 * Writes mentions of events. Events are derived from them: each write merges the mentions of the affected days again,
 * in the same transaction.
 */
export class AttendingRecords extends Context.Tag("@daybook/core/AttendingRecords")<
  AttendingRecords,
  {
    /**
     * Stores a source's mentions. With a span, also lists its stored mentions that begin in that span and that
     * `mentions` lacks. Without a time, a mention begins at noon UTC of its day. Keys are those of the mentions.
     */
    readonly put: (
      source: string,
      mentions: ReadonlyArray<Mention>,
      covers: Span | null
    ) => Write<{ readonly applied: PageResult; readonly changes: AttendingChanges }>
    readonly remove: (
      source: string,
      keys: ReadonlyArray<string>
    ) => Write<{ readonly removed: number; readonly changes: AttendingChanges }>
    /** Which of these keys are stored. */
    readonly existing: (source: string, keys: ReadonlyArray<string>) => Write<ReadonlyArray<string>>
    /** Mentions stored from this source. */
    readonly count: (source: string) => Write<number>
    /** Merges all mentions again if the rules have changed. Publishes events whose day has come. */
    readonly refresh: Write<AttendingChanges>
    /** Merges all mentions again. */
    readonly reprocess: Write<AttendingChanges & { readonly count: number }>
    /** Turns a pending mention into an event. Null if there is no such mention; `nothing` if it has no date. */
    readonly promote: (
      mention: number,
      added: Promotion
    ) => Write<{ readonly event: number; readonly changes: AttendingChanges } | "nothing" | null>
    /** Excludes a mention permanently. Null if there is no such mention. */
    readonly reject: (mention: number) => Write<AttendingChanges | null>
    /** Permanently separates a mention from its event. Null if it is unknown or the event's only mention. */
    readonly separate: (mention: number) => Write<AttendingChanges | null>
    /** Sets the owner's decision, which overrides all mentions. Null if there is no such event. */
    readonly decide: (event: number, decision: EventDecision) => Write<AttendingChanges | null>
  }
>() {}

/** A league's totals over games. Two-way players have both lines. */
export interface StatLine {
  readonly games: number
  readonly batting: LeagueBatting | null
  readonly pitching: LeaguePitching | null
}

/** A player's season and career, independent of attendance. */
export interface ProviderStats {
  readonly season: { readonly season: number; readonly line: StatLine } | null
  readonly career: StatLine | null
  /** Parts of the season, such as `{code: "vl", name: "vs Left"}`. */
  readonly splits: ReadonlyArray<{ readonly code: string; readonly name: string; readonly line: StatLine }>
}

/**
 * Requests statistics from a league, interactively. Responses are cached for an hour. None if the league has no
 * provider or the request fails.
 */
export class PlayerStatsFinder extends Context.Tag("@daybook/core/PlayerStatsFinder")<
  PlayerStatsFinder,
  {
    /** A null `season` is the newest. `id` is the league's id of the player. */
    readonly of: (league: League, id: number, season: number | null) => Effect.Effect<Option.Option<ProviderStats>>
  }
>() {}
