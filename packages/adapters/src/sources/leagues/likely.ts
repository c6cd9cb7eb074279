import type { AttendingRules, Game, WantedEvent } from "@daybook/core/attending"
import { termsOf } from "@daybook/core/search"

/** What a team goes by. */
export interface TeamNames {
  /** Such as "Mariners" and "Seattle Mariners". */
  readonly own: ReadonlyArray<string>
  /** What it shares with others: its place, its letters. */
  readonly shared: ReadonlyArray<string>
}

const given = (names: ReadonlyArray<string | null | undefined>): ReadonlyArray<string> => [...new Set(names.filter((name) => name != null && name !== ""))] as ReadonlyArray<string>

export const teamNames = (own: ReadonlyArray<string | null | undefined>, shared: ReadonlyArray<string | null | undefined> = []): TeamNames => ({ own: given(own), shared: given(shared) })

export interface Candidate {
  readonly game: Game
  readonly home: TeamNames
  readonly away: TeamNames
}

const words = (text: string): string => ` ${termsOf(text).join(" ")} `

/** Whether a text has a name in it, as whole words. */
export const within = (text: string, name: string): boolean => words(name).trim() !== "" && words(text).includes(words(name))

/** Whether a side of a game, as somebody wrote it, may be a team: "Mariners" and "Seattle" of Seattle's, "Seattle Seahawks" not. */
export const speaksOf = (side: string, { own, shared }: TeamNames): boolean =>
  own.some((name) => within(side, name) || within(name, side)) || shared.some((name) => words(name) === words(side))

/** Whether both sides that an event of unknown kind speaks of may be of a league. */
export const isOfLeague = ({ teams }: Pick<WantedEvent, "teams">, league: ReadonlyArray<TeamNames>): boolean =>
  teams !== null && [teams.home, teams.away].every((side) => league.some((names) => speaksOf(side, names)))

/**
 * Whether a game may be the event: it names one of the teams, or takes place at its venue; where nothing of this is
 * told, a game of the person's own team. Which one it is, is left to who merges.
 */
export const isLikely = (wanted: WantedEvent, { away, game, home }: Candidate, own: AttendingRules["teams"]): boolean => {
  const sides = [home, away]
  const told = wanted.teams === null ? [] : [wanted.teams.home, wanted.teams.away].filter((name) => name.trim() !== "")
  if (told.some((name) => sides.some((names) => speaksOf(name, names)))) return true
  if (sides.some((names) => names.own.some((name) => within(wanted.title, name)))) return true
  if (wanted.venue !== null && game.venue !== null && (within(wanted.venue.name, game.venue.name) || within(game.venue.name, wanted.venue.name))) return true
  return told.length === 0 && own.some(({ id, league }) => league === game.league && (id === game.home.team.id || id === game.away.team.id))
}
