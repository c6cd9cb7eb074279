import { Effect } from "effect"
import { type Ask, type AskError } from "../Ask.js"
import { askDeclared } from "../declared/ask.js"
import type { DomainShape, RecordShape } from "../declared/shape.js"
import type { WhenRange } from "../kit/when.js"
import { datesOf } from "../Tool.js"

/** How a declared domain answers what the generic tools ask of every domain. */

type Json = Readonly<Record<string, unknown>>

/** The dates of a range, for records that happen on a day. */
const datesFor = ({ hasDays }: RecordShape, range: WhenRange) => (hasDays ? datesOf(range) : {})

/** The totals of a domain in a range: of its record, or of each if it has several. */
export const declaredTotals = ({ name, records }: DomainShape, range: WhenRange): Effect.Effect<Json, AskError, Ask> =>
  Effect.map(
    Effect.forEach(
      records,
      (record) =>
        Effect.map(
          askDeclared(name).stats({ record: record.name, ...datesFor(record, range) }),
          ({ data: { record: _, ...totals } }) => [record.name, totals] as const
        ),
      { concurrency: 3 }
    ),
    (all) => (all.length === 1 ? all[0]![1] : Object.fromEntries(all))
  )

/** How many records of a domain there are in a range, by the name of the record. */
export const declaredCounts = ({ name, records }: DomainShape, range: WhenRange) =>
  Effect.map(
    Effect.forEach(
      records,
      (record) =>
        Effect.map(
          askDeclared(name).stats({ record: record.name, ...datesFor(record, range) }),
          ({ data }) => [record.name, data.total] as const
        ),
      { concurrency: 3 }
    ),
    (all): Counts => Object.fromEntries(all)
  )

type Counts = Readonly<Record<string, number>>

/** Whether a domain has nothing in a range. Records without a day are in no range. */
export const hasNone = ({ records }: DomainShape, counts: Counts, { from }: WhenRange): boolean =>
  records.every(({ hasDays, name }) => counts[name] === 0 || (from !== null && !hasDays))

/** The note about records to which `when` does not apply. */
export const withoutDays = ({ records }: DomainShape, range: WhenRange): ReadonlyArray<string> => {
  const undated = records.filter(({ hasDays }) => !hasDays).map(({ name }) => name)
  return range.from === null || undated.length === 0
    ? []
    : [`Records of the type ${undated.join(", ")} have no day: they are counted over all time.`]
}

/** The record that has a facet; the main one if several have. */
export const recordWithFacet = ({ main, records }: DomainShape, facet: string): RecordShape | undefined =>
  [main, ...records].find(({ facets }) => facets.includes(facet))

/** The facets of all records of a domain, each once. */
export const facetsIn = ({ records }: DomainShape): ReadonlyArray<string> =>
  Array.from(new Set(records.flatMap(({ facets }) => facets)))

/** Maximum length of a text in a row. Longer ones may be anybody's, and belong to `fetch`. */
const maxTextLength = 300

const isLong = (value: unknown): value is string => typeof value === "string" && value.length > maxTextLength
const isPicture = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value)
const isInstant = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/.test(value)

/** The fields of a record without pictures and long texts, with the home offset in its times. */
export const plainFields = (record: Json, local: (instant: string) => string | null): Json =>
  Object.fromEntries(
    Object.entries(record)
      .filter(([name, value]) => name !== "id" && name !== "sources" && !isLong(value) && !isPicture(value))
      .map(([name, value]) => [name, isInstant(value) ? local(value) : value])
  )

/** The long texts of a record, by their field. */
export const longTexts = (record: Json): ReadonlyArray<readonly [string, string]> =>
  Object.entries(record).filter((entry): entry is [string, string] => isLong(entry[1]))

/** What names a record. */
export const titleOf = ({ titleField }: RecordShape, record: Json, id: string): string => {
  const title = record[titleField]
  return typeof title === "string" && title !== "" ? title : typeof title === "number" ? String(title) : id
}
