import { domainDeclarations, type BuiltInDomain } from "@daybook/core"
import type { LocalDate } from "@daybook/core/shared"
import { Effect } from "effect"
import type { WhenRange } from "../kit/when.js"
import type { Answer, DaySpan, Domain, Property, Share, Totals } from "./Domain.js"

/** How the six domains say what a declared one derives. */

type Own = Omit<Domain, "name" | "title" | "heading" | "hasDays" | "declaration">

/** A built-in domain. Headings call it by its name. */
export const builtIn = (name: BuiltInDomain, own: Own): Domain => ({
  name,
  title: domainDeclarations.find((one) => one.name === name)!.title,
  heading: name,
  hasDays: true,
  ...own
})

/** Totals with the names of the main ones, and of those that are 0 where there is nothing. */
export const totalsFrom = (totals: object, main: ReadonlyArray<string>, counts: ReadonlyArray<string>): Totals => {
  const all = { ...totals } as Readonly<Record<string, unknown>>
  return {
    all,
    main: Object.fromEntries(main.map((name) => [name, all[name]])),
    isEmpty: counts.every((name) => !(Number(all[name] ?? 0) > 0)),
    notes: []
  }
}

interface CountedPage {
  readonly data: ReadonlyArray<object>
  readonly pagination: { readonly total: number }
}

/** The newest and the oldest row of a list that is ordered newest first. */
const endsOf = <A extends CountedPage>(load: (page: number) => Answer<A>) =>
  Effect.gen(function* () {
    const newest = yield* load(1)
    const { total } = newest.pagination
    const oldest = total > 1 ? yield* load(total) : newest
    return [oldest.data[0], newest.data[0]] as const
  })

/** The days of the oldest and the newest row of a list that is ordered newest first. */
export const spanOf = <A extends CountedPage>(
  load: (page: number) => Answer<A>,
  dayOf: (row: A["data"][number]) => LocalDate | null
): Answer<DaySpan> =>
  Effect.map(endsOf(load), ([oldest, newest]) => ({
    first: oldest === undefined ? null : dayOf(oldest),
    last: newest === undefined ? null : dayOf(newest)
  }))

/** More than the distance of any time zone from UTC. */
const zoneMs = 15 * 3_600_000

/** The first year in which a row without a time may be. */
const firstYear = 2000

/** The years from the oldest to the newest row of a list that is ordered newest first. */
export const yearsBetween = <A extends CountedPage>(
  load: (page: number) => Answer<A>,
  timeOf: (row: A["data"][number]) => string | null
): Answer<ReadonlyArray<number>> =>
  Effect.map(endsOf(load), ([oldest, newest]) => {
    const [first, last] = [oldest && timeOf(oldest), newest && timeOf(newest)]
    if (last == null) return []
    const to = new Date(Date.parse(last) + zoneMs).getUTCFullYear()
    const from = first == null ? firstYear : new Date(Date.parse(first) - zoneMs).getUTCFullYear()
    return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index).filter(
      (year) => year >= firstYear
    )
  })

export const yearNumbers = (rows: ReadonlyArray<{ readonly year: number | string }> | undefined) =>
  (rows ?? []).map(({ year }) => Number(year))

/** Names that the API lists at most. */
export const maxNames = 100

/** Favourites of a period. */
export const maxFavourites = 5

export const countsOf = (
  rows: ReadonlyArray<{ readonly name: string; readonly count: number }>
): ReadonlyArray<Share> => rows.map(({ count, name }) => ({ name, count }))

export const byCount = <A extends { readonly count: number }>(rows: ReadonlyArray<A>): ReadonlyArray<A> =>
  rows.toSorted((a, b) => b.count - a.count)

/** The shares of a property whose values are all loaded at once. */
const sliced =
  (load: (range: WhenRange) => Answer<ReadonlyArray<Share>>): Property["load"] =>
  (range, { skip }, limit) =>
    Effect.map(load(range), (rows) => ({
      rows: rows.slice(skip, skip + limit),
      whole: rows.reduce((sum, { count }) => sum + count, 0),
      total: rows.length
    }))

/** A property that is counted within a range. */
export const ranged = (counts: string, load: (range: WhenRange) => Answer<ReadonlyArray<Share>>): Property => ({
  takesRange: true,
  counts,
  load: sliced(load)
})

/** A property that is counted over all time. `what` names it in a remark: `running by city`. */
export const always = (what: string, counts: string, rows: Answer<ReadonlyArray<Share>>): Property => ({
  takesRange: false,
  counts,
  notes: ({ from }) => (from === null ? [] : [`${what} is counted over all time; when was ignored.`]),
  load: sliced(() => rows)
})

/** A property of which the API tells the largest names only. */
export const capped = (property: Property): Property => ({
  ...property,
  notes: (requested, values) => [
    ...(property.notes?.(requested, values) ?? []),
    ...(values === maxNames ? [`Only the ${maxNames} largest are here; shares are shares of these.`] : [])
  ]
})
