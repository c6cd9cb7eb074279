import { Effect, Option } from "effect"
import {
  type DeclaredStore,
  type FieldValue,
  type RecordQuery,
  type RecordRef,
  type PicturedRow,
  facetsOf,
  numbersOf,
  occursOf
} from "../../src/declared/index.js"
import type { Calendar, Days, LocalDate, PageOf } from "../../src/shared/index.js"
import { addDays } from "../../src/shared/index.js"

type HomeCalendar = typeof Calendar.Service
type Rows = (of: RecordRef) => ReadonlyArray<PicturedRow>

/** The day on which a record happened. */
const dayOf = (calendar: HomeCalendar, { record }: RecordRef, { values }: PicturedRow): LocalDate | null => {
  const occurs = occursOf(record)
  const at = occurs === null ? null : values[occurs]
  return typeof at === "number" ? calendar.dateOf(at) : typeof at === "string" ? at : null
}

const isWithin = (day: LocalDate | null, { from = null, to = null }: Partial<Days>) =>
  day === null ? from === null && to === null : (from === null || day >= from) && (to === null || day <= to)

const has = (value: FieldValue | undefined, sought: FieldValue) =>
  Array.isArray(value) ? value.includes(sought as string) : value === sought

const compare = (a: FieldValue, b: FieldValue) => (a! < b! ? -1 : a! > b! ? 1 : 0)

const sorted = (rows: ReadonlyArray<PicturedRow>, { order, sort }: Pick<RecordQuery, "order" | "sort">) => {
  const sign = order === "asc" ? 1 : -1
  const keyOf = ({ id, values }: PicturedRow) => (sort === "id" ? id : (values[sort] ?? null))
  return rows.toSorted((a, b) => {
    const [x, y] = [keyOf(a), keyOf(b)]
    if (x === null || y === null) return x === y ? sign * (a.id - b.id) : x === null ? 1 : -1
    return sign * (compare(x, y) || a.id - b.id)
  })
}

const pageOf = <A>(rows: ReadonlyArray<A>, { limit, page }: PageOf) => ({
  rows: rows.slice((page - 1) * limit, page * limit),
  total: rows.length
})

const counts = <A>(values: ReadonlyArray<A>): ReadonlyArray<readonly [A, number]> =>
  Array.from(new Set(values), (value) => [value, values.filter((one) => one === value).length] as const)

const textsOf = (value: FieldValue | undefined): ReadonlyArray<string> =>
  value === null || value === undefined ? [] : Array.isArray(value) ? [...new Set(value)] : [String(value)]

const latest = (days: ReadonlyArray<LocalDate | null>): LocalDate | null =>
  days.reduce((last, day) => (day !== null && (last === null || day > last) ? day : last), null)

const totalsOf = (of: RecordRef, rows: ReadonlyArray<PicturedRow>, days: ReadonlyArray<LocalDate>) => ({
  count: rows.length,
  first: days.toSorted()[0] ?? null,
  last: latest(days),
  numbers: Object.fromEntries(
    numbersOf(of.record).map((name) => {
      const numbers = rows.flatMap(({ values }) => (typeof values[name] === "number" ? [values[name]] : []))
      const count = numbers.length
      const sum = count === 0 ? null : numbers.reduce((total, one) => total + one, 0)
      const [min, max] = count === 0 ? [null, null] : [Math.min(...numbers), Math.max(...numbers)]
      return [name, { known: count, sum, min, max, mean: sum === null ? null : sum / count }]
    })
  ),
  facets: Object.fromEntries(
    facetsOf(of.record).map((name) => [name, new Set(rows.flatMap(({ values }) => textsOf(values[name]))).size])
  )
})

/** The spans of consecutive days among ascending days. */
const spansOf = (days: ReadonlyArray<LocalDate>) =>
  days.reduce<ReadonlyArray<{ readonly start: LocalDate; readonly end: LocalDate }>>((spans, day) => {
    const last = spans.at(-1)
    return last !== undefined && addDays(last.end, 1) === day
      ? [...spans.slice(0, -1), { ...last, end: day }]
      : [...spans, { start: day, end: day }]
  }, [])

/** The port over rows in memory, by plain loops. */
export const memoryStore = (rowsOf: Rows, calendar: HomeCalendar): typeof DeclaredStore.Service => {
  const within = (of: RecordRef, days: Partial<Days>) =>
    rowsOf(of).filter((row) => isWithin(dayOf(calendar, of, row), days))
  const daysOf = (of: RecordRef, rows: ReadonlyArray<PicturedRow>) =>
    rows.flatMap((row) => dayOf(calendar, of, row) ?? []).toSorted()
  return {
    list: (of, query) =>
      Effect.sync(() => {
        const rows = within(of, query.days).filter(({ values }) =>
          Object.entries(query.equals).every(([name, value]) => has(values[name], value))
        )
        return pageOf(sorted(rows, query), query.page)
      }),
    find: (of, id) => Effect.sync(() => Option.fromNullable(rowsOf(of).find((row) => row.id === id))),
    days: (of, from, to) =>
      Effect.sync(() =>
        counts(daysOf(of, rowsOf(of)).filter((day) => day >= from && day < to)).map(([date, count]) => ({
          date,
          count
        }))
      ),
    spans: (of, until) =>
      Effect.sync(() => spansOf(Array.from(new Set(daysOf(of, rowsOf(of)))).filter((day) => day <= until))),
    months: (of, days) =>
      Effect.sync(() =>
        counts(daysOf(of, within(of, days)).map((day) => day.slice(0, 7))).map(([month, count]) => ({ month, count }))
      ),
    years: (of) =>
      Effect.sync(() =>
        counts(daysOf(of, rowsOf(of)).map((day) => Number(day.slice(0, 4))))
          .map(([year, count]) => ({ year, count }))
          .toReversed()
      ),
    totals: (of, days) =>
      Effect.sync(() => {
        const rows = within(of, days)
        return totalsOf(of, rows, daysOf(of, rows))
      }),
    top: (of, facet, days, page) =>
      Effect.sync(() => {
        const rows = within(of, days)
        const values = counts(rows.flatMap(({ values }) => textsOf(values[facet]))).map(([value, count]) => {
          const dates = rows
            .filter(({ values }) => textsOf(values[facet]).includes(value))
            .map((row) => dayOf(calendar, of, row))
          return { value, count, last: latest(dates) }
        })
        return pageOf(
          values.toSorted((a, b) => b.count - a.count || compare(a.value, b.value)),
          page
        )
      })
  }
}
