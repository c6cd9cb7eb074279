import { Effect, Option } from "effect"
import { type Publisher, commitChange } from "../publishing/index.js"
import type { Calendar } from "../shared/Calendar.js"
import { BadInput, NoData } from "../shared/errors.js"
import type { Transaction } from "../shared/Transaction.js"
import type { DataVersions, JobProgress } from "../sync/SyncStore.js"
import type { RecordRef } from "./model.js"
import { DeclaredRecords, type RecordChanges } from "./DeclaredRecords.js"
import { manualSource } from "./reports.js"
import { type Reading, type Values, readRow, readSome } from "./values.js"
import { publishRecords } from "./writer.js"

const portion = 500

const hasChanged = ({ deleted, upserted }: RecordChanges) => deleted.length + upserted.length > 0

const accept = ({ record }: RecordRef, reading: Reading<Values>): Effect.Effect<Values, BadInput> =>
  reading._tag === "Read"
    ? Effect.succeed(reading.value)
    : new BadInput({
        message: reading.field === null ? reading.why : `${reading.field} of a ${record.name} ${reading.why}`
      })

/**
 * Writes records of declared domains by hand, each call in one transaction with feed, search, pictures and data
 * version. Values by hand take precedence over all sources. Answers what changed: nothing if all is as it was.
 */
export class DeclaredWrites extends Effect.Service<DeclaredWrites>()("@daybook/core/DeclaredWrites", {
  effect: Effect.gen(function* () {
    const records = yield* DeclaredRecords
    const context = yield* Effect.context<Publisher | Calendar | Transaction | DataVersions>()
    const commit = <E>(of: RecordRef, change: Effect.Effect<RecordChanges, E>) =>
      Effect.provide(
        commitChange(of.domain.name, change, hasChanged, (changes) => publishRecords(of, changes)),
        context
      )
    return {
      /** Creates a record of the values that a row gives. None if a record has its key: then nothing changes. */
      create: Effect.fn("DeclaredWrites.create")(function* (of: RecordRef, row: unknown) {
        yield* accept(of, readRow(of.record, row))
        const values = yield* accept(of, readSome(of.record, row))
        return yield* Effect.provide(
          commitChange(
            of.domain.name,
            records.create(of, values),
            Option.isSome,
            Option.match({ onNone: () => Effect.void, onSome: (changes) => publishRecords(of, changes) })
          ),
          context
        )
      }),
      /** Creates records, or replaces all values of those with the same key. */
      put: Effect.fn("DeclaredWrites.put")(function* (of: RecordRef, rows: ReadonlyArray<unknown>) {
        const values = yield* Effect.forEach(rows, (row) => accept(of, readRow(of.record, row)))
        return yield* commit(
          of,
          Effect.map(records.put(of, manualSource, values), ({ changes }) => changes)
        )
      }),
      /** Sets some values of a record. The key cannot change. */
      change: Effect.fn("DeclaredWrites.change")(function* (of: RecordRef, id: number, row: unknown) {
        const values = yield* accept(of, readSome(of.record, row))
        const fixed = of.record.key.find((name) => name in values)
        if (fixed !== undefined)
          return yield* new BadInput({
            message: `${fixed} is the key of a ${of.record.name} and cannot change: delete it and create another`
          })
        const change = Effect.flatMap(records.change(of, id, values), (changes) =>
          Option.isSome(changes) ? Effect.succeed(changes.value) : new NoData({ what: `${of.record.name} ${id}` })
        )
        return yield* commit(of, change)
      }),
      /** Deletes records. Sources that still have them do not bring them back. */
      remove: (of: RecordRef, ids: ReadonlyArray<number>) => commit(of, records.remove(of, ids)),
      /** Publishes all records of a type to feed, search and pictures again. Answers their number. */
      republish: Effect.fn("DeclaredWrites.republish")(function* (
        of: RecordRef,
        progress: (progress: JobProgress) => Effect.Effect<void> = () => Effect.void
      ) {
        let done = 0
        let last = 0
        for (;;) {
          const rows = yield* records.after(of, last, portion)
          if (rows.length === 0) return done
          yield* commit(of, Effect.succeed({ upserted: rows, deleted: [] }))
          done += rows.length
          last = rows.at(-1)!.id
          yield* progress({ done, total: null })
        }
      })
    }
  })
}) {}
