import { Context, DateTime, Option } from "effect"
import type { NewCorrection } from "../../corrections/index.js"
import type { Game, Side, Team } from "../games.js"
import type { EventType, League } from "../kinds.js"
import { type LocalDate, addDays, daysBetween, fromOrdinal } from "../../shared/LocalDate.js"
import {
  type Concert,
  type EventDoubt,
  type External,
  type Mention,
  type Order,
  type PerformerMention,
  type VenueMention,
  setListProvider
} from "../model.js"
import type { Promotion } from "../store.js"

/** A correction as the merge applies it. */
export type EventCorrection = Pick<NewCorrection, "kind" | "type" | "subject" | "object" | "value">

/**
 * The owner's rules from the rule file and settings: their teams, words that mark a kind of event, and aliases of
 * venues.
 */
export interface AttendingRules {
  readonly teams: ReadonlyArray<{ readonly league: League; readonly id: number }>
  /** Matched against titles by full words, ignoring case. The first matching rule decides. */
  readonly kinds: ReadonlyArray<{ readonly words: ReadonlyArray<string>; readonly kind: EventType }>
  /** Words such as "rehearsal". Calendar rows that contain one are not events. */
  readonly ignore: ReadonlyArray<string>
  readonly venues: ReadonlyArray<{ readonly name: string; readonly aliases: ReadonlyArray<string> }>
}

export const noRules: AttendingRules = { teams: [], kinds: [], ignore: [], venues: [] }

/** The active rules. */
export class RuleBook extends Context.Tag("@daybook/core/attending/RuleBook")<RuleBook, AttendingRules>() {}

/** A stored mention with the owner's decisions. */
export interface StoredMention {
  readonly id: number
  readonly source: string
  readonly mention: Mention
  readonly rejected: boolean
  readonly promotion: Promotion | null
  /** The owner's decision on attendance. */
  readonly presence: boolean | null
  /** The owner's notes on the event. Empty: none, whatever the sources report. Null: those of the sources. */
  readonly ownNotes: string | null
}

/** An artist that the owner listens to. */
export interface LibraryArtist {
  readonly name: string
}

/** The input of a merge. */
export interface MergeInput {
  readonly mentions: ReadonlyArray<StoredMention>
  /** A rescheduled game occurs once for each date or id that its league gave it. */
  readonly games: ReadonlyArray<Game>
  readonly concerts: ReadonlyArray<Concert>
  readonly teams: ReadonlyArray<Team>
  /** Artists of the listening library whose names may occur in the titles of the mentions. */
  readonly artists: ReadonlyArray<LibraryArtist>
  /** The number of days with concerts at the set-list service, by the venue's `plain` name. */
  readonly concertVenues: ReadonlyMap<string, number>
  /** Keys (`pairKey`) of mentions, games and concerts that the owner separated. */
  readonly apart: ReadonlySet<string>
  /** The owner's corrections in any order; none if absent. */
  readonly corrections?: ReadonlyArray<EventCorrection>
  readonly rules: AttendingRules
  /**
   * The UTC offset of a zone at an instant, in milliseconds. Uses the home time zone if the zone is null or unknown.
   */
  readonly aheadAt: (at: number, zone: string | null) => number
}

/** The offsets of a merge: the UTC offset at a venue, or `atHome` if the venue's time zone is unknown. */
export const venueOffsets = (atHome: (at: number) => number): MergeInput["aheadAt"] => {
  const zones = new Map<string, DateTime.TimeZone | null>()
  const named = (name: string) => {
    const cached = zones.get(name)
    if (cached !== undefined) return cached
    const zone = Option.getOrNull(DateTime.zoneMakeNamed(name))
    zones.set(name, zone)
    return zone
  }
  return (at, zone) => {
    const there = zone === null ? null : named(zone)
    return there === null ? atHome(at) : DateTime.zonedOffset(DateTime.unsafeMakeZoned(at, { timeZone: there }))
  }
}

export const mentionKey = ({
  mention,
  source
}: {
  readonly source: string
  readonly mention: { readonly key: string }
}): string => `mention:${source}/${mention.key}`
export const externalKey = ({ id, source }: External): string => `${source}:${id}`
export const pairKey = (a: string, b: string): string => (a < b ? `${a}\n${b}` : `${b}\n${a}`)

/** Days. A longer calendar row is treated as a single day. */
const maxDays = 10

/** The days of an event in ascending order. */
export const daysOf = (date: LocalDate | null, lastDate: LocalDate | null): ReadonlyArray<LocalDate> => {
  if (date === null) return []
  const more = lastDate === null ? 0 : daysBetween(date, lastDate)
  return more > 0 && more <= maxDays ? Array.from({ length: more + 1 }, (_, index) => addDays(date, index)) : [date]
}

const orderKey = ({ orderId, vendor }: { readonly vendor: string; readonly orderId: string | null }) =>
  orderId === null ? [] : [`order:${vendor}/${orderId}`]

/** The days on which an instant can fall in any time zone. */
const daysAround = (at: number | null): ReadonlyArray<LocalDate> => {
  if (at === null) return []
  const day = fromOrdinal(Math.floor(at / 86_400_000))
  return [addDays(day, -1), day, addDays(day, 1)]
}

/** The keys of a mention's orders, which other mentions may share. */
export const orderKeys = (mention: Mention): ReadonlyArray<string> => [...new Set(mention.orders.flatMap(orderKey))]

/**
 * The ties of a mention: days, orders and external ids. Only mentions that share a tie, directly or transitively, can
 * merge. This allows merging a part of the mentions without the rest.
 */
export const tiesOf = ({
  mention,
  promotion,
  source
}: Pick<StoredMention, "mention" | "promotion" | "source">): ReadonlyArray<string> => [
  mentionKey({ source, mention }),
  ...(mention.date === null ? daysAround(mention.at) : daysOf(mention.date, mention.lastDate)),
  ...(mention.formerDates ?? []),
  ...(promotion?.date == null ? [] : [promotion.date]),
  ...orderKeys(mention),
  ...(mention.external === null ? [] : [externalKey(mention.external)])
]

export const gameTies = (game: Pick<Game, "date" | "external" | "makesUpFor">): ReadonlyArray<string> => [
  game.date,
  externalKey(game.external),
  ...(game.makesUpFor == null ? [] : [externalKey(game.makesUpFor)])
]
export const concertTies = (concert: Pick<Concert, "date" | "id">): ReadonlyArray<string> => [
  concert.date,
  concertKey(concert)
]
export const concertKey = ({ id }: Pick<Concert, "id">): string => externalKey({ source: setListProvider, id })

const isOwn = ({ rules }: Pick<MergeInput, "rules">, gameLeague: League, side: Side): boolean =>
  rules.teams.some(({ id, league }) => league === gameLeague && id === side.team.id)

/** Whether one of the owner's teams plays at home. */
export const isHomeTeam = (game: Game, input: Pick<MergeInput, "rules">): boolean =>
  isOwn(input, game.league, game.home)
export const isAwayTeam = (game: Game, input: Pick<MergeInput, "rules">): boolean =>
  isOwn(input, game.league, game.away)

/** An order with its latest values. `key` is unique within the event. */
export interface DraftOrder extends Order {
  readonly key: string
}

/** The result of merging mentions: an event, or pending if there is a doubt. */
export interface Draft {
  /** The keys of its mentions. The first is the draft's key. */
  readonly members: ReadonlyArray<string>
  /** Null for a confirmed event that is shown. */
  readonly doubt: EventDoubt | null
  /** Null only if there is a doubt. */
  readonly kind: EventType | null
  readonly title: string
  readonly subtitle: string | null
  /** Null only if there is a doubt. */
  readonly date: LocalDate | null
  readonly lastDate: LocalDate | null
  /** Epoch milliseconds. */
  readonly at: number | null
  /** `at` as ISO 8601 with the venue's offset. */
  readonly startsAt: string | null
  /** The end of its last day at the venue, epoch milliseconds. */
  readonly over: number | null
  readonly status: "scheduled" | "postponed" | "cancelled"
  /** Whether the owner attends it. */
  readonly going: boolean
  readonly external: External | null
  readonly game: Game | null
  /** Its concerts at the set-list service. The one that provides the title comes first. */
  readonly concerts: ReadonlyArray<Concert>
  readonly venue: VenueMention | null
  /** The venue's name without a correction. Absent if it is the same. */
  readonly reportedVenue?: string
  readonly teams: { readonly home: string; readonly away: string } | null
  readonly mySide: "home" | "away" | null
  readonly performers: ReadonlyArray<PerformerMention>
  readonly orders: ReadonlyArray<DraftOrder>
  readonly notes: string | null
  /** The mention, game or concert that provides each field. */
  readonly origins: Readonly<Record<string, string>>
  /** Why each mention belongs to it. */
  readonly reasons: Readonly<Record<string, string>>
}
