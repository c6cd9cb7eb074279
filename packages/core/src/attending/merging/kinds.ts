import type { Team } from "../games.js"
import { type EventType, gameOf, type League } from "../kinds.js"
import type { Parts } from "./parts.js"
import { first } from "./threads.js"
import type { Ground } from "./Told.js"
import { has, mentions, plain, wordsOf } from "./words.js"

/** What kind of event it is: by its game, by what is said, by its set list, by the rules' words, by its teams, by who performs. */
export const kindOf = ({ concerts, game, threads, told }: Parts, ground: Ground): EventType | null => {
  if (game !== null) return gameOf(game.league)
  const said = first(threads, (thread) => thread.kind)
  if (said !== null) return said
  if (concerts.length > 0 || told.some(({ mention }) => mention.external?.source === "setlist_fm")) return "concert"
  const teams = first(told, ({ mention }) => mention.teams)
  const text = told.map(({ mention }) => `${mention.title ?? ""} ${mention.notes ?? ""}`).join(" ")
  return ground.rules.kinds.find(({ words }) => mentions(text, words))?.kind ??
    (teams === null ? null : kindOfTeams(teams, ground)) ?? first(told, ({ mention }) => kindOfPerformer(mention.performers[0]?.type))
}

const kindOfPerformer = (type: string | undefined): EventType | null =>
  type === "musical_artist" ? "concert" : type === "comedian" ? "comedy" : type === "theater_company" ? "theater" : null

/** Whether more than one league has teams of these names, such as Giants and Cardinals: a schedule tells which one played. */
export const isOfSeveralLeagues = ({ told }: Pick<Parts, "told">, { teams }: Ground): boolean =>
  told.some(({ mention }) => mention.teams !== null && leaguesOf(mention.teams, teams).length > 1)

/** The league that has both teams; of several the one where one of them is the person's own. */
const kindOfTeams = (sides: Sides, { rules, teams }: Ground): EventType | null => {
  const all = leaguesOf(sides, teams)
  const isMine = (league: League) => teams.some((team) => team.league === league && rules.teams.some((own) => own.league === league && own.id === team.id) && (isCalled(team, sides.home) || isCalled(team, sides.away)))
  const own = all.filter(isMine)
  const [league] = all.length === 1 ? all : own.length === 1 ? own : []
  return league === undefined ? null : gameOf(league)
}

interface Sides {
  readonly home: string
  readonly away: string
}

const leaguesOf = ({ away, home }: Sides, teams: ReadonlyArray<Team>): ReadonlyArray<League> => {
  const of = (name: string) => new Set(teams.filter((team) => isCalled(team, name)).map(({ league }) => league))
  const [homes, aways] = [of(home), of(away)]
  return [...homes].filter((league) => aways.has(league))
}

const isCalled = (team: Team, name: string): boolean => {
  const words = wordsOf(name)
  return plain(name) === plain(team.abbreviation ?? "") || has(words, wordsOf(team.name)) || (team.fullName !== null && has(wordsOf(team.fullName), words))
}
