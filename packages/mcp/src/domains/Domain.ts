import type { LocalDate } from "@daybook/core/shared"
import type { Effect } from "effect"
import type { Ask, AskError } from "../Ask.js"
import type { DeclaredShape } from "../declared/shape.js"
import type { Place } from "../kit/cursor.js"
import type { WhenRange } from "../kit/when.js"
import type { FetchedRecord, Included } from "./FetchedRecord.js"

export type Json = Readonly<Record<string, unknown>>

/** What an operation of the host answers. */
export type Answer<A> = Effect.Effect<A, AskError, Ask>

/** The first and the last day of a domain that has a record; null without any. */
export interface DaySpan {
  readonly first: LocalDate | null
  readonly last: LocalDate | null
}

/** The totals of a domain in a range. */
export interface Totals {
  readonly all: Json
  /** Those that say in short how much there is. */
  readonly main: Json
  readonly isEmpty: boolean
  readonly notes: ReadonlyArray<string>
}

/** A day with its counts: of records, and of what else the domain counts. */
export interface CalendarDay {
  readonly date: string
  readonly count: number
  readonly [name: string]: string | number
}

/** One value of a property, with how many records have it. */
export interface Share {
  readonly name: string
  readonly count: number
  readonly [more: string]: unknown
}

/** A page of the values of a property. */
export interface Shares {
  readonly rows: ReadonlyArray<Share>
  /** The count that is a share of 1. */
  readonly whole: number
  /** How many values there are. */
  readonly total: number
}

/** A property by which records are counted. */
export interface Property {
  /** Whether it is counted within a range; else over all time. */
  readonly takesRange: boolean
  /** What is counted. */
  readonly counts: string
  /** Remarks on an answer with so many values. */
  readonly notes?: (requested: WhenRange, values: number) => ReadonlyArray<string>
  readonly load: (range: WhenRange, place: Place, limit: number) => Answer<Shares>
}

/** Times as the home reads them. */
export interface HomeTimes {
  /** An instant in UTC as text with the home offset; null stays null. */
  readonly local: (instant: string | null) => string | null
  /** The local day of an instant in UTC. */
  readonly dayOf: (instant: string) => LocalDate
}

/** What the answer about one record depends on. */
export interface RecordRequest extends HomeTimes {
  /** Whether the call asks for a list that is left out otherwise. */
  readonly has: Included
}

/**
 * A domain as the generic tools ask for it. The six say it by hand, a declared domain derives it from its declaration.
 * Absent members are questions that the domain cannot answer.
 */
export interface Domain {
  readonly name: string
  readonly title: string
  /** What headings call it. */
  readonly heading: string
  /** What is counted in it, such as `plays`. */
  readonly noun: string
  /** Whether its main records happen on a day. */
  readonly hasDays: boolean
  /** Its declaration; undefined for the six. */
  readonly declaration?: DeclaredShape
  readonly totals: (range: WhenRange) => Answer<Totals>
  readonly span: (times: HomeTimes) => Answer<DaySpan>
  /** The days of a year that have records. */
  readonly calendar?: (year: number) => Answer<ReadonlyArray<CalendarDay>>
  /** Null without any day. */
  readonly streaks?: Answer<{ readonly longest: { readonly days: number } } | null>
  /** The review of a year; null if there is none. */
  readonly year?: (year: number) => Answer<object | null>
  /** The years that have records. */
  readonly years?: Answer<ReadonlyArray<number>>
  /** The years that may have records, where the host does not say `years`: `calendar` says whether one has. */
  readonly possibleYears?: Answer<ReadonlyArray<number>>
  readonly properties: Readonly<Record<string, Property>>
  /** The favourites of a period. */
  readonly favourites?: (range: WhenRange) => Answer<ReadonlyArray<Json>>
  /** The genres of a period. */
  readonly genres?: (range: WhenRange) => Answer<ReadonlyArray<Share>>
  /** How one record is read by its id, for each type of records. */
  readonly records: Readonly<Record<string, (id: number, request: RecordRequest) => Answer<FetchedRecord>>>
}
