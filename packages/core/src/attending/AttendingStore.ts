import { Context, type Effect, type Option } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import type { Days } from "../shared/DateRange.js"
import type { Paged, PageOf } from "../shared/Pagination.js"
import type * as Fact from "./facts.js"
import type { Category, EventType, League } from "./kinds.js"

type Answer<A> = Effect.Effect<A, StorageFailure>

export interface EventsOf {
  readonly page: PageOf
  /** At the venue. */
  readonly days: Days
  readonly category: Category | null
  readonly kind: EventType | null
  readonly season: number | null
  readonly venue: number | null
  readonly attended: boolean | null
  /** Part of either side's name, whatever case and marks. */
  readonly team: string | null
  /** Either side's number in its league. */
  readonly teamId: number | null
}

export interface PlayersOf {
  readonly page: PageOf
  readonly league: League | null
  /** Of their own team now. */
  readonly teamId: number | null
  readonly name: string | null
}

/**
 * What can be asked of the events. What waits for a decision is in none of it, and what is to come is attended by nobody
 * yet. Lists are in a total order.
 */
export class AttendingStore extends Context.Tag("@daybook/core/AttendingStore")<AttendingStore, {
  /** Newest day first, then by time and id. */
  readonly events: (of: EventsOf) => Answer<Paged<Fact.EventFact>>
  readonly event: (id: number) => Answer<Option.Option<Fact.EventProfile>>
  /** Games of a season, oldest first. */
  readonly season: (kind: EventType, season: number) => Answer<ReadonlyArray<Fact.EventFact>>
  /** Attended events of some days, oldest first. */
  readonly attended: (days: Days) => Answer<ReadonlyArray<Fact.EventFact>>
  /** By name. */
  readonly venues: Answer<ReadonlyArray<Fact.VenueFact>>
  /** Events that are over, by kind and year. */
  readonly counts: (days: Days) => Answer<ReadonlyArray<Fact.KindCount>>
  /** Those who appeared in an attended game, by last name, then first. */
  readonly players: (of: PlayersOf) => Answer<Paged<Fact.PlayerFact>>
  readonly player: (id: number) => Answer<Option.Option<Fact.PlayerFact>>
  /** Attended games that a player appeared in, newest first. */
  readonly played: (player: number, season: number | null) => Answer<ReadonlyArray<Fact.PlayedFact>>
  /** The events that mentions of a source came to, each once. */
  readonly eventsOf: (source: string, keys: ReadonlyArray<string>) => Answer<ReadonlyArray<number>>
  /** Mentions that wait for a decision, newest first. */
  readonly pending: (page: PageOf) => Answer<Paged<Fact.PendingFact>>
  /** Events that several mentions came to, newest first. */
  readonly merges: (page: PageOf) => Answer<Paged<Fact.MergeFact>>
}>() {}
