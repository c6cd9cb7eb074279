import { describe, expect, it } from "@effect/vitest"
import { Duration, Effect, Exit, Redacted } from "effect"
import * as Discogs from "../../src/discogs/client.js"
import { inTime } from "../support/inTime.js"
import { json, webClientLayer } from "../support/webClient.js"

/** Requests three pages of a collection with the given responses, and returns the elapsed seconds. */
const threePages = (answers: ReadonlyArray<() => Response>) => {
  const arrived: Array<string> = []
  const client = webClientLayer(({ url }) => {
    arrived.push(url.searchParams.get("page") ?? "")
    return answers[Math.min(arrived.length, answers.length) - 1]!()
  })
  const settings = {
    username: "someone",
    token: Redacted.make("t0ken"),
    baseUrl: "https://discogs.example",
    gap: Duration.zero
  }
  return inTime(
    Effect.gen(function* () {
      const discogs = yield* Discogs.make(settings)
      yield* Effect.forEach([1, 2, 3], discogs.collection)
    })
  ).pipe(
    Effect.provide(client),
    Effect.map((result) => ({ ...result, arrived }))
  )
}

const page =
  (headers: Record<string, string> = {}) =>
  () =>
    json({ pagination: { page: 1, pages: 3, items: 3 }, releases: [] }, { headers })
const refusal =
  (headers: Record<string, string> = {}) =>
  () =>
    json({ message: "You are making requests too quickly." }, { status: 429, headers })

describe("Discogs' rate limit", () => {
  it.effect("waits a minute without a Retry-After", () =>
    Effect.gen(function* () {
      const { arrived, exit, seconds } = yield* threePages([page(), refusal(), page()])
      expect([Exit.isSuccess(exit), arrived]).toStrictEqual([true, ["1", "2", "2", "3"]])
      expect(seconds >= 60 && seconds < 75, `${seconds} seconds`).toBe(true)
    })
  )

  it.effect("respects Retry-After", () =>
    Effect.gen(function* () {
      const { exit, seconds } = yield* threePages([page(), refusal({ "retry-after": "7" }), page()])
      expect(Exit.isSuccess(exit) && seconds >= 7 && seconds < 20, `${seconds} seconds`).toBe(true)
    })
  )

  it.effect("slows down when few calls are left", () =>
    Effect.gen(function* () {
      const { exit, seconds } = yield* threePages([
        page({ "x-discogs-ratelimit-remaining": "1" }),
        page({ "x-discogs-ratelimit-remaining": "30" })
      ])
      expect(Exit.isSuccess(exit) && seconds >= 10 && seconds < 15, `${seconds} seconds`).toBe(true)
    })
  )

  it.effect("fails with the provider's name when it lasts", () =>
    Effect.gen(function* () {
      const { exit } = yield* threePages([refusal()])
      expect(
        Exit.isFailure(exit) && exit.cause._tag === "Fail" && exit.cause.error.state === "rate_limited",
        String(exit)
      ).toBe(true)
    })
  )
})
