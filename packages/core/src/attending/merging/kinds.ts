import type { Team } from "../games.js"
import { type EventType, gameOf, type League, leagueOf } from "../kinds.js"
import type { Mention } from "../records.js"
import type { Parts } from "./parts.js"
import { isStage } from "./stages.js"
import { isMeeting, ownTeamIn, sportOf } from "./sports.js"
import { artistsIn, withoutPlaces } from "./titles.js"
import { first } from "./threads.js"
import type { Ground, LibraryArtist, Told } from "./Told.js"
import { has, mentions, plain, venueName, wordsOf } from "./words.js"

/** What kind of event something is, and what says so. */
export interface Kind {
  readonly type: EventType | null
  /** `words` are those of the title: the weakest ground there is. */
  readonly by: "game" | "source" | "set list" | "artist" | "teams" | "seller" | "words" | "performer" | "venue" | null
}

const none: Kind = { type: null, by: null }

/**
 * What kind of event it is (contract §15): by its game, by what a source says, by its set list, by an artist of the library
 * or teams in the title, by a seller of one kind alone, by words of the title, by who performs, by what else its venue had.
 */
export const kindOf = (parts: Parts, ground: Ground): Kind => {
  const { concerts, game, threads, told } = parts
  if (game !== null) return { type: gameOf(game.league), by: "game" }
  const said = first(threads, (thread) => thread.kind)
  if (said !== null) return { type: said, by: "source" }
  if (concerts.length > 0 || told.some(({ mention }) => mention.external?.source === "setlist_fm")) return { type: "concert", by: "set list" }
  const rules: ReadonlyArray<() => Kind> = [
    () => kindIf(kindOfTeams(parts, ground), "teams"),
    () => kindIf(libraryArtistsOf(parts, ground).length > 0 ? "concert" : null, "artist"),
    () => kindIf(sportIn(parts, ground), "teams"),
    () => kindIf(told.some(({ mention }) => mention.orders.some(({ vendor }) => musicSellers.has(vendor))) ? "concert" : null, "seller"),
    () => kindIf(kindByWords(parts, ground), "words"),
    () => kindIf(first(told, ({ mention }) => kindOfPerformer(mention.performers[0]?.type)), "performer"),
    () => kindIf(isConcertVenue(parts, ground) ? "concert" : null, "venue")
  ]
  return first(rules, (rule) => {
    const kind = rule()
    return kind.type === null ? null : kind
  }) ?? none
}

const kindIf = (type: EventType | null, by: Kind["by"]): Kind => ({ type, by: type === null ? null : by })

/** Sellers whose tickets are for music: what else they sell is said by its title. */
const musicSellers: ReadonlySet<string> = new Set(["dice", "seetickets", "frontgate"])

const placeOf = (mention: Mention, { rules }: Ground): string | null => mention.venue === null ? null : venueName(mention.venue.name, rules)

/** Artists of the library that titles name, each once. */
export const libraryArtistsOf = ({ told }: Parts, ground: Ground): ReadonlyArray<LibraryArtist> =>
  [...new Set(told.flatMap(({ mention }) =>
    mention.title === null ? [] : artistsIn(mention.title, placeOf(mention, ground), ground.artists, isTicket(mention))))]

const isTicket = ({ attended, orders }: Mention): boolean => orders.length > 0 || attended === true

const kindByWords = ({ told }: Parts, ground: Ground): EventType | null => {
  const text = told.map(({ mention }) => withoutPlaces(mention.title ?? "", placeOf(mention, ground))).join(" · ")
  return ground.rules.kinds.find(({ words }) => mentions(text, words))?.kind ?? null
}

/** A sport by the words or the form of a ticket's title; a calendar's title "Tennis with Ann" is none. */
const sportIn = ({ told }: Parts, ground: Ground): EventType | null =>
  first(told, (one) => {
    const title = one.mention.title ?? ""
    const own = ownTeamIn(title, ground)
    if (own !== null && (!isTicket(one.mention) || isMeeting(title) || (own.fullName !== null && mentions(title, [own.fullName])) || plain(title) === plain(own.name))) return gameOf(own.league)
    return isTicket(one.mention) || one.promotion !== null ? sportOf(withoutPlaces(title, placeOf(one.mention, ground))) : null
  })

/** Of halls that a theatre or an arena has in its name, more than one concert has to be known: they show other things as well. */
const mostlyConcerts = 3

const isConcertVenue = ({ told }: Parts, ground: Ground): boolean =>
  told.some(({ mention }) => {
    const venue = placeOf(mention, ground)
    if (venue === null || mention.orders.length === 0 || mention.teams !== null) return false
    return (ground.concertVenues.get(plain(venue)) ?? 0) >= (isStage(venue) ? mostlyConcerts : 1)
  })

const kindOfPerformer = (type: string | undefined): EventType | null =>
  type === "musical_artist" ? "concert" : type === "comedian" ? "comedy" : type === "theater_company" ? "theater" : null

/** Whether more than one league has teams of these names, such as Giants and Cardinals: a schedule tells which one played. */
export const isOfSeveralLeagues = ({ told }: { readonly told: ReadonlyArray<Told> }, { teams }: Ground): boolean =>
  told.some(({ mention }) => mention.teams !== null && leaguesOf(mention.teams, teams).length > 1)

/** The league that has both teams; of several the one that the title's words mean, or where one of them is the owner's own. */
const kindOfTeams = ({ told }: Parts, { rules, teams }: Ground): EventType | null => {
  const sides = first(told, ({ mention }) => mention.teams)
  if (sides === null) return null
  const all = leaguesOf(sides, teams)
  const named = first(told, ({ mention }) => sportOf(mention.title ?? ""))
  const league = named === null ? null : leagueOf(named) ?? all.find((one) => sportsOfColleges[named]?.includes(one) === true) ?? null
  if (league !== null && all.includes(league)) return gameOf(league)
  const isOwn = (team: Team) => rules.teams.some((own) => own.league === team.league && own.id === team.id)
  const isMine = (league: League) =>
    teams.some((team) => team.league === league && isOwn(team) && (isCalled(team, sides.home) || isCalled(team, sides.away)))
  const own = all.filter(isMine)
  const [only] = all.length === 1 ? all : own.length === 1 ? own : []
  return only === undefined ? null : gameOf(only)
}

/** Leagues of colleges, which share their teams' names, by the sport that a title names. */
const sportsOfColleges: Readonly<Partial<Record<EventType, ReadonlyArray<League>>>> = {
  football_game: ["ncaaf"], baseball_game: ["ncaa_baseball"], softball_game: ["ncaa_softball"], hockey_game: ["ncaa_hockey"],
  volleyball_game: ["ncaa_volleyball"], lacrosse_game: ["ncaa_lacrosse"]
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
