import { Attending } from "@daybook/core/attending"
import { Collecting } from "@daybook/core/collecting"
import { Listening } from "@daybook/core/listening"
import { Reading } from "@daybook/core/reading"
import { Running, type Units } from "@daybook/core/running"
import { BadInput, NoData, type StorageFailure } from "@daybook/core/shared"
import { Watching } from "@daybook/core/watching"
import { Effect } from "effect"

/** The services that know a year. */
export const reviewServices = [Listening, Running, Watching, Collecting, Reading, Attending] as const

type Services = readonly [Listening, Running, Watching, Collecting, Reading, Attending]

/** Null for a domain without data in the year, or whose years begin later. */
const orNull = <A>(review: Effect.Effect<A, NoData | BadInput | StorageFailure>) =>
  Effect.catchIf(
    review,
    (error): error is NoData | BadInput => error instanceof NoData || error instanceof BadInput,
    () => Effect.succeed(null)
  )

const newest = { page: 1, limit: 8 }

const collectingYear = (collecting: Collecting) =>
  Effect.fn("cards.collecting")(function* (year: number) {
    const filters = { from: `${year}-01-01`, to: `${year}-12-31` }
    const { days, total } = yield* collecting.calendar(year)
    const { data: totals } = yield* collecting.stats(filters)
    const records = yield* collecting.recentRecords(newest, filters)
    const discs = yield* collecting.recentDiscs(newest, filters)
    return { days, total, totals, records, discs }
  })

const skipped = Effect.succeed(null)

/** The review of a year, by domain, as the API answers it. Null also for those that `needs` does not name. */
export const yearReviews = (...[listening, running, watching, collecting, reading, attending]: Services) => {
  const shelf = collectingYear(collecting)
  return (year: number, units: Units, needs: (domain: ReviewedDomain) => boolean) => {
    const review = <A>(domain: ReviewedDomain, of: Effect.Effect<A, NoData | BadInput | StorageFailure>) =>
      needs(domain) ? orNull(of) : skipped
    return Effect.all({
      listening: review("listening", listening.year({ year, sparklines: false })),
      running: review("running", running.in(units).year(year)),
      watching: review("watching", watching.year(year)),
      collecting: review("collecting", shelf(year)),
      reading: review("reading", reading.year(year)),
      attending: review("attending", attending.year(year))
    })
  }
}

/** The domains with a review. */
export type ReviewedDomain = "listening" | "running" | "watching" | "collecting" | "reading" | "attending"

export type YearReviews = Effect.Effect.Success<ReturnType<ReturnType<typeof yearReviews>>>
