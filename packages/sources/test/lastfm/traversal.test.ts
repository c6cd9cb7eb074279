import { ListeningRecords, type Play } from "@daybook/core/listening"
import type { Page, PullRequest } from "@daybook/core/sync"
import { HttpClient } from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import { Chunk, Duration, Effect, FastCheck, Layer, Option, Redacted, Stream, TestClock } from "effect"
import { overlapSeconds, traverse } from "../../src/kit/scrobbles/traversal.js"
import * as LastFm from "../../src/lastfm/client.js"
import { history } from "../../src/lastfm/history.js"
import { type ModelOptions, type ModelPlay, modelLastFm } from "../support/modelLastFm.js"

const settings = {
  username: "someone",
  apiKey: Redacted.make("key"),
  baseUrl: "https://lastfm.example/2.0/",
  gap: Duration.zero
}
const first: PullRequest = { cursor: Option.none(), full: false }

/** All pages of a traversal of a model account, or the first `maxPages`, as if the process had died then. */
const pages = (model: { readonly client: HttpClient.HttpClient }, request: PullRequest, maxPages = 1_000_000) =>
  LastFm.make(settings, { patience: Duration.zero }).pipe(
    Effect.flatMap(history),
    Effect.flatMap((plays) => Stream.runCollect(Stream.take(traverse(plays, request), maxPages))),
    Effect.map(Chunk.toReadonlyArray),
    Effect.provideService(HttpClient.HttpClient, model.client),
    Effect.provide(Layer.mock(ListeningRecords, {}))
  )

const keyOf = ({ at, title }: ModelPlay) => `${at} ${title}`
const keysOf = (page: Page<Play>) => page.records.map((play) => `${play.playedAt / 1000} ${play.track.name}`)
const covered = (page: Page<Play>, { at }: ModelPlay) =>
  Option.exists(page.covers, ({ from, to }) => at * 1000 >= from && at * 1000 < to)
const cursorOf = (walked: ReadonlyArray<Page<Play>>) =>
  Option.flatten(
    Option.fromNullable(
      walked
        .map((page) => page.cursor)
        .filter(Option.isSome)
        .at(-1)
    )
  )

/** The covered plays that a page lacks. A correct page has none. */
const hidden = (page: Page<Play>, account: ReadonlyArray<ModelPlay>) => {
  const returned = new Set(keysOf(page))
  return account.filter((play) => covered(page, play) && !returned.has(keyOf(play)))
}

const plays = FastCheck.uniqueArray(
  FastCheck.record({
    at: FastCheck.integer({ min: 0, max: 40 }),
    title: FastCheck.constantFrom("a", "b", "c", "d", "e", "f")
  }),
  { selector: keyOf, maxLength: 60 }
)
const server = FastCheck.record({
  includesFrom: FastCheck.boolean(),
  includesTo: FastCheck.boolean(),
  maxRows: FastCheck.integer({ min: 1, max: 9 }),
  nowPlaying: FastCheck.boolean()
})

const now = TestClock.setTime(1_000_000_000)
const run = <A, E>(effect: Effect.Effect<A, E>) => Effect.runPromise(effect)

describe("the traversal of a Last.fm history", () => {
  it("returns every play once, and covers only returned plays, for any history and page size", () =>
    FastCheck.assert(
      FastCheck.asyncProperty(plays, server, async (account, options) => {
        const model = modelLastFm([...account], options)
        const walked = await run(pages(model, first))
        expect(walked.flatMap(keysOf).sort()).toStrictEqual(account.map(keyOf).sort())
        for (const page of walked) expect(hidden(page, account)).toStrictEqual([])
        // A full response cannot be covered, including the second of `to` itself.
        const crowded = (play: ModelPlay) =>
          account.filter(({ at }) => at === play.at || (options.includesTo && at === play.at + 1)).length >=
          options.maxRows
        for (const play of account)
          expect(crowded(play) || walked.some((page) => covered(page, play)), keyOf(play)).toBe(true)
        expect(model.calls.length).toBeLessThanOrEqual(3 * account.length + 3)
      }),
      { numRuns: 150 }
    ))

  it("covers only returned plays while the account changes, and misses no remaining play", () =>
    FastCheck.assert(
      FastCheck.asyncProperty(
        plays,
        server,
        FastCheck.array(
          FastCheck.record({
            call: FastCheck.integer({ min: 1, max: 8 }),
            at: FastCheck.integer({ min: 0, max: 45 }),
            remove: FastCheck.boolean()
          }),
          { maxLength: 6 }
        ),
        async (account, options, changes) => {
          const touched = new Set(changes.map(({ at }) => at))
          const near = options.includesTo ? 1 : 0
          const crowded = new Set(
            account
              .filter((play) => account.filter(({ at }) => Math.abs(at - play.at) <= near).length >= options.maxRows)
              .map(({ at }) => at)
          )
          const meanwhile: ModelOptions["meanwhile"] = (call, list) => {
            for (const change of changes.filter((one) => one.call === call)) {
              const index = list.findIndex(({ at }) => at === change.at)
              if (!change.remove) list.push({ at: change.at, title: `late ${call}` })
              // In a second with several pages, a deletion between two pages may hide another play.
              else if (index >= 0 && !crowded.has(change.at) && list.length > 1) list.splice(index, 1)
            }
          }
          const model = modelLastFm([...account], { ...options, meanwhile })
          const walked = await run(Effect.either(pages(model, first)))
          // If the last plays before a bound are deleted, the traversal rightly rejects the empty response.
          if (walked._tag === "Left") {
            expect(walked.left).toMatchObject({ _tag: "SourceFailure", state: "bad_answer" })
            return
          }
          walked.right.forEach((page, index) => expect(hidden(page, model.calls[index]!.account)).toStrictEqual([]))
          const returned = new Set(walked.right.flatMap(keysOf))
          for (const play of account) expect(touched.has(play.at) || returned.has(keyOf(play)), keyOf(play)).toBe(true)
        }
      ),
      { numRuns: 100 }
    ))

  it("continues after any interruption, with new plays first", () =>
    FastCheck.assert(
      FastCheck.asyncProperty(
        plays,
        server,
        FastCheck.array(FastCheck.integer({ min: 1, max: 6 }), { maxLength: 4 }),
        async (account, options, stops) => {
          const model = modelLastFm([...account], options)
          const all: Array<Page<Play>> = []
          let request = first
          for (const maxPages of [...stops, 1_000_000]) {
            const walked = await run(pages(model, request, maxPages))
            all.push(...walked)
            request = { cursor: Option.orElse(cursorOf(walked), () => request.cursor), full: false }
          }
          expect([...new Set(all.flatMap(keysOf))].sort()).toStrictEqual(account.map(keyOf).sort())
          for (const page of all) expect(hidden(page, account)).toStrictEqual([])
        }
      ),
      { numRuns: 100 }
    ))

  it.effect("reads a second with more plays than the largest response", () =>
    Effect.gen(function* () {
      const account = Array.from({ length: 1234 }, (_, index) => ({ at: 777, title: String(index) }))
      const model = modelLastFm([{ at: 778, title: "after" }, ...account, { at: 776, title: "before" }])
      const walked = yield* pages(model, first)
      expect(new Set(walked.flatMap(keysOf)).size).toBe(1236)
    })
  )

  it.effect("reads such a second again when a deletion moved plays to a response that was read", () =>
    Effect.gen(function* () {
      const account = [29, 27, 26, 0].map((at) => ({ at, title: "x" }))
      const meanwhile: ModelOptions["meanwhile"] = (call, list) => {
        if (call === 3) list.splice(2, 1)
      }
      const walked = yield* pages(modelLastFm(account, { includesTo: true, maxRows: 2, meanwhile }), first)
      expect(new Set(walked.flatMap(keysOf))).toStrictEqual(new Set(["29 x", "27 x", "26 x", "0 x"]))
    })
  )

  it.effect("takes one call when nothing is new, and keeps the cursor", () =>
    Effect.gen(function* () {
      yield* now
      const account = Array.from({ length: 900 }, (_, index) => ({ at: 10_000 - index * 280, title: "x" })).filter(
        ({ at }) => at > 0
      )
      const model = modelLastFm(account)
      const cursor = cursorOf(yield* pages(model, first))
      const before = model.calls.length
      const again = yield* pages(model, { cursor, full: false })
      expect(model.calls.length - before).toBe(1)
      expect(again.map((page) => page.cursor)).toStrictEqual([Option.none()])
    })
  )

  it.effect("leaves no unread range at its end", () =>
    Effect.gen(function* () {
      yield* now
      const account = Array.from({ length: 2500 }, (_, index) => ({ at: 900_000 - index * 50, title: "x" }))
      const model = modelLastFm(account)
      const cursor = cursorOf(yield* pages(model, first))
      expect(Option.map(cursor, (text) => JSON.parse(text) as unknown)).toStrictEqual(
        Option.some({ newest: 900_000, left: [], compared: { at: 1_000_000, apart: 0, anew: false } })
      )
      const again = yield* pages(model, { cursor, full: false })
      expect([again.length, cursorOf(again)]).toStrictEqual([3, cursor])
    })
  )

  it.effect("reads three days again for late, edited and deleted plays", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(2_000_000_000)
      const old = { at: 1_000_000, title: "old" }
      const newest = { at: 1_900_000, title: "newest" }
      const account: Array<ModelPlay> = [old, { at: newest.at - overlapSeconds + 10, title: "within" }, newest]
      const model = modelLastFm(account)
      const cursor = cursorOf(yield* pages(model, first))
      account.splice(1, 1, { at: newest.at - 100, title: "late" })
      const [page, ...more] = yield* pages(model, { cursor, full: false })
      expect(more).toStrictEqual([])
      expect(keysOf(page!)).toStrictEqual([keyOf(newest), `${newest.at - 100} late`])
      expect(covered(page!, { at: newest.at - overlapSeconds + 10, title: "" })).toBe(true)
      expect(covered(page!, old)).toBe(false)
      const whole = yield* pages(model, { cursor, full: true })
      expect(whole.some((page) => covered(page, old))).toBe(true)
    })
  )

  it.effect("keeps reading new plays after a play in the future", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(2_000_000_000)
      const account: Array<ModelPlay> = [
        { at: 1_990_000, title: "real" },
        { at: 4_000_000_000, title: "from a broken clock" }
      ]
      const model = modelLastFm(account)
      const cursor = cursorOf(yield* pages(model, first))
      account.push({ at: 1_999_000, title: "new" })
      expect((yield* pages(model, { cursor, full: false })).flatMap(keysOf)).toContain("1999000 new")
    })
  )

  it.effect("reports an empty account as empty, and starts from the beginning next time", () =>
    Effect.gen(function* () {
      yield* now
      const walked = yield* pages(modelLastFm([], { nowPlaying: true }), first)
      expect(walked.map(({ cursor, records }) => [records, cursor])).toStrictEqual([[[], Option.none()]])
      expect(covered(walked[0]!, { at: 9_999, title: "" })).toBe(true)
    })
  )

  it.effect("requests the newest plays of all before it treats the last known ones as deleted", () =>
    Effect.gen(function* () {
      yield* now
      const account: Array<ModelPlay> = Array.from({ length: 30 }, (_, index) => ({ at: 5000 + index, title: "x" }))
      const cursor = Option.some(JSON.stringify({ newest: 6000 + overlapSeconds, left: [] }))
      const model = modelLastFm(account)
      const walked = yield* pages(model, { cursor, full: false })
      expect(model.calls).toHaveLength(2)
      expect(walked.flatMap((page) => hidden(page, account))).toStrictEqual([])
    })
  )

  it.effect("ignores an unreadable cursor", () =>
    Effect.gen(function* () {
      const account: Array<ModelPlay> = [
        { at: 5, title: "x" },
        { at: 900_000, title: "y" }
      ]
      for (const text of ["", "{", "17", '{"newest":"x","left":[]}']) {
        const walked = yield* pages(modelLastFm(account), { cursor: Option.some(text), full: false })
        expect(walked.flatMap(keysOf).length).toBe(2)
      }
    })
  )

  it.effect("reports the total of plays and reads that many", () =>
    Effect.gen(function* () {
      const account = Array.from({ length: 950 }, (_, index) => ({ at: index * 300, title: "x" }))
      const walked = yield* pages(modelLastFm(account), first)
      expect([...new Set(walked.map((page) => Option.getOrNull(page.total)))]).toStrictEqual([950])
    })
  )
})
