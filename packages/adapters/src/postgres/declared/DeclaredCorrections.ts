import type { NewCorrection } from "@daybook/core/corrections"
import {
  DeclaredCorrections,
  type DeclaredDomain,
  type RecordRef,
  conflictOfRecords,
  keysNamed,
  nameOf,
  namedKey,
  recordNamed,
  recordsOf
} from "@daybook/core/domain"
import { Calendar } from "@daybook/core/shared"
import { type Context, Effect, Layer } from "effect"
import { date, nullable } from "../kit/columns.js"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { domainLock } from "../kit/domainLock.js"
import { countOf } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import { implement } from "../kit/store.js"
import { recordColumns, selectRecord, tableFor, toRecord } from "./compile.js"
import { keysOfNames } from "./names.js"
import { keysIn, withKeys } from "./rows.js"
import { write } from "./write.js"

const applyTo = (of: RecordRef, calendar: Context.Tag.Service<Calendar>, concerned: ReadonlyArray<NewCorrection>) =>
  Effect.map(write(of, calendar, [], keysNamed(of, concerned)), ({ changes }) => [of, changes] as const)

const apply = Effect.fn("declared.correct")(function* (
  domain: DeclaredDomain,
  calendar: Context.Tag.Service<Calendar>,
  concerned: ReadonlyArray<NewCorrection>
) {
  const changes = yield* Effect.forEach(recordsOf(domain), (of) => applyTo(of, calendar, concerned))
  const touched = changes.flatMap(([{ record }, { concealed, upserted }]) =>
    [...upserted.map(({ id }) => id), ...concealed].map((id) => ({ type: record.name, id }))
  )
  return { changes, touched, affected: touched.length }
})

const isStored = Effect.fn("declared.isStored")(function* (of: RecordRef, name: string) {
  const { after } = yield* keysOfNames(of, [name])
  return (yield* withKeys(of, tableFor(of), keysIn(of, [after(name)]))).size > 0
})

const conflictOf = Effect.fn("declared.conflict")(function* (of: RecordRef, added: NewCorrection) {
  const existing = yield* correctionsOf(of.domain.name)
  const { after } = yield* keysOfNames(of, keysNamed(of, [...existing, added]))
  return conflictOfRecords(of, existing, added, after)
})

/** The shown records among these, with the day on which they happened. */
const summariesOf = (of: RecordRef, ids: ReadonlyArray<number>) => {
  const compiled = tableFor(of)
  const day = sql.literal(compiled.day === null ? "NULL::date" : `item.${compiled.day}`)
  return Effect.map(
    sql({ ...recordColumns(compiled), occurredOn: nullable(date) })`
      SELECT ${selectRecord(compiled)}, ${day} AS occurred_on FROM ${compiled.shown} AS item
      WHERE item.id = ANY(${ids}::int[]) ORDER BY item.id`,
    (rows) =>
      rows.map(({ occurredOn, ...row }) => {
        const { id, values } = toRecord(compiled)(row)
        return { type: of.record.name, id, name: nameOf(of.record, values), of: occurredOn, count: 1 }
      })
  )
}

export const layer = Layer.effect(
  DeclaredCorrections,
  Effect.flatMap(Calendar, (calendar) =>
    implement(DeclaredCorrections, {
      has: (domain, type, key) => {
        const of = recordNamed(domain, type)
        const named = of === undefined ? null : namedKey(of.record, key)
        return of === undefined || named === null ? Effect.succeed(false) : isStored(of, named)
      },
      conflict: (domain, correction) => {
        const of = recordNamed(domain, correction.type)
        return of === undefined ? Effect.succeed(null) : conflictOf(of, correction)
      },
      apply: (domain, concerned) => domainLock(domain.name)(apply(domain, calendar, concerned)),
      size: (domain) =>
        Effect.map(
          Effect.forEach(recordsOf(domain), (of) =>
            Effect.map(
              countOf(sql`SELECT count(*) FROM ${tableFor(of).shown} AS item`),
              (count) => [of.record.name, count] as const
            )
          ),
          (counts) => Object.fromEntries(counts)
        ),
      summaries: (domain, records) =>
        Effect.map(
          Effect.forEach(recordsOf(domain), (of) =>
            summariesOf(
              of,
              records.flatMap(({ id, type }) => (type === of.record.name ? [id] : []))
            )
          ),
          (all) => all.flat()
        )
    })
  )
)
