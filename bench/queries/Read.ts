import type { Calendar, LocalDate } from "@daybook/core/shared"
import { type Context, Schema } from "effect"
import type { Sql } from "./sql.js"

export type Row = Readonly<Record<string, unknown>>

/** A GET of the contract, and the best hand-written SQL for the same answer. */
export interface Read {
  /** The path below the domain, such as `/v1/listening`, with parameters. */
  readonly path: string
  readonly sql: Sql
  /** The values of the JSON answer that the SQL result must match. */
  readonly fromAnswer: (answer: unknown) => unknown
  readonly fromRows: (rows: ReadonlyArray<Row>) => unknown
}

/** The records that are requested, chosen from the data. */
export interface Subjects {
  readonly calendar: Context.Tag.Service<Calendar>
  readonly today: LocalDate
  /** The most played artist and album ever. */
  readonly artist: { readonly id: number; readonly name: string }
  readonly album: { readonly id: number; readonly name: string }
  /** An artist and an album from the middle of the library. */
  readonly middling: { readonly artist: number; readonly album: number }
}

/** A read whose answer is decoded with its schema. */
export const read = <A, I>(
  schema: Schema.Schema<A, I>,
  of: {
    readonly path: string
    readonly sql: Sql
    readonly fromAnswer: (answer: A) => unknown
    readonly fromRows: Read["fromRows"]
  }
): Read => ({ ...of, fromAnswer: (answer) => of.fromAnswer(Schema.decodeUnknownSync(schema)(answer)) })
