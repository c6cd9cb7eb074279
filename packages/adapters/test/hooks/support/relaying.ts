import {
  HookQueue,
  HookSender,
  HookStore,
  HookTransport,
  Hooks,
  ListenRelay,
  type RelayedListen
} from "@daybook/core/hooks"
import { Clock, Effect, Exit, Layer, Scope } from "effect"
import { make } from "../../../src/hooks/HookTransport.js"
import * as PostgresHookQueue from "../../../src/postgres/hooks/HookQueue.js"
import { inTransaction } from "../../../src/postgres/inTransaction.js"
import { eventually, hooksOver } from "./layers.js"
import { inRealTimeVersions, layerInRealTime } from "./realTime.js"

const transport = Layer.succeed(HookTransport, make(["127.0.0.1"], "", undefined, 5_000))

/** A sender shows its presence to the other host in real time: its limits would be a millisecond of the fast clock. */
const queue = Layer.effect(
  HookQueue,
  Effect.map(HookQueue, (real) => ({
    ...real,
    claim: (hook: number, now: number) => Effect.withClock(real.claim(hook, now), Clock.make())
  }))
).pipe(Layer.provide(layerInRealTime(PostgresHookQueue.layer)))

export const host = () => Layer.fresh(hooksOver({ transport, versions: inRealTimeVersions, queue }))

export const pass = (listens: ReadonlyArray<RelayedListen>) =>
  inTransaction(
    Effect.flatMap(ListenRelay, (relay) => Effect.flatMap(Clock.currentTimeMillis, (now) => relay.pass(listens, now)))
  )

/** A host that sends until it is stopped. */
export const startHost = Effect.gen(function* () {
  const scope = yield* Scope.make()
  const services = yield* Scope.extend(Layer.build(host()), scope)
  yield* Scope.extend(
    Effect.provide(
      Effect.flatMap(HookSender, (sender) => sender.start),
      services
    ),
    scope
  )
  return { stop: Scope.close(scope, Exit.void) }
})

export const waiting = (hook: number) =>
  Effect.map(
    Effect.flatMap(Hooks, (hooks) => hooks.get(hook)),
    ({ listens }) => listens!.waiting
  )

export const refusedOf = (hook: number) =>
  Effect.map(
    Effect.flatMap(HookStore, (store) => store.listens(hook, "refused", { page: 1, limit: 200 })),
    ({ rows }) => rows.map(({ reason, track }) => [track, reason] as const)
  )

/** Waits until a hook has passed on everything. */
export const passedOn = (hook: number) =>
  eventually(
    Effect.map(waiting(hook), (left) => left === 0),
    20_000
  )
