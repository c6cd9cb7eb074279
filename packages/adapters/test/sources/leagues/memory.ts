import { AttendingLookups, type Concert, type EventType, type Game, type League, type Player, type Team, type WantedEvent, gameOf } from "@daybook/core/attending"
import type { Follower } from "@daybook/core/sync"
import { Clock, type Context, Effect, Layer, Stream } from "effect"
import type { Outing } from "../../../src/simulators/index.js"

/** An outing as the room would ask for it, known from its calendar row alone. */
export const wantedOf = (outing: Outing, id: number): WantedEvent => ({
  id,
  kind: outing.kind,
  title: outing.title,
  date: outing.date,
  at: outing.time === null ? null : outing.at,
  venue: { name: outing.place.name, city: outing.place.city },
  teams: outing.fixture === null ? null : { home: `${outing.fixture.home.location} ${outing.fixture.home.name}`, away: outing.fixture.away.name },
  performers: outing.performers.map(({ mbid, name }) => ({ name, mbid })),
  external: null,
  attempts: 0
})

interface Settled {
  readonly until: number
  readonly attempts: number
}

/** Keeps facts as the port promises, and gives each event the game or concert of its day that is nearest in time. */
export const makeMemory = (events: ReadonlyArray<WantedEvent>) => {
  const games = new Map<string, Game>()
  const concerts = new Map<string, Concert>()
  const teams = new Map<string, Team>()
  const players = new Map<string, Player>()
  const settled = new Map<string, Settled>()
  const gameFor = ({ at, date, teams: sides }: WantedEvent) =>
    [...games.values()].filter((game) => game.date === date && game.state !== "postponed" && game.home.team.name === sides?.home)
      .sort((a, b) => Math.abs((a.at ?? 0) - (at ?? 0)) - Math.abs((b.at ?? 0) - (at ?? 0)))[0]
  const concertFor = ({ date, performers }: WantedEvent) => [...concerts.values()].find((concert) => concert.date === date && concert.artist.name === performers[0]?.name)
  const asked = (event: WantedEvent, task: string): WantedEvent => {
    const concert = event.kind === "concert" ? concertFor(event) : undefined
    const game = gameFor(event)
    const external = event.external ?? (concert === undefined ? game?.external ?? null : { source: "setlist_fm" as const, id: concert.id })
    return { ...event, kind: event.kind ?? (game === undefined ? null : gameOf(game.league)), external, attempts: settled.get(`${task} ${event.id}`)?.attempts ?? 0 }
  }
  const dueOf = (task: string, kinds: ReadonlyArray<EventType>) =>
    Effect.map(Clock.currentTimeMillis, (now) =>
      events.filter(({ id, kind }) => (kind === null || kinds.includes(kind)) && (settled.get(`${task} ${id}`)?.until ?? 0) <= now).map((event) => asked(event, task)))
  const settle = (task: string, ids: ReadonlyArray<number>, until: number, found: boolean) =>
    Effect.sync(() => ids.forEach((id) => settled.set(`${task} ${id}`, { until, attempts: found ? 0 : (settled.get(`${task} ${id}`)?.attempts ?? 0) + 1 })))
  const service: Context.Tag.Service<AttendingLookups> = {
    due: (task, kinds, limit) => Effect.map(dueOf(task, kinds), (due) => due.slice(0, limit)),
    dueCount: (task, kinds) => Effect.map(dueOf(task, kinds), (due) => due.length),
    settle,
    putGames: (given) =>
      Effect.sync(() => {
        for (const game of given) {
          const key = `${game.external.id} ${game.date}`
          const known = games.get(key)
          // A schedule tells less than a box score that was read before.
          games.set(key, known?.details != null && game.details === null ? known : game)
          for (const { player } of game.details?.appearances ?? []) {
            const key = `${player.league} ${player.id}`
            if (!players.has(key)) players.set(key, player)
          }
        }
      }),
    putConcerts: (given) => Effect.sync(() => given.forEach((concert) => concerts.set(concert.id, concert))),
    putTeams: (given) => Effect.sync(() => given.forEach((team) => teams.set(`${team.league} ${team.id}`, team))),
    putPlayers: (given) => Effect.sync(() => given.forEach((player) => players.set(`${player.league} ${player.id}`, player))),
    playersDue: (task, league, limit) =>
      Effect.map(Clock.currentTimeMillis, (now) =>
        [...players.values()].filter((player) => player.league === league && player.biography === null && (settled.get(`${task} ${player.id}`)?.until ?? 0) <= now).slice(0, limit)),
    settlePlayers: (task, _league, ids, until, found) => settle(task, ids, until, found),
    unplaced: Effect.succeed([]),
    teams: Effect.sync(() => new Map([...new Set([...teams.values()].map(({ league }) => league))].map((league: League) => [league, [...teams.values()].filter((team) => team.league === league).length])))
  }
  /** Runs followers to their end; they ask for nothing but the look-ups. */
  const drain = <R>(followers: ReadonlyArray<Follower<R>>) =>
    Effect.forEach(followers, (follower) => Stream.runDrain(follower.drain), { discard: true }).pipe(
      Effect.provide(Layer.succeed(AttendingLookups, service) as unknown as Layer.Layer<R>)
    )
  return { games, concerts, teams, players, settled, drain }
}
