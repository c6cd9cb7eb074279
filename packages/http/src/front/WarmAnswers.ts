import type { LocalDate } from "@daybook/core/shared"
import { Clock, Effect, Metric } from "effect"
import type { OutgoingHttpHeaders } from "node:http"
import { ownerKey } from "../kit/ownerKey.js"
import { noBody } from "./body.js"
import type { FrontOptions } from "./Front.js"
import { type Admission, type AdmittedListener, admit, type Route } from "./requests.js"
import { type CacheStamp, momentOf } from "./ResponseCache.js"
import type { HeaderList } from "./send.js"

/** At most so many answers, bytes of bodies and milliseconds after a change. */
export const warmLimits = { answers: 200, bytes: 16 * 1_048_576, milliseconds: 10_000 }

/** Milliseconds. `quiet`: without a change of data or a computed request. `apart`: from one round to the next. */
export const warmTimes = { look: 500, quiet: 3_000, apart: 60_000 }

export interface WarmOptions extends Pick<FrontOptions, "cache" | "next" | "now" | "target"> {
  readonly today: (now: number) => LocalDate
  /** Requests that come first, whether anybody has sent them or not. */
  readonly first: (today: LocalDate) => ReadonlyArray<string>
  /** Versions of all data. */
  readonly versions: () => ReadonlyArray<number>
  /** How many requests the host has computed. */
  readonly computed: () => number
  /** Computes JSON reads in another process; `keep` stores their answers in the cache of this one. */
  readonly elsewhere?:
    | {
        readonly next: AdmittedListener
        readonly keep: (admission: Admission, headers: HeaderList, body: Buffer) => void
      }
    | undefined
  readonly limits?: Partial<typeof warmLimits>
  readonly times?: Partial<typeof warmTimes>
}

const warmed = Metric.counter("daybook_http_warmed_total", {
  description: "Answers computed in idle time after a change of data",
  incremental: true
})

/** Reads what every key may read. */
const reader = { ...ownerKey("read"), name: "idle host" }

const withoutBody: Pick<Admission, "body" | "readBody"> = { body: noBody, readBody: (_, done) => done(noBody) }

/** The headers of an answer that a front does not set itself. */
const storedHeaders = (headers: OutgoingHttpHeaders): HeaderList =>
  ["content-type", "content-length", "cache-control"].flatMap((name) =>
    headers[name] === undefined ? [] : [name, String(headers[name])]
  )

interface WarmRequest {
  readonly path: string
  readonly route: Route
  readonly stamp: CacheStamp
}

/**
 * Computes the answers again that are asked most, in idle time after a change of data. Stops when a request comes or
 * data changes. Requests to itself pass no limit and count for no key.
 */
export const warmAnswers = (options: WarmOptions): Effect.Effect<never> => {
  const limits = { ...warmLimits, ...options.limits }
  const times = { ...warmTimes, ...options.times }
  const { cache, computed, now, target, today } = options
  const dataNow = () => [...options.versions(), today(now())].join(" ")
  const moment = () => momentOf(now(), today(now()))

  /** The request of a cache key, if its answer is outdated. */
  const outdated = (path: string): WarmRequest | undefined => {
    const { cacheKey, problem, routes } = target(path)
    const route = routes?.get("GET")
    if (route === undefined || problem !== undefined || !route.caching.cached) return undefined
    if (route.access === "admin" || route.varies !== undefined) return undefined
    if (cache.isFresh(cacheKey, route.caching, moment())) return undefined
    return { path, route, stamp: cache.stamp(route.caching, moment()) }
  }

  /** Computes one answer and returns its size in bytes. */
  const compute = ({ path: url, route, stamp }: WarmRequest) =>
    Effect.map(
      Effect.promise(async () => {
        const { inject } = await import("light-my-request")
        const { cacheKey, params } = target(url)
        const facts = { requestId: "warm", key: reader, route, params, cacheKey, stamp, headers: [] }
        const admission = { ...facts, ...withoutBody }
        const elsewhere = route.batches === true ? options.elsewhere : undefined
        const { next } = elsewhere ?? options
        const response = await inject((request, response) => next(admit(request, admission), response), { url })
        if (elsewhere !== undefined && response.statusCode === 200)
          elsewhere.keep(admission, storedHeaders(response.headers), response.rawPayload)
        cache.calm(cacheKey)
        return response.rawPayload.byteLength
      }),
      (bytes) => {
        warmed.unsafeUpdate(1, [])
        return bytes
      }
    )

  /** False if a request came or data changed before it was done. */
  const round = Effect.gen(function* () {
    const [data, requests, start] = [dataNow(), computed(), yield* milliseconds]
    let [answers, bytes] = [0, 0]
    for (const path of new Set([...options.first(today(now())), ...cache.mostAsked(limits.answers)])) {
      const began = yield* milliseconds
      if (answers >= limits.answers || bytes >= limits.bytes || began - start >= limits.milliseconds) return true
      if (computed() !== requests || dataNow() !== data) return false
      const request = outdated(path)
      if (request === undefined) continue
      bytes += yield* compute(request)
      answers += 1
      // Idles as long as it computed.
      yield* Effect.sleep(Math.ceil((yield* milliseconds) - began))
    }
    return true
  })

  let [done, seen, requests, quietSince, last] = [dataNow(), "", computed(), 0, -Infinity]
  const look = Effect.gen(function* () {
    const data = dataNow()
    const at = yield* milliseconds
    if (data !== seen || computed() !== requests) [seen, requests, quietSince] = [data, computed(), at]
    if (data === done || at - quietSince < times.quiet || at - last < times.apart) return
    // The next client that asks gets a failure.
    const isComplete = yield* Effect.catchAllDefect(round, () => Effect.succeed("failed" as const))
    if (isComplete === true) done = data
    if (isComplete === false) quietSince = yield* milliseconds
    else last = yield* milliseconds
  })
  return Effect.forever(Effect.zipRight(Effect.sleep(times.look), look))
}

/** Of a clock that no one sets. */
const milliseconds = Effect.map(Clock.currentTimeNanos, (now) => Number(now / 1_000_000n))
