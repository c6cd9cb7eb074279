import type { AttendingRules, Concert, Game, Ground, LibraryArtist, Mention, Promotion, Team, Told } from "@daybook/core/attending"
import { artistKeysIn, pairKey, plain, venueName } from "@daybook/core/attending"
import type { SqlClient } from "@effect/sql"
import { Effect } from "effect"

export interface ToldRow {
  readonly id: number
  readonly name: string
  readonly source: string
  readonly body: Mention
  readonly rejected: boolean
  readonly promotion: Promotion | null
  readonly presence: boolean | null
  readonly eventId: number | null
  readonly reason: string | null
}

const toTold = ({ body, id, presence, promotion, rejected, source }: ToldRow): Told => ({ id, source, mention: body, rejected, promotion, presence })

/** What the ground of a part stands on besides what is stored. */
export interface Around {
  readonly rules: AttendingRules
  readonly aheadAt: Ground["aheadAt"]
}

/** All that shares a tie with some, at whatever remove. */
const closed = Effect.fn("attending.closed")(function*(sql: SqlClient.SqlClient, start: ReadonlyArray<string>) {
  const ties = new Set(start)
  let fresh = [...ties]
  while (fresh.length > 0) {
    const met = yield* sql<{ tie: string }>`
      SELECT DISTINCT tie FROM (
        SELECT unnest(ties) AS tie FROM attending_mentions WHERE ties && ${fresh}::text[]
        UNION ALL SELECT unnest(ties) FROM attending_games WHERE ties && ${fresh}::text[]
        UNION ALL SELECT unnest(ties) FROM attending_concerts WHERE ties && ${fresh}::text[]
      ) AS met`
    fresh = met.map(({ tie }) => tie).filter((tie) => !ties.has(tie))
    fresh.forEach((tie) => ties.add(tie))
  }
  return [...ties]
})

/** More keys than these are not sent to the database: it sends its names instead. */
const mostKeys = 20_000

/** Artists of the listening library that titles may name. */
const artistsFor = (sql: SqlClient.SqlClient, rows: ReadonlyArray<ToldRow>) => {
  const keys = new Set(rows.flatMap(({ body }) => body.title === null ? [] : [...artistKeysIn(body.title)]))
  if (keys.size === 0) return Effect.succeed([])
  const named = keys.size > mostKeys ? sql`true` : sql`match_name = ANY(${[...keys]}::text[])`
  return Effect.map(
    sql<LibraryArtist & { matchName: string }>`
      SELECT name, mbid, match_name FROM listening_artists WHERE ${named} AND heard AND NOT hidden ORDER BY name, id`,
    (artists) => artists.filter(({ matchName }) => keys.has(matchName)).map(({ mbid, name }): LibraryArtist => ({ name, mbid }))
  )
}

/** Where the set-list service knows concerts, and on how many days. */
const concertVenues = (sql: SqlClient.SqlClient, rules: AttendingRules) =>
  Effect.map(
    sql<{ name: string; days: number }>`
      SELECT body -> 'venue' ->> 'name' AS name, count(DISTINCT body ->> 'date')::int AS days FROM attending_concerts
      WHERE body -> 'venue' <> 'null' GROUP BY 1 ORDER BY 1`,
    (rows) => {
      const venues = new Map<string, number>()
      for (const { days, name } of rows) {
        const known = plain(venueName(name, rules))
        venues.set(known, (venues.get(known) ?? 0) + days)
      }
      return venues
    }
  )

/** All that is known of what shares a tie with some; of everything where `start` is null. */
export const groundOf = Effect.fn("attending.groundOf")(function*(sql: SqlClient.SqlClient, around: Around, start: ReadonlyArray<string> | null) {
  const ties = start === null ? null : yield* closed(sql, start)
  const touching = ties === null ? sql`true` : sql`ties && ${ties}::text[]`
  const rows = yield* sql<ToldRow>`
    SELECT id, name, source, body, rejected, promotion, presence, event_id, reason FROM attending_mentions WHERE ${touching} ORDER BY id`
  const games = yield* sql<{ body: Game }>`SELECT body FROM attending_games WHERE ${touching}`
  const concerts = yield* sql<{ body: Concert }>`SELECT body FROM attending_concerts WHERE ${touching}`
  const teams = yield* sql<{ body: Team }>`SELECT body FROM attending_teams ORDER BY league, team_id`
  const apart = yield* sql<{ one: string; other: string }>`SELECT one, other FROM attending_apart`
  const ground: Ground = {
    told: rows.map(toTold),
    games: games.map(({ body }) => body),
    concerts: concerts.map(({ body }) => body),
    teams: teams.map(({ body }) => body),
    artists: yield* artistsFor(sql, rows),
    concertVenues: yield* concertVenues(sql, around.rules),
    apart: new Set(apart.map(({ one, other }) => pairKey(one, other))),
    ...around
  }
  return { ground, rows }
})
