import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { host } from "./support/host.js"
import { type Answer, ask, post } from "./support/http.js"

const put = (url: string, key: string, body: unknown): Effect.Effect<Answer> =>
  ask(url, { key, method: "PUT", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })

const secret = "0123456789abcdef0123456789abcdef"

describe("settings of sources", () => {
  it.scoped("are stored, told with their origin, and deleted; a secret is never answered", () =>
    Effect.gen(function* () {
      const { admin, logs, url } = yield* host()
      const path = `${url}/v1/admin/sources/lastfm`
      const answers: Array<Answer> = []
      const keep = (answer: Effect.Effect<Answer>) => Effect.tap(answer, (one) => Effect.sync(() => answers.push(one)))
      const settings = { DAYBOOK_LASTFM_USERNAME: "velmora", DAYBOOK_LASTFM_API_KEY: secret }
      const answer = yield* keep(put(`${path}/settings`, admin, { settings }))
      expect(answer.status).toBe(200)
      const byName = (answer: Answer) =>
        Object.fromEntries(
          (answer.json.settings as ReadonlyArray<{ name: string; set: boolean; origin: string; value: string }>).map(
            ({ name, origin, set, value }) => [name, { set, origin, value }]
          )
        )
      const expected = {
        DAYBOOK_LASTFM_USERNAME: { set: true, origin: "stored", value: "velmora" },
        DAYBOOK_LASTFM_API_KEY: { set: true, origin: "stored", value: null },
        DAYBOOK_LASTFM_BASE_URL: { set: true, origin: "environment", value: "http://127.0.0.1:1" }
      }
      expect(byName(answer)).toEqual(expected)
      expect(byName(yield* keep(ask(path, { key: admin })))).toEqual(expected)
      expect((yield* keep(ask(`${url}/v1/admin/sources`, { key: admin }))).json.data).toHaveLength(2)
      const one = yield* keep(ask(`${path}/settings?names=DAYBOOK_LASTFM_API_KEY`, { key: admin, method: "DELETE" }))
      expect(byName(one)["DAYBOOK_LASTFM_API_KEY"]).toEqual({ set: false, origin: null, value: null })
      const none = yield* keep(ask(`${path}/settings`, { key: admin, method: "DELETE" }))
      expect(byName(none)["DAYBOOK_LASTFM_USERNAME"]).toEqual({ set: false, origin: null, value: null })
      expect([...answers.map(({ text }) => text), ...logs].filter((text) => text.includes(secret))).toEqual([])
    })
  )

  it.scoped("answer 401, 403, 404, 400 and 409 with what to do", () =>
    Effect.gen(function* () {
      const { admin, read, url } = yield* host()
      const settings = `${url}/v1/admin/sources/lastfm/settings`
      const value = { settings: { DAYBOOK_LASTFM_API_KEY: secret } }
      expect((yield* ask(`${url}/v1/admin/sources`)).status).toBe(401)
      expect((yield* ask(`${url}/v1/admin/sources`, { key: read })).status).toBe(403)
      expect((yield* put(settings, read, value)).status).toBe(403)
      expect((yield* ask(`${url}/v1/admin/sources/nothing`, { key: admin })).status).toBe(404)
      expect((yield* put(`${url}/v1/admin/sources/nothing/settings`, admin, value)).status).toBe(404)
      const empty = yield* put(settings, admin, { settings: { DAYBOOK_LASTFM_API_KEY: " " } })
      expect([empty.status, empty.json.error]).toEqual([
        400,
        "DAYBOOK_LASTFM_API_KEY is empty: delete the setting instead"
      ])
      for (const body of [{}, { settings: [] }, { settings: { A: 1 } }, { settings: { A: "b" }, more: 1 }, []])
        expect((yield* put(settings, admin, body)).status).toBe(400)
      const fixed = yield* put(settings, admin, { settings: { DAYBOOK_LASTFM_BASE_URL: "http://evil.example" } })
      expect(fixed.status).toBe(409)
      expect(fixed.json.error).toContain("comes from the environment")
    })
  )
})

describe("logins", () => {
  it.scoped("begin, end by the redirect once, and lead back to the page", () =>
    Effect.gen(function* () {
      const { admin, url } = yield* host()
      const path = `${url}/v1/admin/sources/strava/connect`
      const begun = yield* post(path, admin, {})
      expect(begun.status).toBe(201)
      expect(begun.json).toEqual({
        source: "strava",
        kind: "code",
        state: "pending",
        url: "https://provider.example/authorize?state=abc",
        code: null,
        error: null,
        expires_at: "2025-03-15T18:15:00.000Z"
      })
      const back = (query: string) => ask(`${url}/v1/setup/callback?${query}`)
      const wrong = yield* back("state=wrong&code=1")
      expect([wrong.status, wrong.headers.get("location")]).toEqual([303, "../../sources?login=unknown"])
      const right = yield* back("state=abc&code=1&scope=read&iss=https%3A%2F%2Fprovider.example")
      expect([right.status, right.headers.get("location"), right.headers.get("cache-control")]).toEqual([
        303,
        "../../sources/strava?login=ended",
        "no-store"
      ])
      expect((yield* back("state=abc&code=1")).headers.get("location")).toBe("../../sources?login=unknown")
      expect((yield* ask(path, { key: admin })).json).toMatchObject({ state: "done", url: null })
      expect((yield* ask(path, { key: admin, method: "DELETE" })).json).toEqual({
        message: "The login is deleted",
        source: "strava"
      })
      expect((yield* ask(path, { key: admin, method: "DELETE" })).status).toBe(404)
    })
  )

  it.scoped("lead back to the page that they were begun on, by its own address", () =>
    Effect.gen(function* () {
      const { admin, url } = yield* host()
      const path = `${url}/v1/admin/sources/strava/connect`
      expect((yield* post(path, admin, { page: "http://nas.local:8787/life/sources/strava" })).status).toBe(201)
      const back = yield* ask(`${url}/v1/setup/callback?state=abc&code=1`)
      expect(back.headers.get("location")).toBe("http://nas.local:8787/life/sources/strava?login=ended")
      for (const page of ["javascript:alert(1)", "//other.example", "http://a@b.example/", "http://a.example/?q=1", ""])
        expect((yield* post(path, admin, { page })).status).toBe(400)
    })
  )

  it.scoped("answer 403, 404 and 400", () =>
    Effect.gen(function* () {
      const { admin, read, url } = yield* host()
      const path = (source: string) => `${url}/v1/admin/sources/${source}/connect`
      expect((yield* post(path("strava"), read, {})).status).toBe(403)
      expect((yield* post(path("lastfm"), admin, {})).status).toBe(404)
      expect((yield* ask(path("lastfm"), { key: admin })).status).toBe(404)
      const half = yield* post(path("strava"), admin, { username: "velmora" })
      expect([half.status, half.json.error]).toEqual([400, "username and password belong together: give both"])
      expect((yield* ask(`${url}/v1/setup/callback`)).status).toBe(303)
    })
  )
})

describe("one-time codes", () => {
  it.scoped("give one admin key, within 60 s", () =>
    Effect.gen(function* () {
      const { clock, keys, logs, oneTimeCode, url } = yield* host()
      const redeem = (code: unknown) =>
        ask(`${url}/v1/setup/open`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ code })
        })
      const code = yield* oneTimeCode
      const opened = yield* redeem(code)
      expect(opened.status).toBe(201)
      expect(opened.json).toEqual({
        key: expect.stringMatching(/^svc_admin_[0-9A-Za-z]{36}$/),
        expires_at: "2025-03-16T06:00:00.000Z"
      })
      expect((yield* ask(`${url}/v1/admin/keys`, { key: opened.json.key })).status).toBe(200)
      const again = yield* redeem(code)
      expect([again.status, again.json.error]).toEqual([
        400,
        "this address was used already or is older than 60 s: run `daybook open` again"
      ])
      const late = yield* oneTimeCode
      clock.now += 60_000
      expect((yield* redeem(late)).status).toBe(400)
      for (const wrong of ["", "svc_open_x", `${code.slice(0, -1)}_`, 7, null])
        expect((yield* redeem(wrong)).status).toBe(400)
      expect((yield* keys.list).filter(({ name }) => name === "opened page")).toHaveLength(1)
      expect(logs.filter((line) => line.includes(code) || line.includes(opened.json.key))).toEqual([])
    })
  )
})

describe("the home", () => {
  it.scoped("tells its settings, and refuses changes where the program cannot take them over", () =>
    Effect.gen(function* () {
      const { admin, read, url } = yield* host()
      const path = `${url}/v1/admin/home`
      const home = {
        time_zone: "Europe/Berlin",
        time_zone_fixed: false,
        units: "imperial",
        units_fixed: false,
        empty: false,
        opened_at: "2025-03-15T18:00:00.000Z",
        reopening: false,
        problem: null
      }
      expect((yield* ask(path, { key: admin })).json).toEqual(home)
      expect((yield* ask(path, { key: read })).status).toBe(403)
      expect((yield* put(path, admin, { time_zone: "Europe/Berlin", units: "imperial" })).json).toEqual(home)
      const unknown = yield* put(path, admin, { time_zone: "Europe/Nowhere" })
      expect([unknown.status, unknown.json.error]).toEqual([
        400,
        'time_zone: unknown time zone "Europe/Nowhere": use an IANA name such as Europe/Berlin'
      ])
      expect((yield* put(path, admin, { units: "furlongs" })).status).toBe(400)
      expect((yield* put(path, admin, { zone: "UTC" })).status).toBe(400)
      for (const change of [{ time_zone: "Asia/Tokyo" }, { units: "metric" }])
        expect((yield* put(path, admin, change)).status).toBe(409)
    })
  )

  it.scoped("answers moves and trips, and refuses those that contradict each other", () =>
    Effect.gen(function* () {
      const { admin, read, url } = yield* host()
      const path = `${url}/v1/admin/timezone/history`
      const none = { time_zone: "Europe/Berlin", periods: [], trips: [], reopening: false, problem: null }
      expect((yield* ask(path, { key: admin })).json).toEqual(none)
      expect((yield* ask(path, { key: read })).status).toBe(403)
      expect((yield* put(path, admin, { periods: [], trips: [] })).json).toEqual(none)
      const trip = { from: "2025-03-02", to: "2025-03-16", zone: "Asia/Tokyo" }
      const refused = [
        [{ periods: [], trips: [trip, { ...trip, from: "2025-03-16", to: "2025-03-20" }] }, "overlap"],
        [{ periods: [], trips: [{ ...trip, zone: "Asia/Nowhere" }] }, "unknown time zone"],
        [{ periods: [], trips: [{ ...trip, from: "2025-03-17" }] }, "ends before it begins"],
        [{ periods: [{ from: "2025-02-30", zone: "UTC" }], trips: [] }, "YYYY-MM-DD"]
      ] as const
      for (const [body, reason] of refused) {
        const { json, status } = yield* put(path, admin, body)
        expect([status, json.error]).toEqual([400, expect.stringContaining(reason)])
      }
      expect((yield* put(path, admin, { periods: [], trips: [trip] })).status).toBe(409)
    })
  )

  it.scoped("suggests what check-ins show, until it is declined", () =>
    Effect.gen(function* () {
      const { admin, read, url } = yield* host()
      const path = `${url}/v1/admin/timezone/history/suggestions`
      const days = { from: "2025-03-02", to: "2025-03-16", zone: "Asia/Tokyo" }
      const decline = (body: unknown) =>
        ask(`${path}/decline`, {
          key: admin,
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body)
        })
      expect((yield* ask(path, { key: read })).status).toBe(403)
      expect((yield* ask(path, { key: admin })).json.data).toEqual([
        { kind: "trip", ...days, reason: expect.stringContaining("3 check-ins on 3 days") }
      ])
      const other = yield* decline({ ...days, zone: "Asia/Seoul" })
      expect([other.status, other.json.error]).toEqual([400, expect.stringContaining("read the suggestions again")])
      expect((yield* decline(days)).json.data).toEqual([])
      expect((yield* ask(path, { key: admin })).json.data).toEqual([])
    })
  )
})
