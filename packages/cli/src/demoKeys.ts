import { Keys, type Scope } from "@daybook/core/keys"
import { Clock, Effect } from "effect"
import type { DemoMemory } from "./DemoMemory.js"

/** The demo's two keys. Unlike a real instance it keeps them beside its sample data, to print the same ones again. */
export const demoKeys = Effect.fn("demoKeys")(function*(memory: DemoMemory) {
  const keys = yield* Keys
  yield* keys.refresh
  const now = yield* Clock.currentTimeMillis
  const kept = yield* memory.read
  const keyFor = (scope: Scope, token: string | undefined) =>
    token !== undefined && keys.find(token, now)?.scope === scope
      ? Effect.succeed(token)
      : Effect.map(keys.create({ name: `demo ${scope}`, scope }), (made) => made.token)
  const pair = { read: yield* keyFor("read", kept.read), admin: yield* keyFor("admin", kept.admin) }
  yield* memory.keep(pair)
  return pair
})
