import {
  AttendingEnrichmentStore,
  type Game,
  type EventTarget,
  type PlayerTarget,
  playerTask,
  seasonOf
} from "@daybook/core/attending"
import { isLocalDate, type LocalDate, type StorageFailure } from "@daybook/core/shared"
import {
  announceWork,
  dueBatches,
  type Enrichment,
  type EnrichmentProgress,
  EnrichmentTasks,
  type SourceFailure
} from "@daybook/core/sync"
import { Array, Clock, Effect, Option, Stream } from "effect"
import { type EventProvider, eventEnrichment, nextGameCheckAt } from "../kit/enrichment/events.js"
import { isLikely, isOfLeague, speaksOf, type TeamNames, teamNames, within } from "../kit/enrichment/gameMatching.js"
import { type Days, type Mlb, onlyGame, type Settings } from "./client.js"
import { namesOf, toGames } from "./toGames.js"
import type { TeamWire } from "./wire.js"

type Work<A> = Effect.Effect<A, SourceFailure | StorageFailure, AttendingEnrichmentStore>

/** Loads the league's teams and stores them. */
export type LeagueTeams = Work<ReadonlyArray<TeamWire>>

/** Enrichments with games of attended and planned events, and their players. */
export const enrichments = (
  mlb: Mlb,
  teams: LeagueTeams,
  { ownTeams }: Settings
): ReadonlyArray<Enrichment<AttendingEnrichmentStore>> => [
  eventEnrichment({
    id: "mlb-games",
    kinds: ["mlb_game"],
    source: "mlb_stats_api",
    storeNamedTeams: storeTeams(teams),
    needsTeams: lacksOwn(ownTeams),
    findCandidates: findCandidates(mlb, teams, ownTeams),
    refresh: refresh(mlb)
  }),
  players(mlb)
]

/** The owner's team name alone may mean a game. */
const lacksOwn = (own: Settings["ownTeams"]) =>
  Effect.map(
    Effect.flatMap(AttendingEnrichmentStore, (lookups) => lookups.teams),
    (teams) => own.some(({ league }) => league === "mlb") && (teams.get("mlb") ?? 0) === 0
  )

/** Stores the thirty teams once. */
const storeTeams = (teams: LeagueTeams) => () =>
  Effect.gen(function* () {
    const lookups = yield* AttendingEnrichmentStore
    if (((yield* lookups.teams).get("mlb") ?? 0) === 0) yield* teams
    return []
  })

/** Games of the day and its neighbours: the calendar may use another time zone than the game. */
const findCandidates =
  (mlb: Mlb, teams: LeagueTeams, own: Settings["ownTeams"]): EventProvider["findCandidates"] =>
  (event) =>
    Effect.gen(function* () {
      const lookups = yield* AttendingEnrichmentStore
      const leagueTeams = yield* teams
      const namesOfTeam = (team: TeamWire) => namesOf(team, seasonOf("mlb", event.date))
      const named = new Map(leagueTeams.map((team) => [team.id, namesOfTeam(team)]))
      // Of unknown kind and without this league's teams: another league's game.
      if (event.kind !== "mlb_game" && !isOfLeague(event, leagueTeams.map(namesOfTeam)))
        return { count: 0, refusal: null }
      const days = yield* mlb.around(event.date, teamOf(event, leagueTeams))
      const games = toGames(days)
      const likely = games.filter((game) =>
        isLikely(event, { game, home: namesFor(named, game.home), away: namesFor(named, game.away) }, own)
      )
      if (likely.length > 0) yield* lookups.putGames(yield* withVenues(mlb, likely, days))
      return { count: likely.length, refusal: null }
    })

/** Adds full venue data; schedules have venue names only. */
const withVenues = (mlb: Mlb, games: ReadonlyArray<Game>, days: Days) =>
  Effect.gen(function* () {
    const grounds = new Map(days.flatMap((day) => day.games).map(({ gamePk, venue }) => [String(gamePk), venue?.id]))
    return yield* Effect.forEach(games, (game) => {
      const ground = grounds.get(game.external.id)
      return ground === undefined
        ? Effect.succeed(game)
        : Effect.map(mlb.venue(ground), (venue): Game => ({ ...game, venue: venue ?? game.venue }))
    })
  })

const namesFor = (named: ReadonlyMap<number, TeamNames>, { team }: Game["home"]) =>
  named.get(team.id) ?? teamNames([team.name])

/** The one team that the event certainly names; null when ambiguous. */
const teamOf = ({ date, teams, title }: EventTarget, leagueTeams: ReadonlyArray<TeamWire>): number | null => {
  const texts = teams === null ? [title] : [teams.home, teams.away, title]
  for (const text of texts) {
    const nicknames = leagueTeams.filter((team) => team.teamName != null && within(text, team.teamName))
    if (nicknames.length > 0) return nicknames[0]!.id
    const places = leagueTeams.filter((team) => speaksOf(text, namesOf(team, seasonOf("mlb", date))))
    if (places.length === 1) return places[0]!.id
  }
  return null
}

/** All entries of the game with venue, and the box score once final. */
const refresh =
  (mlb: Mlb): EventProvider["refresh"] =>
  (gamePk, event, now) =>
    Effect.gen(function* () {
      const lookups = yield* AttendingEnrichmentStore
      const days = yield* entriesOf(mlb, gamePk, event.date)
      const entries = yield* withVenues(mlb, toGames(days), days)
      if (entries.length === 0) return Option.none()
      const over = entries.find(({ state }) => state === "final")
      const details = over === undefined ? null : Option.getOrNull(yield* mlb.details(over))
      const games = entries.map((game): Game => ({ ...game, details: game.state === "final" ? details : null }))
      yield* lookups.putGames(games)
      return Option.some(
        nextGameCheckAt(
          games.find(({ state }) => state === "final") ?? games.find(({ state }) => state !== "postponed") ?? games[0]!,
          now
        )
      )
    })

const maxMoves = 3

/** By id; else from the schedules of its day and of the days it was moved to. */
const entriesOf = (mlb: Mlb, gamePk: string, date: LocalDate): Effect.Effect<Days, SourceFailure> =>
  Effect.gen(function* () {
    const named = yield* mlb.game(gamePk)
    if (named.length > 0) return named
    const byDate = new Map<string, Days[number]>()
    let next: LocalDate | undefined = date
    for (let moves = 0; next !== undefined && moves <= maxMoves; moves++) {
      const days: Days = onlyGame(gamePk)(yield* mlb.around(next, null))
      days.forEach((day) => byDate.set(day.date, day))
      next = days
        .flatMap(({ games }) => games)
        .map(({ rescheduleDate }) => rescheduleDate?.slice(0, 10) ?? "")
        .find((day) => isLocalDate(day) && !byDate.has(day))
    }
    return [...byDate.values()]
  })

const task = "mlb-players"
const batch = 50
const dayMs = 86_400_000
const profileDays = 180
const missingProfileDays = 30

const playersDue = Effect.flatMap(AttendingEnrichmentStore, (lookups) => lookups.playersDue(task, "mlb", batch))

/** Players: biography, awards, pictures. */
const players = (mlb: Mlb): Enrichment<AttendingEnrichmentStore> => ({
  id: task,
  drain: announceWork(
    Effect.map(playersDue, ({ length }) => length),
    dueBatches(playersDue, ({ id }) => id).pipe(
      Stream.mapEffect((players) =>
        Effect.map(describe(mlb, players), (count): EnrichmentProgress => ({
          done: players.length,
          found: count,
          left: 0
        }))
      )
    )
  )
})

/** Returns the number of players found. */
const describe = (mlb: Mlb, players: ReadonlyArray<PlayerTarget>) =>
  Effect.gen(function* () {
    const lookups = yield* AttendingEnrichmentStore
    const tasks = yield* EnrichmentTasks
    const profiles = yield* mlb.players(players.map(({ leagueId }) => leagueId))
    const now = yield* Clock.currentTimeMillis
    const [missing, matched] = Array.partition(players, ({ leagueId }) => profiles.some(({ id }) => id === leagueId))
    if (profiles.length > 0) yield* lookups.putPlayers(profiles)
    const recordOutcome = (some: ReadonlyArray<PlayerTarget>, days: number, succeeded: boolean) =>
      tasks.recordOutcome(
        playerTask(task),
        some.map(({ id }) => id),
        now + days * dayMs,
        succeeded
      )
    yield* recordOutcome(matched, profileDays, true)
    yield* recordOutcome(missing, missingProfileDays, false)
    return matched.length
  })
