import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll } from "vitest"
import { makeLock } from "../../src/postgres/embedded/Lock.js"
import { ownIdentity } from "../../src/postgres/embedded/ProcessIdentity.js"
import { newDataDir, scratch } from "./support/database.js"
import { buildProgram, removeProgram, startProgram } from "./support/programs.js"

beforeAll(buildProgram)
afterAll(removeProgram)

const claim = (dataDir: string, text: string) => {
  mkdirSync(join(dataDir, "pg.lock"), { recursive: true })
  writeFileSync(join(dataDir, "pg.lock", "0123456789abcdef"), text)
}

const claimOf = (identity: object) => JSON.stringify({ identity: { ...ownIdentity(), ...identity }, owner: true })

describe("the lock of a data folder", () => {
  it.scopedLive("is had by one at a time, and leaves nothing behind", () =>
    Effect.gen(function*() {
      const dataDir = yield* scratch
      const [one, other] = [makeLock(dataDir), makeLock(dataDir)]
      const held = yield* one.attempt
      expect(yield* other.attempt).toEqual({ _tag: "Taken", pid: process.pid })
      if (held._tag === "Held") yield* held.release
      expect(readdirSync(dataDir)).toEqual([])
      expect((yield* other.attempt)._tag).toBe("Held")
    }))

  for (const [whose, identity] of [
    ["a process that is gone", { pid: 2 ** 22 + 1 }],
    ["an older process with the number of a living one", { began: "1" }]
  ] as const) {
    it.scopedLive(`is taken from ${whose}`, () =>
      Effect.gen(function*() {
        const dataDir = yield* scratch
        claim(dataDir, claimOf(identity))
        expect((yield* makeLock(dataDir).attempt)._tag).toBe("Held")
      }))
  }

  for (const [whose, text] of [
    ["a process that cannot be seen from here", claimOf({ space: "another machine", pid: 7 })],
    ["nobody knows whom", ""]
  ] as const) {
    it.scopedLive(`is left to ${whose} while its file is fresh`, () =>
      Effect.gen(function*() {
        const dataDir = yield* scratch
        claim(dataDir, text)
        expect((yield* makeLock(dataDir).attempt)._tag).toBe("Taken")
      }))
  }

  it.scopedLive("is had by exactly one of ten processes that find a stale one", () =>
    Effect.gen(function*() {
      for (let round = 0; round < 2; round++) {
        yield* Effect.scoped(Effect.gen(function*() {
          const dataDir = yield* newDataDir
          claim(dataDir, claimOf({ pid: 2 ** 22 + 1 }))
          const programs = yield* Effect.acquireRelease(
            Effect.promise(() => Promise.all(Array.from({ length: 10 }, () => startProgram(dataDir)))),
            (programs) => Effect.promise(() => Promise.all(programs.map((one) => one.kill())))
          )
          const owners = yield* Effect.promise(() => Promise.all(programs.map((one) => one.owner())))
          expect(owners.filter(Boolean)).toHaveLength(1)
        }))
      }
    }))

  it.scopedLive("is never had by two at once, however many try, win, let go and die", () =>
    Effect.gen(function*() {
      const dataDir = yield* scratch
      let holders = 0
      let wins = 0
      const contender = Effect.gen(function*() {
        for (let round = 0; round < 40; round++) {
          const attempt = yield* makeLock(dataDir).attempt
          if (attempt._tag === "Taken") {
            yield* Effect.sleep("1 millis")
            continue
          }
          expect(++holders).toBe(1)
          wins++
          yield* Effect.sleep("2 millis")
          holders--
          yield* attempt.release
        }
      })
      yield* Effect.all(Array.from({ length: 10 }, () => contender), { concurrency: "unbounded" })
      expect(wins).toBeGreaterThan(10)
    }))
})
