import { SourceFailure } from "@daybook/core/sync"
import { token } from "@daybook/core/tokens"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Exit, Redacted, Schema } from "effect"
import { Provider } from "../../../src/sources/provider/index.js"
import { inTime } from "../support/inTime.js"
import { type Arrived, json, webClientLayer } from "../support/webClient.js"

const Body = Schema.Struct({ value: Schema.Number })

/** Calls a provider with a token that can be renewed; `accepts` is the one that it takes. */
const ask = (accepts: string, renewed: Effect.Effect<string, SourceFailure>) => {
  const arrived: Array<Arrived> = []
  const client = webClientLayer((request) => {
    arrived.push(request)
    return request.headers["authorization"] === `Bearer ${accepts}` ? json({ value: 1 }) : new Response("no", { status: 401 })
  })
  const bearer = {
    access: Effect.succeed(token({ access: Redacted.make("a1") })),
    renewed: () => Effect.map(renewed, (text) => token({ access: Redacted.make(text) }))
  }
  return inTime(Effect.gen(function*() {
    const provider = yield* Provider.make({ source: "somewhere", name: "Somewhere", baseUrl: "https://somewhere.example", gap: Duration.zero, bearer })
    return yield* provider.json(Body, { query: () => ({}) })
  })).pipe(Effect.provide(client), Effect.map(({ exit }) => ({ exit, bore: arrived.map(({ headers }) => headers["authorization"]) })))
}

const ended = new SourceFailure({ source: "somewhere", state: "unauthorized", message: "the login at Somewhere has ended", next: "connect" })

describe("a provider that wants a token", () => {
  it.effect("gets it with every call, and a newer one after a 401", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* ask("a1", Effect.die("not asked")), { exit: Exit.succeed({ value: 1 }), bore: ["Bearer a1"] })
      assert.deepStrictEqual(yield* ask("a2", Effect.succeed("a2")), { exit: Exit.succeed({ value: 1 }), bore: ["Bearer a1", "Bearer a2"] })
    }))

  it.effect("is not asked again and again when it takes none, or when none is to be had", () =>
    Effect.gen(function*() {
      const refused = yield* ask("other", Effect.succeed("a2"))
      assert.deepStrictEqual(refused.bore, ["Bearer a1", "Bearer a2"])
      assert.isTrue(Exit.isFailure(refused.exit))
      const none = yield* ask("other", Effect.fail(ended))
      assert.deepStrictEqual(none, { exit: Exit.fail(ended), bore: ["Bearer a1"] })
    }))
})
