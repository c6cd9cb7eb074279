import { AttendingLookups, type Game, type WantedEvent } from "@daybook/core/attending"
import { isLocalDate, type LocalDate, type StorageFailure } from "@daybook/core/shared"
import { announced, batchesDue, type Follower, type FollowUp, type SourceFailure } from "@daybook/core/sync"
import { Clock, Effect, Option, Stream } from "effect"
import { gameUntil } from "../leagues/again.js"
import { eventFollower, type EventFacts } from "../leagues/follower.js"
import { isLikely, isOfLeague, speaksOf, type TeamNames, teamNames, within } from "../leagues/likely.js"
import { type Days, type Mlb, onlyGame } from "./Mlb.js"
import type { Settings } from "./settings.js"
import { namesOf } from "./toTeam.js"
import { toGames } from "./toGames.js"
import type { TeamWire } from "./wire.js"

type Asked<A> = Effect.Effect<A, SourceFailure | StorageFailure, AttendingLookups>

/** The league's teams; asking for them also stores them. */
export type KnownTeams = Asked<ReadonlyArray<TeamWire>>

/** What the league knows of the games that were, or will be, gone to, and of who played in them. */
export const followers = (mlb: Mlb, teams: KnownTeams, { ownTeams }: Settings): ReadonlyArray<Follower<AttendingLookups>> => [
  eventFollower({ id: "mlb-games", kinds: ["mlb_game"], source: "mlb_stats_api", learn: learn(teams), isWanted: lacksOwn(ownTeams), seek: seek(mlb, teams, ownTeams), tell: tell(mlb) }),
  players(mlb)
]

/** The owner's team is a game by its name alone. */
const lacksOwn = (own: Settings["ownTeams"]) =>
  Effect.map(Effect.flatMap(AttendingLookups, (lookups) => lookups.teams), (teams) => own.some(({ league }) => league === "mlb") && (teams.get("mlb") ?? 0) === 0)

/** Thirty teams, once and for all. */
const learn = (teams: KnownTeams) => () =>
  Effect.gen(function*() {
    const lookups = yield* AttendingLookups
    if (((yield* lookups.teams).get("mlb") ?? 0) === 0) yield* teams
  })

/** Games of the day and the days around it: calendars are kept at home, games are played elsewhere. */
const seek = (mlb: Mlb, teams: KnownTeams, own: Settings["ownTeams"]): EventFacts["seek"] => (wanted) =>
  Effect.gen(function*() {
    const lookups = yield* AttendingLookups
    const known = yield* teams
    const named = new Map(known.map((team) => [team.id, namesOf(team)]))
    // Of unknown kind, and of no teams of this league: another league's game.
    if (wanted.kind !== "mlb_game" && !isOfLeague(wanted, known.map(namesOf))) return 0
    const days = yield* mlb.around(wanted.date, teamOf(wanted, known))
    const games = toGames(days)
    const likely = games.filter((game) =>
      isLikely(wanted, { game, home: namesFor(named, game.home), away: namesFor(named, game.away) }, own))
    if (likely.length > 0) yield* lookups.putGames(yield* placed(mlb, likely, days))
    return likely.length
  })

/** Games with all that is known of their places, however they were come upon: a schedule tells only names. */
const placed = (mlb: Mlb, games: ReadonlyArray<Game>, days: Days) =>
  Effect.gen(function*() {
    const grounds = new Map(days.flatMap((day) => day.games).map(({ gamePk, venue }) => [String(gamePk), venue?.id]))
    return yield* Effect.forEach(games, (game) => {
      const ground = grounds.get(game.external.id)
      return ground === undefined ? Effect.succeed(game) : Effect.map(mlb.venue(ground), (venue): Game => ({ ...game, venue: venue ?? game.venue }))
    })
  })

const namesFor = (named: ReadonlyMap<number, TeamNames>, { team }: Game["home"]) => named.get(team.id) ?? teamNames([team.name])

/** The one team that the event surely speaks of; null where there are several, or none. */
const teamOf = ({ teams, title }: WantedEvent, known: ReadonlyArray<TeamWire>): number | null => {
  const texts = teams === null ? [title] : [teams.home, teams.away, title]
  for (const text of texts) {
    const nicknames = known.filter((team) => team.teamName != null && within(text, team.teamName))
    if (nicknames.length > 0) return nicknames[0]!.id
    const places = known.filter((team) => speaksOf(text, namesOf(team)))
    if (places.length === 1) return places[0]!.id
  }
  return null
}

/** Every entry of the game, with its place, and its box score once it is over. */
const tell = (mlb: Mlb): EventFacts["tell"] => (gamePk, wanted, now) =>
  Effect.gen(function*() {
    const lookups = yield* AttendingLookups
    const days = yield* entriesOf(mlb, gamePk, wanted.date)
    const entries = yield* placed(mlb, toGames(days), days)
    if (entries.length === 0) return Option.none()
    const over = entries.find(({ state }) => state === "final")
    const details = over === undefined ? null : Option.getOrNull(yield* mlb.details(over))
    const games = entries.map((game): Game => ({ ...game, details: game.state === "final" ? details : null }))
    yield* lookups.putGames(games)
    return Option.some(gameUntil(games.find(({ state }) => state === "final") ?? games.find(({ state }) => state !== "postponed") ?? games[0]!, now))
  })

const mostMoves = 3

/** By its number; where the league does not find it so, in the schedule of its day and of the days that it was moved to. */
const entriesOf = (mlb: Mlb, gamePk: string, date: LocalDate): Effect.Effect<Days, SourceFailure> =>
  Effect.gen(function*() {
    const named = yield* mlb.game(gamePk)
    if (named.length > 0) return named
    const found = new Map<string, Days[number]>()
    let next: LocalDate | undefined = date
    for (let moves = 0; next !== undefined && moves <= mostMoves; moves++) {
      const days: Days = onlyGame(gamePk)(yield* mlb.around(next, null))
      days.forEach((day) => found.set(day.date, day))
      next = days.flatMap(({ games }) => games).map(({ rescheduleDate }) => rescheduleDate?.slice(0, 10) ?? "").find((day) => isLocalDate(day) && !found.has(day))
    }
    return [...found.values()]
  })

const task = "mlb-players"
const batch = 50
const dayMs = 86_400_000
const foundDays = 180
const missedDays = 30

const playersDue = Effect.flatMap(AttendingLookups, (lookups) => lookups.playersDue(task, "mlb", batch))

/** Who played: biography, awards, pictures. */
const players = (mlb: Mlb): Follower<AttendingLookups> => ({
  id: task,
  drain: announced(Effect.map(playersDue, ({ length }) => length), batchesDue(playersDue, ({ id }) => id).pipe(
    Stream.mapEffect((players) =>
      Effect.map(describe(mlb, players.map(({ id }) => id)), (found): FollowUp => ({ done: players.length, found, left: 0 })))
  ))
})

/** Says how many of the players the league knows. */
const describe = (mlb: Mlb, ids: ReadonlyArray<number>): Asked<number> =>
  Effect.gen(function*() {
    const lookups = yield* AttendingLookups
    const found = yield* mlb.players(ids)
    const now = yield* Clock.currentTimeMillis
    const known = found.map(({ id }) => id).filter((id) => ids.includes(id))
    const unknown = ids.filter((id) => !known.includes(id))
    if (found.length > 0) yield* lookups.putPlayers(found)
    if (known.length > 0) yield* lookups.settlePlayers(task, "mlb", known, now + foundDays * dayMs, true)
    if (unknown.length > 0) yield* lookups.settlePlayers(task, "mlb", unknown, now + missedDays * dayMs, false)
    return known.length
  })
