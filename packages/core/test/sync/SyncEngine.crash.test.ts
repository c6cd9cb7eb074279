import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { StorageFailure } from "../../src/shared/errors.js"
import { SyncEngine, syncDefaults } from "../../src/sync/SyncEngine.js"
import { items, keysOf, page, resumable } from "./FakeSource.js"
import { type Data, type Memory, emptyMemory, engineOver } from "./Memory.js"

/** Four pages of history. The provider lost two records and changed some. */
const pages = [
  page(items(0, 10), { covers: { from: 0, to: 11 } }),
  page(items(11, 20), { covers: { from: 11, to: 20 } }),
  page(items(20, 25, "changed")),
  page(items(25, 40), { covers: { from: 25, to: 41 } })
]

const withHistory = (): Memory => {
  const memory = emptyMemory()
  for (const { key } of [...items(10, 11), ...items(20, 22), ...items(25, 30), ...items(40, 41)])
    memory.data.records.set(key, "a")
  return memory
}

const sync = (memory: Memory) =>
  Effect.flatMap(SyncEngine, (engine) => engine.sync(resumable(memory, pages), syncDefaults("schedule"))).pipe(
    Effect.provide(engineOver(memory))
  )

/** The tables without the version. */
const tables = ({ cursors, records, staged }: Data) => ({
  records: [...records].sort(),
  cursors: [...cursors],
  staged: [...staged]
})

/** Ends the runs of the crashed process, so that another may claim the source. */
const buried = (memory: Memory) => {
  memory.runs = memory.runs.map((run) => (run.status === "running" ? { ...run, status: "failed" } : run))
  memory.fault = () => Effect.void
}

const ways = {
  dies: Effect.die("killed"),
  "is stopped": Effect.interrupt,
  "loses the database": Effect.fail(new StorageFailure({ operation: "any", unavailable: true, cause: "gone" }))
}

/** Fails at the call with this index. */
const breakAt = (memory: Memory, place: number, way: Effect.Effect<never, StorageFailure>) => {
  let calls = 0
  memory.fault = () => Effect.suspend(() => (calls++ === place ? way : Effect.void))
}

describe("SyncEngine", () => {
  it.effect("has pages, removals and steps between them to break", () =>
    Effect.gen(function* () {
      const memory = withHistory()
      const report = yield* sync(memory)
      expect(report).toMatchObject({ added: 32, changed: 2, removed: 2 })
      expect(keysOf(memory)).toEqual([...items(0, 10), ...items(11, 40)].map(({ key }) => key))
      expect(memory.log.filter((name) => name === "commit")).toHaveLength(5)
    })
  )

  it.effect.each(Object.keys(ways) as Array<keyof typeof ways>)(
    "ends with the same tables when it %s at any call and runs again",
    (way) =>
      Effect.gen(function* () {
        const whole = withHistory()
        yield* sync(whole)
        const calls = whole.log.filter((name) => name !== "commit").length
        expect(calls).toBeGreaterThan(25)
        for (let place = 0; place < calls; place++) {
          const memory = withHistory()
          breakAt(memory, place, ways[way])
          yield* Effect.exit(sync(memory))
          const reached = memory.log.at(-1)
          expect([place, memory.inTransaction]).toEqual([place, false])
          buried(memory)
          yield* sync(memory)
          expect([place, reached, tables(memory.data)]).toEqual([place, reached, tables(whole.data)])
          expect(memory.data.version).toBeGreaterThan(0)
        }
      })
  )

  it.effect("ends with the same tables however often it fails", () =>
    Effect.gen(function* () {
      const whole = withHistory()
      yield* sync(whole)
      for (let first = 0; first < 12; first++) {
        const memory = withHistory()
        for (let place = first; place < 40; place += 5) {
          breakAt(memory, place, ways.dies)
          yield* Effect.exit(sync(memory))
          buried(memory)
        }
        yield* sync(memory)
        expect([first, tables(memory.data)]).toEqual([first, tables(whole.data)])
      }
    })
  )
})
