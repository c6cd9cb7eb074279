import { type Domain } from "@daybook/core"
import { type Calendar, type LocalDate, addDays, parseRange, yearOf } from "@daybook/core/shared"
import { Context, Either } from "effect"

/** `Cache-Control` by class. Responses that need a key are private; only pages and signed pictures are public. */
export const cacheControl = {
  none: "no-store",
  realtime: "private, max-age=30",
  short: "private, max-age=300",
  medium: "private, max-age=3600",
  long: "private, max-age=86400",
  page: "public, max-age=300",
  asset: "public, max-age=31536000, immutable",
  image: "public, max-age=31536000, immutable"
} as const
export type CacheClass = keyof typeof cacheControl

/** The parts of a request that decide its cache class. `params` are path and query parameters as sent. */
export interface CacheRequest {
  readonly params: ReadonlyMap<string, string>
  readonly calendar: Context.Tag.Service<Calendar>
  readonly today: LocalDate
}

/** How long the response of an endpoint is valid, and which data it depends on. */
export interface CachePolicy {
  /**
   * `long` is never declared but computed, since only a request can end before today (`longWhenPast`, `longWhenEnded`).
   */
  readonly cacheClass: Exclude<CacheClass, "long"> | ((request: CacheRequest) => CacheClass)
  /** The domains whose data the response depends on. A change of any of them invalidates it. */
  readonly domains: ReadonlyArray<Domain>
  /** True if the response changes with the date in the home time zone; "anywhere" if with the date in any time zone. */
  readonly today: boolean | "anywhere"
  /** False if every request must be computed. */
  readonly cached: boolean
}

/** Annotation of an endpoint. Without it the response is not cached, neither here nor by the client. */
export class Caching extends Context.Tag("@daybook/http/Caching")<Caching, CachePolicy>() {}

export const uncached: CachePolicy = { cacheClass: "none", domains: [], today: false, cached: false }

/** The response depends only on the data of these domains. */
export const cachedFor =
  (...of: ReadonlyArray<Domain>) =>
  (cache: CachePolicy["cacheClass"], options?: Pick<CachePolicy, "today">) =>
    Context.make(Caching, { cacheClass: cache, domains: of, today: options?.today ?? false, cached: true })

/** The response changes by itself: the client may cache it briefly, the host does not. */
export const recomputed = (cache: Exclude<CacheClass, "long">) =>
  Context.make(Caching, { cacheClass: cache, domains: [], today: false, cached: false })

type ClassOf = (request: CacheRequest) => CacheClass

/** For views of a `year`: `long` if the year ended before the day `oldest`. A past year changes only by a late sync. */
const pastYear =
  (oldest: (today: LocalDate) => LocalDate): ClassOf =>
  ({ params, today }) =>
    Number(params.get("year") ?? yearOf(today)) < yearOf(oldest(today)) ? "long" : "medium"

/** For views between dates: `long` if they end before the day `oldest`. */
const endedSpan =
  (oldest: (today: LocalDate) => LocalDate): ClassOf =>
  ({ calendar, params, today }) => {
    const range = Either.getOrUndefined(
      parseRange(calendar, { date: params.get("date"), from: params.get("from"), to: params.get("to") })
    )
    return range?.to != null && range.to <= calendar.startOf(oldest(today)) ? "long" : "medium"
  }

const inHomeTimeZone = (today: LocalDate) => today

/** Other time zones may still have yesterday's date. */
const anywhere = (today: LocalDate) => addDays(today, -1)

/** For days in the home time zone. */
export const longWhenPast = pastYear(inHomeTimeZone)
export const longWhenEnded = endedSpan(inHomeTimeZone)

/** For days in the local time of a run or an event. */
export const longWhenPastAnywhere = pastYear(anywhere)
export const longWhenEndedAnywhere = endedSpan(anywhere)
