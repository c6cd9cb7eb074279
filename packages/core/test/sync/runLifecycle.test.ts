import { Cause, Exit, FiberId, Option } from "effect"
import { describe, expect, it } from "vitest"
import { StorageFailure } from "../../src/shared/errors.js"
import { SourceFailure } from "../../src/sync/SourceFailure.js"
import { failureOf } from "../../src/sync/runLifecycle.js"

const refused = new SourceFailure({
  source: "lastfm",
  state: "unauthorized",
  message: "the key was refused",
  next: "check the key"
})
const stopped = Cause.interrupt(FiberId.none)
const stateOf = (exit: Exit.Exit<unknown, unknown>) => Option.getOrThrow(failureOf("lastfm", exit)).state

describe("failureOf", () => {
  it("is none for a successful run", () => {
    expect(failureOf("lastfm", Exit.succeed(1))).toEqual(Option.none())
  })

  it("is the failure of the source", () => {
    expect(Option.getOrThrow(failureOf("lastfm", Exit.fail(refused)))).toMatchObject({
      state: "unauthorized",
      message: "the key was refused",
      next: "check the key"
    })
    expect(stateOf(Exit.failCause(Cause.sequential(Cause.fail(refused), stopped)))).toBe("unauthorized")
  })

  it("distinguishes an interrupted run from a defect", () => {
    expect(stateOf(Exit.failCause(stopped))).toBe("interrupted")
    expect(stateOf(Exit.failCause(Cause.parallel(Cause.die("broken"), stopped)))).toBe("unavailable")
  })

  it("hides the message of a defect or a database error", () => {
    const secret = "postgres://user:hunter2@localhost"
    for (const exit of [
      Exit.die(new Error(secret)),
      Exit.fail(new StorageFailure({ operation: "any", unavailable: true, cause: new Error(secret) }))
    ]) {
      const failure = Option.getOrThrow(failureOf("lastfm", exit))
      expect(failure.state).toBe("unavailable")
      expect(`${failure.message} ${failure.next}`).not.toContain("hunter2")
      expect(`${failure.message}${failure.next}`).not.toContain("\n")
    }
  })
})
