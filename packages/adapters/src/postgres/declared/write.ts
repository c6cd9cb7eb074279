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
import { Array as Arrays, type Context, Effect } from "effect"
import { number } from "../kit/columns.js"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { type WrittenRecord, rowToWrite, tableFor } from "./compile.js"
import { recount } from "./counts.js"
import { keysIn, shownAmong, storedRows, withKeys } from "./rows.js"

/** All that is reported of a record. The id is null for a new one. */
export interface WrittenReports {
  readonly key: string
  readonly id: number | null
  readonly reports: Reports
}

/** What the owner's corrections say of the records of a type. */
const decisionsOf = (of: RecordRef) =>
  Effect.map(correctionsOf(of.domain.name), (corrections) => decisionsOn(of, corrections))

/** The records, the stored ones with `keys`, and all that `same` connects with them. */
const withConnected = (
  of: RecordRef,
  { connectedTo }: RecordDecisions,
  records: ReadonlyArray<WrittenReports>,
  keys: ReadonlyArray<string>
) => {
  const own = new Set(records.map(({ key }) => key))
  const others = connectedTo([...own, ...keys]).filter((key) => !own.has(key))
  return Effect.map(withKeys(of, tableFor(of), keysIn(of, others)), (connected): ReadonlyArray<WrittenReports> => [
    ...records,
    ...Array.from(connected, ([key, record]) => ({ key, ...record }))
  ])
}

const storedById = (rows: ReadonlyArray<RecordRow>): ReadonlyMap<number | null, Values> =>
  new Map(rows.map(({ id, values }) => [id, values]))

/** The record that stands for its group comes first: that at which `same` ends, else the first in the order of keys. */
const leadFirst = (end: string, group: ReadonlyArray<WrittenReports>) =>
  group.toSorted((one, other) => Number(other.key === end) - Number(one.key === end) || (one.key < other.key ? -1 : 1))

/** The records as corrections show them: one for each group that `same` makes. What is incomplete is left out. */
const corrected = (
  { record }: RecordRef,
  { endOf, given, isHidden }: RecordDecisions,
  all: ReadonlyArray<WrittenReports>,
  storedValues: ReadonlyMap<number | null, Values>
): ReadonlyArray<WrittenRecord> => {
  const groups = Arrays.groupBy(all, ({ key }) => endOf(key))
  return Object.entries(groups).flatMap(([end, group]) => {
    const [lead, ...others] = leadFirst(end, group)
    const joined = others.length === 0 ? null : joinReports(others.map(({ reports }) => reports))
    const merged = mergeReports(record, lead!.reports, storedValues.get(lead!.id), joined ?? {})
    return [
      ...(merged === null
        ? []
        : [{ values: { ...merged, ...given(end) }, reports: lead!.reports, joined, isHidden: isHidden(end) }]),
      ...others.flatMap(({ id, reports }) => {
        const values = mergeReports(record, reports, storedValues.get(id))
        return values === null ? [] : [{ values, reports, joined: null, isHidden: true }]
      })
    ]
  })
}

/**
 * Writes records with all that is reported of them, as corrections show them; also the stored ones with `keys`, and all
 * that `same` connects with either. Answers what changed.
 */
export const write = (
  of: RecordRef,
  calendar: Context.Tag.Service<Calendar>,
  records: ReadonlyArray<WrittenReports>,
  keys: ReadonlyArray<string> = []
) =>
  Effect.gen(function* () {
    const compiled = tableFor(of)
    const decisions = yield* decisionsOf(of)
    const all = yield* withConnected(of, decisions, records, keys)
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
