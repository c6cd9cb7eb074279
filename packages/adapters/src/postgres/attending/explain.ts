import {
  type AttendingStore,
  explainEvent,
  explainEvents,
  explainPlace,
  explainedCorrections,
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

const placeOf = Effect.fn("attending.explainPlace")(function* (
  record: Statement.Fragment,
  events: Statement.Fragment,
  names: Statement.Fragment
) {
  const [row] = yield* sql({ name: text })`${record}`
  return row === undefined
    ? Option.none<Explanation>()
    : Option.some(explainPlace(row.name, yield* reportsOf(events, names)))
})

const venue = (id: number) =>
  placeOf(
    sql`SELECT name FROM attending_venues WHERE id = ${id} AND shown`,
    sql`SELECT id FROM attending_events WHERE venue_id = ${id}`,
    sql`coalesce(body -> 'venue' ->> 'name' = (SELECT name FROM attending_venues WHERE id = ${id}), false)`
  )

const performer = (id: number) =>
  placeOf(
    sql`SELECT name FROM attending_performers WHERE id = ${id} AND shown`,
    sql`SELECT event_id FROM attending_billings WHERE performer_id = ${id}`,
    sql`EXISTS (
      SELECT FROM jsonb_array_elements(body -> 'performers') AS named
      WHERE named ->> 'name' = (SELECT name FROM attending_performers WHERE id = ${id})
    )`
  )

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
