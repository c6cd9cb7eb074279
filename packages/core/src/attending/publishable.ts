import type { FeedKey } from "../feed/FeedStore.js"
import type { LocalDate } from "../shared/LocalDate.js"
import { type Game, type Team, scoreOf } from "./games.js"
import { type Player } from "./players.js"
import type { EventType } from "./kinds.js"
import type { EventDoubt, PerformerMention, VenueMention } from "./model.js"
import type { PublishableEvent, PublishablePlayer } from "./store.js"
import { entriesOf } from "./writer.js"

/** How a past event turned out. Future events have no outcome. */
export const outcomes = ["attended", "missed"] as const
export type Outcome = (typeof outcomes)[number]

/** A stored event with what publishing it needs. */
export interface StoredEvent {
  readonly id: number
  readonly doubt: EventDoubt | null
  readonly kind: EventType | null
  readonly title: string
  readonly subtitle: string | null
  readonly date: LocalDate | null
  /** Epoch milliseconds. */
  readonly at: number | null
  /** The end of its last day, epoch milliseconds. */
  readonly over: number | null
  readonly going: boolean
  readonly venue: VenueMention | null
  readonly performers: ReadonlyArray<PerformerMention>
  readonly game: Game | null
  readonly mySide: "home" | "away" | null
  /** The outcome in the feed; null if it is not in the feed. */
  readonly reported: Outcome | null
}

/** What changed events mean to the shared services. */
export interface EventChanges {
  readonly events: ReadonlyArray<PublishableEvent>
  /** The entries of outcomes that no longer hold. */
  readonly retracted: ReadonlyArray<FeedKey>
  /** The outcome of each changed event; null if it is not in the feed. */
  readonly outcomes: ReadonlyArray<{ readonly id: number; readonly outcome: Outcome | null }>
  /** Events with a doubt or hidden ones, which are not published. */
  readonly doubted: ReadonlyArray<number>
}

const outcomeOf = ({ going, over }: StoredEvent, now: number): Outcome | null =>
  over !== null && over > now ? null : going ? "attended" : "missed"

/** Events without a day or kind always have a doubt. */
type SureEvent = StoredEvent & { readonly date: LocalDate; readonly kind: EventType }
const isSure = (event: StoredEvent): event is SureEvent =>
  event.doubt === null && event.date !== null && event.kind !== null

export const eventChanges = (all: ReadonlyArray<StoredEvent>, now: number): EventChanges => {
  const sure = all.filter(isSure).map((event) => ({ event, outcome: outcomeOf(event, now) }))
  const doubted = all.filter(({ doubt }) => doubt !== null).map(({ id }) => id)
  return {
    events: sure.map(({ event, outcome }) => publishableEvent(event, outcome)),
    retracted: sure.flatMap(({ event, outcome }) =>
      event.reported === null || event.reported === outcome
        ? []
        : entriesOf(event.id).filter(({ eventType }) => eventType === `event_${event.reported}`)
    ),
    outcomes: [
      ...sure.map(({ event, outcome }) => ({ id: event.id, outcome })),
      ...doubted.map((id) => ({ id, outcome: null }))
    ],
    doubted
  }
}

const publishableEvent = (event: SureEvent, outcome: Outcome | null): PublishableEvent => ({
  id: event.id,
  kind: event.kind,
  title: event.title,
  subtitle: event.subtitle,
  date: event.date,
  at: event.at,
  venue: event.venue === null ? null : { name: event.venue.name, city: event.venue.city },
  performers: event.performers.map(({ name }) => name),
  attended: outcome === null ? null : outcome === "attended",
  score: scoreOf(event.game, event.mySide),
  attendance: event.game?.details?.attendance ?? null
})

export const publishablePlayer = (id: number, player: Player, team: Team | null): PublishablePlayer => ({
  id,
  fullName: player.fullName,
  team: team === null ? null : (team.fullName ?? team.name),
  position: player.primaryPosition,
  photos: [player.photoSilo, player.photoFull].filter((url) => url !== null)
})
