import {
  type AttendingRules,
  type EventTarget,
  type Game,
  type League,
  offStates,
  otherNames,
  plain
} from "@daybook/core/attending"
import { termsOf } from "@daybook/core/search"

/** Names of a team. */
export interface TeamNames {
  /** Such as "Mariners" and "Seattle Mariners". */
  readonly own: ReadonlyArray<string>
  /** Names shared with other teams: place and abbreviation. */
  readonly shared: ReadonlyArray<string>
}

const distinctNames = (names: ReadonlyArray<string | null | undefined>): ReadonlyArray<string> =>
  [...new Set(names.filter((name) => name != null && name !== ""))] as ReadonlyArray<string>

export const teamNames = (
  own: ReadonlyArray<string | null | undefined>,
  shared: ReadonlyArray<string | null | undefined> = []
): TeamNames => ({ own: distinctNames(own), shared: distinctNames(shared) })

/** The names of a team, with those that it had in a season; in any season if it is null. */
export const withOtherNames = (
  { own, shared }: TeamNames,
  league: League,
  fullName: string | null,
  season: number | null
): TeamNames => teamNames([...own, ...otherNames(league, fullName, season).own], shared)

export interface Candidate {
  readonly game: Game
  readonly home: TeamNames
  readonly away: TeamNames
}

const words = (text: string): string => ` ${termsOf(text).join(" ")} `

/** Whether a text contains a name as whole words. */
export const within = (text: string, name: string): boolean =>
  words(name).trim() !== "" && words(text).includes(words(name))

/**
 * Whether a side, as a person wrote it, may be a team: "Mariners" and "Seattle" match Seattle's team, "Seattle
 * Seahawks" does not.
 */
export const speaksOf = (side: string, { own, shared }: TeamNames): boolean =>
  own.some((name) => within(side, name) || within(name, side)) || shared.some((name) => words(name) === words(side))

/** Whether both sides of an event of unknown kind may be teams of a league. */
export const isOfLeague = ({ teams }: Pick<EventTarget, "teams">, league: ReadonlyArray<TeamNames>): boolean =>
  teams !== null && [teams.home, teams.away].every((side) => league.some((names) => speaksOf(side, names)))

/**
 * Whether a game may be the event: the event names one of its teams or its venue, or, without any name, the owner's
 * team plays. The domain decides which candidate matches.
 */
export const isLikely = (
  event: EventTarget,
  { away, game, home }: Candidate,
  own: AttendingRules["teams"]
): boolean => {
  const sides = [home, away]
  const namedSides =
    event.teams === null ? [] : [event.teams.home, event.teams.away].filter((name) => name.trim() !== "")
  if (namedSides.some((name) => sides.some((names) => speaksOf(name, names)))) return true
  if (sides.some((names) => names.own.some((name) => within(event.title, name)))) return true
  if (
    event.venue !== null &&
    game.venue !== null &&
    (within(event.venue.name, game.venue.name) || within(game.venue.name, event.venue.name))
  )
    return true
  return (
    namedSides.length === 0 &&
    own.some(({ id, league }) => league === game.league && (id === game.home.team.id || id === game.away.team.id))
  )
}

const isOff = ({ state }: Game): boolean => offStates.has(state)

const isSamePairing = (a: Game, b: Game): boolean =>
  a.home.team.id === b.home.team.id &&
  a.away.team.id === b.away.team.id &&
  (a.venue === null || b.venue === null || plain(a.venue.name) === plain(b.venue.name))

const numberOf = ({ external }: Game): number => Number(external.id)

/**
 * The make-up game of a postponed one under a new id, from the home team's season; null when ambiguous. Where two
 * teams meet again anyway, only an id above all others of the season marks a make-up game: ESPN numbers a schedule
 * before its first game. On the last date this proves nothing, because the last game has the highest id.
 */
export const makeUpOf = (postponed: Game, season: ReadonlyArray<Game>, meetsAgain: boolean): Game | null => {
  const later = season.filter(
    (game) =>
      !isOff(game) &&
      game.external.id !== postponed.external.id &&
      game.date > postponed.date &&
      isSamePairing(game, postponed)
  )
  const candidates = meetsAgain ? later.filter((game) => isNumberedLate(game, season)) : later
  return candidates.length === 1 ? candidates[0]! : null
}

/** Other postponed pairings may have make-up games too, so they are not compared. */
const isNumberedLate = (game: Game, season: ReadonlyArray<Game>): boolean => {
  const postponed = season.filter(isOff)
  const others = season.filter(
    (other) => !isSamePairing(other, game) && !postponed.some((off) => isSamePairing(other, off))
  )
  return (
    season.some((other) => other.date > game.date && numberOf(other) < numberOf(game)) &&
    others.every((other) => numberOf(other) < numberOf(game))
  )
}
