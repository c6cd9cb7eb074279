import { Context, type Effect, type Option } from "effect"
import type { StorageFailure } from "../shared/errors.js"
import type { LocalDate } from "../shared/LocalDate.js"
import type { PageResult } from "../sync/Source.js"
import type { DeclaredDomain, RecordRef } from "./model.js"
import type { RecordRow } from "./DeclaredStore.js"
import type { Values } from "./values.js"

type Answer<A> = Effect.Effect<A, StorageFailure>

/** What a write changed. */
export interface RecordChanges {
  /** New and changed records. */
  readonly upserted: ReadonlyArray<RecordRow>
  /** Ids of deleted records. */
  readonly deleted: ReadonlyArray<number>
  /** Ids of records that corrections hide from now on. */
  readonly concealed?: ReadonlyArray<number>
}

/** Which records of a source a page lists completely. */
export type Completeness =
  | { readonly _tag: "All" }
  /** Those whose `occurs` field is on these days or at these instants (epoch milliseconds, `to` exclusive). */
  | { readonly _tag: "Days"; readonly from: LocalDate; readonly to: LocalDate }
  | { readonly _tag: "Instants"; readonly from: number; readonly to: number }

/**
 * Writes the records of declared domains, in the caller's transaction or their own. Records are identified by the text
 * of their key (`keyText`). Each source's report is stored; the record is what all reports make.
 */
export class DeclaredRecords extends Context.Tag("@daybook/core/DeclaredRecords")<
  DeclaredRecords,
  {
    /** Stores a source's reports, of the last row for each key. Records deleted by hand stay deleted. */
    readonly put: (
      of: RecordRef,
      source: string,
      rows: ReadonlyArray<Values>
    ) => Answer<Omit<PageResult, "missing"> & { readonly changes: RecordChanges }>
    /**
     * Creates a record by hand. Sources may say what the values leave out. None if a record has the key, also one that
     * another transaction just created.
     */
    readonly create: (of: RecordRef, values: Values) => Answer<Option.Option<RecordChanges>>
    /** The keys of a source's records within these bounds, other than the given ones. */
    readonly missing: (
      of: RecordRef,
      source: string,
      within: Completeness,
      present: ReadonlyArray<string>
    ) => Answer<ReadonlyArray<string>>
    /** The keys among these that the source reports. */
    readonly reported: (of: RecordRef, source: string, keys: ReadonlyArray<string>) => Answer<ReadonlyArray<string>>
    /** Removes a source's reports. A record that no other source reports is deleted. */
    readonly retract: (
      of: RecordRef,
      source: string,
      keys: ReadonlyArray<string>
    ) => Answer<{ readonly removed: number; readonly changes: RecordChanges }>
    /** Sets values by hand; the key stays. None if there is no such record. */
    readonly change: (of: RecordRef, id: number, values: Values) => Answer<Option.Option<RecordChanges>>
    /** Deletes records by hand. Sources that report them again do not bring them back. */
    readonly remove: (of: RecordRef, ids: ReadonlyArray<number>) => Answer<RecordChanges>
    /** The stored records that these names mean, hidden or not: keys, and for activities also their reports. */
    readonly named: (of: RecordRef, names: ReadonlyArray<string>) => Answer<ReadonlyArray<RecordRow>>
    /** Pairs of names that corrections say are not one record. */
    readonly apart: (of: RecordRef) => Answer<ReadonlyArray<readonly [one: string, other: string]>>
    /** The stored records with these keys. */
    readonly existing: (of: RecordRef, keys: ReadonlyArray<string>) => Answer<ReadonlyArray<RecordRow>>
    /** Those of the keys whose records were deleted by hand. */
    readonly deletedKeys: (of: RecordRef, keys: ReadonlyArray<string>) => Answer<ReadonlyArray<string>>
    /** Records after an id, in the order of ids. */
    readonly after: (of: RecordRef, id: number, limit: number) => Answer<ReadonlyArray<RecordRow>>
    /** The number of records that a source reports, by type of record. */
    readonly counts: (domain: DeclaredDomain, source: string) => Answer<ReadonlyMap<string, number>>
  }
>() {}
