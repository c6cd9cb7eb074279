import {
  AttendingEnrichmentStore,
  type AttendingRules,
  type Game,
  leagueOf,
  type Team,
  type EventTarget
} from "@daybook/core/attending"
import type { StorageFailure } from "@daybook/core/shared"
import type { Enrichment, SourceFailure } from "@daybook/core/sync"
import { Effect, Option } from "effect"
import {
  type EventProvider,
  type Sides,
  cachedFor,
  eventEnrichment,
  nextGameCheckAt
} from "../kit/enrichment/events.js"
import {
  type TeamNames,
  isLikely,
  isOfLeague,
  makeUpOf,
  speaksOf,
  teamNames,
  within
} from "../kit/enrichment/gameMatching.js"
import type { Espn, Settings } from "./client.js"
import { type EspnLeague, espnLeagues, kinds } from "./leagues.js"

type Work<A> = Effect.Effect<A, SourceFailure | StorageFailure, AttendingEnrichmentStore>
type TeamsOf = (league: EspnLeague) => Work<ReadonlyArray<Team>>
/** Team lists that are stored already: college teams are stored singly, others as a whole. */
type StoredLists = WeakSet<ReadonlyArray<Team>>

interface EnrichmentDeps {
  readonly espn: Espn
  readonly teamsOf: TeamsOf
  readonly storedLists: StoredLists
  readonly own: AttendingRules["teams"]
}

/** Enrichments with games of attended and planned events, and their players. */
export const enrichments = (
  espn: Espn,
  { ownTeams }: Pick<Settings, "ownTeams">
): Effect.Effect<ReadonlyArray<Enrichment<AttendingEnrichmentStore>>> =>
  Effect.gen(function* () {
    const storedLists: StoredLists = new WeakSet()
    const teamsByLeague = new Map(
      yield* Effect.forEach(espnLeagues, (league) =>
        Effect.map(cachedFor(listTeams(espn, league, storedLists), "1 day"), (teams) => [league.league, teams] as const)
      )
    )
    const deps: EnrichmentDeps = {
      espn,
      storedLists: storedLists,
      own: ownTeams,
      teamsOf: ({ league }) => teamsByLeague.get(league)!
    }
    const storeNamedTeams = (named: ReadonlyArray<Sides>) =>
      Effect.forEach(
        espnLeagues.filter((league) =>
          isMeant(
            deps,
            league,
            named.map(({ title }) => title)
          )
        ),
        (league) => tolerateFailure(league, storeTeamsOf(deps, league, named), undefined)
      )
    const needsTeams = lacksOwn(deps)
    return [
      eventEnrichment({
        id: "espn-games",
        kinds,
        source: "espn",
        storeNamedTeams: storeNamedTeams,
        needsTeams: needsTeams,
        findCandidates: findCandidates(deps),
        refresh: refresh(deps)
      })
    ]
  })

/** Whether titles may refer to a league. */
const isMeant = ({ own }: EnrichmentDeps, { league, words }: EspnLeague, titles: ReadonlyArray<string>): boolean =>
  words.length === 0 ||
  own.some((team) => team.league === league) ||
  titles.some((title) => words.some((word) => within(title, word)))

/** Whether the owner has a team in a league without stored teams: its name alone may mean a game. */
const lacksOwn = ({ own }: EnrichmentDeps): Work<boolean> =>
  Effect.map(
    Effect.flatMap(AttendingEnrichmentStore, (lookups) => lookups.teams),
    (teams) =>
      espnLeagues.some(({ league }) => own.some((team) => team.league === league) && (teams.get(league) ?? 0) === 0)
  )

/** When one of these leagues fails, all do, and the enrichment fails. */
const first: ReadonlySet<EspnLeague["league"]> = new Set(["nfl", "nba", "wnba", "mls", "ncaaf", "ncaab"])

/** A failure of another league does not stop the rest. */
const tolerateFailure = <A>({ league }: EspnLeague, work: Work<A>, otherwise: A): Work<A> =>
  first.has(league)
    ? work
    : Effect.catchTag(work, "SourceFailure", ({ message }) =>
        Effect.as(Effect.logDebug(`ESPN's ${league}: ${message}`), otherwise)
      )

/** Stores all teams of a new league; for colleges only named opponents and the owner's teams. */
const storeTeamsOf = (
  { own, storedLists: storedLists, teamsOf }: EnrichmentDeps,
  league: EspnLeague,
  named: ReadonlyArray<Sides>
): Work<void> =>
  Effect.gen(function* () {
    const lookups = yield* AttendingEnrichmentStore
    const ownTeams = own.filter((team) => team.league === league.league)
    if (!league.isCollege && ((yield* lookups.teams).get(league.league) ?? 0) > 0) return
    if (named.length === 0 && ownTeams.length === 0) return
    const teams = yield* teamsOf(league)
    const sides = named
      .filter((sides) => isOfLeague({ teams: sides }, teams.map(namesOf)))
      .flatMap(({ away, home }) => [home, away])
    yield* lookups.putTeams(
      league.isCollege
        ? teams.filter(
            (team) => sides.some((side) => speaksOf(side, namesOf(team))) || ownTeams.some(({ id }) => id === team.id)
          )
        : teams
    )
    if (!league.isCollege) storedLists.add(teams)
  })

const findCandidates =
  (deps: EnrichmentDeps): EventProvider["findCandidates"] =>
  (event) =>
    Effect.gen(function* () {
      const league = leagueFor(event)
      const leagues =
        league !== undefined
          ? [league]
          : yield* Effect.filter(
              espnLeagues.filter((one) => isMeant(deps, one, [event.title])),
              (one) =>
                tolerateFailure(
                  one,
                  Effect.map(deps.teamsOf(one), (teams) => isOfLeague(event, teams.map(namesOf))),
                  false
                )
            )
      return yield* Effect.reduce(leagues, 0, (sum, one) =>
        Effect.map(tolerateFailure(one, candidatesIn(deps, one, event), 0), (more) => sum + more)
      )
    })

const candidatesIn = (deps: EnrichmentDeps, league: EspnLeague, event: EventTarget) =>
  Effect.gen(function* () {
    const named = new Map((yield* deps.teamsOf(league)).map((team) => [team.id, namesOf(team)]))
    const namesFor = ({ team }: Game["home"]) => named.get(team.id) ?? teamNames([team.name])
    const likely = (yield* deps.espn.around(league, event.date)).filter((game) =>
      isLikely(event, { game, home: namesFor(game.home), away: namesFor(game.away) }, deps.own)
    )
    yield* storeGames(deps, likely, league)
    return likely.length
  })

const refresh =
  (deps: EnrichmentDeps): EventProvider["refresh"] =>
  (id, event, now) =>
    Effect.gen(function* () {
      const league = leagueFor(event)
      if (league === undefined) return Option.none()
      const game = yield* deps.espn.game(league, id, event.date)
      if (Option.isNone(game)) return Option.none()
      const makeUp = yield* makeUpFor(deps, league, game.value)
      yield* storeGames(deps, [game.value, ...Option.toArray(makeUp)], league)
      return Option.some(
        nextGameCheckAt(
          Option.getOrElse(makeUp, () => game.value),
          now
        )
      )
    })

/** The make-up game of a postponed one, when ESPN gave it a new id. */
const makeUpFor = ({ espn }: EnrichmentDeps, league: EspnLeague, game: Game): Work<Option.Option<Game>> =>
  Effect.gen(function* () {
    if (game.state !== "postponed") return Option.none()
    const season = yield* espn.season(league, game.home.team.id, game.season)
    const candidate = makeUpOf(game, season, league.meetsAgain)
    if (candidate === null) return Option.none()
    const detailed = yield* espn.game(league, candidate.external.id, candidate.date)
    return Option.some({ ...Option.getOrElse(detailed, () => candidate), makesUpFor: game.external })
  })

const leagueFor = ({ kind }: { readonly kind: Parameters<typeof leagueOf>[0] | null }) => {
  const league = kind === null ? null : leagueOf(kind)
  return espnLeagues.find((one) => one.league === league)
}

const namesOf = ({ abbreviation, fullName, location, name }: Team): TeamNames =>
  teamNames([fullName, name], [location, abbreviation])

/** A league's teams. A list without conferences does not replace one with them. */
const listTeams = (espn: Espn, league: EspnLeague, storedLists: StoredLists): Work<ReadonlyArray<Team>> =>
  Effect.gen(function* () {
    const lookups = yield* AttendingEnrichmentStore
    const { placed, teams } = yield* espn.teams(league)
    const storedCount = (yield* lookups.teams).get(league.league) ?? 0
    if (!placed && storedCount > 0) storedLists.add(teams)
    return teams
  })

/** Stores games and their league's teams; of the hundreds of college teams only those that play. */
const storeGames = (
  { espn, storedLists: storedLists, teamsOf }: EnrichmentDeps,
  games: ReadonlyArray<Game>,
  league: EspnLeague
): Work<void> =>
  Effect.gen(function* () {
    if (games.length === 0) return
    const lookups = yield* AttendingEnrichmentStore
    const teams = yield* teamsOf(league)
    const playing = new Set(games.flatMap(({ away, home }) => [home.team.id, away.team.id]))
    // Teams missing from the list, or all when there is no list.
    const listTeams = new Set(teams.map(({ id }) => id))
    yield* lookups.putTeams(espn.seenTeams(league).filter(({ id }) => playing.has(id) && !listTeams.has(id)))
    if (league.isCollege) yield* lookups.putTeams(teams.filter(({ id }) => playing.has(id)))
    else if (!storedLists.has(teams)) {
      yield* lookups.putTeams(teams)
      storedLists.add(teams)
    }
    yield* lookups.putGames(yield* Effect.forEach(games, (game) => withCapacity(espn, league, game)))
  })

const withCapacity = (espn: Espn, league: EspnLeague, game: Game): Work<Game> =>
  game.venue === null
    ? Effect.succeed(game)
    : Effect.map(espn.capacity(league, game.home.team.id, game.venue.name), (capacity): Game => ({
        ...game,
        venue: game.venue === null ? null : { ...game.venue, capacity }
      }))
