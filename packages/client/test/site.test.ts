import { describe, expect, expectTypeOf, it } from "@effect/vitest"
import { Effect } from "effect"
import { Api } from "../../http/src/Api.js"
import { catalogueOf } from "../../http/src/lenses/catalogue.js"
import { host } from "../../http/test/support/host.js"
import { ask, post } from "../../http/test/support/http.js"
import { paths } from "../src/site/paths.js"
import { type Answer, createSite, DaybookError } from "../src/site.js"

const answered = <A>(answer: Promise<A>) => Effect.promise(() => answer)

/** A host and a publishable key of the lens `site` for programs. */
const published = Effect.gen(function* () {
  const stage = yield* host({ publish: true })
  const { json } = yield* post(`${stage.url}/v1/admin/keys`, stage.admin, {
    ...{ name: "build", scope: "publish", lens: "site", no_origin: true }
  })
  return { ...stage, key: json.key as string }
})

/** Answers that a test gives one after another, and what was asked. */
const scripted = (...answers: ReadonlyArray<Response | "offline">) => {
  const requests: Array<string> = []
  const left = [...answers]
  const fetch = (address: string) => {
    requests.push(address)
    const next = left.shift()!
    return next === "offline" ? Promise.reject(new TypeError("fetch failed")) : Promise.resolve(next)
  }
  return { requests, fetch: fetch as typeof globalThis.fetch }
}
const rejected = (answer: Promise<unknown>) =>
  Effect.promise(() =>
    answer.then(
      (value) => value,
      (error: unknown) => error
    )
  )

describe("the client for keys with a lens", () => {
  it("knows the operations that a lens may allow", () => {
    const contract = Array.from(catalogueOf(Api).values(), ({ id, path }) => [id, path] as const)
    expect(Object.entries(paths).sort()).toEqual(contract.map((row) => [...row]).sort())
  })

  it.scoped("reads what the lens shows, with parameters", () =>
    Effect.gen(function* () {
      const { key, url } = yield* published
      const site = createSite({ url: `${url}/`, key })
      const json = (path: string) => Effect.map(ask(`${url}/v1/${path}`, { key }), ({ json }) => json)
      expect(yield* answered(site.read("listening.nowPlaying"))).toEqual(yield* json("listening/now-playing"))
      expect(yield* answered(site.read("running.recent", { urlParams: { limit: 2 } }))).toEqual(
        yield* json("running/recent?limit=2")
      )
      expect(yield* answered(site.read("listening.year", { path: { year: 2024 }, urlParams: {} }))).toEqual(
        yield* json("listening/year/2024")
      )
      const refusal = yield* rejected(site.read("feed.onThisDay"))
      expect(refusal).toBeInstanceOf(DaybookError)
      expect(refusal).toMatchObject({ status: 403 })
    })
  )

  it.effect("waits as long as the host asks, three times at most, and says what went wrong", () =>
    Effect.gen(function* () {
      const busy = () => new Response("{}", { status: 503, headers: { "retry-after": "0" } })
      const later = scripted(busy(), busy(), busy(), new Response('{"is_playing":true}'))
      const options = { url: "https://life.example", key: "svc_pub_x" }
      const playing = createSite({ ...options, fetch: later.fetch }).read("listening.nowPlaying")
      expect(yield* answered(playing)).toEqual({ is_playing: true })
      expect(later.requests).toHaveLength(4)
      for (const [answers, status, message] of [
        [[busy(), busy(), busy(), busy()], 503, "the host answered 503"],
        [[new Response("<h1>Bad gateway</h1>", { status: 502 })], 502, "the host answered 502"],
        [[new Response('{"error":"no lens"}', { status: 403 })], 403, "no lens"],
        [["offline" as const], 0, "https://life.example does not answer"]
      ] as const) {
        const { fetch } = scripted(...answers)
        expect(yield* rejected(createSite({ ...options, fetch }).read("listening.nowPlaying"))).toMatchObject({
          status,
          message
        })
      }
    })
  )

  it("has the types of the contract, with every field optional", () => {
    const site = createSite({ url: "https://life.example", key: "svc_pub_x" })
    expectTypeOf(site.read<"running.recent">).toBeFunction()
    type Run = NonNullable<Answer<"running.recent">["data"]>[number]
    expectTypeOf<Run["name"]>().toExtend<string | null | undefined>()
    expectTypeOf<undefined>().toExtend<Run["name"]>()
    expectTypeOf<{ path: { year: number } }>().toExtend<Parameters<typeof site.read<"listening.year">>[1] & {}>()
  })
})
