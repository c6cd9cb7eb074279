import { isBuiltIn, type BuiltInDomain } from "@daybook/core"
import { type LocalDate, isLocalDate } from "@daybook/core/shared"
import { Effect } from "effect"
import { ask, type Ask, type AskError } from "./Ask.js"
import { askDeclared } from "./declared/ask.js"
import { Home } from "./Home.js"

/** The first and the last day of a domain that has a record; null without any. */
export interface DaySpan {
  readonly first: LocalDate | null
  readonly last: LocalDate | null
}

interface CountedPage {
  readonly data: ReadonlyArray<object>
  readonly pagination: { readonly total: number }
}

/** The days of the oldest and the newest row of a list that is ordered newest first. */
const endsOf = <A extends CountedPage, E, R>(
  load: (page: number) => Effect.Effect<A, E, R>,
  dayOf: (row: A["data"][number]) => LocalDate | null
) =>
  Effect.gen(function* () {
    const newest = yield* load(1)
    const { total } = newest.pagination
    const oldest = total > 1 ? yield* load(total) : newest
    const [first, last] = [oldest.data[0], newest.data[0]]
    return {
      first: first === undefined ? null : dayOf(first),
      last: last === undefined ? null : dayOf(last)
    } satisfies DaySpan
  })

const daysInOrder = (spans: ReadonlyArray<DaySpan>): DaySpan => {
  const days = spans.flatMap(({ first, last }) => [first, last].filter((day) => day !== null)).toSorted()
  return { first: days[0] ?? null, last: days.at(-1) ?? null }
}

const builtInDays = (domain: BuiltInDomain): Effect.Effect<DaySpan, AskError, Ask | Home> =>
  Effect.gen(function* () {
    const { dayOf } = yield* Home
    const day = (text: string | null) => (text === null ? null : dayOf(text))
    switch (domain) {
      case "listening": {
        // The last page of a long history is slow; the calendar of its first year is not.
        const [newest, { data }] = yield* Effect.all([ask("listening.recent", { limit: 1 }), ask("listening.years")])
        const year = data.at(-1)?.year
        const days = year === undefined ? [] : (yield* ask("listening.calendar", { year })).days
        return { first: days[0]?.date ?? null, last: day(newest.data[0]?.scrobbled_at ?? null) }
      }
      case "running":
        return yield* endsOf(
          (page) => ask("running.recent", { limit: 1, page }),
          ({ date }) => date.slice(0, 10)
        )
      case "watching":
        return yield* endsOf(
          (page) => ask("watching.recent", { limit: 1, page }),
          ({ watched_at }) => day(watched_at)
        )
      case "collecting":
        return daysInOrder(
          yield* Effect.all([
            endsOf(
              (page) => ask("collecting.recentRecords", { limit: 1, page }),
              ({ date_added }) => day(date_added)
            ),
            endsOf(
              (page) => ask("collecting.discs", { limit: 1, page }),
              ({ collected_at }) => day(collected_at)
            ),
            endsOf(
              (page) => ask("collecting.wants", { limit: 1, page }),
              ({ date_added }) => day(date_added)
            )
          ])
        )
      case "reading":
        return yield* endsOf(
          (page) => ask("reading.recent", { limit: 1, page, include_no_body: true, include_bulk_archived: true }),
          ({ saved_at }) => day(saved_at)
        )
      case "attending":
        return yield* endsOf(
          (page) => ask("attending.events", { limit: 1, page }),
          ({ event_date }) => event_date
        )
    }
  })

const dayOrNull = (text: string | null): LocalDate | null => (text !== null && isLocalDate(text) ? text : null)

/** The first and the last day of a domain. */
export const daysOf = (domain: string): Effect.Effect<DaySpan, AskError, Ask | Home> =>
  isBuiltIn(domain)
    ? builtInDays(domain)
    : Effect.map(askDeclared(domain).stats({}), ({ data }) => ({
        first: dayOrNull(data.first_date),
        last: dayOrNull(data.last_date)
      }))
