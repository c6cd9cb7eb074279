import { type Domain } from "@daybook/core"
import type { Calendar, LocalDate } from "@daybook/core/shared"
import { Context } from "effect"

/** How long a client may keep an answer (contract §0.7). What a key opens is private; only our own pages and signed pictures are public. */
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

/** A request as far as it decides how long its answer is good. `params` are those of path and query, as sent. */
export interface Asked {
  readonly params: ReadonlyMap<string, string>
  readonly calendar: Context.Tag.Service<Calendar>
  readonly today: LocalDate
}

/** What the answer of an endpoint is made of, and so how long it is good. */
export interface Made {
  /** Only what a request asks for can end before today: `long` is never declared, but found (`longWhenPast`, `longWhenEnded`). */
  readonly cache: Exclude<CacheClass, "long"> | ((asked: Asked) => CacheClass)
  /** The domains whose data it shows. While none of them changes, the same question has the same answer. */
  readonly of: ReadonlyArray<Domain>
  /** True where the answer is another one tomorrow, though nothing changed; "anywhere" where a day that ends elsewhere counts, too. */
  readonly today: boolean | "anywhere"
  /** False where the answer changes by itself: it is then made anew for every request. */
  readonly kept: boolean
}

/** Stands on an endpoint; where it does not, the answer is neither kept nor to be kept. */
export class Caching extends Context.Tag("@daybook/http/Caching")<Caching, Made>() {}

export const uncached: Made = { cache: "none", of: [], today: false, kept: false }

/** Made of a domain's data alone. */
export const madeOf = (...of: ReadonlyArray<Domain>) => (cache: Made["cache"], options?: Pick<Made, "today">) =>
  Context.make(Caching, { cache, of, today: options?.today ?? false, kept: true })

/** Changes by itself: a client may keep it for a moment, the host does not. */
export const madeAnew = (cache: Exclude<CacheClass, "long">) => Context.make(Caching, { cache, of: [], today: false, kept: false })
