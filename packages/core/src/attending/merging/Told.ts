import type { AttendingRules } from "../AttendingRules.js"
import type { Promotion } from "../AttendingRecords.js"
import type { Concert } from "../concerts.js"
import type { Game, Side, Team } from "../games.js"
import type { League } from "../kinds.js"
import type { External, Mention } from "../records.js"
import type { LocalDate } from "../../shared/LocalDate.js"
import { addDays, daysBetween, fromOrdinal } from "../../shared/LocalDate.js"

/** A mention as it is stored, with what the person decided of it. */
export interface Told {
  readonly id: number
  readonly source: string
  readonly mention: Mention
  readonly rejected: boolean
  readonly promotion: Promotion | null
  /** Whether the person was there, by their own word. */
  readonly presence: boolean | null
}

/** An artist that the owner listens to. */
export interface LibraryArtist {
  readonly name: string
  readonly mbid: string | null
}

/** All that events are made of. */
export interface Ground {
  readonly told: ReadonlyArray<Told>
  /** A game that was moved is there once for each date that its league gave it. */
  readonly games: ReadonlyArray<Game>
  readonly concerts: ReadonlyArray<Concert>
  readonly teams: ReadonlyArray<Team>
  /** Artists of the listening library whose names the titles of the mentions may hold. */
  readonly artists: ReadonlyArray<LibraryArtist>
  /** Venues at which the set-list service knows concerts, with the number of days that had one, by `plain` name. */
  readonly concertVenues: ReadonlyMap<string, number>
  /** Pairs of `mentionKey`, `gameKey`, `concertKey` that are to stay apart, as `pairKey` writes them. */
  readonly apart: ReadonlySet<string>
  readonly rules: AttendingRules
  /** Milliseconds that clocks of a zone are ahead of UTC at an instant; those at home where the zone is null or unknown. */
  readonly aheadAt: (at: number, zone: string | null) => number
}

export const mentionKey = ({ mention, source }: { readonly source: string; readonly mention: { readonly key: string } }): string => `mention:${source}/${mention.key}`
export const externalKey = ({ id, source }: External): string => `${source}:${id}`
export const pairKey = (a: string, b: string): string => a < b ? `${a}\n${b}` : `${b}\n${a}`

/** Longer events are one long row in a calendar, not an event. */
const longest = 10

/** The days of an event, first to last. */
export const daysOf = (date: LocalDate | null, lastDate: LocalDate | null): ReadonlyArray<LocalDate> => {
  if (date === null) return []
  const more = lastDate === null ? 0 : daysBetween(date, lastDate)
  return more > 0 && more <= longest ? Array.from({ length: more + 1 }, (_, index) => addDays(date, index)) : [date]
}

const orderKey = ({ orderId, vendor }: { readonly vendor: string; readonly orderId: string | null }) => orderId === null ? [] : [`order:${vendor}/${orderId}`]

/** An instant is on one of these days, wherever it is. */
const daysAround = (at: number | null): ReadonlyArray<LocalDate> => {
  if (at === null) return []
  const day = fromOrdinal(Math.floor(at / 86_400_000))
  return [addDays(day, -1), day, addDays(day, 1)]
}

/** The orders of a mention that other mentions may speak of, too. */
export const orderKeys = (mention: Mention): ReadonlyArray<string> => [...new Set(mention.orders.flatMap(orderKey))]

/**
 * What ties a mention to others: only what shares a tie, at whatever remove, can come to one event. So events can be
 * found anew for a part without the rest.
 */
export const tiesOf = ({ mention, promotion, source }: Pick<Told, "mention" | "promotion" | "source">): ReadonlyArray<string> => [
  mentionKey({ source, mention }),
  ...(mention.date === null ? daysAround(mention.at) : daysOf(mention.date, mention.lastDate)),
  ...(promotion?.date == null ? [] : [promotion.date]),
  ...orderKeys(mention),
  ...(mention.external === null ? [] : [externalKey(mention.external)])
]

export const gameTies = (game: Pick<Game, "date" | "external">): ReadonlyArray<string> => [game.date, externalKey(game.external)]
export const concertTies = (concert: Pick<Concert, "date" | "id">): ReadonlyArray<string> => [concert.date, concertKey(concert)]
export const concertKey = ({ id }: Pick<Concert, "id">): string => externalKey({ source: "setlist_fm", id })

const isOwn = ({ rules }: Pick<Ground, "rules">, of: League, side: Side): boolean =>
  rules.teams.some(({ id, league }) => league === of && id === side.team.id)

/** Whether the owner's own team plays at home. */
export const isHomeTeam = (game: Game, ground: Pick<Ground, "rules">): boolean => isOwn(ground, game.league, game.home)
export const isAwayTeam = (game: Game, ground: Pick<Ground, "rules">): boolean => isOwn(ground, game.league, game.away)
