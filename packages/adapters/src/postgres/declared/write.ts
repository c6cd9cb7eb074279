import {
  type RecordDecisions,
  type RecordRef,
  type RecordRow,
  type Reports,
  type Values,
  decisionsOn,
  joinReports,
  keysNamed,
  mergeReports
} from "@daybook/core/domain"
import type { Calendar } from "@daybook/core/shared"
import { Array as Arrays, type Context, Effect } from "effect"
import { number } from "../kit/columns.js"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { type WrittenRecord, rowToWrite, tableFor } from "./compile.js"
import { recount } from "./counts.js"
import { isPart, keysOfNames, namedByReports } from "./names.js"
import { keysIn, shownAmong, storedRows, withKeys } from "./rows.js"

/** All that is reported of a record. The id is null for a new one. */
export interface WrittenReports {
  readonly key: string
  readonly id: number | null
  readonly reports: Reports
}

/** What the owner's corrections say of the records of a type, and the keys that a write of some concerns. */
const decisionsOf = Effect.fn("declared.decisions")(function* (
  of: RecordRef,
  records: ReadonlyArray<WrittenReports>,
  named: ReadonlyArray<string>
) {
  const corrections = yield* correctionsOf(of.domain.name)
  const keys = [...named, ...records.map(({ key }) => key)]
  const next = records.map(({ key, reports }) => namedByReports(of, key, reports))
  const { after, before } = yield* keysOfNames(of, [...keysNamed(of, corrections), ...named], next)
  const [earlier, decisions] = [before, after].map((keyOf) => decisionsOn(of, corrections, keyOf))
  const concerned = [
    ...earlier!.connectedTo(keys.flatMap((key) => [key, before(key)])),
    ...decisions!.connectedTo(keys.flatMap((key) => [key, after(key)]))
  ]
  return { concerned, decisions: decisions! }
})

/** The records, and the stored ones with other keys. */
const withConnected = (of: RecordRef, records: ReadonlyArray<WrittenReports>, keys: ReadonlyArray<string>) => {
  const own = new Set(records.map(({ key }) => key))
  const others = keys.filter((key) => !own.has(key))
  return Effect.map(withKeys(of, tableFor(of), keysIn(of, others)), (connected): ReadonlyArray<WrittenReports> => [
    ...records,
    ...Array.from(connected, ([key, record]) => ({ key, ...record }))
  ])
}

const storedById = (rows: ReadonlyArray<RecordRow>): ReadonlyMap<number | null, Values> =>
  new Map(rows.map(({ id, values }) => [id, values]))

/** The record that stands for its group comes first: that at which `same` ends, else the first by its names. */
const leadFirst = (of: RecordRef, end: string, group: ReadonlyArray<WrittenReports>) => {
  const named = group.map((one) => ({
    one,
    name: namedByReports(of, one.key, one.reports).names.toSorted()[0] ?? one.key
  }))
  return named
    .toSorted(
      ({ name, one }, other) => Number(other.one.key === end) - Number(one.key === end) || (name < other.name ? -1 : 1)
    )
    .map(({ one }) => one)
}

/** The records as corrections show them: one for each group that `same` makes. What is incomplete is left out. */
const corrected = (
  of: RecordRef,
  { endOf, given, isHidden }: RecordDecisions,
  all: ReadonlyArray<WrittenReports>,
  storedValues: ReadonlyMap<number | null, Values>
): ReadonlyArray<WrittenRecord> => {
  const groups = Arrays.groupBy(all, ({ key }) => endOf(key))
  return Object.entries(groups).flatMap(([end, group]) => {
    const [lead, ...others] = leadFirst(of, end, group)
    const joined = others.length === 0 ? null : joinReports(others.map(({ reports }) => reports))
    const merged = mergeReports(of.record, lead!.reports, storedValues.get(lead!.id), joined ?? {})
    return [
      ...(merged === null
        ? []
        : [
            {
              values: { ...merged, ...given(end) },
              reports: lead!.reports,
              joined,
              isHidden: isHidden(end) || isPart(of, lead!.reports)
            }
          ]),
      ...others.flatMap(({ id, reports }) => {
        const values = mergeReports(of.record, reports, storedValues.get(id))
        return values === null ? [] : [{ values, reports, joined: null, isHidden: true }]
      })
    ]
  })
}

/**
 * Writes records with all that is reported of them, as corrections show them; also the stored ones that `names` mean,
 * and all that `same` connects with either. Answers what changed.
 */
export const write = (
  of: RecordRef,
  calendar: Context.Tag.Service<Calendar>,
  records: ReadonlyArray<WrittenReports>,
  names: ReadonlyArray<string> = []
) =>
  Effect.gen(function* () {
    const compiled = tableFor(of)
    const { concerned, decisions } = yield* decisionsOf(of, records, names)
    const all = yield* withConnected(of, records, concerned)
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
