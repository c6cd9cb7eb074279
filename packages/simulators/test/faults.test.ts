import { Fault, lastfmFault } from "@daybook/simulators"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Schedule } from "effect"
import { birthday, get } from "./asking.js"
import { lastfmAccount, type Page, playing } from "./lastfmAccount.js"

describe("faults", () => {
  const history = { method: "user.getRecentTracks", limit: 200 }

  it.scopedLive("happen one after the other, then all is well", () =>
    Effect.gen(function* () {
      const { control, url } = yield* lastfmAccount()
      yield* control.faults.next(
        Fault.Status({ status: 429, retryAfter: 7 }),
        Fault.Status({ status: 503 }),
        Fault.Html({}),
        Fault.Truncated(),
        lastfmFault(8),
        lastfmFault(29, 200)
      )
      const answers = yield* Effect.replicateEffect(get(url(history)), 7)
      expect(answers.map(({ status }) => status)).toEqual([429, 503, 200, 200, 500, 200, 200])
      expect(answers.slice(0, 2).map(({ headers }) => headers.get("retry-after"))).toEqual(["7", null])
      expect(answers[2]!.text).toMatch(/^<!DOCTYPE html>/)
      expect(() => JSON.parse(answers[3]!.text)).toThrow(SyntaxError)
      expect(JSON.parse(answers[4]!.text)).toMatchObject({ error: 8 })
      expect(JSON.parse(answers[5]!.text)).toMatchObject({ error: 29 })
      expect((JSON.parse(answers[6]!.text) as Page).recenttracks.track).toHaveLength(200)
    })
  )

  it.scopedLive("strike what a rule says, as often as it says", () =>
    Effect.gen(function* () {
      const { control, recent } = yield* lastfmAccount()
      yield* control.faults.when(({ params }) => params["page"] === "2", Fault.Empty(), 1)
      yield* control.faults.when(({ params }) => params["page"] === "3", Fault.WrongPages({ pages: 3 }))
      const attr = (page: number) =>
        Effect.map(recent({ limit: 200, page }), ({ recenttracks }) => recenttracks["@attr"])
      expect(yield* attr(1)).toMatchObject({ total: "20000", totalPages: "100" })
      expect(yield* attr(2)).toMatchObject({ total: "0", totalPages: "0" })
      expect(yield* attr(2)).toMatchObject({ total: "20000", totalPages: "100" })
      expect(yield* attr(3)).toMatchObject({ total: "20000", totalPages: "3" })
      yield* control.faults.clear
      expect(yield* attr(3)).toMatchObject({ totalPages: "100" })
    })
  )

  it.scopedLive("let rows shift between two pages", () =>
    Effect.gen(function* () {
      const { control, recent } = yield* lastfmAccount()
      yield* control.faults.when(
        ({ params }) => params["page"] === "2",
        Fault.Meanwhile({ happens: control.addPlay({ ...playing, at: birthday / 1_000 }) })
      )
      const first = (yield* recent({ limit: 50 })).recenttracks.track!
      const second = (yield* recent({ limit: 50, page: 2 })).recenttracks.track!
      expect(second[0]).toEqual(first[49])
    })
  )

  it.scopedLive("hang until the caller gives up, and do not keep the server from ending", () =>
    Effect.gen(function* () {
      const { control, url } = yield* lastfmAccount()
      yield* control.faults.next(Fault.Hanging(), Fault.Hanging(), Fault.Slow({ for: "20 millis" }))
      const hung = yield* Effect.fork(get(url(history)))
      yield* Effect.repeat(control.requests.count, {
        until: (count) => count === 1,
        schedule: Schedule.spaced("5 millis")
      })
      expect(Exit.isInterrupted(yield* Fiber.interrupt(hung))).toBe(true)
      yield* Effect.forkDaemon(Effect.ignore(Effect.sandbox(get(url(history)))))
      yield* Effect.repeat(control.requests.count, {
        until: (count) => count === 2,
        schedule: Schedule.spaced("5 millis")
      })
      expect((yield* get(url(history))).status).toBe(200)
    })
  )

  it.scopedLive("every call is in the log", () =>
    Effect.gen(function* () {
      const { control, recent } = yield* lastfmAccount()
      yield* recent({ page: 3, from: 17 })
      const [call] = yield* control.requests.all
      expect(call).toMatchObject({
        method: "GET",
        path: "/2.0/",
        params: { method: "user.getRecentTracks", page: "3", from: "17" }
      })
      expect(call!.at).toBeGreaterThan(0)
      yield* control.requests.clear
      expect(yield* control.requests.count).toBe(0)
    })
  )
})
