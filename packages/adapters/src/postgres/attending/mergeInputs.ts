import type { AttendingRules, MergeInput, LibraryArtist, StoredMention } from "@daybook/core/attending"
import { artistKeysIn, concertDays, pairKey } from "@daybook/core/attending"
import { Effect } from "effect"
import { type RowOf, boolean, nullable, number, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import { concert, game, mentionBody, promotion, team, toMention } from "./documents.js"

const mentions = table("attending_mentions", {
  id: number,
  name: text,
  source: text,
  body: mentionBody,
  rejected: boolean,
  promotion: nullable(promotion),
  presence: nullable(boolean),
  ownNotes: nullable(text),
  eventId: nullable(number),
  reason: nullable(text)
})
export type MentionRow = RowOf<typeof mentions.columns>

const toStoredMention = ({ body, id, ownNotes, presence, promotion, rejected, source }: MentionRow): StoredMention => ({
  id,
  source,
  mention: toMention(body),
  rejected,
  promotion,
  presence,
  ownNotes
})

/** Merge inputs that are not stored. */
export interface UnstoredInputs {
  readonly rules: AttendingRules
  readonly aheadAt: MergeInput["aheadAt"]
}

/** The transitive closure of some ties. */
const connectedTies = Effect.fn("attending.connectedTies")(function* (start: ReadonlyArray<string>) {
  const ties = new Set(start)
  let fresh = [...ties]
  while (fresh.length > 0) {
    const met = yield* sql({ tie: text })`
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

/** With more keys than this, the database returns all names and they are matched here. */
const mostKeys = 20_000

/** Artists of the listening library that titles may name. */
const artistsFor = (rows: ReadonlyArray<MentionRow>) => {
  const keys = new Set(rows.flatMap(({ body }) => (body.title === null ? [] : [...artistKeysIn(body.title)])))
  if (keys.size === 0) return Effect.succeed([])
  const named = keys.size > mostKeys ? sql`true` : sql`match_name = ANY(${[...keys]}::text[])`
  return Effect.map(
    sql({ name: text, mbid: nullable(text), matchName: text })`
      SELECT name, mbid, match_name FROM listening_artists WHERE ${named} AND heard AND NOT hidden ORDER BY name, id`,
    (artists) =>
      artists.filter(({ matchName }) => keys.has(matchName)).map(({ mbid, name }): LibraryArtist => ({ name, mbid }))
  )
}

/** Venues with concerts known to setlist.fm, and on how many days. */
const concertVenues = (rules: AttendingRules) =>
  Effect.map(
    sql({ name: text, days: number })`
      SELECT body -> 'venue' ->> 'name' AS name, count(DISTINCT body ->> 'date')::int AS days FROM attending_concerts
      WHERE body -> 'venue' <> 'null' GROUP BY 1 ORDER BY 1`,
    (rows) => concertDays(rows, rules)
  )

/** The merge inputs of everything connected by these ties; of everything if `start` is null. */
export const mergeInputsOf = Effect.fn("attending.mergeInputsOf")(function* (
  around: UnstoredInputs,
  start: ReadonlyArray<string> | null
) {
  const ties = start === null ? null : yield* connectedTies(start)
  const touching = ties === null ? sql`true` : sql`ties && ${ties}::text[]`
  const rows = yield* sql(mentions.columns)`
    SELECT ${mentions.select("mention")} FROM attending_mentions AS mention WHERE ${touching} ORDER BY id`
  const games = yield* sql({ body: game })`SELECT body FROM attending_games WHERE ${touching}`
  const concerts = yield* sql({ body: concert })`SELECT body FROM attending_concerts WHERE ${touching}`
  const teams = yield* sql({ body: team })`SELECT body FROM attending_teams ORDER BY league, team_id`
  const apart = yield* sql({ one: text, other: text })`SELECT one, other FROM attending_apart`
  const inputs: MergeInput = {
    mentions: rows.map(toStoredMention),
    games: games.map(({ body }) => body),
    concerts: concerts.map(({ body }) => body),
    teams: teams.map(({ body }) => body),
    artists: yield* artistsFor(rows),
    concertVenues: yield* concertVenues(around.rules),
    apart: new Set(apart.map(({ one, other }) => pairKey(one, other))),
    ...around
  }
  return { inputs, rows }
})

/** The mentions of an event with the owner's decisions, and why each belongs to it. */
export const mentionsOfEvent = (id: number) =>
  Effect.map(
    sql(mentions.columns)`
      SELECT ${mentions.select("mention")} FROM attending_mentions AS mention WHERE event_id = ${id} ORDER BY id`,
    (rows) => rows.map((row) => ({ ...toStoredMention(row), reason: row.reason }))
  )
