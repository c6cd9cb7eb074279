import {
  AttendingEnrichmentStore,
  type EventType,
  type League,
  type AttendingChanges,
  type EventTarget,
  artistKeyOf,
  commitChanges,
  leagueOf,
  otherSports,
  eventTask,
  eventTypes,
  leagues,
  playerTask
} from "@daybook/core/attending"
import { Publisher } from "@daybook/core/publishing"
import { Transaction } from "@daybook/core/shared"
import { DataVersions } from "@daybook/core/sync"
import { Clock, Context, Effect, Layer } from "effect"
import { attempts, isDue, joinTask } from "../EnrichmentTasks.js"
import { storage } from "../storage.js"
import { writeConcerts, writeGames, writePlayers, writeTeams } from "./facts.js"
import { domainLock } from "../kit/domainLock.js"
import { remerge } from "./remerge.js"
import { performerMentions, sideNames } from "./documents.js"
import { externalColumns, toExternal } from "./rows.js"
import { implementPlaced } from "../kit/store.js"
import { countOf } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import { object, oneOf, nullable, text, number, date, instant, type RowOf } from "../kit/columns.js"
import { table } from "../kit/table.js"
import { artistOf, performerMbid } from "../entities.js"

const targetColumns = {
  ...externalColumns,
  id: number,
  kind: nullable(oneOf(eventTypes)),
  title: text,
  date,
  at: nullable(instant),
  venue: nullable(object({ name: text, city: nullable(text) })),
  teams: nullable(sideNames),
  performers: performerMentions,
  attempts: number
}

const toTarget = ({ externalId, externalSource, ...row }: RowOf<typeof targetColumns>): EventTarget => ({
  ...row,
  external: toExternal({ externalId, externalSource })
})

const performerNames = table("attending_performers", { place: number, matchName: text, mbid: nullable(text) })

/** Performers as answers show them: with the MusicBrainz ids of their artists in the listening domain. */
const withArtistIds = Effect.fn("attending.artistIds")(function* (targets: ReadonlyArray<EventTarget>) {
  const performers = targets.flatMap((target) => target.performers)
  if (performers.length === 0) return targets
  const rows = performers.map(({ mbid, name }, place) => ({ place, matchName: artistKeyOf(name), mbid }))
  const ids = yield* sql({ place: number, mbid: nullable(text) })`
    SELECT performer.place, ${sql.literal(performerMbid("performer.mbid", "artist"))} AS mbid
    FROM ${performerNames.valuesOf(rows, "performer")}
    LEFT JOIN listening_artists AS artist ON artist.id = ${sql.literal(artistOf("performer"))}`
  const idOf = new Map(ids.map(({ mbid, place }) => [performers[place], mbid]))
  return targets.map((target) => ({
    ...target,
    performers: target.performers.map((one) => ({ ...one, mbid: idOf.get(one) ?? null }))
  }))
})

/** Events are in the past or future of the clock that their providers are asked by. */
const at = (now: number) => sql`to_timestamp(${now}::float8 / 1000)`

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
    ${joinTask(eventTask(task), "event.id")}
    WHERE event.date IS NOT NULL AND event.doubt IS DISTINCT FROM 'unread'
      AND (event.kind = ANY(${kinds}::text[])
        OR (${kinds.includes("concert")}::boolean
          AND (event.kind IS NULL OR (event.kind = 'other' AND event.teams IS NULL)))
        OR (${kinds.some((kind) => leagueOf(kind) !== null)}::boolean AND event.teams IS NOT NULL
          AND (event.kind IS NULL OR event.kind = 'other' OR event.kind = ANY(${otherSports}::text[]))))
      AND NOT coalesce(event.game ->> 'state' = 'final' AND event.game -> 'details' <> 'null', false)
      AND ${isDue(at(now))}`

    const playersDue = (task: string, league: League, limit: number, now: number) =>
      sql({ id: number, leagueId: number })`
        SELECT player.id, player.league_id FROM attending_players AS player
        ${joinTask(playerTask(task), "player.id")}
        WHERE player.league = ${league} AND player.shown
          AND (coalesce(player.body -> 'biography', 'null') = 'null'
            OR coalesce(player.body -> 'photoSilo', 'null') = 'null')
          AND ${isDue(at(now))}
        ORDER BY player.id LIMIT ${limit}`

    return yield* implementPlaced(AttendingEnrichmentStore, {
      due: (task, kinds, limit) =>
        Effect.gen(function* () {
          const rows = yield* sql(targetColumns)`
          SELECT event.id, event.kind, event.title, event.date, event.at, event.teams, event.performers,
            event.external_source, event.external_id,
            CASE WHEN event.venue IS NOT NULL
              THEN jsonb_build_object('name', event.venue ->> 'name', 'city', event.venue ->> 'city') END AS venue,
            ${attempts} AS attempts
          ${dueOf(task, kinds, yield* Clock.currentTimeMillis)} ORDER BY event.date DESC, event.id LIMIT ${limit}`
          return yield* withArtistIds(rows.map(toTarget))
        }),
      dueCount: (task, kinds) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => countOf(sql`SELECT count(*) ${dueOf(task, kinds, now)}`)),
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
      unplaced: sql({ home: text, away: text, title: text })`
      SELECT DISTINCT mention.body -> 'teams' ->> 'home' AS home, mention.body -> 'teams' ->> 'away' AS away,
        coalesce(mention.body ->> 'title', '') AS title
      FROM attending_mentions AS mention LEFT JOIN attending_events AS event ON event.id = mention.event_id
      WHERE (event.id IS NULL
          OR (event.game IS NULL
            AND (event.kind IS NULL OR event.kind = 'other' OR event.kind = ANY(${otherSports}::text[]))))
        AND NOT EXISTS (
          SELECT FROM corrections WHERE domain = 'attending' AND kind = 'hide' AND type = 'report'
            AND subject ->> 'report' = mention.name
        ) AND mention.body -> 'teams' <> 'null' AND mention.body ->> 'state' = 'confirmed'
      ORDER BY home, away, title`,
      teams: Effect.map(
        sql({ league: oneOf(leagues), teams: number })`
          SELECT league, count(*)::int AS teams FROM attending_teams GROUP BY league`,
        (rows) => new Map(rows.map(({ league, teams }) => [league, teams]))
      )
    })
  })
)
