import { Clock, Effect, Layer, Option } from "effect"
import { createHash, randomBytes } from "node:crypto"
import { type ApiKey, Crypto, KeyStore } from "../../src/keys/KeyStore.js"
import { StorageFailure } from "../../src/shared/errors.js"

/** The state of the store, which tests read and change. */
export interface Rows {
  keys: ReadonlyArray<ApiKey>
  version: number
  /** Calls of `all` and of `recordUses`. */
  reads: number
  writes: number
  /** If true, every call except `version` fails. */
  down: boolean
  /** Runs in the next call of `all`, after its rows are read and before it returns. */
  beforeAnswer: Effect.Effect<void, StorageFailure>
}

export const emptyRows = (): Rows => ({
  keys: [],
  version: 0,
  reads: 0,
  writes: 0,
  down: false,
  beforeAnswer: Effect.void
})

const update = (rows: Rows, id: number, change: (key: ApiKey) => ApiKey) => {
  rows.keys = rows.keys.map((key) => (key.id === id ? change(key) : key))
}

/** The failure of every call while the database is unreachable. */
export const down = (operation: string) =>
  Effect.fail(new StorageFailure({ operation, unavailable: true, cause: "down" }))

/** Keys in memory; two services over the same rows are two hosts on one database. */
export const memoryKeyStore = (rows: Rows) => {
  const call = <A>(operation: string, run: Effect.Effect<A, StorageFailure>) =>
    Effect.suspend(() => (rows.down ? down(operation) : run))
  return Layer.succeed(KeyStore, {
    create: (key) =>
      call(
        "create",
        Effect.map(Clock.currentTimeMillis, (createdAt) => {
          const row: ApiKey = {
            ...key,
            id: rows.keys.length + 1,
            createdAt,
            lastUsedAt: Option.none(),
            requestCount: 0,
            revokedAt: Option.none()
          }
          rows.keys = [...rows.keys, row]
          rows.version++
          return row
        })
      ),
    all: call(
      "all",
      Effect.suspend(() => {
        rows.reads++
        const { beforeAnswer, keys } = rows
        rows.beforeAnswer = Effect.void
        return Effect.as(beforeAnswer, keys)
      })
    ),
    revoke: (id) =>
      call(
        "revoke",
        Effect.map(Clock.currentTimeMillis, (now) => {
          const active = rows.keys.some((key) => key.id === id && Option.isNone(key.revokedAt))
          update(rows, id, (key) => ({ ...key, revokedAt: Option.orElseSome(key.revokedAt, () => now) }))
          if (active) rows.version++
          return active
        })
      ),
    recordUses: (uses) =>
      call(
        "used",
        Effect.sync(() => {
          rows.writes++
          uses.forEach(({ at, id, requests }) =>
            update(rows, id, (key) => ({
              ...key,
              requestCount: key.requestCount + requests,
              lastUsedAt: Option.some(at)
            }))
          )
        })
      ),
    version: Effect.sync(() => rows.version)
  })
}

export const nodeCrypto = Layer.succeed(Crypto, {
  sha256: (text) => createHash("sha256").update(text).digest("hex"),
  randomBytes: (count) => Effect.sync(() => new Uint8Array(randomBytes(count)))
})
