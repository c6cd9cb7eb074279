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
import { nullable, number, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import { concealReported } from "./concealed.js"
import { performerMentions } from "./documents.js"
import { writeEvents } from "./events.js"
import { mergeInputsOf, unstoredInputs } from "./mergeInputs.js"
import { changesOf } from "./publishable.js"
import { placeVenues } from "./venues.js"

const performerTable = table("attending_performers", {
  plainName: text,
  sortName: text,
  name: text,
  type: text,
  mbid: nullable(text)
})
const billings = table("attending_billings", { eventId: number, plainName: text, role: text, place: number })

/** The stored id of a performer, if another event says it. */
const stillReported = sql`CASE WHEN stored.mbid IS NOT NULL AND EXISTS (
  SELECT FROM attending_events AS event CROSS JOIN LATERAL jsonb_array_elements(event.performers) AS one
  WHERE one ->> 'mbid' = stored.mbid
) THEN stored.mbid END`

/** Stores the performers of some events. A performer is identified by name, without diacritics and case. */
const writeBills = Effect.fn("attending.writeBills")(function* (events: ReadonlyArray<number>) {
  if (events.length === 0) return
  const rows = yield* sql({ id: number, performers: performerMentions })`
    SELECT id, performers FROM attending_events
    WHERE id = ANY(${events}::int[]) AND (doubt IS NULL OR doubt = 'hidden')`
  const { bills, performers } = billsOf(rows)
  yield* performerTable.upsert(
    performers.map((one) => ({ ...one, sortName: sortName(one.name) })),
    {
      key: ["plainName"],
      keep: ["sortName", "name"],
      set: { mbid: sql`coalesce(excluded.mbid, ${stillReported})` },
      returning: {}
    }
  )
  yield* sql`DELETE FROM attending_billings WHERE event_id = ANY(${events}::int[])`
  yield* sql`
    INSERT INTO attending_billings (event_id, performer_id, role, place)
    SELECT incoming.event_id, performer.id, incoming.role, incoming.place
    FROM ${billings.valuesOf(bills)} JOIN attending_performers AS performer USING (plain_name)`
})

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
  const { reported, ...writtenEvents } = isNothing
    ? nothing
    : yield* Effect.gen(function* () {
        const { inputs, rows } = yield* mergeInputsOf(around, ties)
        const drafts = yield* draftsOf(inputs)
        const writtenEvents = yield* writeEvents(rows, drafts, left)
        yield* writeBills(writtenEvents.changed)
        yield* placeVenues(writtenEvents.venues)
        return { ...writtenEvents, reported: drafts.reported }
      })
  const changes: AttendingChanges = yield* changesOf(
    { changed: [...new Set([...writtenEvents.changed, ...due])], deleted: writtenEvents.deleted },
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

const nothing = { changed: [], deleted: [], venues: [], reported: [] }
