import { type RecordRef, occursOf, recordEntity, recordsOf } from "@daybook/core/domain"
import { FeedStore } from "@daybook/core/feed"
import { Calendar } from "@daybook/core/shared"
import type { Statement } from "@effect/sql"
import { Effect } from "effect"
import { boolean, date, nullable, number } from "../kit/columns.js"
import { isInAny } from "../kit/domain.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import { recordColumns, selectRecord, tableFor, toRecord } from "./compile.js"
import { tableOf } from "./shape.js"

const portion = 1_000

/** Whether the day of a record depends on the home time zone. */
const hasInstantDay = ({ record }: RecordRef): boolean => {
  const occurs = occursOf(record)
  return occurs !== null && record.fields[occurs]!.storedAs === "instant"
}

/** Computes the days of records of a type, and the days of their feed entries, in the calendar of the home. */
export const recomputeDays = (of: RecordRef, which: Statement.Fragment = sql`true`) =>
  Effect.gen(function* () {
    const calendar = yield* Calendar
    const feed = yield* FeedStore
    const compiled = tableFor(of)
    const occurs = occursOf(of.record)
    const days = table(tableOf(of.domain.name, of.record.name), { id: number, _day: nullable(date) })
    const entityOf = recordEntity(of, calendar)
    for (let last = 0; ;) {
      const rows = (yield* sql({ ...recordColumns(compiled), hidden: boolean })`
        SELECT ${selectRecord(compiled)}, item._hidden AS hidden FROM ${compiled.name} AS item
        WHERE item.id > ${last}::int AND (${which})
        ORDER BY item.id LIMIT ${portion}`).map(({ hidden, ...row }) => ({ ...toRecord(compiled)(row), hidden }))
      if (rows.length === 0) return
      if (hasInstantDay(of)) {
        const dayOf = (at: unknown) => (typeof at === "number" ? calendar.dateOf(at) : null)
        yield* days.update(
          rows.map(({ id, values }) => ({ id, _day: dayOf(occurs === null ? null : values[occurs]) })),
          { key: ["id"], returning: {} }
        )
      }
      const entries = rows
        .filter(({ hidden }) => !hidden)
        .map(entityOf)
        .flatMap(({ feed, id, type }) => feed.map((entry) => ({ ...entry, entity: { type, id } })))
      if (entries.length > 0) yield* feed.put(of.domain.name, entries)
      last = rows.at(-1)!.id
    }
  })

/** The fields by which a record depends on the home time zone. */
const instantsOf = (of: RecordRef): ReadonlyArray<string> => {
  const occurs = occursOf(of.record)
  const dating = Object.values(of.record.feed).map(({ when }) => when)
  return [...new Set([...(occurs === null ? [] : [occurs]), ...dating])].filter(
    (name) => of.record.fields[name]?.storedAs === "instant"
  )
}

/** Whether a record depends on a period of `zone`. */
export const movesWith = (of: RecordRef, zone: Statement.Fragment): Statement.Fragment =>
  instantsOf(of)
    .map((name) => isInAny(zone, `item.${name}`))
    .reduce((all, one) => sql`${all} OR ${one}`)

/** The record types of a domain with days that move with the home time zone. */
export const movingRecords = (domain: RecordRef["domain"]) =>
  recordsOf(domain).filter((of) => instantsOf(of).length > 0)
