import { describe, expect, it } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Fiber, Option, Stream, TestClock } from "effect"
import { StorageFailure } from "../../src/shared/errors.js"
import { SourceFailure } from "../../src/sync/SourceFailure.js"
import { SyncEngine, syncDefaults } from "../../src/sync/SyncEngine.js"
import { noProgress } from "../../src/sync/SyncStore.js"
import { failing, fakeSource, fixed, items, keysOf, page, resumable } from "./FakeSource.js"
import { type Memory, emptyMemory, engineOver } from "./Memory.js"

const over = <A, E>(memory: Memory, run: (engine: SyncEngine) => Effect.Effect<A, E>) =>
  Effect.provide(Effect.flatMap(SyncEngine, run), engineOver(memory))

const refused = new SourceFailure({
  source: "fake",
  state: "rate_limited",
  message: "too many calls",
  next: "wait an hour"
})

describe("SyncEngine.sync", () => {
  it.effect("stores each page in one transaction: records, what is missing, version, cursor", () =>
    Effect.gen(function* () {
      const memory = emptyMemory()
      memory.data.records.set("k2", "a")
      const source = fixed(
        memory,
        page(items(0, 2), { covers: { from: 0, to: 3 }, cursor: "one" }),
        page(items(5, 7), { cursor: "two" })
      )
      const report = yield* over(memory, (engine) => engine.sync(source, syncDefaults("command")))
      expect(report).toMatchObject({ source: "fake", added: 4, changed: 0, removed: 1 })
      expect(memory.log.filter((name) => !["position", "count", "settle"].includes(name))).toEqual([
        ...["claim", "staged"],
        ...["begin", "apply", "stage", "bump listening", "advance one", "ending", "commit"],
        ...["begin", "apply", "bump listening", "advance two", "ending", "commit"],
        ...["begin", "remove", "unstage", "bump listening", "ending", "commit"],
        "finish"
      ])
      expect(keysOf(memory)).toEqual(["k0", "k1", "k5", "k6"])
      expect(memory.data.cursors.get("fake")).toBe("two")
    })
  )

  it.effect("passes the cursor to the source, and requests a full sync when asked", () =>
    Effect.gen(function* () {
      const memory = emptyMemory()
      memory.data.cursors.set("fake", "here")
      const requests: Array<unknown> = []
      const source = fakeSource(memory, (cursor, full) => {
        requests.push([cursor, full])
        return Stream.empty
      })
      yield* over(memory, (engine) => engine.sync(source, syncDefaults("schedule")))
      yield* over(memory, (engine) => engine.sync(source, { ...syncDefaults("command"), full: true }))
      expect(requests).toEqual([
        [Option.some("here"), false],
        [Option.some("here"), true]
      ])
    })
  )

  it.effect("records the run: its source, its counts and its end", () =>
    Effect.gen(function* () {
      const memory = emptyMemory()
      memory.data.records.set("k1", "old")
      yield* TestClock.setTime(5000)
      const source = fakeSource(memory, () =>
        Stream.tap(Stream.make(page(items(0, 4))), () => Effect.sleep("2500 millis"))
      )
      const running = yield* Effect.fork(over(memory, (engine) => engine.sync(source, syncDefaults("webhook"))))
      yield* TestClock.adjust("2500 millis")
      expect(yield* Fiber.join(running)).toEqual({ source: "fake", seconds: 2.5, added: 3, changed: 1, removed: 0 })
      expect(memory.runs).toEqual([
        {
          ...{
            id: 1,
            source: "fake",
            domain: "listening",
            syncType: "everything",
            trigger: "webhook",
            status: "completed",
            startedAt: 5000
          },
          ...{ finishedAt: Option.some(7500), added: 3, changed: 1, removed: 0, failure: Option.none() }
        }
      ])
    })
  )

  it.effect("reports progress after each page", () =>
    Effect.gen(function* () {
      const memory = emptyMemory()
      const reports: Array<unknown> = []
      const source = fixed(memory, page(items(0, 3), { total: 5 }), page(items(3, 5), { total: 5 }))
      const onProgress = (progress: unknown) =>
        Effect.sync(() => void reports.push([progress, memory.data.records.size]))
      yield* over(memory, (engine) => engine.sync(source, { ...syncDefaults("command"), onProgress }))
      expect(reports).toEqual([
        [{ ...noProgress, seen: 3, total: Option.some(5), pages: 1, added: 3 }, 3],
        [{ ...noProgress, seen: 5, total: Option.some(5), pages: 2, added: 5 }, 5]
      ])
    })
  )

  it.effect("changes the version only when a page changes something", () =>
    Effect.gen(function* () {
      const memory = emptyMemory()
      const source = fixed(memory, page(items(0, 3), { covers: { from: 0, to: 9 }, cursor: "end" }))
      const versions: Array<number> = []
      for (let run = 0; run < 3; run++) {
        yield* over(memory, (engine) => engine.sync(source, syncDefaults("schedule")))
        versions.push(memory.data.version)
      }
      yield* over(memory, (engine) => engine.sync(fixed(memory, page(items(0, 3, "new"))), syncDefaults("schedule")))
      expect([...versions, memory.data.version]).toEqual([1, 1, 1, 2])
    })
  )

  it.effect("allows one run of a source at a time, and tells the other which run is active", () =>
    Effect.gen(function* () {
      const memory = emptyMemory()
      const gate = yield* Deferred.make<void>()
      const source = fakeSource(memory, () => Stream.tap(Stream.make(page(items(0, 1))), () => Deferred.await(gate)))
      const first = yield* Effect.fork(over(memory, (engine) => engine.sync(source, syncDefaults("schedule"))))
      yield* Effect.yieldNow()
      const second = yield* Effect.flip(over(memory, (engine) => engine.sync(source, syncDefaults("admin"))))
      expect(second).toMatchObject({ _tag: "Busy", source: "fake", run: 1 })
      expect(memory.data.records.size).toBe(0)
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(first)
      expect(memory.runs.map(({ status }) => status)).toEqual(["completed"])
      expect((yield* over(memory, (engine) => engine.sync(source, syncDefaults("admin")))).added).toBe(0)
    })
  )

  it.effect("sends a heartbeat every five seconds while it works, and none after", () =>
    Effect.gen(function* () {
      const memory = emptyMemory()
      const source = fakeSource(memory, () => Stream.tap(Stream.make(page([])), () => Effect.sleep("62 seconds")))
      const running = yield* Effect.fork(over(memory, (engine) => engine.sync(source, syncDefaults("schedule"))))
      yield* TestClock.adjust("62 seconds")
      yield* Fiber.join(running)
      yield* TestClock.adjust("30 seconds")
      expect(memory.beats).toEqual(Array.from({ length: 12 }, () => 1))
    })
  )
})

describe("SyncEngine.sync that fails", () => {
  it.effect("keeps the pages before the failure, records state and next step, and continues there", () =>
    Effect.gen(function* () {
      const memory = emptyMemory()
      const pages = [page(items(0, 3)), page(items(3, 5))]
      const broken = fakeSource(memory, () =>
        Stream.concat(Stream.make({ ...pages[0]!, cursor: Option.some("1") }), failing(refused))
      )
      expect(yield* Effect.flip(over(memory, (engine) => engine.sync(broken, syncDefaults("schedule"))))).toEqual(
        refused
      )
      expect(memory.runs[0]).toMatchObject({
        status: "failed",
        added: 3,
        failure: Option.some({ state: "rate_limited", message: "too many calls", next: "wait an hour" })
      })
      expect(memory.data.cursors.get("fake")).toBe("1")
      expect(
        (yield* over(memory, (engine) => engine.sync(resumable(memory, pages), syncDefaults("schedule")))).added
      ).toBe(2)
      expect(keysOf(memory)).toHaveLength(5)
      expect(memory.log.filter((name) => name === "settle")).toHaveLength(2)
    })
  )

  it.effect("rolls a page back when its cursor cannot be stored", () =>
    Effect.gen(function* () {
      const memory = emptyMemory()
      const down = new StorageFailure({ operation: "SyncStore.advance", unavailable: true, cause: "gone" })
      memory.fault = (name) => (name === "advance one" ? Effect.fail(down) : Effect.void)
      const source = fixed(memory, page(items(0, 3), { cursor: "one" }))
      expect(yield* Effect.flip(over(memory, (engine) => engine.sync(source, syncDefaults("schedule"))))).toMatchObject(
        { _tag: "StorageFailure" }
      )
      expect([memory.data.records.size, memory.data.version, memory.data.cursors.size]).toEqual([0, 0, 0])
      expect(memory.runs[0]).toMatchObject({
        status: "failed",
        added: 0,
        failure: Option.some({ state: "unavailable" })
      })
    })
  )

  it.effect("records that it was stopped", () =>
    Effect.gen(function* () {
      const memory = emptyMemory()
      const source = fakeSource(memory, () => Stream.concat(Stream.make(page(items(0, 2))), Stream.never))
      const running = yield* Effect.fork(over(memory, (engine) => engine.sync(source, syncDefaults("schedule"))))
      yield* TestClock.adjust("1 seconds")
      yield* Fiber.interrupt(running)
      expect(memory.runs[0]).toMatchObject({
        status: "failed",
        added: 2,
        failure: Option.some({ state: "interrupted" })
      })
    })
  )

  it.effect("records a defect without its message, which may contain secrets", () =>
    Effect.gen(function* () {
      const memory = emptyMemory()
      const source = fakeSource(memory, () => Stream.die(new Error("api_key=hunter2 in a stack trace")))
      const exit = yield* Effect.exit(over(memory, (engine) => engine.sync(source, syncDefaults("schedule"))))
      expect(Exit.isFailure(exit) && Cause.isDie(exit.cause)).toBe(true)
      expect(memory.runs[0]).toMatchObject({ status: "failed", failure: Option.some({ state: "unavailable" }) })
      expect(JSON.stringify(memory.runs)).not.toContain("hunter2")
    })
  )
})

describe("SyncEngine.import", () => {
  const file = { name: "export.csv", size: 4, stream: Stream.empty, slice: () => Effect.succeed(new Uint8Array()) }

  it.effect("stores a file like pages of a provider, as an import", () =>
    Effect.gen(function* () {
      const memory = emptyMemory()
      const run = over(memory, (engine) => engine.import(fixed(memory), file, syncDefaults("command")))
      expect(yield* run).toMatchObject({ added: 4, changed: 0, removed: 0 })
      expect(yield* run).toMatchObject({ added: 0, changed: 0, removed: 0 })
      expect(memory.runs.map(({ trigger }) => trigger)).toEqual(["import", "import"])
    })
  )

  it.effect("reports that a source has no export file", () =>
    Effect.gen(function* () {
      const memory = emptyMemory()
      const source = { ...fixed(memory), importFile: Option.none() }
      expect(
        yield* Effect.flip(over(memory, (engine) => engine.import(source, file, syncDefaults("command"))))
      ).toMatchObject({ state: "bad_file", source: "fake" })
      expect(memory.runs).toEqual([])
    })
  )
})
