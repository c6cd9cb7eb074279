import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Host, host } from "../support/host.js"
import { ask, post } from "../support/http.js"

const origin = "https://me.example"
const recent = "/v1/running/recent"

/** A new key of the host. */
const issue = (stage: Host, of: Readonly<Record<string, unknown>>) =>
  Effect.map(post(`${stage.url}/v1/admin/keys`, stage.admin, { name: "page", ...of }), ({ json, status }) => {
    expect([status, json.error]).toEqual([201, undefined])
    return json.key as string
  })

const createLens = (stage: Host, definition: Readonly<Record<string, unknown>>) =>
  post(`${stage.url}/v1/admin/lenses`, stage.admin, definition)

const publishable = (stage: Host, more: Readonly<Record<string, unknown>> = {}) =>
  issue(stage, { scope: "publish", lens: "site", origins: [origin], ...more })

describe("a publishable key", () => {
  it.scoped("opens what its lens allows, to pages of its origins", () =>
    Effect.gen(function* () {
      const stage = yield* host()
      const key = yield* publishable(stage)
      expect(key).toMatch(/^svc_pub_[0-9A-Za-z]{36}$/)
      const answer = yield* ask(stage.url + recent, { key, headers: { origin } })
      expect(answer.status).toBe(200)
      expect(answer.headers.get("cache-control")).toBe("public, max-age=60")
      expect(answer.headers.get("access-control-allow-origin")).toBe(origin)
      expect(answer.headers.get("vary")).toBe("Authorization, Origin")
      const etag = answer.headers.get("etag")!
      const again = yield* ask(stage.url + recent, { key, headers: { origin, "if-none-match": etag } })
      expect(again.status).toBe(304)
      expect(again.headers.get("cache-control")).toBe("public, max-age=60")
      const names = Object.keys(answer.json.data[0])
      expect(names).toContain("distance_mi")
      for (const hidden of ["id", "strava_id", "strava_url", "polyline", "heartrate_avg", "calories", "suffer_score"])
        expect(names).not.toContain(hidden)
    })
  )

  it.scoped("is refused from anywhere else", () =>
    Effect.gen(function* () {
      const stage = yield* host({ corsOrigins: ["*"] })
      const key = yield* publishable(stage)
      const open = yield* publishable(stage, { no_origin: true })
      for (const other of [
        ...["null", "https://me.example.evil.example", "https://a.me.example", "https://me.example:8443"],
        ...["http://me.example", "https://me.example/", "https://other.example"]
      ]) {
        const answer = yield* ask(stage.url + recent, { key, headers: { origin: other } })
        expect([other, answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([other, 403, null])
        expect((yield* ask(stage.url + recent, { key: open, headers: { origin: other } })).status).toBe(403)
      }
      expect((yield* ask(stage.url + recent, { key })).status).toBe(403)
      expect((yield* ask(stage.url + recent, { key: open })).status).toBe(200)
      expect((yield* ask(stage.url + recent, { key, headers: { origin: "HTTPS://ME.EXAMPLE" } })).status).toBe(200)
    })
  )

  it.scoped("is announced by preflights of its origins alone", () =>
    Effect.gen(function* () {
      const stage = yield* host({ corsOrigins: ["https://other.example"] })
      yield* publishable(stage)
      const preflight = (from: string) =>
        ask(stage.url + recent, {
          method: "OPTIONS",
          headers: { origin: from, "access-control-request-method": "GET" }
        })
      const allowed = yield* preflight(origin)
      expect(allowed.status).toBe(204)
      expect(allowed.headers.get("access-control-allow-origin")).toBe(origin)
      expect(allowed.headers.get("access-control-allow-methods")).toBe("GET, HEAD, OPTIONS")
      expect(allowed.headers.get("access-control-allow-headers")).toContain("Authorization")
      for (const other of ["null", "https://a.me.example", "https://me.example:8443"])
        expect((yield* preflight(other)).headers.get("access-control-allow-origin")).toBeNull()
    })
  )

  it.scoped("reads, and nothing else", () =>
    Effect.gen(function* () {
      const stage = yield* host()
      const key = yield* publishable(stage, { no_origin: true })
      for (const [method, path] of [
        ["GET", "/v1/health/sync"],
        ["GET", "/v1/changes"],
        ["GET", "/v1/stream?topics=changes"],
        ["GET", "/v1/running/activities/1"],
        ["GET", "/v1/running/gear"],
        ["GET", "/v1/year/2025/cards"],
        ["GET", "/v1/admin/keys"],
        ["GET", "/v1/admin/export/listening"],
        ["GET", "/metrics"],
        ["POST", "/v1/batch"],
        ["POST", "/v1/stream/tickets"],
        ["POST", "/v1/admin/keys"],
        ["DELETE", "/v1/admin/keys/1"]
      ] as const)
        expect([method, path, (yield* ask(stage.url + path, { key, method })).status]).toEqual([method, path, 403])
      expect((yield* ask(`${stage.url}/v1/stream?topics=sync&key=${key}`)).status).toBe(403)
      expect((yield* ask(`${stage.url}${recent}?key=${key}`)).status).toBe(401)
    })
  )

  it.scoped("needs a public lens and a place where it may be used", () =>
    Effect.gen(function* () {
      const stage = yield* host()
      const create = (of: Readonly<Record<string, unknown>>) =>
        post(`${stage.url}/v1/admin/keys`, stage.admin, { name: "page", ...of })
      for (const [of, reason] of [
        [{ scope: "publish" }, /needs a lens/],
        [{ scope: "publish", lens: "site" }, /needs origins/],
        [{ scope: "publish", lens: "runs", origins: [origin] }, /the lens runs is not public/],
        [{ scope: "publish", lens: "nothing", origins: [origin] }, /there is no lens nothing/],
        [{ scope: "publish", lens: "site", origins: ["*"] }, /is not an origin/],
        [{ scope: "publish", lens: "site", origins: ["null"] }, /is not an origin/],
        [{ scope: "publish", lens: "site", origins: ["https://me.example/page"] }, /is not an origin/],
        [{ scope: "admin", lens: "site" }, /an admin key sees everything/],
        [{ scope: "read", origins: [origin] }, /are for publishable keys/]
      ] as const) {
        const { json, status } = yield* create(of)
        expect([status, json.error]).toEqual([400, expect.stringMatching(reason)])
      }
    })
  )
})

describe("the rate of visitors", () => {
  it.scoped("is counted by address and costs other keys nothing", () =>
    Effect.gen(function* () {
      const stage = yield* host({ rateLimit: 30, trustedProxies: ["127.0.0.1"] })
      const key = yield* publishable(stage)
      const visit = (address: string) =>
        ask(stage.url + recent, { key, headers: { origin, "x-forwarded-for": address } })
      const before = yield* ask(stage.url + recent, { key: stage.read })
      const start = stage.clock.now
      for (let visitor = 0; visitor < 1_000; visitor++) {
        stage.clock.now = start + Math.floor((visitor * 59_000) / 1_000)
        expect((yield* visit(`198.51.100.${visitor % 200}`)).status).toBe(200)
      }
      stage.clock.now = start
      const after = yield* ask(stage.url + recent, { key: stage.read })
      expect(Number(after.headers.get("x-ratelimit-remaining"))).toBe(
        Number(before.headers.get("x-ratelimit-remaining")) - 1
      )
      expect((yield* ask(`${stage.url}/v1/health`, { headers: { "x-forwarded-for": "198.51.100.1" } })).status).toBe(
        200
      )
    })
  )

  it.scoped("has the key's limit as a ceiling for one address", () =>
    Effect.gen(function* () {
      const stage = yield* host({ trustedProxies: ["127.0.0.1"] })
      const key = yield* publishable(stage, { rate_limit: 3 })
      const visit = (address: string) =>
        ask(stage.url + recent, { key, headers: { origin, "x-forwarded-for": address } })
      for (const status of [200, 200, 200, 429]) expect((yield* visit("198.51.100.1")).status).toBe(status)
      expect((yield* visit("198.51.100.2")).status).toBe(200)
      const ofLens = yield* publishable(stage)
      const first = yield* ask(stage.url + recent, { key: ofLens, headers: { origin } })
      expect(first.headers.get("x-ratelimit-limit")).toBe("60")
    })
  )
})

describe("a lens", () => {
  it.scoped("has answers of its own in every cache", () =>
    Effect.gen(function* () {
      const stage = yield* host()
      for (const [name, fields] of [
        ["plain", {}],
        ["nameless", { running: { drop: ["name"] } }],
        ["hearts", { running: { keep: ["heartrate_avg"] } }]
      ] as const)
        expect((yield* createLens(stage, { name, operations: ["running.recent"], fields })).status).toBe(201)
      const keys = yield* Effect.forEach(["plain", "nameless", "hearts"], (lens) => issue(stage, { lens }))
      const etags = new Set<string>()
      for (let round = 0; round < 3; round++)
        for (const [index, key] of [...keys, stage.read].entries()) {
          const { headers, json } = yield* ask(stage.url + recent, { key })
          const [run] = json.data
          expect(["name" in run, "heartrate_avg" in run, "strava_id" in run]).toEqual(
            [
              [true, false, false],
              [false, false, false],
              [true, true, false],
              [true, true, true]
            ][index]
          )
          expect(headers.get("cache-control")).toBe("private, max-age=30")
          etags.add(headers.get("etag")!)
        }
      expect(etags.size).toBe(4)
      for (const etag of etags) {
        const statuses = yield* Effect.forEach([...keys, stage.read], (key) =>
          Effect.map(ask(stage.url + recent, { key, headers: { "if-none-match": etag } }), ({ status }) => status)
        )
        expect(statuses.filter((status) => status === 304)).toHaveLength(1)
      }
    })
  )

  it.scoped("is part of the ETag even where answers are equal", () =>
    Effect.gen(function* () {
      const stage = yield* host()
      for (const name of ["one", "two"]) yield* createLens(stage, { name, operations: ["running.streaks"] })
      const keys = yield* Effect.forEach(["one", "two"], (lens) => issue(stage, { lens }))
      const answers = yield* Effect.forEach(keys, (key) => ask(`${stage.url}/v1/running/streaks`, { key }))
      expect(answers[0]!.text).toBe(answers[1]!.text)
      expect(answers[0]!.headers.get("etag")).not.toBe(answers[1]!.headers.get("etag"))
    })
  )

  it.scoped("refuses what it does not allow with the same words, and filters over what it hides with the reason", () =>
    Effect.gen(function* () {
      const stage = yield* host()
      yield* createLens(stage, { name: "walks", operations: ["running.activities"] })
      const key = yield* issue(stage, { lens: "walks" })
      for (const path of ["/v1/running/recent", "/v1/listening/recent", "/v1/feed", "/v1/search?q=ferry"])
        expect((yield* ask(stage.url + path, { key })).json).toEqual({ error: "Forbidden", status: 403 })
      const { json } = yield* ask(`${stage.url}/v1/running/activities?city=Velmora`, { key })
      expect(json).toEqual({
        error: "city is not supported with this key, which does not see city; leave it out",
        status: 400
      })
      expect((yield* ask(`${stage.url}/v1/health`, { key })).status).toBe(200)
    })
  )

  it.scoped("narrows search and feed to its records", () =>
    Effect.gen(function* () {
      const stage = yield* host()
      const create = (name: string, operations: ReadonlyArray<string>, more = {}) =>
        Effect.zipRight(createLens(stage, { name, operations, ...more }), issue(stage, { lens: name }))
      const reader = yield* create("reader", ["reading.recent", "search.search", "feed.all"])
      const find = (query: string) => ask(`${stage.url}/v1/search?q=ferry${query}`, { key: reader })
      expect((yield* find("")).json.error).toBe("with this key, domain must be one of reading")
      expect((yield* find("&domain=listening")).status).toBe(400)
      expect((yield* find("&domain=reading&mode=semantic")).json.error).toBe("with this key, mode must be keyword")
      const { json } = yield* find("&domain=reading")
      expect(json.data).toHaveLength(1)
      expect(Object.keys(json.data[0])).not.toContain("instapaper_url")
      expect((yield* ask(`${stage.url}/v1/feed`, { key: reader })).json.data).toEqual([])

      const listener = yield* create("listener", ["listening.artists", "feed.all"])
      const items = (yield* ask(`${stage.url}/v1/feed`, { key: listener })).json.data
      expect(items).toHaveLength(5)
      expect(Object.keys(items[0])).not.toContain("source_id")
      const albums = yield* create("albums", ["listening.albums", "feed.all"])
      expect((yield* ask(`${stage.url}/v1/feed`, { key: albums })).json.data).toEqual([])

      const late = yield* create("late", ["listening.artists", "feed.all"], { feed_delay: 36 })
      const lateItems = () => Effect.map(ask(`${stage.url}/v1/feed`, { key: late }), ({ json }) => json.data.length)
      expect(yield* lateItems()).toBe(3)
      stage.clock.now += 86_400_000
      expect(yield* lateItems()).toBe(4)
    })
  )

  it.scoped("is listed, shown, previewed and removed", () =>
    Effect.gen(function* () {
      const stage = yield* host()
      const path = `${stage.url}/v1/admin/lenses`
      const created = yield* createLens(stage, { name: "walks", operations: ["running.recent"] })
      expect(created.status).toBe(201)
      expect(created.json).toMatchObject({ name: "walks", built_in: false })
      expect(created.json.shows[0].hidden).toEqual(expect.arrayContaining(["data.strava_id", "data.heartrate_avg"]))
      expect(created.json.shows[0].fields).toEqual(expect.arrayContaining(["data.name", "data.distance_mi"]))
      const list = yield* ask(path, { key: stage.admin })
      expect(list.json.data.map(({ name }: { readonly name: string }) => name)).toEqual([
        "site",
        "all",
        "runs",
        "walks"
      ])

      const preview = yield* post(`${path}/walks/preview`, stage.admin, {
        operation: "running.recent",
        params: { limit: "1" }
      })
      expect(preview.json.before.body.data[0]).toHaveProperty("strava_id")
      expect(preview.json.after.body.data[0]).not.toHaveProperty("strava_id")
      expect(preview.json.after.body.data).toHaveLength(1)

      expect((yield* createLens(stage, { name: "walks" })).json).toMatchObject({ status: 409 })
      expect((yield* createLens(stage, { name: "site" })).json).toMatchObject({ status: 409 })
      expect((yield* createLens(stage, { name: "Walks" })).json).toMatchObject({ status: 400 })
      expect((yield* createLens(stage, { name: "x", secrets: true })).json).toMatchObject({ status: 400 })
      expect((yield* createLens(stage, { name: "x", operations: ["running.recents"] })).json.error).toMatch(/recents/)
      const key = yield* issue(stage, { lens: "walks" })
      expect((yield* ask(stage.url + recent, { key })).status).toBe(200)
      expect((yield* ask(`${path}/walks`, { key: stage.admin, method: "DELETE" })).json).toEqual({
        message: "Removed",
        name: "walks"
      })
      expect((yield* ask(stage.url + recent, { key })).status).toBe(403)
      for (const [name, status] of [
        ["walks", 404],
        ["site", 409]
      ] as const)
        expect((yield* ask(`${path}/${name}`, { key: stage.admin, method: "DELETE" })).status).toBe(status)
      expect((yield* ask(path, { key: stage.read })).status).toBe(403)
    })
  )

  it.scoped("is recommended once for a key without one that another site uses", () =>
    Effect.gen(function* () {
      const stage = yield* host({ corsOrigins: ["*"] })
      const warnings = () => stage.logs.filter((line) => line.includes("which shows everything"))
      yield* ask(stage.url + recent, { key: stage.read })
      yield* ask(stage.url + recent, { key: stage.read, headers: { origin: stage.url } })
      yield* ask(stage.url + recent, { key: yield* publishable(stage), headers: { origin } })
      expect(warnings()).toEqual([])
      for (let time = 0; time < 3; time++) yield* ask(stage.url + recent, { key: stage.read, headers: { origin } })
      expect(warnings()).toHaveLength(1)
      const { json } = yield* ask(`${stage.url}/v1/admin/keys`, { key: stage.admin })
      const keys = json.data as ReadonlyArray<{ readonly scope: string; readonly exposed_to: string | null }>
      expect(keys.filter(({ exposed_to }) => exposed_to !== null)).toMatchObject([
        { scope: "read", exposed_to: origin }
      ])
    })
  )
})
