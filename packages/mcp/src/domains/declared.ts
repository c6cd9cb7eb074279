import { type LocalDate, isLocalDate } from "@daybook/core/shared"
import { Effect } from "effect"
import type { DeclaredShape, RecordShape } from "../declared/shape.js"
import { idOf } from "../kit/ids.js"
import type { WhenRange } from "../kit/when.js"
import { datesOf, rowsFrom } from "../Tool.js"
import { askDeclared } from "./askDeclared.js"
import { longTexts, plainFields, titleOf } from "./declaredRow.js"
import type { Answer, Domain, Property, Totals } from "./Domain.js"
import { maxNames, yearNumbers } from "./kit.js"

/** The dates of a range, for records that happen on a day. */
const datesFor = ({ hasDays }: RecordShape, range: WhenRange) => (hasDays ? datesOf(range) : {})

/** The note about records to which `when` does not apply. */
const withoutDays = ({ records }: DeclaredShape, range: WhenRange): ReadonlyArray<string> => {
  const undated = records.filter(({ hasDays }) => !hasDays).map(({ name }) => name)
  return range.from === null || undated.length === 0
    ? []
    : [`Records of the type ${undated.join(", ")} have no day: they are counted over all time.`]
}

/** The totals of its record, or of each if it has several. Records without a day are in no range. */
const totals =
  (shape: DeclaredShape) =>
  (range: WhenRange): Answer<Totals> => {
    const { stats } = askDeclared(shape.name)
    const totalsOf = (record: RecordShape) =>
      Effect.map(
        stats({ record: record.name, ...datesFor(record, range) }),
        ({ data: { record: name, ...totals } }) => ({ name, totals, hasDays: record.hasDays })
      )
    return Effect.map(Effect.forEach(shape.records, totalsOf, { concurrency: 3 }), (records) => ({
      all:
        records.length === 1
          ? records[0]!.totals
          : Object.fromEntries(records.map(({ name, totals }) => [name, totals])),
      main: Object.fromEntries(records.map(({ name, totals }) => [name, totals.total])),
      isEmpty: records.every(({ hasDays, totals }) => totals.total === 0 || (range.from !== null && !hasDays)),
      notes: withoutDays(shape, range)
    }))
  }

/** A facet of a record. A record may have several values, so shares need not add up to 1. */
const facetOf = (domain: string, record: RecordShape, facet: string): Property => ({
  takesRange: record.hasDays,
  counts: record.name,
  load: (range, place, limit) => {
    const { stats, top } = askDeclared(domain)
    const own = { record: record.name, ...datesOf(range) }
    return Effect.zipWith(
      stats(own),
      rowsFrom(place, limit, maxNames, (page) => top(facet, { ...own, ...page })),
      ({ data }, { rows, total }) => ({
        rows: rows.map(({ count, last_date, value }) => ({ name: value, count, last_date })),
        whole: data.total,
        total
      })
    )
  }
})

/** The facets of all records: of the main one if several have one of a name. */
const facets = ({ main, name, records }: DeclaredShape): Domain["properties"] =>
  Object.fromEntries(
    records.flatMap((record) =>
      record.facets.map((facet) => [
        facet,
        facetOf(name, [main, ...records].find(({ facets }) => facets.includes(facet)) ?? record, facet)
      ])
    )
  )

const record =
  (domain: string, shape: RecordShape): Domain["records"][string] =>
  (id, { local }) =>
    Effect.map(askDeclared(domain).record(shape.name, id), (answer) => {
      const texts = longTexts(answer)
      return {
        title: titleOf(shape, answer, idOf(domain, shape.name, id)),
        url: null,
        facts: plainFields(answer, local),
        foreign: texts.length === 0 ? null : texts.map(([name, text]) => `${name}: ${text}`).join("\n\n")
      }
    })

const dayOrNull = (text: string | null): LocalDate | null => (text !== null && isLocalDate(text) ? text : null)

/** What only domains whose main record has days can answer. */
const ofDays = (domain: string): Pick<Domain, "calendar" | "streaks" | "year" | "years"> => {
  const { calendar, streaks, year, years } = askDeclared(domain)
  return {
    calendar: (of) =>
      Effect.map(calendar({ year: of }), ({ days }) => days.map(({ count, date }) => ({ date, count }))),
    streaks: streaks({}),
    year: (of) =>
      Effect.catchIf(
        year(of),
        ({ status }) => status === 404,
        () => Effect.succeed(null)
      ),
    years: Effect.map(years, ({ data }) => yearNumbers(data))
  }
}

/** A domain that the configuration of the host declares. */
export const declaredDomain = (shape: DeclaredShape): Domain => ({
  name: shape.name,
  title: shape.title,
  heading: shape.title,
  noun: `records of ${shape.title}`,
  hasDays: shape.main.hasDays,
  declaration: shape,
  totals: totals(shape),
  span: () =>
    Effect.map(askDeclared(shape.name).stats({}), ({ data }) => ({
      first: dayOrNull(data.first_date),
      last: dayOrNull(data.last_date)
    })),
  ...(shape.main.hasDays ? ofDays(shape.name) : {}),
  properties: facets(shape),
  records: Object.fromEntries(shape.records.map((one) => [one.name, record(shape.name, one)]))
})
