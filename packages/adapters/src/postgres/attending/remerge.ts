import {
  type AttendingChanges,
  type Draft,
  type MergeInput,
  billsOf,
  mergeMentionsInSlices
} from "@daybook/core/attending"
import { Clock, Effect } from "effect"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { sortName } from "../entities.js"
import { number, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import { concealReported } from "./concealed.js"
import { performerMentions } from "./documents.js"
import { type WrittenEvents, writeEvents } from "./events.js"
import { mergeInputsOf, unstoredInputs } from "./mergeInputs.js"
import { type ChangedPeople, changesOf } from "./publishable.js"
import { placeVenues } from "./venues.js"

const performerTable = table("attending_performers", { plainName: text, sortName: text, name: text, type: text })
const billings = table("attending_billings", { eventId: number, plainName: text, role: text, place: number })

/** Stores the id of each performer: the newest event that has one says it. Returns the performers that changed. */
const writePerformerIds = (performers: ReadonlyArray<number>) =>
  sql({ id: number })`
    UPDATE attending_performers AS performer SET mbid = reported.mbid FROM (
      SELECT own.id, (
        SELECT one.mbid FROM attending_billings AS bill JOIN attending_events AS event ON event.id = bill.event_id
        CROSS JOIN LATERAL (SELECT event.performers -> bill.place ->> 'mbid' AS mbid) AS one
        WHERE bill.performer_id = own.id AND one.mbid IS NOT NULL ORDER BY event.date DESC NULLS LAST, one.mbid LIMIT 1
      ) AS mbid FROM unnest(${performers}::int[]) AS own (id)
    ) AS reported
    WHERE performer.id = reported.id AND performer.mbid IS DISTINCT FROM reported.mbid RETURNING performer.id`

/**
 * Stores the performers of some events. A performer is identified by name, without diacritics and case. Returns the
 * performers that changed.
 */
const writeBills = Effect.fn("attending.writeBills")(function* ({ changed: events, unbilled }: WrittenEvents) {
  if (events.length + unbilled.length === 0) return []
  const rows = yield* sql({ id: number, performers: performerMentions })`
    SELECT id, performers FROM attending_events
    WHERE id = ANY(${events}::int[]) AND (doubt IS NULL OR doubt = 'hidden')`
  const { bills, performers } = billsOf(rows)
  const changed = yield* performerTable.upsert(
    performers.map((one) => ({ ...one, sortName: sortName(one.name) })),
    { key: ["plainName"], keep: ["sortName", "name"], returning: { id: number } }
  )
  const former = yield* sql({ id: number })`
    DELETE FROM attending_billings WHERE event_id = ANY(${events}::int[]) RETURNING performer_id AS id`
  const billed = yield* sql({ id: number })`
    INSERT INTO attending_billings (event_id, performer_id, role, place)
    SELECT incoming.event_id, performer.id, incoming.role, incoming.place
    FROM ${billings.valuesOf(bills)} JOIN attending_performers AS performer USING (plain_name)
    RETURNING performer_id AS id`
  const identified = yield* writePerformerIds([...unbilled, ...idsIn([...former, ...billed])])
  return idsIn([...changed, ...identified])
})

const idsIn = (rows: ReadonlyArray<{ readonly id: number }>) => [...new Set(rows.map(({ id }) => id))]

/** Merges mentions into events again. */
export interface Remerge {
  /**
   * Merges everything connected by these ties; null means everything. `left` are the former events of deleted mentions.
   * `due` are unchanged events to publish.
   */
  readonly of: (
    ties: ReadonlyArray<string> | null,
    left?: ReadonlyArray<number>,
    due?: ReadonlyArray<number>
  ) => Effect.Effect<AttendingChanges, RemergeFailure, RemergeServices>
  /** Merges everything connected by these ties after corrections changed. */
  readonly correct: (ties: ReadonlyArray<string>) => Effect.Effect<AttendingChanges, RemergeFailure, RemergeServices>
}

type RemergeFailure = Effect.Effect.Error<ReturnType<typeof run>>
type RemergeServices = Effect.Effect.Context<ReturnType<typeof run>>

export const remerge = Effect.gen(function* () {
  const around = yield* unstoredInputs
  /** Without corrections, the merged events are the reported ones. */
  const allReported = (reported: ReadonlyArray<Draft>) =>
    Effect.gen(function* () {
      if ((yield* correctionsOf("attending")).length === 0) return reported
      const { inputs } = yield* mergeInputsOf(around, null)
      return yield* mergeAsReported(inputs)
    })
  return {
    of: (ties, left = [], due = []) => Effect.map(run(around, ties, left, due), ({ changes }) => changes),
    correct: (ties) =>
      Effect.flatMap(run(around, ties, [], []), ({ changes, reported }) =>
        concealReported(changes, reported, allReported(reported))
      )
  } satisfies Remerge
})

const run = Effect.fn("attending.remerge")(function* (
  around: Parameters<typeof mergeInputsOf>[0],
  ties: ReadonlyArray<string> | null,
  left: ReadonlyArray<number>,
  due: ReadonlyArray<number>
) {
  const isNothing = ties !== null && ties.length === 0 && left.length === 0
  const { changed, deleted, people, reported } = isNothing
    ? nothing
    : yield* Effect.gen(function* () {
        const { inputs, rows } = yield* mergeInputsOf(around, ties)
        const drafts = yield* draftsOf(inputs)
        const writtenEvents = yield* writeEvents(rows, drafts, left)
        const performers = yield* writeBills(writtenEvents)
        const venues = yield* placeVenues(writtenEvents.venues)
        return { ...writtenEvents, people: { performers, venues }, reported: drafts.reported }
      })
  const changes: AttendingChanges = yield* changesOf(
    { changed: [...new Set([...changed, ...due])], deleted, people },
    yield* Clock.currentTimeMillis
  )
  return { changes, reported }
})

const mergeAsReported = (inputs: MergeInput) => mergeMentionsInSlices({ ...inputs, corrections: [] })

/** Events as they are reported, and as the owner corrected them. */
const draftsOf = (inputs: MergeInput) =>
  Effect.gen(function* () {
    const reported = yield* mergeAsReported(inputs)
    return { reported, corrected: inputs.corrections?.length === 0 ? reported : yield* mergeMentionsInSlices(inputs) }
  })

const unchanged: ChangedPeople = { performers: [], venues: [] }

const nothing = { changed: [], deleted: [], people: unchanged, reported: [] }
