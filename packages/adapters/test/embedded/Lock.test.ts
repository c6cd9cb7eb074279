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
  it.scopedLive("has one holder at a time, and leaves nothing behind", () =>
    Effect.gen(function* () {
      const dataDir = yield* scratch
      const [one, other] = [makeLock(dataDir), makeLock(dataDir)]
      const acquired = yield* one.attempt
      expect(yield* other.attempt).toEqual({ _tag: "Taken", pid: process.pid })
      if (acquired._tag === "Held") yield* acquired.release
      expect(readdirSync(dataDir)).toEqual([])
      expect((yield* other.attempt)._tag).toBe("Held")
    })
  )

  for (const [whose, identity] of [
    ["a dead process", { pid: 2 ** 22 + 1 }],
    ["an older process whose pid was reused", { began: "1" }]
  ] as const) {
    it.scopedLive(`is taken from ${whose}`, () =>
      Effect.gen(function* () {
        const dataDir = yield* scratch
        claim(dataDir, claimOf(identity))
        expect((yield* makeLock(dataDir).attempt)._tag).toBe("Held")
      })
    )
  }

  for (const [whose, text] of [
    ["a process on another machine", claimOf({ space: "another machine", pid: 7 })],
    ["an unknown process", ""]
  ] as const) {
    it.scopedLive(`is left to ${whose} while its file is fresh`, () =>
      Effect.gen(function* () {
        const dataDir = yield* scratch
        claim(dataDir, text)
        expect((yield* makeLock(dataDir).attempt)._tag).toBe("Taken")
      })
    )
  }

  it.scopedLive("goes to exactly one of ten processes that find a stale one", () =>
    Effect.gen(function* () {
      for (let round = 0; round < 2; round++) {
        yield* Effect.scoped(
          Effect.gen(function* () {
            const dataDir = yield* newDataDir
            claim(dataDir, claimOf({ pid: 2 ** 22 + 1 }))
            const programs = yield* Effect.acquireRelease(
              Effect.promise(() => Promise.all(Array.from({ length: 10 }, () => startProgram(dataDir)))),
              (programs) => Effect.promise(() => Promise.all(programs.map((one) => one.kill())))
            )
            const owners = yield* Effect.promise(() => Promise.all(programs.map((one) => one.owner())))
            expect(owners.filter(Boolean)).toHaveLength(1)
          })
        )
      }
    })
  )

  it.scopedLive("never has two holders, however many processes try, win, release and die", () =>
    Effect.gen(function* () {
      const dataDir = yield* scratch
      let holders = 0
      let wins = 0
      const contender = Effect.gen(function* () {
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
      yield* Effect.all(
        Array.from({ length: 10 }, () => contender),
        { concurrency: "unbounded" }
      )
      expect(wins).toBeGreaterThan(10)
    })
  )
})
