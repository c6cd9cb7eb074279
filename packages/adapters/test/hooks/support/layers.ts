import { HookOutbox, HookSender, HookTransport, Hooks } from "@daybook/core/hooks"
import { Calendar, fromZoneName } from "@daybook/core/shared"
import { Effect, Either, Layer } from "effect"
import * as HookSigner from "../../../src/hooks/HookSigner.js"
import { make } from "../../../src/hooks/HookTransport.js"
import { inTransaction } from "../../../src/postgres/inTransaction.js"
import * as HookQueue from "../../../src/postgres/hooks/HookQueue.js"
import * as HookStore from "../../../src/postgres/hooks/HookStore.js"
import * as ListenRelay from "../../../src/postgres/hooks/ListenRelay.js"
import * as Outbox from "../../../src/postgres/hooks/HookOutbox.js"
import * as Versions from "../../../src/postgres/Versions.js"
import { Secret } from "../../../src/Secret.js"

const secretOf = (fill: number) => Layer.succeed(Secret, { keyFor: () => Buffer.alloc(32, fill) })

const berlin = Either.getOrThrow(fromZoneName("Europe/Berlin"))

interface HooksOptions {
  readonly transport?: Layer.Layer<HookTransport>
  readonly versions?: typeof Versions.layer
  readonly queue?: typeof HookQueue.layer
  /** Different numbers are different secrets of the instance. */
  readonly secret?: number
}

/** All of the hooks over a database; receivers may be on this machine. */
export const hooksOver = ({
  queue = HookQueue.layer,
  secret = 1,
  transport = Layer.succeed(HookTransport, make(["127.0.0.1"], "")),
  versions = Layer.fresh(Versions.layer)
}: HooksOptions = {}) =>
  Hooks.Default.pipe(
    Layer.provideMerge(HookSender.Default),
    Layer.provideMerge(Layer.mergeAll(HookStore.layer, queue, Outbox.layer, ListenRelay.layer)),
    Layer.provideMerge(Layer.mergeAll(transport, HookSigner.layer, secretOf(secret), Layer.succeed(Calendar, berlin))),
    Layer.provideMerge(versions)
  )

/** Announces events in a transaction of their own. */
export const announce = (events: Parameters<HookOutbox["Type"]["announce"]>[0]) =>
  inTransaction(Effect.flatMap(HookOutbox, (outbox) => outbox.announce(events)))

/** Waits until an effect answers true, for half a minute or so many times at most. */
export const eventually = <E, R>(done: Effect.Effect<boolean, E, R>, times = 1_500) =>
  Effect.repeat(Effect.delay(done, "20 millis"), { until: (isDone) => isDone, times })
