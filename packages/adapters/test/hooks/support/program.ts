import { HookSender } from "@daybook/core/hooks"
import { Effect, Layer, Redacted } from "effect"
import * as Database from "../../../src/postgres/Database.js"
import { hooksOver } from "./layers.js"

/** A separate process that sends what is due until it is killed. */
const serialized = JSON.parse(process.argv[2] ?? "{}") as { readonly url: string }

const address: Database.Address = Redacted.make(serialized.url)

const main = Effect.gen(function* () {
  yield* Effect.flatMap(HookSender, (sender) => sender.start)
  process.send?.("ready")
  yield* Effect.never
})

process.on("disconnect", () => process.exit(1))
void Effect.runPromise(Effect.provide(Effect.scoped(main), hooksOver().pipe(Layer.provide(Database.layer(address)))))
