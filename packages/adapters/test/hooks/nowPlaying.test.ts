import { event, HookOutbox, Hooks, NowPlayingWatch } from "@daybook/core/hooks"
import { NowPlayingAnswers, NowPlayingBoard } from "@daybook/core/live"
import { StorageFailure } from "@daybook/core/shared"
import { SqlClient } from "@effect/sql"
import { describe, expect, layer } from "@effect/vitest"
import { Effect, Fiber, Layer, Option, TestClock } from "effect"
import * as Board from "../../src/postgres/NowPlayingBoard.js"
import { newDatabase } from "../support/database.js"
import { hooksOver } from "./support/layers.js"
import { inRealTime, inRealTimeVersions, pause } from "./support/realTime.js"

const track = (name: string) => ({ name, artist: { id: 91, name: "Velmora Tide" }, album: { id: null, name: null } })
const playing = (name: string) => ({ is_playing: true, track: track(name), scrobbled_at: null })
/** What a message says of a track. */
const dataOf = (isPlaying: boolean, name: string) => ({
  is_playing: isPlaying,
  track: { name, artist: { id: 91, name: "Velmora Tide" } }
})

/** A source whose answer the test sets. */
const player = () => {
  const state = { answer: null as unknown, asked: 0, isAway: false }
  const ask = Effect.suspend(() => {
    state.asked += 1
    return state.isAway
      ? new StorageFailure({ operation: "test", unavailable: true, cause: "away" })
      : Effect.succeed(state.answer)
  })
  return { state, answers: Layer.succeed(NowPlayingAnswers, { ask }) }
}

const messages = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql<{ body: string }>`SELECT body FROM hook_messages WHERE type = 'now_playing.changed' ORDER BY id`,
    (rows) => rows.map(({ body }) => (JSON.parse(body) as { readonly data: unknown }).data)
  )
)

/** The messages as soon as there are so many. */
const messagesOf = (count: number) =>
  Effect.repeat(Effect.zipRight(pause, messages), { until: ({ length }) => length >= count, times: 100 }).pipe(
    Effect.zipRight(messages)
  )

const url = "https://receiver.example/in"

describe("what is playing, as hooks learn it", () => {
  const { answers, state } = player()
  const over = Board.layer.pipe(
    Layer.provideMerge(hooksOver({ versions: inRealTimeVersions })),
    Layer.merge(answers),
    Layer.provideMerge(newDatabase())
  )
  /** A host of its own. */
  const startHost = Effect.flatMap(Layer.build(Layer.fresh(NowPlayingWatch.Default)), (context) =>
    Effect.provide(
      Effect.flatMap(NowPlayingWatch, (watch) => watch.start),
      context
    )
  )
  /** The next due time, until the source was asked so many times and the answer was handled. */
  const askedBy = (count: number) =>
    Effect.gen(function* () {
      yield* TestClock.adjust("20 seconds")
      yield* inRealTime(() => state.asked >= count)
      yield* pause
      expect(state.asked).toBe(count)
    })

  layer(over, { timeout: "5 minutes" })((it) => {
    it.scoped("is asked every 20 seconds by one host while a hook wants it, and sent when it changed", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(Date.UTC(2026, 2, 14))
        const hooks = yield* Hooks
        yield* startHost
        yield* startHost
        yield* TestClock.adjust("5 minutes")
        yield* pause
        expect(state.asked).toBe(0)

        state.answer = playing("Low Tide")
        const { hook } = yield* hooks.create({ kind: "webhook", url, events: ["now_playing.changed"] })
        yield* inRealTime(() => state.asked === 1)
        expect(yield* messagesOf(1)).toStrictEqual([dataOf(true, "Low Tide")])
        // The same track, whatever else of the answer changes.
        state.answer = { ...playing("Low Tide"), scrobbled_at: null, preview: "another" }
        yield* askedBy(2)
        yield* askedBy(3)
        expect(yield* messages).toHaveLength(1)
        state.answer = playing("Harbour Lights")
        yield* askedBy(4)
        yield* messagesOf(2)
        state.answer = { ...playing("Harbour Lights"), is_playing: false, scrobbled_at: "2026-03-14T20:15:00.000Z" }
        yield* askedBy(5)
        expect((yield* messagesOf(3)).slice(1)).toStrictEqual([
          dataOf(true, "Harbour Lights"),
          dataOf(false, "Harbour Lights")
        ])

        // A source without an answer, and one that fails, change nothing.
        state.answer = null
        yield* askedBy(6)
        state.isAway = true
        yield* askedBy(7)
        expect(yield* messages).toHaveLength(3)
        state.isAway = false
        state.answer = playing("Low Tide")
        yield* TestClock.adjust("20 seconds")
        yield* inRealTime(() => state.asked >= 8)
        yield* pause
        expect((yield* messagesOf(4)).slice(3)).toStrictEqual([dataOf(true, "Low Tide")])

        yield* hooks.change(hook.id, { events: ["sync.run.failed"] })
        yield* TestClock.adjust("20 seconds")
        yield* pause
        const { asked } = state
        yield* TestClock.adjust("5 minutes")
        yield* pause
        expect(state.asked).toBe(asked)
        yield* hooks.remove(hook.id)
      })
    )

    it.scoped("is not sent to hooks of other domains", () =>
      Effect.gen(function* () {
        const hooks = yield* Hooks
        const request = { kind: "webhook", url, events: ["now_playing.changed"] } as const
        const other = yield* hooks.create({ ...request, domains: ["running"] })
        const own = yield* hooks.create({ ...request, domains: ["listening"] })
        state.answer = playing("Another Tide")
        yield* TestClock.adjust("1 minute")
        yield* startHost
        yield* TestClock.adjust("20 seconds")
        const sql = yield* SqlClient.SqlClient
        const receivers = Effect.map(
          sql<{ hook: number }>`SELECT hook FROM hook_messages WHERE type = 'now_playing.changed'`,
          (rows) => rows.map(({ hook }) => hook)
        )
        yield* Effect.repeat(Effect.zipRight(pause, receivers), { until: (all) => all.length > 0, times: 100 })
        expect(yield* receivers).toStrictEqual([own.hook.id])
        yield* Effect.forEach([other, own], ({ hook }) => hooks.remove(hook.id))
      })
    )

    it.scoped("is never an answer that another host has replaced", () =>
      Effect.gen(function* () {
        const hooks = yield* Hooks
        const board = yield* NowPlayingBoard
        const outbox = yield* HookOutbox
        const { hook } = yield* hooks.create({ kind: "webhook", url, events: ["now_playing.changed"] })
        let at = 0
        const announce = outbox.playing((answer) =>
          Option.some(event("now_playing.changed", "listening", (at += 1), dataOf(true, answer)))
        )
        // A host that has read the former answer takes long to announce it.
        const sql = yield* SqlClient.SqlClient
        yield* sql.unsafe(`
          CREATE FUNCTION slow_announcement() RETURNS trigger LANGUAGE plpgsql AS
            'BEGIN IF new.value LIKE ''%Former%'' THEN PERFORM pg_sleep(0.5); END IF; RETURN new; END'`)
        yield* sql`
          CREATE TRIGGER slow BEFORE INSERT ON hook_topics FOR EACH ROW EXECUTE FUNCTION slow_announcement()`
        yield* board.publish("Former")
        const slow = yield* Effect.fork(announce)
        yield* pause
        yield* board.publish("Newer")
        yield* announce
        yield* Fiber.join(slow)
        yield* announce
        expect(yield* messages).toStrictEqual([dataOf(true, "Former"), dataOf(true, "Newer")])
        yield* hooks.remove(hook.id)
      })
    )
  })
})
