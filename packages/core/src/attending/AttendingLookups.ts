import { Context, type Effect } from "effect"
import type { LocalDate } from "../shared/LocalDate.js"
import type { StorageFailure } from "../shared/errors.js"
import type { Concert } from "./concerts.js"
import type { Game, Player, Team } from "./games.js"
import type { EventType, League } from "./kinds.js"
import type { External } from "./records.js"

/** An event, sure or pending, of which a provider of facts may know more. */
export interface WantedEvent {
  readonly id: number
  readonly kind: EventType | null
  readonly title: string
  readonly date: LocalDate
  readonly at: number | null
  readonly venue: { readonly name: string; readonly city: string | null } | null
  readonly teams: { readonly home: string; readonly away: string } | null
  readonly performers: ReadonlyArray<{ readonly name: string; readonly mbid: string | null }>
  /** Set once a provider's game or concert belongs to it. */
  readonly external: External | null
  /** Look-ups that found nothing so far. */
  readonly attempts: number
}

/**
 * The look-ups that follow an attending sync. A task names who asks for what, such as `mlb-games`, `setlistfm`. Facts are
 * put as they come; which event they belong to is decided by the merging of the room, in the same transaction.
 */
export class AttendingLookups extends Context.Tag("@daybook/core/AttendingLookups")<AttendingLookups, {
  /** Events of these kinds that are due for a task, newest first. A game that is final with its box score is due no more. */
  readonly due: (task: string, kinds: ReadonlyArray<EventType>, limit: number) => Effect.Effect<ReadonlyArray<WantedEvent>, StorageFailure>
  readonly dueCount: (task: string, kinds: ReadonlyArray<EventType>) => Effect.Effect<number, StorageFailure>
  /** Not again before `until` (epoch milliseconds; infinity for never). `found` false counts as one more attempt. */
  readonly settle: (task: string, ids: ReadonlyArray<number>, until: number, found: boolean) => Effect.Effect<void, StorageFailure>
  readonly putGames: (games: ReadonlyArray<Game>) => Effect.Effect<void, StorageFailure>
  readonly putConcerts: (concerts: ReadonlyArray<Concert>) => Effect.Effect<void, StorageFailure>
  readonly putTeams: (teams: ReadonlyArray<Team>) => Effect.Effect<void, StorageFailure>
  readonly putPlayers: (players: ReadonlyArray<Player>) => Effect.Effect<void, StorageFailure>
  /** Players who appeared in an attended game and lack a biography or picture, due for a task. */
  readonly playersDue: (task: string, league: League, limit: number) => Effect.Effect<ReadonlyArray<Player>, StorageFailure>
  readonly settlePlayers: (task: string, league: League, ids: ReadonlyArray<number>, until: number, found: boolean) => Effect.Effect<void, StorageFailure>
  /** Sides that rows name which may be games of a league whose teams are not known yet, each title once, by name. */
  readonly unplaced: Effect.Effect<ReadonlyArray<{ readonly home: string; readonly away: string; readonly title: string }>, StorageFailure>
  /** How many teams of each league are stored. */
  readonly teams: Effect.Effect<ReadonlyMap<League, number>, StorageFailure>
}>() {}
