import type { Units } from "@daybook/core/running"
import { BadInput, NoData, type StorageFailure } from "@daybook/core/shared"
import { Effect } from "effect"
import type { ChartStyle } from "./layout.js"

export type Lines = ReadonlyArray<string>

/** The year that is reviewed. */
export interface ReviewedYear {
  readonly year: number
  /** Its last day, or today. */
  readonly through: string
  readonly units: Units
}

/** Fails with `NoData` or `BadInput` for a year without data. */
type Answer<A, R> = Effect.Effect<A, NoData | BadInput | StorageFailure, R>

/** The part of a domain in the review of a year. */
interface Chapter<A, R> {
  readonly name: string
  /** The review as the API returns it; null without data. */
  readonly answer: (year: ReviewedYear) => Answer<A | null, R>
  readonly lines: (style: ChartStyle, answer: A, year: ReviewedYear) => Lines
  /** The years with data, of domains that list them. */
  readonly years?: Answer<ReadonlyArray<{ readonly year: number | string }>, R>
}

/** A chapter that draws its own answer. Its review is null for a year without data. */
export const chapter = <A extends object, R>({ answer, lines, name, years = Effect.succeed([]) }: Chapter<A, R>) => ({
  years,
  read: (year: ReviewedYear) =>
    Effect.catchIf(
      answer(year),
      (error) => error instanceof NoData || error instanceof BadInput,
      () => Effect.succeed(null)
    ).pipe(
      Effect.map((own) => ({
        name,
        review: own && { answer: own as object, lines: (style: ChartStyle) => lines(style, own, year) }
      }))
    )
})
