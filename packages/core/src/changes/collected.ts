import { Context, Effect, Option } from "effect"
import type { Domain } from "../domains.js"
import type { ChangeOp, RecordKey } from "./model.js"

/** A change that a transaction made. It gets its number when the transaction ends. */
export interface UnnumberedChange extends RecordKey {
  readonly op: ChangeOp
}

/**
 * Collects the changes of a transaction. The adapter provides it within a transaction and adds the changes to the log
 * as its last statement. So the log's lock, which orders all writers, is held for a moment only.
 */
export class CollectedChanges extends Context.Tag("@daybook/core/CollectedChanges")<
  CollectedChanges,
  { readonly add: (changes: ReadonlyArray<UnnumberedChange>) => void }
>() {}

/** Logs changes of records in the caller's transaction. Without one, nothing is logged. */
export const logChanges = (domain: Domain, op: ChangeOp, type: string, ids: Iterable<number | string>) =>
  logRecords(Array.from(ids, (id) => ({ domain, type, id: String(id), op })))

/** Logs changes of records of several types. */
export const logRecords = (changes: ReadonlyArray<UnnumberedChange>): Effect.Effect<void> =>
  changes.length === 0
    ? Effect.void
    : Effect.map(
        Effect.serviceOption(CollectedChanges),
        Option.match({ onNone: () => undefined, onSome: (collected) => collected.add(changes) })
      )
