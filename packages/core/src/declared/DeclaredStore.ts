import { Context, type Effect, type Option } from "effect"
import type { Picture } from "../images/Picture.js"
import type { CountedDay } from "../kit/years.js"
import type { Days } from "../shared/DateRange.js"
import type { StorageFailure } from "../shared/errors.js"
import type { PageOf, Paged } from "../shared/fields.js"
import type { DaySpan, LocalDate } from "../shared/LocalDate.js"
import type { RecordRef } from "./model.js"
import type { FieldValue, Values } from "./values.js"

type Answer<A> = Effect.Effect<A, StorageFailure>

/** A record as it is stored. */
export interface RecordRow {
  readonly id: number
  readonly values: Values
  /** The sources that report it, sorted; `manual` for values given by hand. */
  readonly sources: ReadonlyArray<string>
}

/** A record as queries answer it: with the picture that Daybook fetched for it, if there is one. */
export interface PicturedRow extends RecordRow {
  readonly picture: Picture | null
}

/** Days of the field with `occurs`, both included. A record without such a day is outside any bound. */
export interface RecordQuery {
  readonly days: Partial<Days>
  /** Fields and the values they have; a list contains the value. */
  readonly equals: Readonly<Record<string, FieldValue>>
  /** A field, or `id`. */
  readonly sort: string
  readonly order: "asc" | "desc"
  readonly page: PageOf
}

/** The numbers of a field over some records; null where no record has one. */
export interface NumberTotals {
  readonly sum: number | null
  readonly min: number | null
  readonly max: number | null
  readonly mean: number | null
  /** Records with a number. */
  readonly known: number
}

export interface RecordTotals {
  readonly count: number
  readonly first: LocalDate | null
  readonly last: LocalDate | null
  readonly numbers: Readonly<Record<string, NumberTotals>>
  /** The number of different values of each facet. */
  readonly facets: Readonly<Record<string, number>>
}

/** A value of a facet, as text. */
export interface CountedValue {
  readonly value: string
  readonly count: number
  readonly last: LocalDate | null
}

/** Queries over the records of declared domains. Lists have a total order, ties by id. */
export class DeclaredStore extends Context.Tag("@daybook/core/DeclaredStore")<
  DeclaredStore,
  {
    /** Records without the sorted value come last in either order. */
    readonly list: (of: RecordRef, query: RecordQuery) => Answer<Paged<PicturedRow>>
    readonly find: (of: RecordRef, id: number) => Answer<Option.Option<PicturedRow>>
    /** Ascending, `to` exclusive. Days without a record are absent. */
    readonly days: (of: RecordRef, from: LocalDate, to: LocalDate) => Answer<ReadonlyArray<CountedDay>>
    /** Runs of consecutive days with records, ascending. Days after `until` are left out. */
    readonly spans: (of: RecordRef, until: LocalDate) => Answer<ReadonlyArray<DaySpan>>
    /** Ascending; months as `YYYY-MM`. */
    readonly months: (
      of: RecordRef,
      days: Partial<Days>
    ) => Answer<ReadonlyArray<{ readonly month: string; readonly count: number }>>
    /** Latest first. */
    readonly years: (of: RecordRef) => Answer<ReadonlyArray<{ readonly year: number; readonly count: number }>>
    readonly totals: (of: RecordRef, days: Partial<Days>) => Answer<RecordTotals>
    /** The values of a facet: most records first, then by value. Records without a value do not count. */
    readonly top: (of: RecordRef, facet: string, days: Partial<Days>, page: PageOf) => Answer<Paged<CountedValue>>
  }
>() {}
