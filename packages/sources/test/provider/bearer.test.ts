import { SourceFailure } from "@daybook/core/sync"
import { token } from "@daybook/core/tokens"
import { describe, expect, it } from "@effect/vitest"
import { Duration, Effect, Exit, Redacted, Schema } from "effect"
import * as Provider from "../../src/kit/provider/Provider.js"
import { inTime } from "../support/inTime.js"
import { type ReceivedRequest, json, webClientLayer } from "../support/webClient.js"

const Body = Schema.Struct({ value: Schema.Number })

/** Calls a provider with a renewable token. `accepts` is the only valid one. */
const ask = (accepts: string, renewed: Effect.Effect<string, SourceFailure>) => {
  const arrived: Array<ReceivedRequest> = []
  const client = webClientLayer((request) => {
    arrived.push(request)
    return request.headers["authorization"] === `Bearer ${accepts}`
      ? json({ value: 1 })
      : new Response("no", { status: 401 })
  })
  const bearer = {
    access: Effect.succeed(token({ access: Redacted.make("a1") })),
    renewed: () => Effect.map(renewed, (text) => token({ access: Redacted.make(text) }))
  }
  return inTime(
    Effect.gen(function* () {
      const provider = yield* Provider.make({
        source: "somewhere",
        name: "Somewhere",
        baseUrl: "https://somewhere.example",
        gap: Duration.zero,
        bearer
      })
      return yield* provider.json(Body, { query: () => ({}) })
    })
  ).pipe(
    Effect.provide(client),
    Effect.map(({ exit }) => ({ exit, bore: arrived.map(({ headers }) => headers["authorization"]) }))
  )
}

const ended = new SourceFailure({
  source: "somewhere",
  state: "unauthorized",
  message: "the login at Somewhere has ended",
  next: "connect"
})

describe("a provider with a bearer token", () => {
  it.effect("sends the token with every call, and a newer one after a 401", () =>
    Effect.gen(function* () {
      expect(yield* ask("a1", Effect.die("not asked"))).toStrictEqual({
        exit: Exit.succeed({ value: 1 }),
        bore: ["Bearer a1"]
      })
      expect(yield* ask("a2", Effect.succeed("a2"))).toStrictEqual({
        exit: Exit.succeed({ value: 1 }),
        bore: ["Bearer a1", "Bearer a2"]
      })
    })
  )

  it.effect("is not called repeatedly when it refuses every token or none exists", () =>
    Effect.gen(function* () {
      const refused = yield* ask("other", Effect.succeed("a2"))
      expect(refused.bore).toStrictEqual(["Bearer a1", "Bearer a2"])
      expect(Exit.isFailure(refused.exit)).toBe(true)
      const none = yield* ask("other", Effect.fail(ended))
      const answer = { host: "somewhere.example", status: 401, line: "no" }
      expect(none.exit).toMatchObject({ cause: { error: { message: ended.message, answer } } })
      expect(none.bore).toStrictEqual(["Bearer a1"])
    })
  )
})
