import {
  AttendingEnrichmentStore,
  type Concert,
  type EventType,
  type Game,
  type League,
  type Player,
  type Team,
  type EventTarget,
  gameOf
} from "@daybook/core/attending"
import { EnrichmentTasks, type Enrichment } from "@daybook/core/sync"
import { Clock, type Context, Effect, Layer, Stream } from "effect"
import type { Outing } from "@daybook/simulators"

/** An outing as the domain asks for it, with the data of its calendar row alone. */
export const wantedOf = (outing: Outing, id: number): EventTarget => ({
  id,
  kind: outing.kind,
  title: outing.title,
  date: outing.date,
  at: outing.time === null ? null : outing.at,
  venue: { name: outing.place.name, city: outing.place.city },
  teams:
    outing.fixture === null
      ? null
      : { home: `${outing.fixture.home.location} ${outing.fixture.home.name}`, away: outing.fixture.away.name },
  performers: outing.performers.map(({ mbid, name }) => ({ name, mbid })),
  external: null,
  attempts: 0
})

interface EnrichmentOutcome {
  readonly until: number
  readonly attempts: number
}

/** Stores facts as the port promises. Each event gets the nearest game or concert of its day. */
export const makeMemory = (events: ReadonlyArray<EventTarget>) => {
  const games = new Map<string, Game>()
  const concerts = new Map<string, Concert>()
  const teams = new Map<string, Team>()
  const players = new Map<string, Player>()
  const outcomes = new Map<string, EnrichmentOutcome>()
  const gameFor = ({ at, date, teams: sides }: EventTarget) =>
    [...games.values()]
      .filter((game) => game.date === date && game.state !== "postponed" && game.home.team.name === sides?.home)
      .sort((a, b) => Math.abs((a.at ?? 0) - (at ?? 0)) - Math.abs((b.at ?? 0) - (at ?? 0)))[0]
  const concertFor = ({ date, performers }: EventTarget) =>
    [...concerts.values()].find((concert) => concert.date === date && concert.artist.name === performers[0]?.name)
  const withFacts = (event: EventTarget, task: string): EventTarget => {
    const concert = event.kind === "concert" ? concertFor(event) : undefined
    const game = gameFor(event)
    const external =
      event.external ??
      (concert === undefined ? (game?.external ?? null) : { source: "setlist_fm" as const, id: concert.id })
    return {
      ...event,
      kind: event.kind ?? (game === undefined ? null : gameOf(game.league)),
      external,
      attempts: outcomes.get(`${task} ${event.id}`)?.attempts ?? 0
    }
  }
  const dueOf = (task: string, kinds: ReadonlyArray<EventType>) =>
    Effect.map(Clock.currentTimeMillis, (now) =>
      events
        .filter(
          ({ id, kind }) =>
            (kind === null || kinds.includes(kind)) && (outcomes.get(`${task} ${id}`)?.until ?? 0) <= now
        )
        .map((event) => withFacts(event, task))
    )
  const tasks = Layer.mock(EnrichmentTasks, {
    postpone: ({ task }, ids, until) =>
      Effect.sync(() =>
        ids.forEach((id) =>
          outcomes.set(`${task} ${id}`, { until, attempts: outcomes.get(`${task} ${id}`)?.attempts ?? 0 })
        )
      ),
    recordOutcome: ({ task }, ids, until, succeeded) =>
      Effect.sync(() =>
        ids.forEach((id) =>
          outcomes.set(`${task} ${id}`, {
            until,
            attempts: succeeded ? 0 : (outcomes.get(`${task} ${id}`)?.attempts ?? 0) + 1
          })
        )
      )
  })
  const service: Context.Tag.Service<AttendingEnrichmentStore> = {
    due: (task, kinds, limit) => Effect.map(dueOf(task, kinds), (due) => due.slice(0, limit)),
    dueCount: (task, kinds) => Effect.map(dueOf(task, kinds), (due) => due.length),
    putGames: (newGames) =>
      Effect.sync(() => {
        for (const game of newGames) {
          const key = `${game.external.id} ${game.date}`
          const existing = games.get(key)
          // A schedule tells less than a box score that was read before.
          games.set(key, existing?.details != null && game.details === null ? existing : game)
          for (const { player } of game.details?.appearances ?? []) {
            const key = `${player.league} ${player.id}`
            if (!players.has(key)) players.set(key, player)
          }
        }
      }),
    putConcerts: (newConcerts) =>
      Effect.sync(() => newConcerts.forEach((concert) => concerts.set(concert.id, concert))),
    putTeams: (newTeams) => Effect.sync(() => newTeams.forEach((team) => teams.set(`${team.league} ${team.id}`, team))),
    putPlayers: (newPlayers) =>
      Effect.sync(() => newPlayers.forEach((player) => players.set(`${player.league} ${player.id}`, player))),
    playersDue: (task, league, limit) =>
      Effect.map(Clock.currentTimeMillis, (now) =>
        [...players.values()]
          .filter(
            (player) =>
              player.league === league &&
              player.biography === null &&
              (outcomes.get(`${task} ${player.id}`)?.until ?? 0) <= now
          )
          .slice(0, limit)
          .map(({ id }) => ({ id, leagueId: id }))
      ),
    unplaced: Effect.succeed([]),
    teams: Effect.sync(
      () =>
        new Map(
          [...new Set([...teams.values()].map(({ league }) => league))].map((league: League) => [
            league,
            [...teams.values()].filter((team) => team.league === league).length
          ])
        )
    )
  }
  /** Runs enrichments to completion. They need no other services. */
  const drain = <R>(enrichments: ReadonlyArray<Enrichment<R>>) =>
    Effect.forEach(enrichments, (enrichment) => Stream.runDrain(enrichment.drain), { discard: true }).pipe(
      Effect.provide(
        Layer.merge(Layer.succeed(AttendingEnrichmentStore, service), tasks) as unknown as Layer.Layer<
          R | EnrichmentTasks
        >
      )
    )
  return { games, concerts, teams, players, outcomes, drain }
}
