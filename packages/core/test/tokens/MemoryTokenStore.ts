import { Effect, Layer, Option } from "effect"
import { StorageFailure } from "../../src/shared/errors.js"
import type { HeldToken } from "../../src/tokens/Token.js"
import { TokenStore, UnreadableToken } from "../../src/tokens/TokenStore.js"

/** What a test sees of the store and may do to it. */
export interface Rows {
  readonly held: Map<string, HeldToken>
  readonly leases: Map<string, number>
  count: number
  /** While true, the database is away. */
  down: boolean
  /** While true, nothing opens. */
  unreadable: boolean
}

export const emptyRows = (): Rows => ({ held: new Map(), leases: new Map(), count: 0, down: false, unreadable: false })

/** Tokens in memory; two services over the same rows are two hosts on one database. */
export const memoryTokenStore = (rows: Rows) => {
  const call = <A, E = never>(operation: string, run: () => Effect.Effect<A, E>) =>
    Effect.suspend((): Effect.Effect<A, E | StorageFailure> =>
      // Every call takes a moment, so that callers come between.
      Effect.flatMap(Effect.yieldNow(), (): Effect.Effect<A, E | StorageFailure> => rows.down ? Effect.fail(new StorageFailure({ operation, unavailable: true, cause: "down" })) : run()))
  return Layer.succeed(TokenStore, {
    get: (id) => call("get", () => rows.unreadable ? Effect.fail(new UnreadableToken({ id })) : Effect.succeed(Option.fromNullable(rows.held.get(id)))),
    put: (id, held, over) =>
      call("put", () => {
        const version = rows.held.get(id)?.version ?? 0
        if (Option.exists(over, (one) => one !== version)) return Effect.succeed(false)
        rows.held.set(id, { ...held, version: ++rows.count })
        return Effect.succeed(true)
      }),
    remove: (id) => call("remove", () => Effect.succeed(rows.held.delete(id))),
    ids: call("ids", () => Effect.succeed([...rows.held.keys()].sort())),
    lease: (id) =>
      call("lease", () => {
        if (rows.leases.has(id)) return Effect.succeedNone
        rows.leases.set(id, ++rows.count)
        return Effect.succeedSome(rows.count)
      }),
    release: (lease) => call("release", () => Effect.sync(() => rows.leases.forEach((one, id) => one === lease && rows.leases.delete(id))))
  })
}
