import {
  type RecordDecisions,
  type RecordRef,
  type RecordRow,
  type Reports,
  type Values,
  decisionsOn,
  joinReports,
  mergeReports
} from "@daybook/core/domain"
import type { Calendar } from "@daybook/core/shared"
import { type Context, Effect } from "effect"
import { number } from "../kit/columns.js"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { type WrittenRecord, rowToWrite, tableFor } from "./compile.js"
import { recount } from "./counts.js"
import { type ReportedRecord, keysIn, shownAmong, storedRows, withKeys } from "./rows.js"

/** All that is reported of a record. The id is null for a new one. */
export interface WrittenReports {
  readonly key: string
  readonly id: number | null
  readonly reports: Reports
}

const asWritten = (records: ReadonlyMap<string, ReportedRecord>): ReadonlyArray<WrittenReports> =>
  Array.from(records, ([key, record]) => ({ key, ...record }))

/** What the owner's corrections say of the records of a type. */
const decisionsOf = (of: RecordRef) =>
  Effect.map(correctionsOf(of.domain.name), (corrections) => decisionsOn(of, corrections))

/** The records, and those that `same` connects with them or with keys that are gone. */
const withConnected = (
  of: RecordRef,
  { connectedTo }: RecordDecisions,
  records: ReadonlyArray<WrittenReports>,
  lostKeys: ReadonlyArray<string>
) => {
  const own = new Set(records.map(({ key }) => key))
  const others = connectedTo([...own, ...lostKeys]).filter((key) => !own.has(key))
  return Effect.map(withKeys(of, tableFor(of), keysIn(of, others)), (connected) => [
    ...records,
    ...asWritten(connected)
  ])
}

const storedById = (rows: ReadonlyArray<RecordRow>): ReadonlyMap<number | null, Values> =>
  new Map(rows.map(({ id, values }) => [id, values]))

/** The records as corrections show them. What makes no complete record is left out. */
const corrected = (
  of: RecordRef,
  decisions: RecordDecisions,
  all: ReadonlyArray<WrittenReports>,
  storedValues: ReadonlyMap<number | null, Values>
): ReadonlyArray<WrittenRecord> => {
  const keys = all.map(({ key }) => key)
  return all.flatMap(({ id, key, reports }) => {
    const isLead = decisions.leadOf(key, keys) === key
    const others = isLead ? all.filter((one) => one.key !== key && decisions.leadOf(one.key, keys) === key) : []
    const joined =
      others.length === 0
        ? null
        : joinReports(others.toSorted((one, other) => (one.key < other.key ? -1 : 1)).map((one) => one.reports))
    const values = mergeReports(of.record, reports, storedValues.get(id), joined ?? {})
    if (values === null) return []
    const ownValues = isLead ? decisions.given(key) : {}
    return [{ values: { ...values, ...ownValues }, reports, joined, isHidden: !isLead || decisions.isHidden(key) }]
  })
}

/**
 * Writes records with all that is reported of them, as corrections show them, and those that are connected with them or
 * with `lostKeys`, those of deleted records. Answers what changed.
 */
export const write = (
  of: RecordRef,
  calendar: Context.Tag.Service<Calendar>,
  records: ReadonlyArray<WrittenReports>,
  lostKeys: ReadonlyArray<string> = []
) =>
  Effect.gen(function* () {
    const compiled = tableFor(of)
    const decisions = yield* decisionsOf(of)
    const all = yield* withConnected(of, decisions, records, lostKeys)
    const before = yield* storedRows(
      compiled,
      all.flatMap(({ id }) => id ?? [])
    )
    const rows = corrected(of, decisions, all, storedById(before)).map((record) =>
      rowToWrite(of, compiled, calendar, record)
    )
    const changedRows = yield* compiled.rows.upsert(rows, { key: of.record.key, returning: { id: number } })
    const changedIds = new Set(changedRows.map(({ id }) => id))
    const after = yield* storedRows(compiled, [...changedIds])
    const upserted = shownAmong(after)
    const shownBefore = shownAmong(before.filter(({ id }) => changedIds.has(id)))
    yield* recount(of, shownBefore, upserted)
    const shownIds = new Set(upserted.map(({ id }) => id))
    const added = changedRows.filter(({ isNew }) => isNew).length
    return {
      added,
      changed: changedIds.size - added,
      changes: { upserted, deleted: [], concealed: shownBefore.flatMap(({ id }) => (shownIds.has(id) ? [] : [id])) }
    }
  })

/** Writes the records with these keys, and those that are connected with them, as corrections show them now. */
export const writeAgain = (of: RecordRef, calendar: Context.Tag.Service<Calendar>, keys: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { connectedTo } = yield* decisionsOf(of)
    return yield* write(of, calendar, asWritten(yield* withKeys(of, tableFor(of), keysIn(of, connectedTo(keys)))))
  })
