import { Clock, Duration, Effect, Option, Runtime, Schedule } from "effect"
import { BadInput, NoData } from "../shared/errors.js"
import { type ApiKey, Crypto, type KeyReach, KeyStore, type Scope } from "./KeyStore.js"
import { reachOf } from "./reach.js"
import * as Token from "./token.js"

/** How often usage counts are stored. */
const flushEvery = Duration.seconds(5)
/** How often to check for keys that other hosts created or revoked. The check needs no query. */
const recheckEvery = Duration.millis(200)

/** Number of unknown keys to remember, so that each is looked up once. */
const maxUnknown = 1_000

/** The sliding window stores a time for each request, so the limit bounds memory. */
export const highestRateLimit = 100_000

export interface CreateKey extends KeyReach {
  readonly name: string
  readonly scope: Scope
  readonly expiresAt?: number | undefined
  readonly rateLimit?: number | undefined
}

/** Issues, checks and revokes API keys. */
export class Keys extends Effect.Service<Keys>()("@daybook/core/Keys", {
  scoped: Effect.gen(function* () {
    const store = yield* KeyStore
    const crypto = yield* Crypto
    let active = new Map<string, ApiKey>()
    let origins: ReadonlySet<string> = new Set()
    let version = -1
    const uses = new Map<number, { requests: number; at: number }>()

    // One reload at a time, so that an older result never replaces a newer one and restores a revoked key.
    const reloadLock = yield* Effect.makeSemaphore(1)
    /** Active keys by their text, so that not every request computes a hash. Cleared whenever a key changes. */
    const keysByText = new Map<string, ApiKey>()
    const findActive = (token: string): ApiKey | undefined => {
      const key = Token.isWellFormed(token) ? active.get(crypto.sha256(token)) : undefined
      if (key !== undefined) keysByText.set(token, key)
      return key
    }

    const load = Effect.gen(function* () {
      const seen = yield* store.version
      const keys = yield* store.all
      active = new Map(keys.filter((key) => Option.isNone(key.revokedAt)).map((key) => [key.hash, key]))
      origins = new Set(Array.from(active.values()).flatMap((key) => key.origins ?? []))
      keysByText.clear()
      version = seen
    })
    const reload = reloadLock.withPermits(1)(load)
    const refresh = Effect.flatMap(store.version, (newest) => (newest === version ? Effect.void : reload))

    /** The last site of others whose page used a key that shows everything, by id. */
    const exposures = new Map<number, string>()

    /** Unknown texts, with the key version at which they were looked up. */
    const unknownTexts = new Map<string, number>()
    const isUnknown = (token: string) => unknownTexts.get(token) === version
    const rememberUnknown = (token: string): void => {
      if (unknownTexts.size >= maxUnknown) unknownTexts.delete(unknownTexts.keys().next().value ?? "")
      unknownTexts.set(token, version)
    }
    const run = Runtime.runPromise(yield* Effect.runtime<never>())
    /**
     * The reload that has not started yet, shared by all callers until it starts. One that has started may miss a
     * newer key.
     */
    let next: Promise<boolean> | undefined
    const reloadShared = (): Promise<boolean> => {
      const started = Effect.suspend(() => {
        next = undefined
        return load
      })
      next ??= run(Effect.match(reloadLock.withPermits(1)(started), { onSuccess: () => true, onFailure: () => false }))
      return next
    }

    const count = (id: number, requests: number, at: number): void => {
      const use = uses.get(id)
      uses.set(id, { requests: requests + (use?.requests ?? 0), at: Math.max(at, use?.at ?? at) })
    }
    /** Stores the usage counts; counts that fail to store are kept for the next time. */
    const flush = Effect.uninterruptible(
      Effect.suspend(() => {
        if (uses.size === 0) return Effect.void
        const batch = Array.from(uses, ([id, use]) => ({ id, ...use }))
        uses.clear()
        return Effect.onError(store.recordUses(batch), () =>
          Effect.sync(() => batch.forEach(({ at, id, requests }) => count(id, requests, at)))
        )
      })
    )
    yield* Effect.addFinalizer(() => Effect.ignore(flush))

    return {
      refresh,
      /** Loads the keys, then follows changes and stores usage counts while the scope lives. */
      watch: Effect.gen(function* () {
        yield* reload
        yield* Effect.forkScoped(Effect.repeat(Effect.ignoreLogged(refresh), Schedule.spaced(recheckEvery)))
        yield* Effect.forkScoped(Effect.repeat(Effect.ignoreLogged(flush), Schedule.spaced(flushEvery)))
      }),
      /** The active key with this text at an instant, from memory. */
      find: (token: string, now: number): ApiKey | undefined => {
        const key = keysByText.get(token) ?? findActive(token)
        return key === undefined || Option.exists(key.expiresAt, (at) => at <= now) ? undefined : key
      },
      /** The active key with this id at an instant, from memory. */
      byId: (id: number, now: number): ApiKey | undefined => {
        for (const key of active.values())
          if (key.id === id) return Option.exists(key.expiresAt, (at) => at <= now) ? undefined : key
        return undefined
      },
      /** Whether any publishable key may be used by pages of this origin, for preflights, which have no key. */
      isOrigin: (origin: string): boolean => origins.has(origin.toLowerCase()),
      /**
       * Reloads the keys if memory lacks this one, for example because another host just created it; then `find` has
       * it. Undefined if that cannot help: the checksum is wrong, or the text was looked up before.
       */
      reloadFor: (token: string): Promise<void> | undefined => {
        if (!Token.isWellFormed(token) || active.has(crypto.sha256(token)) || isUnknown(token)) return undefined
        return reloadShared().then((read) => {
          if (read && findActive(token) === undefined) rememberUnknown(token)
        })
      },
      /** Remembers, while this host runs, that a page of another site used a key that shows everything. */
      recordExposure: (key: ApiKey, origin: string): void => void exposures.set(key.id, origin),
      /** The site whose page used the key last although it shows everything; null if none did since the start. */
      exposedTo: (key: ApiKey): string | null => exposures.get(key.id) ?? null,
      /** Counts one use; stored a few seconds later together with others. */
      recordUse: (key: ApiKey, now: number): void => count(key.id, 1, now),
      create: Effect.fn("Keys.create")(function* (request: CreateKey) {
        const name = request.name.trim()
        if (name === "" || name.length > 100)
          return yield* new BadInput({ message: "name must have 1 to 100 characters" })
        const now = yield* Clock.currentTimeMillis
        if (request.expiresAt !== undefined && !(request.expiresAt > now))
          return yield* new BadInput({ message: "expires_at must lie in the future" })
        if (request.rateLimit !== undefined && !isRateLimit(request.rateLimit)) {
          return yield* new BadInput({ message: `rate_limit must be a whole number from 1 to ${highestRateLimit}` })
        }
        const reach = yield* reachOf(request)
        const token = yield* Effect.repeat(
          Effect.map(crypto.randomBytes(64), (bytes) => Token.make(request.scope, bytes)),
          { until: (text) => text !== null }
        )
        const key = yield* store.create({
          ...reach,
          name,
          scope: request.scope,
          prefix: token.slice(0, 10),
          hint: token.slice(-4),
          hash: crypto.sha256(token),
          rateLimit: Option.fromNullable(request.rateLimit),
          expiresAt: Option.fromNullable(request.expiresAt)
        })
        // The key is stored and shown only once, so a failed reload must not fail this call. `watch` reloads later.
        yield* Effect.ignoreLogged(reload)
        return { key, token }
      }),
      list: store.all,
      revoke: Effect.fn("Keys.revoke")(function* (id: number) {
        if (!(yield* store.revoke(id))) return yield* new NoData({ what: `active key ${id}` })
        active = new Map(Array.from(active).filter(([, key]) => key.id !== id))
        keysByText.clear()
        yield* Effect.ignoreLogged(reload)
      })
    }
  })
}) {}

const isRateLimit = (value: number) => Number.isInteger(value) && value >= 1 && value <= highestRateLimit
