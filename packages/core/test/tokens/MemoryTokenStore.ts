import { Effect, Layer, Option } from "effect"
import { StorageFailure } from "../../src/shared/errors.js"
import { type StoredToken, TokenStore, UnreadableToken } from "../../src/tokens/TokenStore.js"

/** The state of the store, which tests read and change. */
export interface Rows {
  readonly tokens: Map<string, StoredToken>
  readonly leases: Map<string, number>
  count: number
  /** If true, the database is unreachable. */
  down: boolean
  /** If true, no token can be decrypted. */
  unreadable: boolean
}

export const emptyRows = (): Rows => ({
  tokens: new Map(),
  leases: new Map(),
  count: 0,
  down: false,
  unreadable: false
})

/** Tokens in memory; two services over the same rows are two hosts on one database. */
export const memoryTokenStore = (rows: Rows) => {
  const call = <A, E = never>(operation: string, run: () => Effect.Effect<A, E>) =>
    Effect.suspend((): Effect.Effect<A, E | StorageFailure> =>
      // Every call yields, so that callers interleave.
      Effect.flatMap(Effect.yieldNow(), (): Effect.Effect<A, E | StorageFailure> =>
        rows.down ? Effect.fail(new StorageFailure({ operation, unavailable: true, cause: "down" })) : run()
      )
    )
  return Layer.succeed(TokenStore, {
    get: (id) =>
      call("get", () =>
        rows.unreadable
          ? Effect.fail(new UnreadableToken({ id }))
          : Effect.succeed(Option.fromNullable(rows.tokens.get(id)))
      ),
    put: (id, token, replaces) =>
      call("put", () => {
        const version = rows.tokens.get(id)?.version ?? 0
        if (Option.exists(replaces, (one) => one !== version)) return Effect.succeed(false)
        rows.tokens.set(id, { ...token, version: ++rows.count })
        return Effect.succeed(true)
      }),
    remove: (id) => call("remove", () => Effect.succeed(rows.tokens.delete(id))),
    ids: call("ids", () => Effect.succeed([...rows.tokens.keys()].sort())),
    lease: (id) =>
      call("lease", () => {
        if (rows.leases.has(id)) return Effect.succeedNone
        rows.leases.set(id, ++rows.count)
        return Effect.succeedSome(rows.count)
      }),
    release: (lease) =>
      call("release", () =>
        Effect.sync(() => rows.leases.forEach((one, id) => one === lease && rows.leases.delete(id)))
      )
  })
}
