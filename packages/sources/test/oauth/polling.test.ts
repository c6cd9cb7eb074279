import { SourceFailure } from "@daybook/core/sync"
import { token } from "@daybook/core/tokens"
import { describe, expect, it } from "@effect/vitest"
import { Duration, Effect, Option, Redacted } from "effect"
import { connect } from "../../src/kit/oauth/connect.js"
import type { LoginMethod, PollResult, Terminal } from "../../src/kit/oauth/Connection.js"

const unavailable = new SourceFailure({
  source: "somewhere",
  state: "unavailable",
  message: "Somewhere cannot be reached",
  next: "check the network"
})
const done: PollResult = { _tag: "Done", token: token({ access: Redacted.make("a1") }) }
const person: Terminal = {
  print: () => Effect.void,
  nextLine: Effect.never,
  ask: () => Effect.succeedNone,
  askSecret: () => Effect.succeedNone
}

/** A login whose code expires after the given time, polled every ten milliseconds. */
const login = (expiresAfter: Duration.DurationInput, ...polls: Array<Effect.Effect<PollResult, SourceFailure>>) => {
  const begin = Effect.succeed({
    url: "http://somewhere.example",
    code: Option.none(),
    expiresAfter: Duration.decode(expiresAfter),
    interval: Duration.millis(10),
    poll: Effect.suspend(() => polls.shift()!)
  })
  return connect({ id: "somewhere", name: "Somewhere", port: 0 }, { kind: "pin", begin } satisfies LoginMethod, person)
}

describe("a login that polls the provider", () => {
  it.live(
    "keeps polling while the provider is unavailable",
    () =>
      Effect.map(login("1 minute", unavailable, Effect.succeed(done)), ({ access }) =>
        expect(Redacted.value(access)).toBe("a1")
      ),
    15_000
  )

  it.live("reports the failure if it lasts until the code expires", () =>
    Effect.map(Effect.flip(login("5 millis", unavailable)), ({ message }) => expect(message).toBe(unavailable.message))
  )

  it.live("fails immediately on a permanent failure", () => {
    const declined = new SourceFailure({ ...unavailable, state: "forbidden", message: "the login was declined" })
    return Effect.map(Effect.flip(login("1 minute", declined)), ({ message }) => expect(message).toBe(declined.message))
  })
})
