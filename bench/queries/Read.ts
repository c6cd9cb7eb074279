import type { Calendar, LocalDate } from "@daybook/core/shared"
import { type Context, Schema } from "effect"
import type { Sql } from "./sql.js"

export type Found = Readonly<Record<string, unknown>>

/** A read of the contract, and the best SQL that we could write by hand for the same answer. */
export interface Read {
  /** Below its room, as `/v1/listening`, with its parameters. */
  readonly path: string
  readonly sql: Sql
  /** What of the JSON answer the rows must agree with. */
  readonly shown: (answer: unknown) => unknown
  readonly found: (rows: ReadonlyArray<Found>) => unknown
}

/** What is asked about, taken from the data itself. */
export interface Subjects {
  readonly calendar: Context.Tag.Service<Calendar>
  readonly today: LocalDate
  /** The most played artist and album ever. */
  readonly artist: { readonly id: number; readonly name: string }
  readonly album: { readonly id: number; readonly name: string }
  /** An artist and an album from the middle of the library. */
  readonly middling: { readonly artist: number; readonly album: number }
}

/** A read whose answer has a schema: an answer that does not fit it is found out here. */
export const read = <A, I>(schema: Schema.Schema<A, I>, of: {
  readonly path: string
  readonly sql: Sql
  readonly shown: (answer: A) => unknown
  readonly found: Read["found"]
}): Read => ({ ...of, shown: (answer) => of.shown(Schema.decodeUnknownSync(schema)(answer)) })
