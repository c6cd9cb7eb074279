import { Webhooks } from "@daybook/core/webhooks"
import { Effect, Layer, Option, Redacted } from "effect"
import type * as Database from "../../../src/postgres/Database.js"
import { layer } from "../../../src/postgres/Database.js"
import { owner, requestOf, webhooks } from "./notes.js"

/** A separate host process that receives events, acknowledges and handles them. */
const address: Database.Address = Redacted.make(process.argv[2] ?? "")

const moment = Effect.suspend(() => Effect.sleep(Math.random() * 10))

const notes = {
  read: (id: string) => Effect.as(moment, Option.some({ id, text: `text of ${id}` })),
  verifying: Effect.void
}

const main = Effect.gen(function* () {
  const hooks = yield* Webhooks
  const runtime = yield* Effect.runtime<never>()
  yield* hooks.start
  process.on("message", (id: string) => {
    const received = hooks.receive("notes", requestOf({ id, aspect: "create", at: 1, owner }))
    Effect.runPromise(Effect.provide(received, runtime)).then(
      () => process.send?.({ received: id }),
      () => {}
    )
  })
  process.send?.({ ready: true })
  yield* Effect.never
})

process.on("disconnect", () => process.exit(1))
void Effect.runPromise(Effect.provide(Effect.scoped(main), webhooks(notes).pipe(Layer.provide(layer(address)))))
