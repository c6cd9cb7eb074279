import type { Picture } from "../images/Picture.js"
import type { RowOf } from "../kit/record.js"
import type { LocalDate } from "../shared/LocalDate.js"
import type { Game, Team } from "./games.js"
import type { Appearance, Player } from "./players.js"
import type { Category, EventType } from "./kinds.js"
import type { Concert, Doubt, External, Order, PerformerMention, eventFields, venueFields } from "./model.js"

/** Facts are the rows that the store returns. Times are epoch milliseconds, prices are in minor units. */
export interface VenueFact extends RowOf<typeof venueFields> {
  readonly id: number
  readonly picture: Picture | null
}

/** A stored order: one for each seller and order id. */
export interface TicketFact extends Order {
  readonly id: number
}

export interface PerformerFact extends PerformerMention {
  readonly id: number
  /** Counts from 1, the headliner. */
  readonly place: number
  /** The id of the artist in the listening domain. */
  readonly artistId: number | null
  /** The performer's picture, else the artist's. */
  readonly picture: Picture | null
}

export interface EventFact extends RowOf<typeof eventFields> {
  readonly id: number
  readonly attended: boolean
  readonly upcoming: boolean
  readonly external: External | null
  readonly teams: { readonly home: string; readonly away: string } | null
  readonly game: Game | null
  readonly home: Team | null
  readonly away: Team | null
  readonly concerts: ReadonlyArray<Concert>
  readonly venue: VenueFact | null
  readonly tickets: ReadonlyArray<TicketFact>
  readonly performers: ReadonlyArray<PerformerFact>
}

/** A player as a list item. */
export interface PlayerFact {
  readonly id: number
  readonly player: Player
  readonly team: Team | null
  readonly silo: Picture | null
}

/** One player in one game. */
export interface AppearanceFact extends Omit<Appearance, "player"> {
  /** The player's team in that game. */
  readonly team: Team | null
}

export interface EventProfile {
  readonly event: EventFact
  readonly players: ReadonlyArray<AppearanceFact & { readonly player: PlayerFact }>
  /** The source of each field. */
  readonly origins: Readonly<Record<string, string>>
}

/** An appearance with its game. */
export interface PlayedFact {
  readonly appearance: AppearanceFact
  readonly eventId: number
  readonly date: LocalDate
  readonly title: string
  readonly game: Game
  readonly mySide: "home" | "away" | null
}

/** Events by kind and year. */
export interface KindCount {
  readonly kind: EventType
  readonly category: Category
  readonly year: number
  readonly attended: boolean
  readonly count: number
}

/** A pending mention, or one of several mentions of an event. */
export interface MentionFact {
  readonly id: number
  readonly source: string
  readonly key: string
  readonly saidAt: number
  readonly title: string | null
  readonly date: LocalDate | null
  readonly venue: string | null
  readonly excerpt: string | null
}

export interface PendingFact extends MentionFact {
  readonly doubt: Doubt
  /** The reason in words, if the mail parser gives one. */
  readonly detail: string | null
  readonly kind: EventType | null
}

export interface MergeFact {
  readonly eventId: number
  readonly title: string
  readonly date: LocalDate
  readonly external: External | null
  readonly mentions: ReadonlyArray<MentionFact & { readonly reason: string | null }>
}
