import {
  AttendingEnrichmentStore,
  type EventType,
  type League,
  type Player,
  type AttendingChanges,
  type EventTarget,
  commitChanges,
  leagueOf,
  otherSports,
  eventTypes,
  leagues
} from "@daybook/core/attending"
import { Publisher } from "@daybook/core/publishing"
import { Transaction } from "@daybook/core/shared"
import { DataVersions } from "@daybook/core/sync"
import { type Statement } from "@effect/sql"
import { Clock, Context, Effect, Layer } from "effect"
import { storage } from "../storage.js"
import { writeConcerts, writeGames, writePlayers, writeTeams } from "./facts.js"
import { domainLock } from "../kit/domainLock.js"
import { remerge } from "./remerge.js"
import { externalColumns, sideNames, toExternal } from "./rows.js"
import { implement } from "../kit/store.js"
import { countOf } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import { json, oneOf, nullable, text, number, date, instant, type RowOf } from "../kit/columns.js"

const targetColumns = {
  ...externalColumns,
  id: number,
  kind: nullable(oneOf(eventTypes)),
  title: text,
  date,
  at: nullable(instant),
  venue: nullable(json<{ readonly name: string; readonly city: string | null }>()),
  teams: sideNames,
  performers: json<readonly { readonly name: string; readonly mbid: string | null }[]>(),
  attempts: number
}

const toTarget = ({ externalId, externalSource, ...row }: RowOf<typeof targetColumns>): EventTarget => ({
  ...row,
  external: toExternal({ externalId, externalSource })
})

export const layer = Layer.effect(
  AttendingEnrichmentStore,
  Effect.gen(function* () {
    const events = yield* remerge
    const context = Context.pick(
      Publisher,
      Transaction,
      DataVersions
    )(yield* Effect.context<Publisher | Transaction | DataVersions>())
    const locked = domainLock("attending")

    /** Stores facts and merges their events again, in one transaction. `always` publishes even if no event changed. */
    const take = <E, R>(
      operation: string,
      write: Effect.Effect<{ readonly ties: ReadonlyArray<string>; readonly always: boolean }, E, R>
    ) =>
      storage(`AttendingEnrichmentStore.${operation}`)(
        Effect.provide(
          Transaction.pipe(
            Effect.flatMap((transaction) =>
              transaction.run(
                Effect.gen(function* () {
                  const { always } = yield* commitChanges(
                    locked(
                      Effect.gen(function* () {
                        const { always, ties } = yield* write
                        return { changes: (yield* events.of(ties)) satisfies AttendingChanges, always }
                      })
                    )
                  )
                  if (always) yield* Effect.flatMap(DataVersions, (versions) => versions.bump("attending"))
                })
              )
            )
          ),
          context
        )
      )

    /**
     * An event of unknown kind may be a game of any league if it names both sides, or a concert. A final game with a
     * box score needs no enrichment.
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
        sql({ body: json<Player>() })`
        SELECT player.body FROM attending_players AS player
        LEFT JOIN attending_lookups AS lookup ON lookup.task = ${task} AND lookup.subject = 'player' AND lookup.subject_id = player.id
        WHERE player.league = ${league} AND player.shown
          AND (coalesce(player.body -> 'biography', 'null') = 'null' OR coalesce(player.body -> 'photoSilo', 'null') = 'null')
          AND (lookup.task IS NULL OR lookup.due_at <= to_timestamp(${now}::float8 / 1000))
        ORDER BY player.id LIMIT ${limit}`,
        (rows) => rows.map(({ body }) => body)
      )

    return yield* implement(AttendingEnrichmentStore, {
      due: (task, kinds, limit) =>
        Effect.gen(function* () {
          const rows = yield* sql(targetColumns)`
          SELECT event.id, event.kind, event.title, event.date, event.at, event.teams, event.performers, event.external_source, event.external_id,
            CASE WHEN event.venue IS NULL THEN NULL ELSE jsonb_build_object('name', event.venue ->> 'name', 'city', event.venue ->> 'city') END AS venue,
            coalesce(lookup.attempts, 0) AS attempts
          ${dueOf(task, kinds, yield* Clock.currentTimeMillis)} ORDER BY event.date DESC, event.id LIMIT ${limit}`
          return rows.map(toTarget)
        }),
      dueCount: (task, kinds) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => countOf(sql`SELECT count(*) ${dueOf(task, kinds, now)}`)),
      recordOutcome: (task, ids, until, isFound) =>
        recordOutcome(
          task,
          "event",
          sql`SELECT id FROM attending_events WHERE id = ANY(${ids}::int[])`,
          until,
          isFound
        ),
      putGames: (games) =>
        take(
          "putGames",
          Effect.gen(function* () {
            const ties = yield* writeGames(games)
            return { ties, always: games.some(({ details }) => details !== null) }
          })
        ),
      putConcerts: (concerts) =>
        take(
          "putConcerts",
          Effect.map(writeConcerts(concerts), (ties) => ({ ties, always: false }))
        ),
      putTeams: (teams) =>
        take(
          "putTeams",
          Effect.map(writeTeams(teams), ({ changed, ties }) => ({ ties, always: changed > 0 }))
        ),
      putPlayers: (players) =>
        take("putPlayers", Effect.as(writePlayers(players), { ties: [], always: players.length > 0 })),
      playersDue: (task, league, limit) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => playersDue(task, league, limit, now)),
      recordPlayerOutcome: (task, league, ids, until, isFound) =>
        recordOutcome(
          task,
          "player",
          sql`SELECT id FROM attending_players WHERE league = ${league} AND league_id = ANY(${ids}::int[])`,
          until,
          isFound
        ),
      unplaced: sql({ home: text, away: text, title: text })`
      SELECT DISTINCT mention.body -> 'teams' ->> 'home' AS home, mention.body -> 'teams' ->> 'away' AS away,
        coalesce(mention.body ->> 'title', '') AS title
      FROM attending_mentions AS mention LEFT JOIN attending_events AS event ON event.id = mention.event_id
      WHERE (event.id IS NULL
          OR (event.game IS NULL AND (event.kind IS NULL OR event.kind = 'other' OR event.kind = ANY(${otherSports}::text[]))))
        AND NOT mention.rejected AND mention.body -> 'teams' <> 'null' AND mention.body ->> 'state' = 'confirmed' ORDER BY home, away, title`,
      teams: Effect.map(
        sql({ league: oneOf(leagues), teams: number })`
          SELECT league, count(*)::int AS teams FROM attending_teams GROUP BY league`,
        (rows) => new Map(rows.map(({ league, teams }) => [league, teams]))
      )
    })
  })
)

/** Infinity means never. */
const recordOutcome = (
  task: string,
  subject: "event" | "player",
  ids: Statement.Fragment,
  until: number,
  isFound: boolean
) =>
  Effect.asVoid(sql`
    INSERT INTO attending_lookups (task, subject, subject_id, due_at, attempts)
    SELECT ${task}, ${subject}, id, ${Number.isFinite(until) ? sql`to_timestamp(${until}::float8 / 1000)` : sql`'infinity'::timestamptz`}, ${isFound ? 0 : 1}::int
    FROM (${ids}) AS wanted ORDER BY id
    ON CONFLICT (task, subject, subject_id) DO UPDATE SET due_at = excluded.due_at,
      attempts = CASE WHEN ${isFound} THEN 0 ELSE attending_lookups.attempts + 1 END`)
