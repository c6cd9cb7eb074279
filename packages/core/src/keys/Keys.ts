import { Clock, Duration, Effect, Option, Runtime, Schedule } from "effect"
import { BadInput, NoData } from "../shared/errors.js"
import type { ApiKey, Scope } from "./ApiKey.js"
import { Crypto } from "./Crypto.js"
import { KeyStore } from "./KeyStore.js"
import * as Token from "./token.js"

/** How often uses are written down. */
const flushEvery = Duration.seconds(5)
/** How often to look for keys made or revoked elsewhere: often, for the version is known without asking the database. */
const recheckEvery = Duration.millis(200)

/** Texts of unknown keys that are remembered, so that each is looked up once. */
const mostMisses = 1_000

/** The window keeps the time of each counted request, so a limit bounds memory, too. */
export const highestRateLimit = 100_000

export interface CreateKey {
  readonly name: string
  readonly scope: Scope
  readonly expiresAt?: number | undefined
  readonly rateLimit?: number | undefined
}

/** Issues, checks and revokes API keys. */
export class Keys extends Effect.Service<Keys>()("@daybook/core/Keys", {
  scoped: Effect.gen(function*() {
    const store = yield* KeyStore
    const crypto = yield* Crypto
    let active = new Map<string, ApiKey>()
    let version = -1
    const uses = new Map<number, { requests: number; at: number }>()

    // One at a time, so that a slow older answer never replaces a newer one and brings a revoked key back.
    const oneAtATime = yield* Effect.makeSemaphore(1)
    /** Keys by their text, so that not every request is hashed; forgotten whenever any key changes. Only known keys get in. */
    const found = new Map<string, ApiKey>()
    const lookUp = (token: string): ApiKey | undefined => {
      const key = Token.isWellFormed(token) ? active.get(crypto.sha256(token)) : undefined
      if (key !== undefined) found.set(token, key)
      return key
    }

    const load = Effect.gen(function*() {
      const seen = yield* store.version
      const keys = yield* store.all
      active = new Map(keys.filter((key) => Option.isNone(key.revokedAt)).map((key) => [key.hash, key]))
      found.clear()
      version = seen
    })
    const reload = oneAtATime.withPermits(1)(load)
    const refresh = Effect.flatMap(store.version, (newest) => newest === version ? Effect.void : reload)

    /** Texts that were no key, with the version of the keys at that time. */
    const misses = new Map<string, number>()
    const isMiss = (token: string) => misses.get(token) === version
    const miss = (token: string): void => {
      if (misses.size >= mostMisses) misses.delete(misses.keys().next().value ?? "")
      misses.set(token, version)
    }
    const run = Runtime.runPromise(yield* Effect.runtime<never>())
    /** The look-up that has not begun yet: all who ask until it does share it. One that has may not see a newer key. */
    let next: Promise<boolean> | undefined
    const lookUpNext = (): Promise<boolean> => {
      const begun = Effect.suspend(() => {
        next = undefined
        return load
      })
      next ??= run(Effect.match(oneAtATime.withPermits(1)(begun), { onSuccess: () => true, onFailure: () => false }))
      return next
    }

    const count = (id: number, requests: number, at: number): void => {
      const use = uses.get(id)
      uses.set(id, { requests: requests + (use?.requests ?? 0), at: Math.max(at, use?.at ?? at) })
    }
    /** Writes the uses down; those that could not be written are kept for the next time. */
    const flush = Effect.uninterruptible(Effect.suspend(() => {
      if (uses.size === 0) return Effect.void
      const batch = Array.from(uses, ([id, use]) => ({ id, ...use }))
      uses.clear()
      return Effect.onError(store.used(batch), () =>
        Effect.sync(() => batch.forEach(({ at, id, requests }) => count(id, requests, at))))
    }))
    yield* Effect.addFinalizer(() => Effect.ignore(flush))

    return {
      refresh,
      /** Loads the keys, and from then on follows changes and writes down uses for as long as the scope lives. */
      follow: Effect.gen(function*() {
        yield* reload
        yield* Effect.forkScoped(Effect.repeat(Effect.ignoreLogged(refresh), Schedule.spaced(recheckEvery)))
        yield* Effect.forkScoped(Effect.repeat(Effect.ignoreLogged(flush), Schedule.spaced(flushEvery)))
      }),
      /** The active key with this text at an instant, from memory. */
      find: (token: string, now: number): ApiKey | undefined => {
        const key = found.get(token) ?? lookUp(token)
        return key === undefined || Option.exists(key.expiresAt, (at) => at <= now) ? undefined : key
      },
      /**
       * Looks a key up in the database that memory does not have, as right after it was made elsewhere; `find` knows
       * it then. Undefined where that cannot help: the checksum is wrong, or the same text was looked up before.
       */
      seek: (token: string): Promise<void> | undefined => {
        if (!Token.isWellFormed(token) || active.has(crypto.sha256(token)) || isMiss(token)) return undefined
        return lookUpNext().then((read) => {
          if (read && lookUp(token) === undefined) miss(token)
        })
      },
      /** Notes one use; written down a few seconds later together with others. */
      note: (key: ApiKey, now: number): void => count(key.id, 1, now),
      create: Effect.fn("Keys.create")(function*(wanted: CreateKey) {
        const name = wanted.name.trim()
        if (name === "" || name.length > 100) return yield* new BadInput({ message: "name must have 1 to 100 characters" })
        const now = yield* Clock.currentTimeMillis
        if (wanted.expiresAt !== undefined && !(wanted.expiresAt > now)) return yield* new BadInput({ message: "expires_at must lie in the future" })
        if (wanted.rateLimit !== undefined && !isRateLimit(wanted.rateLimit)) {
          return yield* new BadInput({ message: `rate_limit must be a whole number from 1 to ${highestRateLimit}` })
        }
        const token = yield* Effect.repeat(Effect.map(crypto.randomBytes(64), (bytes) => Token.make(wanted.scope, bytes)), {
          until: (made) => made !== null
        })
        const key = yield* store.create({
          name,
          scope: wanted.scope,
          prefix: token.slice(0, 10),
          hint: token.slice(-4),
          hash: crypto.sha256(token),
          rateLimit: Option.fromNullable(wanted.rateLimit),
          expiresAt: Option.fromNullable(wanted.expiresAt)
        })
        // The key exists: failing now would lose the only sight of it. A reload that fails is made up for by `follow`.
        yield* Effect.ignoreLogged(reload)
        return { key, token }
      }),
      list: store.all,
      revoke: Effect.fn("Keys.revoke")(function*(id: number) {
        if (!(yield* store.revoke(id))) return yield* new NoData({ what: `active key ${id}` })
        active = new Map(Array.from(active).filter(([, key]) => key.id !== id))
        found.clear()
        yield* Effect.ignoreLogged(reload)
      })
    }
  })
}) {}

const isRateLimit = (value: number) => Number.isInteger(value) && value >= 1 && value <= highestRateLimit
