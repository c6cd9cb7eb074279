import {
  AttendingEnrichmentStore,
  type AttendingRules,
  type Game,
  leagueOf,
  seasonOf,
  type Team,
  type EventTarget
} from "@daybook/core/attending"
import type { LocalDate, StorageFailure } from "@daybook/core/shared"
import {
  concernsOneItem,
  type Enrichment,
  failureWith,
  isRefusal,
  isSourceFailure,
  type SourceFailure
} from "@daybook/core/sync"
import { Array, Clock, Duration, Effect, Either, Option } from "effect"
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
  withOtherNames,
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
  readonly refusals: Refusals
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
      storedLists,
      refusals: yield* makeRefusals,
      own: ownTeams,
      teamsOf: ({ league }) => teamsByLeague.get(league)!
    }
    const storeNamedTeams = (named: ReadonlyArray<Sides>) => {
      const titles = named.map(({ title }) => title)
      const leagues = espnLeagues.filter((league) => isMeant(deps, league, titles))
      return Effect.map(
        Effect.forEach(leagues, (league) => deps.refusals.attempt(league, storeTeamsOf(deps, league, named))),
        (answers) => Array.getLefts(answers).filter(isRefusal)
      )
    }
    return [
      eventEnrichment({
        id: "espn-games",
        kinds,
        source: "espn",
        storeNamedTeams,
        needsTeams: lacksOwn(deps),
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

/** Leagues that do not answer, each of which is left alone for a while. */
interface Refusals {
  /** What a league answers, or why it does not. A failure of ESPN as a whole fails. */
  readonly attempt: <A>(
    league: EspnLeague,
    work: Work<A>
  ) => Effect.Effect<Either.Either<A, SourceFailure>, SourceFailure | StorageFailure, AttendingEnrichmentStore>
}

const refusalPause = Duration.toMillis("1 hour")

const makeRefusals: Effect.Effect<Refusals> = Effect.sync(() => {
  const refusals = new Map<EspnLeague, { readonly failure: SourceFailure; readonly until: number }>()
  return {
    attempt: (league, work) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const earlier = refusals.get(league)
        if (earlier !== undefined && now < earlier.until) return Either.left(earlier.failure)
        const answer = yield* Effect.either(work)
        if (Either.isRight(answer)) return Either.right(answer.right)
        if (!isSourceFailure(answer.left) || !concernsOneItem(answer.left)) return yield* Effect.fail(answer.left)
        const failure = refusalOf(league, answer.left)
        refusals.set(league, { failure, until: now + refusalPause })
        // Where ESPN says that it does not have the league, its events wait for an hour, but nothing is wrong.
        const { message } = failure
        yield* isRefusal(failure) ? Effect.logWarning(message) : Effect.logDebug(message)
        return Either.left(failure)
      })
  }
})

const refusalOf = ({ league }: EspnLeague, failure: SourceFailure) =>
  failureWith(failure, { message: `${failure.message} for ${league}: its games are looked for again in an hour` })

/** Stores all teams of a new league; for colleges only named opponents and the owner's teams. */
const storeTeamsOf = (deps: EnrichmentDeps, league: EspnLeague, named: ReadonlyArray<Sides>): Work<void> =>
  Effect.gen(function* () {
    const { own, storedLists, teamsOf } = deps
    const lookups = yield* AttendingEnrichmentStore
    const ownTeams = own.filter((team) => team.league === league.league)
    if (!league.isCollege && ((yield* lookups.teams).get(league.league) ?? 0) > 0) return
    if (named.length === 0 && ownTeams.length === 0) return
    const teams = yield* named.length === 0 ? listedTeams(deps, league) : teamsOf(league)
    const sides = named
      .filter((sides) => isOfLeague({ teams: sides }, teams.map(namesOf(null))))
      .flatMap(({ away, home }) => [home, away])
    yield* lookups.putTeams(
      league.isCollege
        ? teams.filter(
            (team) =>
              sides.some((side) => speaksOf(side, namesOf(null)(team))) || ownTeams.some(({ id }) => id === team.id)
          )
        : teams
    )
    if (!league.isCollege) storedLists.add(teams)
  })

/** Each league has a scoreboard: where ESPN does not find it, its address has changed. */
const asRefusal = <E>(failure: E | SourceFailure): E | SourceFailure => {
  if (!isSourceFailure(failure) || failure.state !== "not_found") return failure
  return failureWith(failure, { state: "unavailable" })
}

const findCandidates =
  (deps: EnrichmentDeps): EventProvider["findCandidates"] =>
  (event) =>
    Effect.gen(function* () {
      const stated = leagueFor(event)
      const leagues = stated === undefined ? espnLeagues.filter((one) => isMeant(deps, one, [event.title])) : [stated]
      const answers = yield* Effect.forEach(leagues, (league) =>
        deps.refusals.attempt(
          league,
          Effect.flatMap(stated === undefined ? isIn(deps, league, event) : Effect.succeed(true), (isOfIt) =>
            isOfIt ? Effect.mapError(candidatesIn(deps, league, event), asRefusal) : Effect.succeed(0)
          )
        )
      )
      return {
        count: Array.getRights(answers).reduce((sum, more) => sum + more, 0),
        refusal: Array.getLefts(answers)[0] ?? null
      }
    })

/** Whether an event of unknown kind names two teams of a league. */
const isIn = ({ teamsOf }: EnrichmentDeps, league: EspnLeague, event: EventTarget): Work<boolean> =>
  Effect.map(teamsOf(league), (teams) => isOfLeague(event, teams.map(namesOf(event.date))))

/** None of a league whose list ESPN does not have: its scoreboards name them too. */
const listedTeams = ({ teamsOf }: EnrichmentDeps, league: EspnLeague): Work<ReadonlyArray<Team>> =>
  Effect.catchIf(
    teamsOf(league),
    (failure) => isSourceFailure(failure) && failure.state === "not_found",
    () => Effect.succeed([])
  )

const candidatesIn = (deps: EnrichmentDeps, league: EspnLeague, event: EventTarget): Work<number> =>
  Effect.gen(function* () {
    const named = new Map((yield* listedTeams(deps, league)).map((team) => [team.id, namesOf(event.date)(team)]))
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

const namesOf =
  (date: LocalDate | null) =>
  ({ abbreviation, fullName, league, location, name }: Team): TeamNames =>
    withOtherNames(
      teamNames([fullName, name], [location, abbreviation]),
      league,
      fullName,
      date === null ? null : seasonOf(league, date)
    )

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
const storeGames = (deps: EnrichmentDeps, games: ReadonlyArray<Game>, league: EspnLeague): Work<void> =>
  Effect.gen(function* () {
    if (games.length === 0) return
    const { espn, storedLists } = deps
    const lookups = yield* AttendingEnrichmentStore
    const teams = yield* listedTeams(deps, league)
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
