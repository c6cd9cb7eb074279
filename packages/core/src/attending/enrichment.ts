import { Context, type Effect } from "effect"
import type { LocalDate } from "../shared/LocalDate.js"
import type { StorageFailure } from "../shared/errors.js"
import type { EnrichmentTask } from "../sync/EnrichmentTasks.js"
import type { Game, Team } from "./games.js"
import type { Player } from "./players.js"
import type { EventType, League } from "./kinds.js"
import type { Concert, External } from "./model.js"

/** An event, confirmed or pending, to look up at a provider. */
export interface EventTarget {
  readonly id: number
  readonly kind: EventType | null
  readonly title: string
  readonly date: LocalDate
  readonly at: number | null
  readonly venue: { readonly name: string; readonly city: string | null } | null
  readonly teams: { readonly home: string; readonly away: string } | null
  readonly performers: ReadonlyArray<{ readonly name: string; readonly mbid: string | null }>
  /** Set once a provider's game or concert matches it. */
  readonly external: External | null
  /** Attempts that found nothing so far. */
  readonly attempts: number
}

/** A player to look up in a league. */
export interface PlayerTarget {
  readonly id: number
  /** The player's number in the league. */
  readonly leagueId: number
}

export const eventTask = (task: string): EnrichmentTask => ({ domain: "attending", task, kind: "event" })
export const playerTask = (task: string): EnrichmentTask => ({ domain: "attending", task, kind: "player" })

/**
 * Enrichment of events after a sync. A task names the provider and the data: `mlb-games`, `setlistfm`. Games and
 * concerts are stored as they arrive; the merge assigns them to events in the same transaction.
 */
export class AttendingEnrichmentStore extends Context.Tag("@daybook/core/AttendingEnrichmentStore")<
  AttendingEnrichmentStore,
  {
    /**
     * Events of these kinds that are due for a task, newest first. A final game with its box score is no longer due.
     */
    readonly due: (
      task: string,
      kinds: ReadonlyArray<EventType>,
      limit: number
    ) => Effect.Effect<ReadonlyArray<EventTarget>, StorageFailure>
    readonly dueCount: (task: string, kinds: ReadonlyArray<EventType>) => Effect.Effect<number, StorageFailure>
    readonly putGames: (games: ReadonlyArray<Game>) => Effect.Effect<void, StorageFailure>
    readonly putConcerts: (concerts: ReadonlyArray<Concert>) => Effect.Effect<void, StorageFailure>
    readonly putTeams: (teams: ReadonlyArray<Team>) => Effect.Effect<void, StorageFailure>
    readonly putPlayers: (players: ReadonlyArray<Player>) => Effect.Effect<void, StorageFailure>
    /** Due players who appeared in an attended game and lack a biography or a picture. */
    readonly playersDue: (
      task: string,
      league: League,
      limit: number
    ) => Effect.Effect<ReadonlyArray<PlayerTarget>, StorageFailure>
    /** Pairs of teams in titles that no stored league's teams match, each title once. */
    readonly unplaced: Effect.Effect<
      ReadonlyArray<{ readonly home: string; readonly away: string; readonly title: string }>,
      StorageFailure
    >
    /** How many teams of each league are stored. */
    readonly teams: Effect.Effect<ReadonlyMap<League, number>, StorageFailure>
  }
>() {}
