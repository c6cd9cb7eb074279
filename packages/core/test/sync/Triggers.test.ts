import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Option, Stream } from "effect"
import type { Days } from "../../src/shared/DateRange.js"
import { Enrichments, SharedEnrichments } from "../../src/sync/Enrichments.js"
import { type Source } from "../../src/sync/Source.js"
import { type SourceEntry, Sources } from "../../src/sync/Sources.js"
import { SourceFailure } from "../../src/sync/SourceFailure.js"
import { DataVersions } from "../../src/sync/SyncStore.js"
import { Triggers } from "../../src/sync/Triggers.js"
import { failing, fakeSource, fixed, items, keysOf, page } from "./FakeSource.js"
import { type Memory, emptyMemory, engineOver, aloneAtQueues, noDrains, noTasks } from "./Memory.js"

const entryOf = (source: Source<never>): SourceEntry => ({
  id: source.id,
  domain: source.domain,
  missing: [],
  enrichesOnly: false,
  source: Option.some(source),
  archive: source,
  schedule: Option.none()
})

const over = <A, E>(
  memory: Memory,
  sources: ReadonlyArray<Source<never>>,
  run: (triggers: Triggers) => Effect.Effect<A, E>
) => overEntries(memory, sources.map(entryOf), run)

const overEntries = <A, E>(
  memory: Memory,
  entries: ReadonlyArray<SourceEntry>,
  run: (triggers: Triggers) => Effect.Effect<A, E>
) => {
  const listed = Layer.succeed(Sources, entries)
  const enrichments = Enrichments.Default.pipe(
    Layer.provide([
      listed,
      Layer.succeed(SharedEnrichments, []),
      Layer.succeed(DataVersions, { latest: () => 0, bump: () => Effect.void }),
      aloneAtQueues,
      noDrains,
      noTasks
    ])
  )
  return Effect.provide(
    Effect.flatMap(Triggers, run),
    Triggers.Default.pipe(Layer.provide([listed, enrichments, engineOver(memory)]))
  )
}

const days: Days = { from: "2026-05-01", to: null }

describe("a dry run", () => {
  it.effect("counts what a sync would change, and changes nothing", () =>
    Effect.gen(function* () {
      const memory = emptyMemory()
      memory.data.records.set("k2", "a").set("k0", "old")
      const source = fixed(memory, page(items(0, 2), { covers: { from: 0, to: 3 }, cursor: "one" }))
      const request = { full: false }
      expect(yield* over(memory, [source], (triggers) => triggers.dryRun("listening", request))).toEqual([
        { source: "fake", added: 1, changed: 1, removed: 1, error: null }
      ])
      expect([keysOf(memory), memory.data.records.get("k0"), memory.data.cursors.size, memory.runs]).toEqual([
        ["k0", "k2"],
        "old",
        0,
        []
      ])
    })
  )

  it.effect("reports the failure of each source, and rejects an unknown name", () =>
    Effect.gen(function* () {
      const memory = emptyMemory()
      const refused = new SourceFailure({
        source: "other",
        state: "unauthorized",
        message: "other refuses the key",
        next: "connect it"
      })
      const sources = [fixed(memory, page(items(0, 2))), { ...fakeSource(memory, () => failing(refused)), id: "other" }]
      expect(yield* over(memory, sources, (triggers) => triggers.dryRun("listening", { full: false }))).toMatchObject([
        { added: 2, error: null },
        { source: "other", added: 0, error: "other refuses the key; connect it" }
      ])
      expect(
        yield* Effect.flip(over(memory, sources, (triggers) => triggers.dryRun("sleeping", { full: false })))
      ).toMatchObject({ _tag: "NoData" })
    })
  )

  it.effect("is one at a time", () =>
    Effect.gen(function* () {
      const memory = emptyMemory()
      const begun = yield* Deferred.make<void>()
      const source = fakeSource(memory, () =>
        Stream.fromEffect(Effect.zipRight(Deferred.succeed(begun, undefined), Effect.never))
      )
      yield* over(memory, [source], (triggers) =>
        Effect.gen(function* () {
          const first = yield* Effect.fork(triggers.dryRun("fake", { full: false }))
          yield* Deferred.await(begun)
          expect(yield* Effect.flip(triggers.dryRun("fake", { full: false }))).toMatchObject({ _tag: "Conflict" })
          yield* Fiber.interrupt(first)
        })
      )
    })
  )
})

describe("a source that only enriches", () => {
  it.effect("is synced by its own name, not by its domain's", () =>
    Effect.gen(function* () {
      const memory = emptyMemory()
      const drains: Array<string> = []
      const enricher: Source<never> = {
        ...fixed(memory),
        id: "links",
        enrichments: [{ id: "links", drain: Stream.suspend(() => (drains.push("links"), Stream.empty)) }]
      }
      const entry = { ...entryOf(enricher), enrichesOnly: true }
      const started = (target: string, source?: string) =>
        overEntries(memory, [entry], (triggers) =>
          Effect.tap(triggers.start(target, { full: false, source }), () =>
            Effect.repeat(Effect.yieldNow(), { until: () => drains.length > 0, times: 1_000 })
          )
        )
      expect(yield* started("links")).toEqual([{ source: "links", run: 1 }])
      expect(drains).toEqual(["links"])
      expect(yield* started("listening", "links")).toEqual([{ source: "links", run: 2 }])
      expect(yield* Effect.flip(started("listening"))).toMatchObject({ _tag: "Conflict" })
      const off = { ...entry, missing: ["DAYBOOK_LINKS_ENABLED"], source: Option.none() }
      expect(
        yield* Effect.flip(overEntries(memory, [off], (triggers) => triggers.start("links", { full: false })))
      ).toMatchObject({ message: "no source of links is configured: set DAYBOOK_LINKS_ENABLED=true" })
      expect(yield* Effect.flip(started("listening", "plex"))).toMatchObject({
        _tag: "BadInput",
        message: "source must be one of links where the target is listening"
      })
    })
  )
})

describe("days", () => {
  it.effect("are read by a source that supports it, without its cursor", () =>
    Effect.gen(function* () {
      const memory = emptyMemory()
      const read: Array<Days> = []
      const whole = fakeSource(memory, () => Stream.make(page(items(0, 9), { cursor: "whole" })))
      const source: Source<never> = {
        ...whole,
        pullDays: Option.some((of) => (read.push(of), Stream.orDie(whole.pull({ cursor: Option.none(), full: true }))))
      }
      yield* over(memory, [source], (triggers) => triggers.dryRun("fake", { full: false, days }))
      const [run] = yield* over(memory, [source], (triggers) =>
        Effect.tap(triggers.start("fake", { full: false, days }), () =>
          Effect.repeat(Effect.yieldNow(), { until: () => memory.runs[0]?.status === "completed", times: 1_000 })
        )
      )
      expect([run, read, keysOf(memory).length, memory.data.cursors.size]).toEqual([
        { source: "fake", run: 1 },
        [days, days],
        9,
        0
      ])
    })
  )

  it.effect("are rejected for a source that does not", () =>
    Effect.gen(function* () {
      const memory = emptyMemory()
      const refusal = yield* Effect.flip(
        over(memory, [fixed(memory)], (triggers) => triggers.start("fake", { full: false, days }))
      )
      expect(refusal).toMatchObject({
        _tag: "BadInput",
        message:
          "from and to are not supported here: fake cannot be read by days; leave them out, or name a source that can"
      })
      expect(memory.runs).toEqual([])
    })
  )
})
