import type { DomainDeclaration } from "../kit/domain.js"
import type { RowOf } from "../kit/record.js"
import type { DeclaredFields } from "./fields.js"

/** A kind of feed entries. A record has one entry of it while the field `when` has a value. */
export interface FeedRule {
  /** A field of type `date` or `instant`. */
  readonly when: string
  readonly title: (values: never) => string
}

/** A record before its domain gives it a name. */
export interface UnnamedRecord<F extends DeclaredFields = DeclaredFields> {
  /** As people read it; by default the name with a capital. */
  readonly title: string | undefined
  /** The fields that identify a record, at every source. */
  readonly key: ReadonlyArray<string>
  readonly fields: F
  readonly feed: Readonly<Record<string, FeedRule>>
}

/** A type of records of a declared domain. */
export interface DeclaredRecord<F extends DeclaredFields = DeclaredFields> extends UnnamedRecord<F> {
  readonly name: string
  readonly title: string
}

/** The values of a record that a declaration describes. */
export type RecordOf<R extends UnnamedRecord> = RowOf<R["fields"]>

export type Records = Readonly<Record<string, UnnamedRecord>>

/** A domain from outside: what its declaration says, which every surface of Daybook follows. */
export interface DeclaredDomain<Name extends string = string, R extends Records = Records> extends DomainDeclaration {
  readonly name: Name
  readonly records: { readonly [K in keyof R]: DeclaredRecord<R[K]["fields"]> }
  /**
   * SQL that brings the tables from one shape to the next where something could be lost. Each entry runs once, in
   * order, in one transaction, and is one or more statements. Only ever append.
   */
  readonly migrations: ReadonlyArray<string>
}

export interface RecordOptions<F extends DeclaredFields> {
  readonly title?: string
  readonly key: ReadonlyArray<keyof F & string>
  readonly fields: F
  readonly feed?: Readonly<
    Record<string, { readonly when: keyof F & string; readonly title: (values: RowOf<F>) => string }>
  >
}

export interface DomainOptions<Name extends string, R extends Records> {
  readonly name: Name
  readonly title: string
  readonly records: R
  readonly migrations?: ReadonlyArray<string>
}

/** A record type with its domain: what the stores and services of declared domains work on. */
export interface RecordRef {
  readonly domain: DeclaredDomain
  readonly record: DeclaredRecord
}
