import { domains } from "@daybook/core"
import type { LiveEvent } from "@daybook/core/live"
import { Effect, FastCheck as fc, Fiber, TestClock, TestContext } from "effect"
import { expect, it } from "vitest"
import { depth } from "../../../adapters/test/support/depth.js"
import type { SendInside } from "../../src/inside.js"
import { viewOfLens } from "../../src/lenses/view.js"
import { lensedStream } from "../../src/stream/lensed.js"
import { answerOf, catalogue, figure, hiddenUnder, lenses, operations, word } from "../support/canaries.js"

type Definition = Parameters<typeof hiddenUnder>[0]

/** How often something changes in every domain while a stream is open. */
const changes = 3

/** The answers of a host under a lens after so many changes. Every change has an item of each domain and a track. */
const hostUnder = (definition: Definition, changed: () => number): SendInside => {
  const lens = viewOfLens(catalogue, definition)
  return ({ target }) => {
    const operation = operations.find(({ path }) => path === target.split("?")[0])!
    const view = lens.operations.get(operation.path)
    if (view === undefined) return Promise.resolve({ status: 403, text: "", retryAfter: null, etag: null })
    const answer = answerOf(operation.answer, hiddenUnder(definition, operation)) as Record<string, unknown>
    const items = Array.from({ length: changed() }, (_, change) =>
      domains.map((domain) => ({
        ...(answer["data"] as ReadonlyArray<object>)[0],
        domain,
        event_type: `new ${change}`
      }))
    )
    const now = operation.id === "feed.all" ? { data: items.flat().toReversed() } : { scrobbled_at: String(changed()) }
    const text = JSON.stringify(view.shape({ ...answer, ...now }))
    return Promise.resolve({ status: 200, text, retryAfter: null, etag: null })
  }
}

/** All events of a stream while things change, in virtual time. */
const eventsUnder = (definition: Definition) =>
  Effect.gen(function* () {
    let changed = 0
    const send = hostUnder(definition, () => changed)
    const stream = yield* lensedStream({ send, topics: null, domains: null, heartbeat: 15 })
    const events: Array<LiveEvent> = [...stream.first]
    const reader = {
      push: (more: ReadonlyArray<LiveEvent>) => void events.push(...more),
      end: () => {},
      ready: Effect.void
    }
    const following = yield* Effect.fork(stream.follow(reader))
    for (changed = 1; changed <= changes; changed++) {
      yield* TestClock.adjust("20 seconds")
      // The answers are promises: they are there after a turn of the program.
      yield* Effect.promise(() => new Promise((resume) => setImmediate(resume)))
    }
    yield* Fiber.interrupt(following)
    return events
  }).pipe(
    Effect.catchTag("LensDenial", () => Effect.succeed<ReadonlyArray<LiveEvent>>([])),
    Effect.provide(TestContext.TestContext)
  )

it("streams no canary through any lens, whatever changes", async () => {
  const sent = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(lenses, async (definition) => {
      const events = await Effect.runPromise(eventsUnder(definition))
      const text = JSON.stringify(events)
      expect([text.includes(word), text.includes(String(figure))]).toEqual([false, false])
      for (const { event } of events) sent.set(event, (sent.get(event) ?? 0) + 1)
      const isAllowed = definition.operations!.includes("feed.all")
      const { drop = [] } = definition.fields?.["feed.all"] ?? {}
      const isDistinct = !drop.includes("domain") && !drop.includes("event_type") && !drop.includes("data")
      if (isAllowed && isDistinct)
        expect(events.filter(({ event }) => event === "feed")).toHaveLength(changes * domains.length)
    }),
    { numRuns: depth(200) }
  )
  expect(["hello", "feed", "now_playing"].filter((event) => !sent.has(event))).toEqual([])
})
