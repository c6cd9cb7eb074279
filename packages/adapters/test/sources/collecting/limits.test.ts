import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Exit, Redacted } from "effect"
import * as Discogs from "../../../src/sources/discogs/Discogs.js"
import { inTime } from "../support/inTime.js"
import { json, webClientLayer } from "../support/webClient.js"

/** Asks for three pages of a collection, each answered in turn, and says after how many seconds it had them. */
const threePages = (answers: ReadonlyArray<() => Response>) => {
  const arrived: Array<string> = []
  const client = webClientLayer(({ url }) => {
    arrived.push(url.searchParams.get("page") ?? "")
    return answers[Math.min(arrived.length, answers.length) - 1]!()
  })
  const settings = { username: "someone", token: Redacted.make("t0ken"), baseUrl: "https://discogs.example", gap: Duration.zero }
  return inTime(Effect.gen(function*() {
    const discogs = yield* Discogs.make(settings)
    yield* Effect.forEach([1, 2, 3], discogs.collection)
  })).pipe(Effect.provide(client), Effect.map((result) => ({ ...result, arrived })))
}

const page = (headers: Record<string, string> = {}) => () => json({ pagination: { page: 1, pages: 3, items: 3 }, releases: [] }, { headers })
const refusal = (headers: Record<string, string> = {}) => () => json({ message: "You are making requests too quickly." }, { status: 429, headers })

describe("Discogs' limit of calls", () => {
  it.effect("is waited out for its minute where it does not say how long", () =>
    Effect.gen(function*() {
      const { arrived, exit, seconds } = yield* threePages([page(), refusal(), page()])
      assert.deepStrictEqual([Exit.isSuccess(exit), arrived], [true, ["1", "2", "2", "3"]])
      assert.isTrue(seconds >= 60 && seconds < 75, `${seconds} seconds`)
    }))

  it.effect("is waited out as long as it says, where it does", () =>
    Effect.gen(function*() {
      const { exit, seconds } = yield* threePages([page(), refusal({ "retry-after": "7" }), page()])
      assert.isTrue(Exit.isSuccess(exit) && seconds >= 7 && seconds < 20, `${seconds} seconds`)
    }))

  it.effect("is kept from being met when few calls are left", () =>
    Effect.gen(function*() {
      const { exit, seconds } = yield* threePages([page({ "x-discogs-ratelimit-remaining": "1" }), page({ "x-discogs-ratelimit-remaining": "30" })])
      assert.isTrue(Exit.isSuccess(exit) && seconds >= 10 && seconds < 15, `${seconds} seconds`)
    }))

  it.effect("ends the run with its name when it lasts", () =>
    Effect.gen(function*() {
      const { exit } = yield* threePages([refusal()])
      assert.isTrue(Exit.isFailure(exit) && exit.cause._tag === "Fail" && exit.cause.error.state === "rate_limited", String(exit))
    }))
})
