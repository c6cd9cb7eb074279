import type { Team } from "../games.js"
import { type EventType, gameOf, type League, leagueOf, seasonOf } from "../kinds.js"
import { type Mention, type PerformerMention, setListProvider } from "../model.js"
import type { LocalDate } from "../../shared/LocalDate.js"
import { otherNames, sideCallsByName } from "../teamNames.js"
import type { MergeInput, LibraryArtist, StoredMention } from "./model.js"
import type { Parts } from "./nodes.js"
import { contestIn, isMeeting, ownTeamIn, sportOf } from "./sports.js"
import { isStage } from "./stages.js"
import { first } from "./threads.js"
import { artistsIn, withoutPlaces } from "./titles.js"
import { has, containsPhrase, plain, venueName, wordsOf } from "./words.js"

/** The kind of an event and its evidence. */
export interface Kind {
  readonly type: EventType | null
  /** `words` of the title are the weakest evidence. */
  readonly by: "game" | "source" | "set list" | "artist" | "teams" | "seller" | "words" | "performer" | "venue" | null
}

const none: Kind = { type: null, by: null }

/**
 * The kind of an event. In this order: its game, a source's kind, a set list, an artist of the library or teams in the
 * title, a seller of only one kind, words of the title, the performers, other events at its venue.
 */
export const kindOf = (parts: Parts, input: MergeInput): Kind => {
  const { concerts, game, threads, mentions } = parts
  if (game !== null) return { type: gameOf(game.league), by: "game" }
  const stated = first(threads, (thread) => thread.kind)
  if (stated !== null) return { type: stated, by: "source" }
  if (concerts.length > 0 || mentions.some(({ mention }) => mention.external?.source === setListProvider))
    return { type: "concert", by: "set list" }
  const rules: ReadonlyArray<() => Kind> = [
    () => kindIf(kindOfTeams(parts, input), "teams"),
    () => kindIf(libraryArtistsOf(parts, input).length > 0 ? "concert" : null, "artist"),
    () => kindIf(sportIn(parts, input), "teams"),
    () =>
      kindIf(
        mentions.some(({ mention }) => mention.orders.some(({ vendor }) => musicSellers.has(vendor)))
          ? "concert"
          : null,
        "seller"
      ),
    () => kindIf(kindByWords(parts, input), "words"),
    () =>
      kindIf(
        first(mentions, ({ mention }) => kindOfPerformer(mention.performers[0]?.type)),
        "performer"
      ),
    () => kindIf(isConcertVenue(parts, input) ? "concert" : null, "venue")
  ]
  return (
    first(rules, (rule) => {
      const kind = rule()
      return kind.type === null ? null : kind
    }) ?? none
  )
}

const kindIf = (type: EventType | null, by: Kind["by"]): Kind => ({ type, by: type === null ? null : by })

/** Sellers of music tickets. The titles of other tickets name their kind. */
const musicSellers: ReadonlySet<string> = new Set(["dice", "seetickets", "frontgate"])

const placeOf = (mention: Mention, { rules }: MergeInput): string | null =>
  mention.venue === null ? null : venueName(mention.venue.name, rules)

/** Artists of the library in the titles, each once. */
const libraryArtistsOf = ({ mentions }: Parts, input: MergeInput): ReadonlyArray<LibraryArtist> => [
  ...new Set(
    mentions.flatMap(({ mention }) =>
      mention.title === null ? [] : artistsIn(mention.title, placeOf(mention, input), input.artists, isTicket(mention))
    )
  )
]

const isTicket = ({ attended, orders }: Mention): boolean => orders.length > 0 || attended === true

const kindByWords = ({ mentions }: Parts, input: MergeInput): EventType | null => {
  const text = mentions.map(({ mention }) => withoutPlaces(mention.title ?? "", placeOf(mention, input))).join(" · ")
  return input.rules.kinds.find(({ words }) => containsPhrase(text, words))?.kind ?? null
}

/**
 * The sport in a ticket's title, by its words or form. A calendar row with a place counts if it names a contest or
 * league: "Tennis with Ann" is not a sports event.
 */
const sportIn = ({ mentions }: Parts, input: MergeInput): EventType | null =>
  first(mentions, (one) => {
    const title = one.mention.title ?? ""
    const own = ownTeamIn(title, input)
    if (
      own !== null &&
      (!isTicket(one.mention) ||
        isMeeting(title) ||
        (own.fullName !== null && containsPhrase(title, [own.fullName])) ||
        plain(title) === plain(own.name))
    )
      return gameOf(own.league)
    const venue = placeOf(one.mention, input)
    const bare = withoutPlaces(title, venue)
    if (isTicket(one.mention) || one.promotion !== null) return sportOf(bare, venue)
    return venue === null ? null : contestIn(bare)
  })

/** The concerts that a theatre or an arena needs to count as a concert venue, since it has other events too. */
const minStageConcerts = 3

const isConcertVenue = ({ mentions }: Parts, input: MergeInput): boolean =>
  mentions.some(({ mention }) => {
    const venue = placeOf(mention, input)
    if (venue === null || mention.orders.length === 0 || mention.teams !== null) return false
    return (input.concertVenues.get(plain(venue)) ?? 0) >= (isStage(venue) ? minStageConcerts : 1)
  })

const kindOfPerformer = (type: string | undefined): EventType | null =>
  type === "musical_artist" ? "concert" : type === "comedian" ? "comedy" : type === "theater_company" ? "theater" : null

/**
 * Whether several leagues have teams with these names, such as Giants and Cardinals. Only a schedule distinguishes
 * them.
 */
export const isOfSeveralLeagues = (
  { mentions }: { readonly mentions: ReadonlyArray<StoredMention> },
  { teams }: MergeInput
): boolean =>
  mentions.some(({ mention }) => mention.teams !== null && leaguesOf(mention.teams, teams, mention.date).length > 1)

/** The league that has both teams. Of several, the one that the title names, or the one of the owner's team. */
const kindOfTeams = ({ mentions }: Parts, { rules, teams }: MergeInput): EventType | null => {
  const named = mentions.find(({ mention }) => mention.teams !== null)?.mention
  const sides = named?.teams ?? null
  if (named === undefined || sides === null) return null
  const all = leaguesOf(sides, teams, named.date)
  const sport = first(mentions, ({ mention }) => sportOf(mention.title ?? ""))
  const league =
    sport === null
      ? null
      : (leagueOf(sport) ?? all.find((one) => collegeLeagues[sport]?.includes(one) === true) ?? null)
  if (league !== null && all.includes(league)) return gameOf(league)
  const isOwn = (team: Team) => rules.teams.some((own) => own.league === team.league && own.id === team.id)
  const isMine = (league: League) =>
    teams.some(
      (team) =>
        team.league === league &&
        isOwn(team) &&
        [sides.home, sides.away].some((side) => isCalled(team, side, named.date))
    )
  const own = all.filter(isMine)
  const [only] = all.length === 1 ? all : own.length === 1 ? own : []
  return only === undefined ? null : gameOf(only)
}

/** College leagues by sport. Their teams share names across leagues. */
const collegeLeagues: Readonly<Partial<Record<EventType, ReadonlyArray<League>>>> = {
  football_game: ["ncaaf"],
  baseball_game: ["ncaa_baseball"],
  softball_game: ["ncaa_softball"],
  hockey_game: ["ncaa_hockey"],
  volleyball_game: ["ncaa_volleyball"],
  lacrosse_game: ["ncaa_lacrosse"]
}

interface Sides {
  readonly home: string
  readonly away: string
}

const leaguesOf = (
  { away, home }: Sides,
  teams: ReadonlyArray<Team>,
  date: LocalDate | null
): ReadonlyArray<League> => {
  const leaguesWith = (name: string) =>
    new Set(teams.filter((team) => isCalled(team, name, date)).map(({ league }) => league))
  const [homes, aways] = [leaguesWith(home), leaguesWith(away)]
  return [...homes].filter((league) => aways.has(league))
}

const isCalled = (team: Team, name: string, date: LocalDate | null): boolean => {
  const words = wordsOf(name)
  const season = date === null ? null : seasonOf(team.league, date)
  return (
    sideCallsByName(name, otherNames(team.league, team.fullName, season).own) ||
    plain(name) === plain(team.abbreviation ?? "") ||
    has(words, wordsOf(team.name)) ||
    (team.fullName !== null && has(wordsOf(team.fullName), words))
  )
}

/** The performers, each once, in the order of the bill. */
export const performersOf = (
  parts: Parts,
  kind: EventType | null,
  input: MergeInput
): ReadonlyArray<PerformerMention> => {
  const { concerts, threads, mentions } = parts
  const played = concerts.map(({ artist }): PerformerMention => ({
    name: artist.name,
    type: "musical_artist",
    role: "headliner",
    mbid: artist.mbid
  }))
  const named = mentions.flatMap(({ mention }) => mention.performers)
  const titles = threads.flatMap(({ title }) => title ?? [])
  // If several acts played, those in the title are headliners.
  const heads = (one: PerformerMention) => titles.some((title) => ` ${plain(title)} `.includes(` ${plain(one.name)} `))
  const several = played.length > 1 && played.some(heads)
  const acts = several
    ? played.map((one): PerformerMention => ({ ...one, role: heads(one) ? "headliner" : "support" }))
    : played
  // Precedence: set list, seller, then artists of the library in the title.
  const added = acts.length + named.length === 0 && kind === "concert" ? artistsInTitles(parts, input) : acts
  const all = kind === "concert" || kind === null ? [...named, ...added] : named
  const byName = new Map<string, PerformerMention>()
  for (const one of all) {
    const other = byName.get(plain(one.name))
    byName.set(plain(one.name), other === undefined ? one : { ...other, mbid: other.mbid ?? one.mbid })
  }
  return [...byName.values()].toSorted((a, b) => order(a) - order(b))
}

const artistsInTitles = (parts: Parts, input: MergeInput): ReadonlyArray<PerformerMention> =>
  libraryArtistsOf(parts, input).map(({ name }, place): PerformerMention => ({
    name,
    type: "musical_artist",
    role: place === 0 ? "headliner" : "support",
    mbid: null
  }))

const order = ({ role }: PerformerMention): number => (role === "headliner" ? 0 : 1)
