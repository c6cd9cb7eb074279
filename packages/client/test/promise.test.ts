import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { host } from "../../http/test/support/host.js"
import { createClient, DaybookError } from "../src/index.js"

const answered = <A>(answer: Promise<A>) => Effect.promise(() => answer)
const rejected = (answer: Promise<unknown>) =>
  Effect.promise(() =>
    answer.then(
      (value) => ({ value }),
      (error: unknown) => error
    )
  )

describe("the promise client", () => {
  it.scoped("returns the host's responses", () =>
    Effect.gen(function* () {
      const { admin, read, url } = yield* host()
      const daybook = createClient({ baseUrl: `${url}/`, key: read })
      const json = (path: string) =>
        answered(
          fetch(`${url}/v1/${path}`, { headers: { authorization: `Bearer ${read}` } }).then((response) =>
            response.json()
          )
        )
      expect(yield* answered(daybook.listening.streaks())).toEqual(yield* json("listening/streaks"))
      expect(yield* answered(daybook.listening.year({ path: { year: 2024 }, urlParams: { month: 2 } }))).toEqual(
        yield* json("listening/year/2024?month=2")
      )
      const { name } = yield* answered(
        createClient({ baseUrl: url, key: admin }).keys.create({ payload: { name: "made by a promise" } })
      )
      expect(name).toBe("made by a promise")
    })
  )

  it.scoped("rejects with the envelope's message and status, and with status 0 if no host responds", () =>
    Effect.gen(function* () {
      const { read, url } = yield* host()
      const daybook = createClient({ baseUrl: url, key: read })
      const unknown = yield* rejected(daybook.listening.artist({ path: { id: 4711 } }))
      expect(unknown).toBeInstanceOf(DaybookError)
      expect(unknown).toMatchObject({ name: "DaybookError", message: "Not found", status: 404 })
      expect(yield* rejected(daybook.listening.recent({ urlParams: { date: "never" } }))).toMatchObject({
        message: "date must be a day as YYYY-MM-DD",
        status: 400
      })
      expect(yield* rejected(createClient({ baseUrl: url, key: "nobody" }).listening.streaks())).toMatchObject({
        message: "Unauthorized",
        status: 401
      })
      expect(
        yield* rejected(createClient({ baseUrl: "http://127.0.0.1:9", key: read }).listening.streaks())
      ).toMatchObject({ name: "DaybookError", status: 0 })
    })
  )

  it.scoped("reports a response of a proxy by its status", () =>
    Effect.gen(function* () {
      const fetch = () =>
        Promise.resolve(new Response("<h1>Bad gateway</h1>", { status: 502, headers: { "content-type": "text/html" } }))
      expect(
        yield* rejected(createClient({ baseUrl: "http://host.test", key: "k", fetch }).listening.streaks())
      ).toMatchObject({ name: "DaybookError", status: 502 })
    })
  )

  it.scoped("uses the given fetch and aborts with the signal's reason", () =>
    Effect.gen(function* () {
      const urls: Array<string> = []
      const fetch: typeof globalThis.fetch = (input, init) => {
        urls.push(String(input))
        return new Promise((_, reject) => init?.signal?.addEventListener("abort", () => reject(init.signal?.reason)))
      }
      const ending = new AbortController()
      const answer = rejected(
        createClient({ baseUrl: "http://host.test/life", key: "k", fetch }).listening.streaks(undefined, {
          signal: ending.signal
        })
      )
      setTimeout(() => ending.abort(new Error("no longer wanted")), 20)
      expect(yield* answer).toMatchObject({ message: "no longer wanted" })
      expect(urls).toEqual(["http://host.test/life/v1/listening/streaks"])
    })
  )
})
