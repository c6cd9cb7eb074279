import {
  AttendingCorrections,
  type EventCorrection,
  eventTypes,
  eventsNamed,
  foldName,
  namesVenue
} from "@daybook/core/attending"
import type { NewCorrection, RecordKey } from "@daybook/core/corrections"
import type { EntityRef } from "@daybook/core/shared"
import { Effect, Layer } from "effect"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { boolean, date, nullable, number, oneOf, text, texts } from "../kit/columns.js"
import { domainLock } from "../kit/domainLock.js"
import { sql } from "../kit/sql.js"
import { implementPlaced } from "../kit/store.js"
import { type UnstoredInputs, mergeInputsOf, unstoredInputs } from "./mergeInputs.js"
import { remerge } from "./remerge.js"

/** A report by its key: a mention, a game of a league, or a concert of the set-list service. */
const hasReport = (key: RecordKey) => {
  const report = key["report"] ?? ""
  return Effect.map(
    sql`
      SELECT FROM attending_mentions WHERE name = ${report}
      UNION ALL SELECT FROM attending_games WHERE source || ':' || game_id = ${report}
      UNION ALL SELECT FROM attending_concerts WHERE 'setlist_fm:' || concert_id = ${report} LIMIT 1`,
    (rows) => rows.length > 0
  )
}

const venueColumns = { name: text, city: nullable(text) }

/** The venues of reports that stored corrections made another one. Events have only that. */
const movedVenues = Effect.fn("attending.movedVenues")(function* (corrections: ReadonlyArray<EventCorrection>) {
  const moves = corrections.filter(({ kind, type }) => type === "venue" && kind === "same")
  if (moves.length === 0) return []
  const reported = yield* sql(venueColumns)`
    SELECT DISTINCT venue ->> 'name' AS name, venue ->> 'city' AS city FROM (
      SELECT body -> 'venue' AS venue FROM attending_mentions
      UNION ALL SELECT game -> 'venue' FROM attending_events
      UNION ALL SELECT body -> 'venue' FROM attending_concerts
    ) AS reports WHERE venue ->> 'name' IS NOT NULL`
  return reported.filter((one) => moves.some(({ subject }) => namesVenue(subject, one, corrections)))
})

/** A venue of any event, by its reported name or the one that is shown. */
const hasVenue = Effect.fn("attending.hasVenue")(function* (key: RecordKey) {
  const corrections = yield* correctionsOf("attending")
  const venues = yield* sql({ ...venueColumns, plainName: text })`
    SELECT name, plain_name, city FROM attending_venues AS venue
    WHERE EXISTS (SELECT FROM attending_events WHERE plain_venue = venue.plain_name)`
  const named = [
    ...venues.flatMap(({ city, name, plainName }) => [name, plainName].map((one) => ({ name: one, city }))),
    ...(yield* movedVenues(corrections))
  ]
  return named.some((one) => namesVenue(key, one, corrections))
})

const hasEvent = Effect.fn("attending.hasEvent")(function* (around: UnstoredInputs, key: RecordKey) {
  const { inputs } = yield* mergeInputsOf(around, [key["date"] ?? ""])
  return eventsNamed(key, inputs).length > 0
})

const keysOf = ({ object, subject }: NewCorrection): ReadonlyArray<RecordKey> =>
  object === null ? [subject] : [subject, object]

/** The ties of what corrections name. A venue's are those of the mentions of its events, now and before. */
const tiesOf = Effect.fn("attending.correctedTies")(function* (concerned: ReadonlyArray<NewCorrection>) {
  const direct = concerned.flatMap((one) =>
    keysOf(one).flatMap((key) => [key["date"], key["report"]].filter((tie) => tie !== undefined))
  )
  if (!concerned.some(({ type }) => type === "venue")) return direct
  const venues = [...(yield* correctionsOf("attending")), ...concerned].filter(({ type }) => type === "venue")
  const names = venues.flatMap((one) => [...keysOf(one).map((key) => key["venue"]!), one.value ?? ""]).map(foldName)
  const rows = yield* sql({ ties: texts })`
    SELECT mention.ties FROM attending_mentions AS mention
    JOIN attending_events AS event ON event.id IN (mention.event_id, mention.reported_event_id)
    WHERE event.plain_venue = ANY(${names}::text[])`
  return [...direct, ...rows.flatMap(({ ties }) => ties)]
})

const eventRows = (ids: ReadonlyArray<number>) =>
  sql({ id: number, title: text, date, kind: oneOf(eventTypes), going: boolean, place: nullable(text) })`
    SELECT id, title, date, kind, going, venue ->> 'name' AS place FROM attending_events
    WHERE doubt IS NULL AND id = ANY(${ids}::int[]) ORDER BY id`

export const layer = Layer.effect(
  AttendingCorrections,
  Effect.gen(function* () {
    const around = yield* unstoredInputs
    const events = yield* remerge

    const apply = Effect.fn("attending.correct")(function* (concerned: ReadonlyArray<NewCorrection>) {
      const changes = yield* events.correct(yield* tiesOf(concerned))
      const touched = [
        ...changes.events.map(({ id }): EntityRef => ({ type: "event", id })),
        ...changes.deleted.filter(({ type }) => type === "event")
      ]
      return { changes, affected: touched.length, touched }
    })

    return yield* implementPlaced(AttendingCorrections, {
      has: (type, key) =>
        type === "report" ? hasReport(key) : type === "venue" ? hasVenue(key) : hasEvent(around, key),
      apply: (concerned) => domainLock("attending")(apply(concerned)),
      size: Effect.map(
        sql({ events: number, venues: number })`
          SELECT count(*) AS events, count(DISTINCT venue_id) AS venues FROM attending_events WHERE doubt IS NULL`,
        ([row]) => ({ ...row! })
      ),
      summaries: (records) =>
        Effect.map(eventRows(records.map(({ id }) => id)), (rows) =>
          rows.map(({ date, going, id, kind, place, title }) => ({
            ...{ type: "event", id, name: title, count: 1 },
            of: [
              date,
              kind.replaceAll("_", " "),
              ...(place === null ? [] : [place]),
              ...(going ? [] : ["not attended"])
            ].join(", ")
          }))
        )
    })
  })
)
