import type { LocalDate } from "@daybook/core/shared"
import { Effect, Metric } from "effect"
import type { OutgoingHttpHeaders } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
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
 * Computes the answers again that are asked most, in idle time after a change of data, until the scope closes. Stops
 * when a request comes or data changes. Requests to itself pass no limit and count for no key.
 */
export const warmAnswers = (options: WarmOptions): Effect.Effect<void> => {
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

  const round = async (signal: AbortSignal): Promise<boolean> => {
    const { inject } = await import("light-my-request")
    const [data, requests, start] = [dataNow(), computed(), performance.now()]
    let [answers, bytes] = [0, 0]
    for (const path of new Set([...options.first(today(now())), ...cache.mostAsked(limits.answers)])) {
      if (answers >= limits.answers || bytes >= limits.bytes || performance.now() - start >= limits.milliseconds)
        return true
      if (signal.aborted || computed() !== requests || dataNow() !== data) return false
      const request = outdated(path)
      if (request === undefined) continue
      const { path: url, route, stamp } = request
      const { cacheKey, params } = target(url)
      const facts = { requestId: "warm", key: reader, route, params, cacheKey, stamp, headers: [] }
      const admission = { ...facts, ...withoutBody, answered: false }
      const began = performance.now()
      const elsewhere = route.batches === true ? options.elsewhere : undefined
      const { next } = elsewhere ?? options
      const response = await inject((request, response) => next(admit(request, admission), response), { url })
      if (elsewhere !== undefined && response.statusCode === 200)
        elsewhere.keep(admission, storedHeaders(response.headers), response.rawPayload)
      cache.calm(cacheKey)
      answers += 1
      bytes += response.rawPayload.byteLength
      warmed.unsafeUpdate(1, [])
      // Half of the time belongs to others.
      await sleep(Math.ceil(performance.now() - began), undefined, { signal })
    }
    return true
  }

  return Effect.async<never>((_, signal) => {
    let [done, seen, requests, quietSince, last] = [dataNow(), "", computed(), 0, -Infinity]
    let running = false
    const look = async () => {
      const data = dataNow()
      const at = performance.now()
      if (data !== seen || computed() !== requests) [seen, requests, quietSince] = [data, computed(), at]
      const isDue = data !== done && at - quietSince >= times.quiet && at - last >= times.apart
      if (running || !isDue) return
      running = true
      try {
        if (await round(signal)) [done, last] = [data, performance.now()]
        else quietSince = performance.now()
      } catch {
        // The next client that asks gets the failure.
        last = performance.now()
      } finally {
        running = false
      }
    }
    const timer = setInterval(() => void look(), times.look)
    timer.unref()
    signal.addEventListener("abort", () => clearInterval(timer))
  })
}
