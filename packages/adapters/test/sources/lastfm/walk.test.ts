import { ListeningRecords, type Play } from "@daybook/core/listening"
import type { Page, PullRequest } from "@daybook/core/sync"
import { HttpClient } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Duration, Effect, FastCheck, Layer, Option, Redacted, Stream, TestClock } from "effect"
import { history } from "../../../src/sources/lastfm/history.js"
import * as LastFm from "../../../src/sources/lastfm/LastFm.js"
import { overlapSeconds, walk } from "../../../src/sources/scrobbles/walk.js"
import { type ModelOptions, type ModelPlay, modelLastFm } from "../support/modelLastFm.js"

const settings = { username: "someone", apiKey: Redacted.make("key"), baseUrl: "https://lastfm.example/2.0/", gap: Duration.zero }
const first: PullRequest = { cursor: Option.none(), full: false }

/** All pages of a walk over a model account, or the first `most` of them, as if the process had died then. */
const pages = (model: { readonly client: HttpClient.HttpClient }, request: PullRequest, most = 1_000_000) =>
  LastFm.make(settings, { patience: Duration.zero }).pipe(
    Effect.flatMap(history),
    Effect.flatMap((plays) => Stream.runCollect(Stream.take(walk(plays, request), most))),
    Effect.map(Chunk.toReadonlyArray),
    Effect.provideService(HttpClient.HttpClient, model.client),
    Effect.provide(Layer.mock(ListeningRecords, {}))
  )

const keyOf = ({ at, title }: ModelPlay) => `${at} ${title}`
const keysOf = (page: Page<Play>) => page.records.map((play) => `${play.playedAt / 1000} ${play.track.name}`)
const covered = (page: Page<Play>, { at }: ModelPlay) => Option.exists(page.covers, ({ from, to }) => at * 1000 >= from && at * 1000 < to)
const cursorOf = (walked: ReadonlyArray<Page<Play>>) => Option.flatten(Option.fromNullable(walked.map((page) => page.cursor).filter(Option.isSome).at(-1)))

/** The plays that a page vouches for and does not hold. Empty, or the page lies. */
const hidden = (page: Page<Play>, account: ReadonlyArray<ModelPlay>) => {
  const given = new Set(keysOf(page))
  return account.filter((play) => covered(page, play) && !given.has(keyOf(play)))
}

const plays = FastCheck.uniqueArray(
  FastCheck.record({ at: FastCheck.integer({ min: 0, max: 40 }), title: FastCheck.constantFrom("a", "b", "c", "d", "e", "f") }),
  { selector: keyOf, maxLength: 60 }
)
const server = FastCheck.record({
  includesFrom: FastCheck.boolean(),
  includesTo: FastCheck.boolean(),
  most: FastCheck.integer({ min: 1, max: 9 }),
  nowPlaying: FastCheck.boolean()
})

const now = TestClock.setTime(1_000_000_000)
const run = <A, E>(effect: Effect.Effect<A, E>) => Effect.runPromise(effect)

describe("the walk through a Last.fm history", () => {
  it("brings every play once, and vouches only for what it brings, whatever the history and the pages", () =>
    FastCheck.assert(FastCheck.asyncProperty(plays, server, async (account, options) => {
      const model = modelLastFm([...account], options)
      const walked = await run(pages(model, first))
      assert.deepStrictEqual(walked.flatMap(keysOf).sort(), account.map(keyOf).sort())
      for (const page of walked) assert.deepStrictEqual(hidden(page, account), [])
      // Only what fills an answer, with the second of `to` itself where that is given too, cannot be vouched for.
      const crowded = (play: ModelPlay) => account.filter(({ at }) => at === play.at || (options.includesTo && at === play.at + 1)).length >= options.most
      for (const play of account) assert.isTrue(crowded(play) || walked.some((page) => covered(page, play)), keyOf(play))
      assert.isAtMost(model.calls.length, 3 * account.length + 3)
    }), { numRuns: 150 }))

  it("vouches only for what it brings while the account changes under its feet, and loses nothing that stays", () =>
    FastCheck.assert(FastCheck.asyncProperty(
      plays,
      server,
      FastCheck.array(FastCheck.record({ call: FastCheck.integer({ min: 1, max: 8 }), at: FastCheck.integer({ min: 0, max: 45 }), remove: FastCheck.boolean() }), { maxLength: 6 }),
      async (account, options, changes) => {
        const touched = new Set(changes.map(({ at }) => at))
        const crowded = new Set(account.filter((play) => account.filter(({ at }) => at === play.at).length >= options.most).map(({ at }) => at))
        const meanwhile: ModelOptions["meanwhile"] = (call, list) => {
          for (const change of changes.filter((one) => one.call === call)) {
            const index = list.findIndex(({ at }) => at === change.at)
            if (!change.remove) list.push({ at: change.at, title: `late ${call}` })
            // In a second that fills pages, a play that goes between two of them may take another with it.
            else if (index >= 0 && !crowded.has(change.at) && list.length > 1) list.splice(index, 1)
          }
        }
        const model = modelLastFm([...account], { ...options, meanwhile })
        const walked = await run(Effect.either(pages(model, first)))
        // When the last plays before a point are deleted, the walk rightly doubts the empty answer.
        if (walked._tag === "Left") return assert.include(walked.left, { _tag: "SourceFailure", state: "bad_answer" })
        walked.right.forEach((page, index) => assert.deepStrictEqual(hidden(page, model.calls[index]!.account), []))
        const given = new Set(walked.right.flatMap(keysOf))
        for (const play of account) assert.isTrue(touched.has(play.at) || given.has(keyOf(play)), keyOf(play))
      }
    ), { numRuns: 100 }))

  it("goes on after any interruption where it was, having brought what is new first", () =>
    FastCheck.assert(FastCheck.asyncProperty(plays, server, FastCheck.array(FastCheck.integer({ min: 1, max: 6 }), { maxLength: 4 }), async (account, options, stops) => {
      const model = modelLastFm([...account], options)
      const all: Array<Page<Play>> = []
      let request = first
      for (const most of [...stops, 1_000_000]) {
        const walked = await run(pages(model, request, most))
        all.push(...walked)
        request = { cursor: Option.orElse(cursorOf(walked), () => request.cursor), full: false }
      }
      assert.deepStrictEqual([...new Set(all.flatMap(keysOf))].sort(), account.map(keyOf).sort())
      for (const page of all) assert.deepStrictEqual(hidden(page, account), [])
    }), { numRuns: 100 }))

  it.effect("reads a second with more plays than the largest answer", () =>
    Effect.gen(function*() {
      const account = Array.from({ length: 1234 }, (_, index) => ({ at: 777, title: String(index) }))
      const model = modelLastFm([{ at: 778, title: "after" }, ...account, { at: 776, title: "before" }])
      const walked = yield* pages(model, first)
      assert.strictEqual(new Set(walked.flatMap(keysOf)).size, 1236)
    }))

  it.effect("costs one call when there is nothing new, and moves no cursor", () =>
    Effect.gen(function*() {
      yield* now
      const account = Array.from({ length: 900 }, (_, index) => ({ at: 10_000 - index * 280, title: "x" })).filter(({ at }) => at > 0)
      const model = modelLastFm(account)
      const cursor = cursorOf(yield* pages(model, first))
      const before = model.calls.length
      const again = yield* pages(model, { cursor, full: false })
      assert.strictEqual(model.calls.length - before, 1)
      assert.deepStrictEqual(again.map((page) => page.cursor), [Option.none()])
    }))

  it.effect("leaves nothing to be read again when it has come to its end", () =>
    Effect.gen(function*() {
      yield* now
      const account = Array.from({ length: 2500 }, (_, index) => ({ at: 900_000 - index * 50, title: "x" }))
      const model = modelLastFm(account)
      const cursor = cursorOf(yield* pages(model, first))
      assert.deepStrictEqual(Option.map(cursor, (text) => JSON.parse(text) as unknown), Option.some({ newest: 900_000, left: [], compared: { at: 1_000_000, apart: 0, anew: false } }))
      const again = yield* pages(model, { cursor, full: false })
      assert.deepStrictEqual([again.length, cursorOf(again)], [3, cursor])
    }))

  it.effect("looks back three days, for late, mended and deleted plays", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(2_000_000_000)
      const old = { at: 1_000_000, title: "old" }
      const newest = { at: 1_900_000, title: "newest" }
      const account: Array<ModelPlay> = [old, { at: newest.at - overlapSeconds + 10, title: "within" }, newest]
      const model = modelLastFm(account)
      const cursor = cursorOf(yield* pages(model, first))
      account.splice(1, 1, { at: newest.at - 100, title: "late" })
      const [page, ...more] = yield* pages(model, { cursor, full: false })
      assert.deepStrictEqual(more, [])
      assert.deepStrictEqual(keysOf(page!), [keyOf(newest), `${newest.at - 100} late`])
      assert.isTrue(covered(page!, { at: newest.at - overlapSeconds + 10, title: "" }))
      assert.isFalse(covered(page!, old))
      const whole = yield* pages(model, { cursor, full: true })
      assert.isTrue(whole.some((page) => covered(page, old)))
    }))

  it.effect("keeps looking when a play bears a time to come", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(2_000_000_000)
      const account: Array<ModelPlay> = [{ at: 1_990_000, title: "real" }, { at: 4_000_000_000, title: "from a broken clock" }]
      const model = modelLastFm(account)
      const cursor = cursorOf(yield* pages(model, first))
      account.push({ at: 1_999_000, title: "new" })
      assert.include((yield* pages(model, { cursor, full: false })).flatMap(keysOf), "1999000 new")
    }))

  it.effect("says of an empty account that it is empty, and starts over next time", () =>
    Effect.gen(function*() {
      yield* now
      const walked = yield* pages(modelLastFm([], { nowPlaying: true }), first)
      assert.deepStrictEqual(walked.map(({ cursor, records }) => [records, cursor]), [[[], Option.none()]])
      assert.isTrue(covered(walked[0]!, { at: 9_999, title: "" }))
    }))

  it.effect("does not believe that the plays it saw last time are gone before it has asked for the newest of all", () =>
    Effect.gen(function*() {
      yield* now
      const account: Array<ModelPlay> = Array.from({ length: 30 }, (_, index) => ({ at: 5000 + index, title: "x" }))
      const cursor = Option.some(JSON.stringify({ newest: 6000 + overlapSeconds, left: [] }))
      const model = modelLastFm(account)
      const walked = yield* pages(model, { cursor, full: false })
      assert.strictEqual(model.calls.length, 2)
      assert.deepStrictEqual(walked.flatMap((page) => hidden(page, account)), [])
    }))

  it.effect("takes a cursor that is not its own for none", () =>
    Effect.gen(function*() {
      const account: Array<ModelPlay> = [{ at: 5, title: "x" }, { at: 900_000, title: "y" }]
      for (const text of ["", "{", "17", "{\"newest\":\"x\",\"left\":[]}"]) {
        const walked = yield* pages(modelLastFm(account), { cursor: Option.some(text), full: false })
        assert.deepStrictEqual(walked.flatMap(keysOf).length, 2)
      }
    }))

  it.effect("tells how many plays there are, and comes out at that number", () =>
    Effect.gen(function*() {
      const account = Array.from({ length: 950 }, (_, index) => ({ at: index * 300, title: "x" }))
      const walked = yield* pages(modelLastFm(account), first)
      assert.deepStrictEqual([...new Set(walked.map((page) => Option.getOrNull(page.total)))], [950])
    }))
})
