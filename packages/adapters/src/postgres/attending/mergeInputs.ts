import type { AttendingRules, MergeInput, LibraryArtist, ReportedEvent, StoredMention } from "@daybook/core/attending"
import {
  type EventCorrection,
  RuleBook,
  artistKeysIn,
  concertDays,
  eventDoubts,
  venueOffsets
} from "@daybook/core/attending"
import { Calendar } from "@daybook/core/shared"
import { Array, Effect } from "effect"
import { type RowOf, nullable, number, oneOf, text, texts } from "../kit/columns.js"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { shownArtists } from "../entities.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import { concert, game, mentionBody, promotion, team, toMention } from "./documents.js"

const mentions = table("attending_mentions", {
  id: number,
  name: text,
  source: text,
  body: mentionBody,
  promotion: nullable(promotion),
  ownNotes: nullable(text),
  eventId: nullable(number),
  reportedEventId: nullable(number),
  reason: nullable(text)
})
export type MentionRow = RowOf<typeof mentions.columns>

/** A mention as it is reported: corrections decide on it in the merge. */
const toStoredMention = ({ body, id, ownNotes, promotion, source }: MentionRow): StoredMention => ({
  id,
  source,
  mention: toMention(body),
  rejected: false,
  promotion,
  presence: null,
  ownNotes
})

/** Merge inputs that are not stored. */
export interface UnstoredInputs {
  readonly rules: AttendingRules
  readonly aheadAt: MergeInput["aheadAt"]
}

/** Of the rules and the home. */
export const unstoredInputs = Effect.gen(function* () {
  const rules = yield* RuleBook
  const calendar = yield* Calendar
  return { rules, aheadAt: venueOffsets(calendar.offsetAt) } satisfies UnstoredInputs
})

/** Days of which corrections say that they have one event. */
const linkedDays = (corrections: ReadonlyArray<EventCorrection>) =>
  corrections.flatMap(({ kind, object, subject, type }) =>
    type === "event" && kind === "same" ? [[subject["date"]!, object!["date"]!]] : []
  )

/** The transitive closure of some ties. */
const connectedTies = Effect.fn("attending.connectedTies")(function* (
  start: ReadonlyArray<string>,
  corrections: ReadonlyArray<EventCorrection>
) {
  const ties = new Set(start)
  const links = linkedDays(corrections)
  let fresh = [...ties]
  while (fresh.length > 0) {
    const met = yield* sql({ tie: text })`
      SELECT DISTINCT tie FROM (
        SELECT unnest(ties) AS tie FROM attending_mentions WHERE ties && ${fresh}::text[]
        UNION ALL SELECT unnest(ties) FROM attending_games WHERE ties && ${fresh}::text[]
        UNION ALL SELECT unnest(ties) FROM attending_concerts WHERE ties && ${fresh}::text[]
      ) AS met`
    const linked = links.filter((days) => days.some((day) => ties.has(day))).flat()
    fresh = [...new Set([...met.map(({ tie }) => tie), ...linked])].filter((tie) => !ties.has(tie))
    fresh.forEach((tie) => ties.add(tie))
  }
  return [...ties]
})

/** With more keys than this, the database returns all names and they are matched here. */
const maxKeys = 20_000

/** Artists of the listening library that titles may name. */
const artistsFor = (rows: ReadonlyArray<MentionRow>) => {
  const keys = new Set(rows.flatMap(({ body }) => (body.title === null ? [] : [...artistKeysIn(body.title)])))
  if (keys.size === 0) return Effect.succeed([])
  const named = keys.size > maxKeys ? sql`true` : sql`artist.match_name = ANY(${[...keys]}::text[])`
  return Effect.map(
    sql({ name: text, matchName: text })`
      SELECT artist.name, artist.match_name FROM ${shownArtists} WHERE ${named} ORDER BY artist.name, artist.id`,
    (artists) => artists.filter(({ matchName }) => keys.has(matchName)).map(({ name }): LibraryArtist => ({ name }))
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
  const corrections = yield* correctionsOf("attending")
  const ties = start === null ? null : yield* connectedTies(start, corrections)
  const touching = ties === null ? sql`true` : sql`ties && ${ties}::text[]`
  const rows = yield* sql(mentions.columns)`
    SELECT ${mentions.select("mention")} FROM attending_mentions AS mention WHERE ${touching} ORDER BY id`
  const games = yield* sql({ body: game })`SELECT body FROM attending_games WHERE ${touching}`
  const concerts = yield* sql({ body: concert })`SELECT body FROM attending_concerts WHERE ${touching}`
  const teams = yield* sql({ body: team })`SELECT body FROM attending_teams ORDER BY league, team_id`
  const inputs: MergeInput = {
    mentions: rows.map(toStoredMention),
    games: games.map(({ body }) => body),
    concerts: concerts.map(({ body }) => body),
    teams: teams.map(({ body }) => body),
    artists: yield* artistsFor(rows),
    concertVenues: yield* concertVenues(around.rules),
    apart: new Set(),
    corrections,
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

const dayColumns = { ...mentions.columns, shownId: number, doubt: nullable(oneOf(eventDoubts)) }

/** The events of a day with their mentions, also those that are not shown. */
export const reportedEventsOf = (date: string) =>
  Effect.map(
    sql(dayColumns)`
      SELECT ${mentions.select("mention")}, event.id AS shown_id, event.doubt
      FROM attending_mentions AS mention
      JOIN attending_events AS event ON event.id = coalesce(mention.event_id, mention.reported_event_id)
      WHERE event.date = ${date}::date ORDER BY event.id, mention.id`,
    (rows) =>
      Object.values(Array.groupBy(rows, ({ shownId }) => String(shownId))).map((of): ReportedEvent => ({
        doubt: of[0].doubt,
        mentions: of.map(toStoredMention)
      }))
  )

/** The merge inputs of an event, and the keys of its mentions. Null if there is none. */
export const inputsOfEvent = Effect.fn("attending.inputsOfEvent")(function* (around: UnstoredInputs, id: number) {
  const rows = yield* sql({ name: text, ties: texts })`
    SELECT name, ties FROM attending_mentions WHERE event_id = ${id} ORDER BY id`
  if (rows.length === 0) return null
  const { inputs } = yield* mergeInputsOf(
    around,
    rows.flatMap(({ ties }) => ties)
  )
  return { inputs, keys: rows.map(({ name }) => name) }
})
