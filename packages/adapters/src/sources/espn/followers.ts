import { AttendingLookups, type AttendingRules, type Game, leagueOf, type Team, type WantedEvent } from "@daybook/core/attending"
import type { StorageFailure } from "@daybook/core/shared"
import type { Follower, SourceFailure } from "@daybook/core/sync"
import { Effect, Option } from "effect"
import { gameUntil } from "../leagues/again.js"
import { eventFollower, type EventFacts, type Sides } from "../leagues/follower.js"
import { isLikely, isOfLeague, speaksOf, type TeamNames, teamNames, within } from "../leagues/likely.js"
import { remembered } from "../leagues/remembered.js"
import type { Espn } from "./Espn.js"
import { type EspnLeague, espnLeagues, kinds } from "./leagues.js"
import type { settings } from "./settings.js"

type Asked<A> = Effect.Effect<A, SourceFailure | StorageFailure, AttendingLookups>
type TeamsOf = (league: EspnLeague) => Asked<ReadonlyArray<Team>>
/** Leagues' lists by what was stored of them: colleges' teams one by one, others' all at once. */
type Stored = WeakSet<ReadonlyArray<Team>>

interface Ways {
  readonly espn: Espn
  readonly teamsOf: TeamsOf
  readonly stored: Stored
  readonly own: AttendingRules["teams"]
}

/** What ESPN knows of the games that were, or will be, gone to, and of who played in them. */
export const followers = (espn: Espn, { ownTeams }: Effect.Effect.Success<typeof settings>): Effect.Effect<ReadonlyArray<Follower<AttendingLookups>>> =>
  Effect.gen(function*() {
    const stored: Stored = new WeakSet()
    const known = new Map(yield* Effect.forEach(espnLeagues, (league) => Effect.map(remembered(listed(espn, league, stored), "1 day"), (teams) => [league.league, teams] as const)))
    const ways: Ways = { espn, stored, own: ownTeams, teamsOf: ({ league }) => known.get(league)! }
    const learn = (named: ReadonlyArray<Sides>) =>
      Effect.forEach(espnLeagues.filter((league) => isMeant(ways, league, named.map(({ title }) => title))), (league) => quietly(league, learnOf(ways, league, named), undefined))
    const isWanted = lacksOwn(ways)
    return [eventFollower({ id: "espn-games", kinds, source: "espn", learn, isWanted, seek: seek(ways), tell: tell(ways) })]
  })

/** Whether titles may speak of a league. */
const isMeant = ({ own }: Ways, { league, words }: EspnLeague, titles: ReadonlyArray<string>): boolean =>
  words.length === 0 || own.some((team) => team.league === league) || titles.some((title) => words.some((word) => within(title, word)))

/** Whether the owner has a team in a league of which no team is known yet: its name alone may be a game. */
const lacksOwn = ({ own }: Ways): Asked<boolean> =>
  Effect.map(Effect.flatMap(AttendingLookups, (lookups) => lookups.teams), (teams) =>
    espnLeagues.some(({ league }) => own.some((team) => team.league === league) && (teams.get(league) ?? 0) === 0))

/** Where one of these cannot be asked, none can: that is a failure of the whole look-up. */
const first: ReadonlySet<EspnLeague["league"]> = new Set(["nfl", "nba", "wnba", "mls", "ncaaf", "ncaab"])

/** One of the further leagues that cannot be asked keeps no other from being asked. */
const quietly = <A>({ league }: EspnLeague, work: Asked<A>, otherwise: A): Asked<A> =>
  first.has(league) ? work : Effect.catchTag(work, "SourceFailure", ({ message }) =>
    Effect.as(Effect.logDebug(`ESPN's ${league}: ${message}`), otherwise))

/** All teams of a league that has none yet; of colleges those that are named against one another, and the owner's. */
const learnOf = ({ own, stored, teamsOf }: Ways, league: EspnLeague, named: ReadonlyArray<Sides>): Asked<void> =>
  Effect.gen(function*() {
    const lookups = yield* AttendingLookups
    const ownTeams = own.filter((team) => team.league === league.league)
    if (!league.isCollege && ((yield* lookups.teams).get(league.league) ?? 0) > 0) return
    if (named.length === 0 && ownTeams.length === 0) return
    const teams = yield* teamsOf(league)
    const sides = named.filter((sides) => isOfLeague({ teams: sides }, teams.map(namesOf))).flatMap(({ away, home }) => [home, away])
    yield* lookups.putTeams(
      league.isCollege ? teams.filter((team) => sides.some((side) => speaksOf(side, namesOf(team))) || ownTeams.some(({ id }) => id === team.id)) : teams
    )
    if (!league.isCollege) stored.add(teams)
  })

const seek = (ways: Ways): EventFacts["seek"] => (wanted) =>
  Effect.gen(function*() {
    const league = leagueFor(wanted)
    const leagues = league !== undefined ? [league] : yield* Effect.filter(
      espnLeagues.filter((one) => isMeant(ways, one, [wanted.title])),
      (one) => quietly(one, Effect.map(ways.teamsOf(one), (teams) => isOfLeague(wanted, teams.map(namesOf))), false)
    )
    return yield* Effect.reduce(leagues, 0, (found, one) => Effect.map(quietly(one, seekIn(ways, one, wanted), 0), (more) => found + more))
  })

const seekIn = (ways: Ways, league: EspnLeague, wanted: WantedEvent) =>
  Effect.gen(function*() {
    const named = new Map((yield* ways.teamsOf(league)).map((team) => [team.id, namesOf(team)]))
    const namesFor = ({ team }: Game["home"]) => named.get(team.id) ?? teamNames([team.name])
    const likely = (yield* ways.espn.around(league, wanted.date)).filter((game) => isLikely(wanted, { game, home: namesFor(game.home), away: namesFor(game.away) }, ways.own))
    yield* put(ways, likely, league)
    return likely.length
  })

const tell = (ways: Ways): EventFacts["tell"] => (id, wanted, now) =>
  Effect.gen(function*() {
    const league = leagueFor(wanted)
    if (league === undefined) return Option.none()
    const game = yield* ways.espn.game(league, id, wanted.date)
    if (Option.isNone(game)) return Option.none()
    yield* put(ways, [game.value], league)
    return Option.some(gameUntil(game.value, now))
  })

const leagueFor = ({ kind }: { readonly kind: Parameters<typeof leagueOf>[0] | null }) => {
  const league = kind === null ? null : leagueOf(kind)
  return espnLeagues.find((one) => one.league === league)
}

const namesOf = ({ abbreviation, fullName, location, name }: Team): TeamNames => teamNames([fullName, name], [location, abbreviation])

/** A league's teams. A list without conferences is not stored over one that has them. */
const listed = (espn: Espn, league: EspnLeague, stored: Stored): Asked<ReadonlyArray<Team>> =>
  Effect.gen(function*() {
    const lookups = yield* AttendingLookups
    const { placed, teams } = yield* espn.teams(league)
    const known = (yield* lookups.teams).get(league.league) ?? 0
    if (!placed && known > 0) stored.add(teams)
    return teams
  })

/** Games, and the teams of their league: of colleges, of which there are hundreds, only those that play. */
const put = ({ espn, stored, teamsOf }: Ways, games: ReadonlyArray<Game>, league: EspnLeague): Asked<void> =>
  Effect.gen(function*() {
    if (games.length === 0) return
    const lookups = yield* AttendingLookups
    const teams = yield* teamsOf(league)
    const playing = new Set(games.flatMap(({ away, home }) => [home.team.id, away.team.id]))
    // What the list does not have, or all where there is no list.
    const listed = new Set(teams.map(({ id }) => id))
    yield* lookups.putTeams(espn.shown(league).filter(({ id }) => playing.has(id) && !listed.has(id)))
    if (league.isCollege) yield* lookups.putTeams(teams.filter(({ id }) => playing.has(id)))
    else if (!stored.has(teams)) {
      yield* lookups.putTeams(teams)
      stored.add(teams)
    }
    yield* lookups.putGames(yield* Effect.forEach(games, (game) => sized(espn, league, game)))
  })

const sized = (espn: Espn, league: EspnLeague, game: Game): Asked<Game> =>
  game.venue === null ? Effect.succeed(game) : Effect.map(espn.capacity(league, game.home.team.id, game.venue.name), (capacity): Game =>
    ({ ...game, venue: game.venue === null ? null : { ...game.venue, capacity } }))
