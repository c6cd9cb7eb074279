import { describe, expect, it } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Option, Stream, TestClock } from "effect"
import type { Domain } from "../../src/domains.js"
import { Enrichments, type SharedEnrichment, SharedEnrichments } from "../../src/sync/Enrichments.js"
import { provide } from "../../src/sync/Source.js"
import { type SourceEntry, Sources } from "../../src/sync/Sources.js"
import { SourceFailure } from "../../src/sync/SourceFailure.js"
import { DataVersions, EnrichmentLocks, type SyncStore } from "../../src/sync/SyncStore.js"
import { fixed } from "./FakeSource.js"
import { emptyMemory, aloneAtQueues, noDrains, noTasks } from "./Memory.js"

/** A queue in memory: each item takes some seconds, may add work to other queues, or fails. */
interface Queue {
  readonly due: Array<string>
  readonly drain: ReturnType<SharedEnrichment["drain"]>
}

const queueOf = (
  seconds: number,
  done: Array<string>,
  after: (item: string) => void = () => undefined,
  fails: () => boolean = () => false
): Queue => {
  const due: Array<string> = []
  const one = Effect.gen(function* () {
    const item = due[0]
    if (item === undefined) return yield* Effect.fail(Option.none())
    yield* Effect.sleep(`${seconds} seconds`)
    if (fails())
      return yield* Effect.fail(
        Option.some(new SourceFailure({ source: "fake", state: "unavailable", message: "fake is down", next: "wait" }))
      )
    due.shift()
    done.push(item)
    after(item)
    return { done: 1, left: due.length }
  })
  return { due, drain: Stream.repeatEffectOption(one) }
}

interface Setup {
  readonly sources: ReadonlyArray<{
    readonly id: string
    readonly domain: Domain
    readonly queues: Readonly<Record<string, Queue>>
  }>
  readonly pictures?: Queue
  readonly version?: () => number
  readonly locks?: Layer.Layer<EnrichmentLocks>
  readonly drains?: Layer.Layer<SyncStore>
}

const over = <A, E, R>(
  { pictures, sources, drains = noDrains, locks = aloneAtQueues, version = () => 0 }: Setup,
  run: (enrichments: Enrichments) => Effect.Effect<A, E, R>
) => {
  const entries = sources.map(({ domain, id, queues }): SourceEntry => {
    const enrichments = Object.entries(queues).map(([id, { drain }]) => ({ id, drain }))
    const source = { ...provide(fixed(emptyMemory()), Context.empty()), id, domain, enrichments }
    return {
      id,
      domain,
      missing: [],
      enrichesOnly: false,
      source: Option.some(source),
      archive: source,
      schedule: Option.none()
    }
  })
  const services =
    pictures === undefined ? [] : [{ id: "pictures", domains: ["listening" as const], drain: () => pictures.drain }]
  const needs = [
    Layer.succeed(Sources, entries),
    Layer.succeed(SharedEnrichments, services),
    locks,
    drains,
    noTasks,
    Layer.succeed(DataVersions, { latest: version, bump: () => Effect.void })
  ] as const
  return Effect.provide(
    Effect.flatMap(Enrichments, run),
    Enrichments.Default.pipe(Layer.provide(Layer.mergeAll(...needs)))
  )
}

const options = { budget: "1 hour", onProgress: () => Effect.void } as const

describe("a drain after a sync", () => {
  it.effect("continues until nothing is due when queues add work to each other", () =>
    Effect.gen(function* () {
      const done: Array<string> = []
      const pictures = queueOf(1, done)
      const players = queueOf(1, done, (item) => pictures.due.push(`picture of ${item}`))
      const games = queueOf(10, done, (item) => players.due.push(`player of ${item}`))
      games.due.push("game 1", "game 2")
      const setup = { sources: [{ id: "league", domain: "listening" as const, queues: { players, games } }], pictures }
      const fiber = yield* Effect.fork(over(setup, (enrichments) => enrichments.drain(["listening"], options)))
      yield* TestClock.adjust("2 minutes")
      expect(yield* Fiber.join(fiber)).toMatchObject({ done: 6, isCut: false, failures: [] })
      expect(done.filter((item) => item.startsWith("picture"))).toHaveLength(2)
    })
  )

  it.effect("ends although an item stays due, and does not touch other domains", () =>
    Effect.gen(function* () {
      const done: Array<string> = []
      const stubborn: Queue = { due: [], drain: Stream.make({ done: 1, left: 1 }) }
      const other = queueOf(1, done)
      other.due.push("run")
      const setup: Setup = {
        sources: [
          { id: "a", domain: "listening", queues: { stubborn } },
          { id: "b", domain: "running", queues: { other } }
        ]
      }
      const fiber = yield* Effect.fork(over(setup, (enrichments) => enrichments.drain(["listening"], options)))
      yield* TestClock.adjust("1 minute")
      expect(yield* Fiber.join(fiber)).toMatchObject({ done: 1, isCut: false })
      expect(other.due).toEqual(["run"])
    })
  )

  it.effect("continues with the other queues when one provider fails, and reports that its budget ended", () =>
    Effect.gen(function* () {
      const done: Array<string> = []
      const down = queueOf(1, done, undefined, () => true)
      const slow = queueOf(60, done)
      down.due.push("x")
      slow.due.push("a", "b", "c")
      const setup: Setup = {
        sources: [
          { id: "a", domain: "listening", queues: { down } },
          { id: "b", domain: "listening", queues: { slow } }
        ]
      }
      const fiber = yield* Effect.fork(
        over(setup, (enrichments) => enrichments.drain(["listening"], { ...options, budget: "100 seconds" }))
      )
      yield* TestClock.adjust("100 seconds")
      const report = yield* Fiber.join(fiber)
      expect(report).toMatchObject({ isCut: true })
      expect(report.failures).toHaveLength(1)
      expect(done).toEqual(["a"])
    })
  )

  it.effect("joins an active drain instead of sending every request twice", () =>
    Effect.gen(function* () {
      const done: Array<string> = []
      const links = queueOf(1, done)
      links.due.push("a", "b", "c")
      const setup: Setup = { sources: [{ id: "a", domain: "listening", queues: { links } }] }
      const [first, second] = yield* over(setup, (enrichments) =>
        Effect.gen(function* () {
          const both = yield* Effect.fork(
            Effect.all([enrichments.drain(["listening"], options), enrichments.drainSource("a", options)], {
              concurrency: 2
            })
          )
          yield* TestClock.adjust("1 minute")
          return yield* Fiber.join(both)
        })
      )
      expect(done).toEqual(["a", "b", "c"])
      expect([first.done, second.done]).toEqual([3, 3])
    })
  )

  it.effect("locks a queue that has work, and no other", () =>
    Effect.gen(function* () {
      const log: Array<string> = []
      const acquire = (queue: string) =>
        Effect.acquireRelease(
          Effect.sync(() => void log.push(`begin ${queue}`)),
          () => Effect.sync(() => log.push(`end ${queue}`))
        )
      const [links, tags] = [queueOf(1, log), queueOf(1, log)]
      links.due.push("a")
      const setup: Setup = {
        sources: [{ id: "a", domain: "listening", queues: { links, tags } }],
        locks: Layer.succeed(EnrichmentLocks, { acquire })
      }
      const fiber = yield* Effect.fork(over(setup, (enrichments) => enrichments.drain(["listening"], options)))
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(fiber)
      expect(log).toEqual(["a", "begin listening/links", "end listening/links"])
    })
  )
})

describe("a running host", () => {
  /** Runs a host for some seconds, then the step, and so on. */
  const host = (setup: Setup, ...steps: ReadonlyArray<readonly [seconds: number, then?: () => void]>) =>
    Effect.scoped(
      over(setup, (enrichments) =>
        Effect.gen(function* () {
          yield* enrichments.watch
          for (const [seconds, then] of steps) {
            for (let passed = 0; passed < seconds; passed += seconds < 100 ? 1 : 20)
              yield* TestClock.adjust(seconds < 100 ? "1 second" : "20 seconds")
            then?.()
          }
        })
      )
    )

  it.effect("drains every queue of every domain from the start, however long another queue is", () =>
    Effect.gen(function* () {
      const done: Array<string> = []
      const long = queueOf(5, done)
      const short = ["running", "watching", "collecting", "reading", "attending"].map((domain) => ({
        domain: domain as Domain,
        queue: queueOf(1, done)
      }))
      long.due.push(...Array.from({ length: 100 }, (_, index) => `long ${index}`))
      short.forEach(({ domain, queue }) => queue.due.push(domain))
      yield* host(
        {
          sources: [
            { id: "long", domain: "listening", queues: { long } },
            ...short.map(({ domain, queue }) => ({ id: domain, domain, queues: { queue } }))
          ]
        },
        [10]
      )
      expect(short.flatMap(({ queue }) => queue.due)).toEqual([])
      expect(done.filter((item) => item.startsWith("long")).length).toBe(1)
    })
  )

  it.effect("drains again after every data change, and for items that come due without one", () =>
    Effect.gen(function* () {
      const done: Array<string> = []
      let version = 0
      const queue = queueOf(1, done)
      const setup: Setup = { sources: [{ id: "a", domain: "listening", queues: { queue } }], version: () => version }
      yield* host(
        setup,
        [
          30,
          () => {
            queue.due.push("new")
            version++
          }
        ],
        [6, () => expect(done).toEqual(["new"])],
        [30, () => queue.due.push("later")],
        [65]
      )
      expect(done).toEqual(["new", "later"])
    })
  )

  it.effect("backs off from a failing provider, and catches up when it recovers", () =>
    Effect.gen(function* () {
      const done: Array<string> = []
      let tries = 0
      let isDown = true
      const queue = queueOf(0, done, undefined, () => {
        tries++
        return isDown
      })
      const other = queueOf(1, done)
      queue.due.push("a")
      const sources: Setup["sources"] = [
        { id: "a", domain: "listening", queues: { queue } },
        { id: "b", domain: "listening", queues: { other } }
      ]
      yield* host(
        { sources },
        [
          60 * 16,
          () => {
            expect(tries).toBe(5)
            isDown = false
            other.due.push("b")
          }
        ],
        [60 * 16]
      )
      expect(done.toSorted()).toEqual(["a", "b"])
    })
  )

  it.effect("shows a failure until a drain with due items succeeds", () =>
    Effect.gen(function* () {
      const due: Array<string> = ["a"]
      let isDown = true
      const failure = new SourceFailure({ source: "fake", state: "bad_answer", message: "fake refuses", next: "wait" })
      // As a league's enrichment: items that were refused wait, and the drain fails at its end.
      const drain = Stream.suspend(() =>
        due.shift() === undefined
          ? Stream.empty
          : Stream.concat(Stream.succeed({ done: 1, left: 0 }), isDown ? Stream.fail(failure) : Stream.empty)
      )
      const setup: Setup = { sources: [{ id: "a", domain: "listening", queues: { games: { due, drain } } }] }
      const messages = yield* Effect.scoped(
        over(setup, (enrichments) =>
          Effect.gen(function* () {
            const message = Effect.map(enrichments.states, ([state]) => state?.failure?.message ?? null)
            const after = (minutes: number) =>
              Effect.zipRight(Effect.repeatN(TestClock.adjust("20 seconds"), minutes * 3 - 1), message)
            yield* enrichments.watch
            const first = yield* after(1)
            const later = yield* after(30)
            isDown = false
            due.push("a")
            return [first, later, yield* after(3)]
          })
        )
      )
      expect(messages).toEqual(["fake refuses", "fake refuses", null])
    })
  )
})
