import { type Context, Effect, Option, Redacted, Duration, Schedule } from "effect"
import type { Crypto } from "../keys/KeyStore.js"
import type { StoredToken, TokenStore } from "./TokenStore.js"
import type { StorageFailure } from "../shared/errors.js"

/** A token that could not be stored yet. It stays in memory while the process lives. */
export interface UnsavedToken {
  readonly record: Omit<StoredToken, "version">
  readonly replaces: Option.Option<number>
}

export interface TokenDeps {
  readonly store: Context.Tag.Service<TokenStore>
  readonly unsaved: Map<string, UnsavedToken>
  /** Allows one renewal of a login at a time in this process. */
  readonly semaphoreOf: (id: string) => Effect.Semaphore
  /** True for a refresh token of the settings that has not been used. */
  readonly isUnused: (storedToken: Option.Option<StoredToken>, refreshToken: Redacted.Redacted) => boolean
  readonly seedsWith: (
    storedToken: Option.Option<StoredToken>,
    refreshToken: Option.Option<Redacted.Redacted>
  ) => ReadonlyArray<string>
}

const maxSeeds = 50

export const makeTokenDeps = (store: TokenDeps["store"], crypto: Context.Tag.Service<Crypto>): TokenDeps => {
  const semaphores = new Map<string, Effect.Semaphore>()
  const hash = (refreshToken: Redacted.Redacted) => crypto.sha256(Redacted.value(refreshToken))
  const seedsOf = Option.match({
    onNone: (): ReadonlyArray<string> => [],
    onSome: (storedToken: StoredToken) => storedToken.seeds
  })
  return {
    store,
    unsaved: new Map(),
    semaphoreOf: (id) => {
      const semaphore = semaphores.get(id) ?? Effect.unsafeMakeSemaphore(1)
      semaphores.set(id, semaphore)
      return semaphore
    },
    isUnused: (storedToken, refreshToken) => !seedsOf(storedToken).includes(hash(refreshToken)),
    seedsWith: (storedToken, refreshToken) =>
      [...new Set([...seedsOf(storedToken), ...Option.toArray(Option.map(refreshToken, hash))])].slice(-maxSeeds)
  }
}

/** A short database outage must not lose a login whose refresh token was already rotated. */
const retrySchedule = Schedule.intersect(Schedule.exponential(Duration.millis(100)), Schedule.recurs(6))

/** Stores a token, and remembers it for the next attempt if that fails. False if another version is stored by now. */
export const storeToken = (
  { store, unsaved }: TokenDeps,
  id: string,
  record: UnsavedToken["record"],
  replaces: Option.Option<number>
): Effect.Effect<boolean, StorageFailure> =>
  Effect.suspend(() => {
    unsaved.set(id, { record, replaces })
    return Effect.tap(Effect.retry(store.put(id, record, replaces), retrySchedule), () => unsaved.delete(id))
  })
