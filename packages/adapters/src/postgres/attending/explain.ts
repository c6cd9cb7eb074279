import {
  type AttendingStore,
  explainEvent,
  explainEvents,
  explainPlace,
  explainedCorrections,
  explainedVenueCorrections,
  mentionKey,
  presenceIn,
  tiesOf
} from "@daybook/core/attending"
import type { Explanation } from "@daybook/core/explain"
import type { Statement } from "@effect/sql"
import { type Context, Effect, Option } from "effect"
import { boolean, instant, nullable, number, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { type UnstoredInputs, inputsOfEvent, mentionsOfEvent, mergeInputsOf, reportedEventsOf } from "./mergeInputs.js"

/** The mentions of some events by source, the most first; `names` says whether a row's `body` names the record. */
const reportsOf = (events: Statement.Fragment, names: Statement.Fragment) =>
  sql({ source: text, reports: number, firstSeen: nullable(instant), lastSeen: nullable(instant), isNamed: boolean })`
    SELECT source, count(*) AS reports, min(said_at) AS first_seen, max(said_at) AS last_seen,
      bool_or(${names}) AS is_named
    FROM attending_mentions AS mention WHERE event_id IN (${events})
    GROUP BY source ORDER BY count(*) DESC, source COLLATE "C"`

/** The names of a venue: the shown one, the one by which its events are found, and those that reports have. */
const venueNames = (id: number) =>
  sql({ name: text, city: nullable(text) })`
    SELECT name, city FROM attending_venues WHERE id = ${id}
    UNION SELECT plain_name, city FROM attending_venues WHERE id = ${id}
    UNION SELECT reported ->> 'name', reported ->> 'city' FROM (
      SELECT mention.body -> 'venue' AS reported
      FROM attending_mentions AS mention JOIN attending_events AS event ON event.id = mention.event_id
      WHERE event.venue_id = ${id}
      UNION ALL SELECT game -> 'venue' FROM attending_events WHERE venue_id = ${id}
    ) AS reports WHERE reported ->> 'name' IS NOT NULL`

const venue = Effect.fn("attending.explainVenue")(function* (id: number) {
  const [row] = yield* sql({ name: text })`SELECT name FROM attending_venues WHERE id = ${id} AND shown`
  if (row === undefined) return Option.none<Explanation>()
  const reports = yield* reportsOf(
    sql`SELECT id FROM attending_events WHERE venue_id = ${id}`,
    sql`coalesce(body -> 'venue' ->> 'name' = ${row.name}, false)`
  )
  const all = yield* correctionsOf("attending")
  const corrections = all.length === 0 ? [] : explainedVenueCorrections(all, yield* venueNames(id))
  return Option.some(explainPlace(row.name, reports, "name", corrections))
})

const performer = Effect.fn("attending.explainPerformer")(function* (id: number) {
  const [row] = yield* sql({ name: text })`SELECT name FROM attending_performers WHERE id = ${id} AND shown`
  if (row === undefined) return Option.none<Explanation>()
  const reports = yield* reportsOf(
    sql`SELECT event_id FROM attending_billings WHERE performer_id = ${id}`,
    sql`EXISTS (
      SELECT FROM jsonb_array_elements(body -> 'performers') AS named WHERE named ->> 'name' = ${row.name}
    )`
  )
  return Option.some(explainPlace(row.name, reports))
})

const player = (id: number) =>
  Effect.map(
    sql({ league: text, name: text })`
      SELECT league, body ->> 'fullName' AS name FROM attending_players WHERE id = ${id}`,
    ([row]) =>
      Option.map(Option.fromNullable(row), ({ league, name }) =>
        explainPlace(
          name,
          [{ source: league, reports: 1, firstSeen: null, lastSeen: null, isNamed: true }],
          "full_name"
        )
      )
  )

/** The reports of a day, and the corrections that name its hidden events. */
const dayOf = (around: UnstoredInputs) =>
  Effect.fn("attending.explainDay")(function* (date: string) {
    const events = yield* reportedEventsOf(date)
    const hidden = events.filter(({ doubt }) => doubt === "hidden").flatMap(({ mentions }) => mentions)
    const all = hidden.length === 0 ? [] : yield* correctionsOf("attending")
    if (all.length === 0) return Option.fromNullable(explainEvents(events, []))
    const { inputs } = yield* mergeInputsOf(around, hidden.flatMap(tiesOf))
    return Option.fromNullable(explainEvents(events, explainedCorrections(all, hidden.map(mentionKey), inputs)))
  })

/** Explains events, venues, performers, players and days. */
export const explainAttending = (
  store: Pick<Context.Tag.Service<AttendingStore>, "event">,
  around: UnstoredInputs
) => ({
  records: {
    venue,
    performer,
    player,
    event: Effect.fn("attending.explainEvent")(function* (id: number, showsMail: boolean) {
      const profile = yield* store.event(id)
      if (Option.isNone(profile)) return Option.none<Explanation>()
      const { event, origins } = profile.value
      const all = yield* correctionsOf("attending")
      const target = all.length === 0 ? null : yield* inputsOfEvent(around, id)
      const corrections = target === null ? [] : explainedCorrections(all, target.keys, target.inputs)
      const presence = target === null ? null : presenceIn(target.inputs, target.keys)
      const mentions = (yield* mentionsOfEvent(id)).map((one) => ({ ...one, presence }))
      return Option.some(explainEvent({ event, origins, mentions, showsMail, corrections }))
    })
  },
  day: dayOf(around)
})
