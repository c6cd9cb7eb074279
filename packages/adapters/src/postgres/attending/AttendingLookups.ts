import { AttendingLookups, type EventType, type League, type Player, type Turned, type WantedEvent, atOnce, leagueOf, otherSports } from "@daybook/core/attending"
import { Publisher } from "@daybook/core/publishing"
import { Transaction } from "@daybook/core/shared"
import { DataVersions } from "@daybook/core/sync"
import { SqlClient, type Statement } from "@effect/sql"
import { Clock, Context, Effect, Layer } from "effect"
import { storage } from "../storage.js"
import { writeConcerts, writeGames, writePlayers, writeTeams } from "./known.js"
import { locked } from "./locked.js"
import { remerge } from "./remerge.js"

interface Row extends Omit<WantedEvent, "external"> {
  readonly externalSource: NonNullable<WantedEvent["external"]>["source"] | null
  readonly externalId: string | null
}

const toWanted = ({ externalId, externalSource, ...row }: Row): WantedEvent => ({
  ...row,
  external: externalSource === null || externalId === null ? null : { source: externalSource, id: externalId }
})

export const layer = Layer.effect(AttendingLookups, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const events = yield* remerge
  const context = Context.pick(Publisher, Transaction, DataVersions)(yield* Effect.context<Publisher | Transaction | DataVersions>())
  const turn = locked(sql)

  /** Facts and what they come to, in one transaction; `always` where they show although no event is another. */
  const take = <E, R>(operation: string, write: Effect.Effect<{ readonly ties: ReadonlyArray<string>; readonly always: boolean }, E, R>) =>
    storage(`AttendingLookups.${operation}`)(Effect.provide(
      Transaction.pipe(Effect.flatMap((transaction) => transaction.run(Effect.gen(function*() {
        const { always } = yield* atOnce(turn(Effect.gen(function*() {
          const { always, ties } = yield* write
          return { turned: (yield* events.of(ties)) satisfies Turned, always }
        })))
        if (always) yield* Effect.flatMap(DataVersions, (versions) => versions.bump("attending"))
      })))),
      context
    ))

  /**
   * An event whose kind is not known yet may be a game of any league where it names sides, or a concert. A final game with
   * its box score wants nothing more.
   */
  const dueOf = (task: string, kinds: ReadonlyArray<EventType>, now: number) => sql`
    FROM attending_events AS event
    LEFT JOIN attending_lookups AS lookup ON lookup.task = ${task} AND lookup.subject = 'event' AND lookup.subject_id = event.id
    WHERE event.date IS NOT NULL AND event.doubt IS DISTINCT FROM 'unread'
      AND (event.kind = ANY(${kinds}::text[])
        OR (${kinds.includes("concert")}::boolean AND (event.kind IS NULL OR (event.kind = 'other' AND event.teams IS NULL)))
        OR (${kinds.some((kind) => leagueOf(kind) !== null)}::boolean AND event.teams IS NOT NULL
          AND (event.kind IS NULL OR event.kind = 'other' OR event.kind = ANY(${otherSports}::text[]))))
      AND NOT coalesce(event.game ->> 'state' = 'final' AND event.game -> 'details' <> 'null', false)
      AND (lookup.task IS NULL OR lookup.due_at <= to_timestamp(${now}::float8 / 1000))`

  const playersDue = (task: string, league: League, limit: number, now: number) =>
    Effect.map(
      sql<{ body: Player }>`
        SELECT player.body FROM attending_players AS player
        LEFT JOIN attending_lookups AS lookup ON lookup.task = ${task} AND lookup.subject = 'player' AND lookup.subject_id = player.id
        WHERE player.league = ${league} AND player.shown
          AND (coalesce(player.body -> 'biography', 'null') = 'null' OR coalesce(player.body -> 'photoSilo', 'null') = 'null')
          AND (lookup.task IS NULL OR lookup.due_at <= to_timestamp(${now}::float8 / 1000))
        ORDER BY player.id LIMIT ${limit}`,
      (rows) => rows.map(({ body }) => body)
    )

  return {
    due: (task, kinds, limit) =>
      storage("AttendingLookups.due")(Effect.gen(function*() {
        const rows = yield* sql<Row>`
          SELECT event.id, event.kind, event.title, event.date, event.at, event.teams, event.performers, event.external_source, event.external_id,
            CASE WHEN event.venue IS NULL THEN NULL ELSE jsonb_build_object('name', event.venue ->> 'name', 'city', event.venue ->> 'city') END AS venue,
            coalesce(lookup.attempts, 0) AS attempts
          ${dueOf(task, kinds, yield* Clock.currentTimeMillis)} ORDER BY event.date DESC, event.id LIMIT ${limit}`
        return rows.map(toWanted)
      })),
    dueCount: (task, kinds) =>
      storage("AttendingLookups.dueCount")(Effect.gen(function*() {
        const [row] = yield* sql<{ count: number }>`SELECT count(*) AS count ${dueOf(task, kinds, yield* Clock.currentTimeMillis)}`
        return row?.count ?? 0
      })),
    settle: (task, ids, until, found) => storage("AttendingLookups.settle")(settle(sql, task, "event", sql`SELECT id FROM attending_events WHERE id = ANY(${ids}::int[])`, until, found)),
    putGames: (games) => take("putGames", Effect.gen(function*() {
      const ties = yield* writeGames(sql, games)
      return { ties, always: games.some(({ details }) => details !== null) }
    })),
    putConcerts: (concerts) => take("putConcerts", Effect.map(writeConcerts(sql, concerts), (ties) => ({ ties, always: false }))),
    putTeams: (teams) => take("putTeams", Effect.map(writeTeams(sql, teams), ({ changed, ties }) => ({ ties, always: changed > 0 }))),
    putPlayers: (players) => take("putPlayers", Effect.as(writePlayers(sql, players), { ties: [], always: players.length > 0 })),
    playersDue: (task, league, limit) =>
      storage("AttendingLookups.playersDue")(Effect.flatMap(Clock.currentTimeMillis, (now) => playersDue(task, league, limit, now))),
    settlePlayers: (task, league, ids, until, found) =>
      storage("AttendingLookups.settlePlayers")(
        settle(sql, task, "player", sql`SELECT id FROM attending_players WHERE league = ${league} AND league_id = ANY(${ids}::int[])`, until, found)
      ),
    unplaced: storage("AttendingLookups.unplaced")(sql<{ home: string; away: string; title: string }>`
      SELECT DISTINCT mention.body -> 'teams' ->> 'home' AS home, mention.body -> 'teams' ->> 'away' AS away,
        coalesce(mention.body ->> 'title', '') AS title
      FROM attending_mentions AS mention LEFT JOIN attending_events AS event ON event.id = mention.event_id
      WHERE (event.id IS NULL
          OR (event.game IS NULL AND (event.kind IS NULL OR event.kind = 'other' OR event.kind = ANY(${otherSports}::text[]))))
        AND NOT mention.rejected AND mention.body -> 'teams' <> 'null' AND mention.body ->> 'state' = 'confirmed' ORDER BY home, away, title`),
    teams: storage("AttendingLookups.teams")(Effect.map(
      sql<{ league: League; teams: number }>`SELECT league, count(*)::int AS teams FROM attending_teams GROUP BY league`,
      (rows) => new Map(rows.map(({ league, teams }) => [league, teams]))
    ))
  }
}))

/** Infinity is for never. */
const settle = (sql: SqlClient.SqlClient, task: string, subject: "event" | "player", ids: Statement.Fragment, until: number, found: boolean) =>
  Effect.asVoid(sql`
    INSERT INTO attending_lookups (task, subject, subject_id, due_at, attempts)
    SELECT ${task}, ${subject}, id, ${Number.isFinite(until) ? sql`to_timestamp(${until}::float8 / 1000)` : sql`'infinity'::timestamptz`}, ${found ? 0 : 1}::int
    FROM (${ids}) AS wanted ORDER BY id
    ON CONFLICT (task, subject, subject_id) DO UPDATE SET due_at = excluded.due_at,
      attempts = CASE WHEN ${found} THEN 0 ELSE attending_lookups.attempts + 1 END`)
