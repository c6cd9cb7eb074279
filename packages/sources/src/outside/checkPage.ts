import { SourceFailure, type Page, type RowTally } from "@daybook/core/sync"
import { Effect, Option } from "effect"

/** A page of more records is refused: it would not fit into memory next to the rest. */
const maxRecordsOfPage = 100_000
/** A run with more records is refused. What its pages stored stays, and the next run continues at its cursor. */
const maxRecordsOfRun = 1_000_000
/** The same for the rows of declared records, which are a part of one record of a page. */
const maxRowsOfPage = 50_000
/** Records are shallow. A deeper value refers to itself, or is no record. */
const deepest = 12

export const badSource = (source: string, message: string): SourceFailure =>
  new SourceFailure({
    source,
    state: "bad_source",
    message: `${source} ${message}`,
    next: "correct the source, or take it out of the configuration"
  })

/** Checks the pages of one run of a source from outside. Dies with a `SourceFailure`, which storing has no type for. */
export const makePageCheck = (source: string) => {
  let seen = 0
  const count = (records: number) => {
    seen += records
    return seen > maxRecordsOfRun
      ? Effect.die(badSource(source, `returned more than ${inWords(maxRecordsOfRun)} records in a run`))
      : Effect.void
  }
  return {
    /** Before a page is stored. */
    check: (page: Page<unknown>): Effect.Effect<void> =>
      Effect.suspend(() => {
        const problem = problemOf(page)
        return problem === null
          ? count(page.records.length)
          : Effect.die(badSource(source, `returned what is no page: ${problem}`))
      }),
    /** After a page was stored, in its transaction: an iterator says only then how many rows it has. */
    checkRows: ({ readable, unreadable }: RowTally): Effect.Effect<void> =>
      readable + unreadable > maxRowsOfPage
        ? Effect.die(
            badSource(source, `returned more than ${inWords(maxRowsOfPage)} rows in a page; give several pages`)
          )
        : count(readable + unreadable)
  }
}

const inWords = (count: number) => count.toLocaleString("en-US")

const isText = (value: unknown) => typeof value === "string"
const isOptional = (value: unknown, isValid: (value: unknown) => boolean) =>
  Option.isOption(value) && (Option.isNone(value) || isValid(value.value))
const isSpan = (value: unknown) =>
  typeof value === "object" &&
  value !== null &&
  "from" in value &&
  "to" in value &&
  Number.isFinite(value.from) &&
  Number.isFinite(value.to)

/** Why a value is no page; null if it is one. */
const problemOf = (page: unknown): string | null => {
  if (typeof page !== "object" || page === null) return "it is no object"
  const { covers, cursor, deleted, records, total } = page as Partial<Page<unknown>>
  if (!Array.isArray(records)) return "records is no array"
  if (records.length > maxRecordsOfPage)
    return `it has ${inWords(records.length)} records, and at most ${inWords(maxRecordsOfPage)} fit; give several pages`
  if (!Array.isArray(deleted) || !deleted.every(isText)) return "deleted is no array of texts"
  if (!isOptional(covers, isSpan)) return "covers is no Option of { from, to } in milliseconds"
  if (!isOptional(cursor, isText)) return "cursor is no Option of a text"
  if (!isOptional(total, Number.isFinite)) return "total is no Option of a number"
  const flooded = records.map(rowCount).find((count) => count > maxRowsOfPage)
  if (flooded !== undefined)
    return `it has ${inWords(flooded)} rows, and at most ${inWords(maxRowsOfPage)} fit; give several pages`
  const index = records.findIndex((record) => typeof record !== "object" || record === null || !isPlain(record, 0))
  return index < 0 ? null : `record ${index + 1} is no plain object of texts, finite numbers, booleans and null`
}

/** The length of the longest list in a record, without looking into it. */
const rowCount = (record: unknown): number =>
  typeof record === "object" && record !== null
    ? Object.values(record).reduce<number>((most, one) => (Array.isArray(one) ? Math.max(most, one.length) : most), 0)
    : 0

/** Whether a value consists of what a table can hold. */
const isPlain = (value: unknown, depth: number): boolean => {
  switch (typeof value) {
    case "string":
    case "boolean":
    case "undefined":
      return true
    case "number":
      return Number.isFinite(value)
    case "object":
      return value === null || (depth < deepest && Object.values(value).every((one) => isPlain(one, depth + 1)))
    default:
      return false
  }
}
