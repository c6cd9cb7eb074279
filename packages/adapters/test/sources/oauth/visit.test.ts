import { SourceFailure } from "@daybook/core/sync"
import { token } from "@daybook/core/tokens"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Option, Redacted } from "effect"
import { connect, type Look, type Person, type Way } from "../../../src/sources/oauth/index.js"

const away = new SourceFailure({ source: "somewhere", state: "unavailable", message: "Somewhere cannot be reached", next: "check the network" })
const found: Look = { _tag: "Done", token: token({ access: Redacted.make("a1") }) }
const person: Person = { tell: () => Effect.void, line: Effect.never, ask: () => Effect.succeedNone, askSecret: () => Effect.succeedNone }

/** A login whose code lasts so long, looked at every ten milliseconds. */
const login = (lasts: Duration.DurationInput, ...looks: Array<Effect.Effect<Look, SourceFailure>>) => {
  const begin = Effect.succeed({ url: "http://somewhere.example", code: Option.none(), lasts: Duration.decode(lasts), interval: Duration.millis(10), look: Effect.suspend(() => looks.shift()!) })
  return connect({ id: "somewhere", name: "Somewhere", port: 0 }, { kind: "pin", begin } satisfies Way, person)
}

describe("a login that the provider is asked for", () => {
  it.live("waits on while the provider is not to be had", () =>
    Effect.map(login("1 minute", away, Effect.succeed(found)), ({ access }) => assert.strictEqual(Redacted.value(access), "a1")), 15_000)

  it.live("says so where that lasts as long as the code", () =>
    Effect.map(Effect.flip(login("5 millis", away)), ({ message }) => assert.strictEqual(message, away.message)))

  it.live("ends at once with what no later look mends", () => {
    const declined = new SourceFailure({ ...away, state: "forbidden", message: "the login was declined" })
    return Effect.map(Effect.flip(login("1 minute", declined)), ({ message }) => assert.strictEqual(message, declined.message))
  })
})
