import type { DataVersions } from "@daybook/core/sync"
import type { Context } from "effect"
import type { CachePolicy } from "../kit/caching.js"

/**
 * The data versions and the day for which a response was computed. Taken before any read, so that a concurrent change
 * invalidates the response.
 */
export interface CacheStamp extends Moment {
  readonly versions: ReadonlyArray<number>
}

/** The parts of the current time on which cached responses depend. */
export interface Moment {
  /** Today in the home time zone. */
  readonly today: string
  /**
   * Number of the current quarter hour. Every UTC offset is a multiple of 15 minutes, so each day ends with a quarter
   * hour.
   */
  readonly quarter: number
}

const quarterMs = 900_000

export const momentOf = (now: number, today: string): Moment => ({ today, quarter: Math.floor(now / quarterMs) })

/** A response that is ready to send. Headers alternate between name and value. */
export interface CachedResponse {
  readonly stamp: CacheStamp
  /** See `cacheableBody`. */
  readonly body: string | Buffer
  readonly etag: string
  readonly headers: ReadonlyArray<string>
  /** Headers for a 304: without those that describe a body. */
  readonly headersUnchanged: ReadonlyArray<string>
}

/** Maximum size of a body that is cached as a string. */
const maxTextBytes = 16_384

/**
 * Short bodies are latin1 strings, since Node sends a string and the headers in one write. Long bodies are buffers:
 * Node copies a string per connection, and a client that does not read would hold its copy.
 */
export const cacheableBody = (body: Uint8Array): string | Buffer => {
  const bytes = Buffer.from(body)
  return bytes.byteLength > maxTextBytes ? bytes : bytes.toString("latin1")
}

/** Responses by cache key, each valid until the data it was computed from changes. */
export interface ResponseCache {
  readonly stamp: (policy: CachePolicy, moment: Moment) => CacheStamp
  /** The cached response if it is still valid. */
  readonly find: (key: string, policy: CachePolicy, moment: Moment) => CachedResponse | undefined
  readonly store: (key: string, response: CachedResponse) => void
  /** Like `find`, but counts no request. */
  readonly isFresh: (key: string, policy: CachePolicy, moment: Moment) => boolean
  /** Keys that were asked for, also of outdated responses, the most asked first. */
  readonly mostAsked: (limit: number) => ReadonlyArray<string>
  /** Takes back a request that nobody sent, and halves the number of requests: an answer nobody asks for drops out. */
  readonly calm: (key: string) => void
}

/** Approximate size of an entry without body and key, in bytes: headers and map entry. */
const overhead = 1_024

/** `used` says whether the entry was read since the last eviction; `asked` counts requests for it. */
interface Entry {
  readonly response: CachedResponse
  used: boolean
  asked: number
}

/** A cache of at most `bytes` with the CLOCK eviction policy: close to LRU, but a hit only sets a flag. */
export const responseCache = (versions: Context.Tag.Service<DataVersions>, bytes: number): ResponseCache => {
  const entries = new Map<string, Entry>()
  let usedBytes = 0
  const sizeOf = (key: string, response: CachedResponse) => response.body.length + key.length + overhead
  const drop = (key: string, { response }: Entry) => {
    entries.delete(key)
    usedBytes -= sizeOf(key, response)
  }
  const isFresh = ({ stamp }: CachedResponse, policy: CachePolicy, moment: Moment) => {
    for (let index = 0; index < policy.domains.length; index++) {
      if (versions.latest(policy.domains[index]!) !== stamp.versions[index]) return false
    }
    if (policy.today === "anywhere" && stamp.quarter !== moment.quarter) return false
    return policy.today === false || stamp.today === moment.today
  }
  const evict = () => {
    for (const [key, entry] of entries) {
      if (usedBytes <= bytes) return
      if (entry.used) {
        entries.delete(key)
        entries.set(key, { ...entry, used: false })
      } else drop(key, entry)
    }
  }
  return {
    stamp: (policy, { quarter, today }) => ({
      versions: policy.domains.map((domain) => versions.latest(domain)),
      today,
      quarter
    }),
    find: (key, policy, moment) => {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      // An outdated response stays until the new one takes its place, with the number of its requests.
      if (!isFresh(entry.response, policy, moment)) return undefined
      entry.used = true
      entry.asked++
      return entry.response
    },
    store: (key, response) => {
      const former = entries.get(key)
      if (former !== undefined) drop(key, former)
      if (sizeOf(key, response) > bytes) return
      entries.set(key, { response, used: false, asked: (former?.asked ?? 0) + 1 })
      usedBytes += sizeOf(key, response)
      evict()
    },
    isFresh: (key, policy, moment) => {
      const entry = entries.get(key)
      return entry !== undefined && isFresh(entry.response, policy, moment)
    },
    mostAsked: (limit) =>
      Array.from(entries)
        .filter(([, { asked }]) => asked > 0)
        .sort(([, a], [, b]) => b.asked - a.asked)
        .slice(0, limit)
        .map(([key]) => key),
    calm: (key) => {
      const entry = entries.get(key)
      if (entry !== undefined) entry.asked = Math.floor((entry.asked - 1) / 2)
    }
  }
}
