import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, TestClock } from "effect"
import type { LiveEvent } from "../../src/live/events.js"
import { type Subscription, subscriptions } from "../../src/live/listeners.js"
import { nowPlayingPoll } from "../../src/live/nowPlaying.js"

const playing = (name: string) => JSON.stringify({ is_playing: true, track: { name } })

/** The board of a database, and a source that answers after a second. */
const world = (ofYesterday: string | null) => {
  const state = { current: ofYesterday, version: 0, slot: 0, answer: null as string | null, asked: 0 }
  const waiting = new Set<Deferred.Deferred<void>>()
  const put = (answer: string) => {
    if (answer === state.current) return
    state.current = answer
    state.version += 1
    for (const woken of waiting) Deferred.unsafeDone(woken, Effect.void)
    waiting.clear()
  }
  const streams = subscriptions()
  const poll = nowPlayingPoll(
    {
      claim: (due) => Effect.sync(() => due > state.slot && ((state.slot = due), true)),
      publish: (answer) => Effect.sync(() => put(answer)),
      current: Effect.sync(() => state.current),
      version: () => state.version,
      passed: () => Effect.flatMap(Deferred.make<void>(), (woken) => (waiting.add(woken), Deferred.await(woken)))
    },
    {
      ask: Effect.suspend(() => {
        state.asked += 1
        return Effect.as(Effect.sleep("1 second"), state.answer === null ? null : (JSON.parse(state.answer) as unknown))
      })
    },
    streams
  )
  const open = (domains: ReadonlyArray<string> | null = null) => {
    const events: Array<LiveEvent> = []
    const listener = {
      push: (some: typeof events) => void events.push(...some),
      ready: Effect.void,
      end: () => undefined
    }
    const stream: Subscription = {
      topics: new Set(["now_playing"]),
      domains: domains === null ? null : new Set(domains),
      listener: listener as Subscription["listener"],
      position: 0,
      epoch: "a",
      nowPlaying: null
    }
    streams.add(stream)
    return { close: () => streams.remove(stream), answers: () => events.map(({ data }) => JSON.stringify(data)) }
  }
  return { open, poll, put, state }
}

describe("nowPlayingPoll", () => {
  it.scoped("sends a new stream no answer of another day, but asks first", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 2, 14, 20, 15, 5))
      const { open, poll, state } = world(playing("Of Yesterday"))
      yield* Effect.forkScoped(poll)
      state.answer = playing("Low Tide")
      const stream = open()
      yield* TestClock.adjust("500 millis")
      expect(stream.answers()).toStrictEqual([])
      yield* TestClock.adjust("1 second")
      expect(stream.answers()).toStrictEqual([playing("Low Tide")])
      // Another one in the same interval has the answer at once.
      const second = open()
      yield* TestClock.adjust("100 millis")
      expect([second.answers(), state.asked]).toStrictEqual([[playing("Low Tide")], 1])
    })
  )

  it.scoped("sends at once what another host or a client reports, however long nothing changed", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 2, 14, 20, 15, 5))
      const { open, poll, put, state } = world(null)
      yield* Effect.forkScoped(poll)
      state.answer = playing("Low Tide")
      const stream = open()
      yield* TestClock.adjust("10 seconds")
      put(playing("Harbour"))
      yield* TestClock.adjust("100 millis")
      expect(stream.answers()).toStrictEqual([playing("Low Tide"), playing("Harbour")])
    })
  )

  it.scoped("asks nothing for streams of other domains", () =>
    Effect.gen(function* () {
      const { open, poll, state } = world(null)
      yield* Effect.forkScoped(poll)
      state.answer = playing("Low Tide")
      const other = open(["running"])
      yield* TestClock.adjust("1 minute")
      expect([other.answers(), state.asked]).toStrictEqual([[], 0])
      const own = open(["listening"])
      yield* TestClock.adjust("20 seconds")
      expect([other.answers(), own.answers()]).toStrictEqual([[], [playing("Low Tide")]])
    })
  )
})
