import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Webhook } from "standardwebhooks"
import { type Answer, ask, post } from "../../http/test/support/http.js"
import { until } from "../../http/test/support/sse.js"
import { newDataDir } from "./support/dataDir.js"
import { patience } from "./support/daybook.js"
import { newKey, serve } from "./support/host.js"

interface Arrival {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A receiver that records requests, and answers what the test says. */
const receiver = Effect.acquireRelease(
  Effect.promise(async () => {
    const arrivals: Array<Arrival> = []
    let status = 200
    const server = createServer((request, response) => {
      let body = ""
      request.setEncoding("utf8").on("data", (text: string) => (body += text))
      request.on("end", () => {
        arrivals.push({ headers: request.headers as Record<string, string>, body })
        response.writeHead(status).end("fine")
      })
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`
    return { server, arrivals, url, answer: (next: number) => void (status = next) }
  }),
  ({ server }) =>
    Effect.sync(() => {
      server.closeAllConnections()
      server.close()
    })
)

interface RunningHost {
  readonly url: string
  readonly admin: string
  readonly reader: string
  readonly call: (method: string, path?: string, body?: unknown, key?: string) => Effect.Effect<Answer>
}

/** One host for all tests. Each removes its hooks. */
class HookHost extends Context.Tag("@daybook/cli/test/HookHost")<HookHost, RunningHost>() {}

const host = Effect.gen(function* () {
  const env = { DAYBOOK_DATA_DIR: yield* newDataDir, DAYBOOK_HOOKS_ALLOW: "127.0.0.1", DAYBOOK_RATE_LIMIT: "100000" }
  const { key: admin } = yield* newKey(env, "--type", "admin")
  const { url } = yield* serve(env)
  const reader = (yield* post(`${url}/v1/admin/keys`, admin, { name: "reader", scope: "read" })).json.key as string
  return {
    url,
    admin,
    reader,
    call: (method, path = "", body, key = admin) =>
      ask(`${url}/v1/admin/hooks${path}`, {
        method,
        key,
        ...(body === undefined
          ? {}
          : {
              headers: { "content-type": "application/json" },
              body: typeof body === "string" ? body : JSON.stringify(body)
            })
      })
  } satisfies RunningHost
})

/** Every endpoint, with a body that it accepts. */
const endpoints = (id: number) =>
  [
    ["POST", "", { url: "https://receiver.example/in", events: ["hook.test"] }],
    ["GET", "", undefined],
    ["GET", `/${id}`, undefined],
    ["PATCH", `/${id}`, { description: "another purpose" }],
    ["POST", `/${id}/test`, undefined],
    ["POST", `/${id}/rotate`, undefined],
    ["POST", `/${id}/enable`, undefined],
    ["GET", `/${id}/deliveries`, undefined],
    ["POST", `/${id}/deliveries/msg_1/replay`, undefined],
    ["POST", `/${id}/replay`, { since: "2026-03-14" }],
    ["DELETE", `/${id}`, undefined]
  ] as const

const expectError = ({ json, status }: Answer, expected: number, word = "") => {
  expect(status, JSON.stringify(json)).toBe(expected)
  expect(json).toMatchObject({ status: expected, error: expect.stringContaining(word) as string })
}

layer(Layer.scoped(HookHost, host), { excludeTestServices: true, timeout: patience })("/v1/admin/hooks", (it) => {
  it.scoped("manages a webhook from its creation to its deletion", () =>
    Effect.gen(function* () {
      const { answer, arrivals, url } = yield* receiver
      const { admin, call, url: base } = yield* HookHost
      const created = yield* call("POST", "", {
        url,
        kind: "webhook",
        events: ["feed.item.created"],
        domains: ["watching"],
        lens: null,
        description: "tells the club"
      })
      expect(created.status).toBe(201)
      const { id, secret } = created.json as { id: number; secret: string }
      expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
      expect(created.json).toMatchObject({
        kind: "webhook",
        url,
        events: ["feed.item.created"],
        domains: ["watching"],
        lens: null,
        state: "active",
        signature: "v1",
        last_success_at: null,
        failing_since: null
      })

      // The secret is in no other answer.
      const { json: one, text } = yield* call("GET", `/${id}`)
      expect(text).not.toContain(secret.slice(6))
      expect((yield* call("GET")).json).toStrictEqual({ data: [one] })

      const tested = yield* call("POST", `/${id}/test`)
      expect(tested.json).toMatchObject({ success: true, status: 200, reply: "fine" })
      expect(tested.json.duration_ms).toBeGreaterThanOrEqual(0)
      const verify = ({ body, headers }: Arrival, by = secret) =>
        new Webhook(by).verify(body, headers) as { type: string; data: Record<string, unknown> }
      expect(verify(arrivals[0]!)).toMatchObject({ type: "hook.test", data: { hook: id } })

      const watchedAt = new Date().toISOString().slice(0, 10)
      const film = { title: "Harbour Lights", year: 1994, watched_at: watchedAt }
      expect((yield* post(`${base}/v1/watching/admin/movies`, admin, film)).status).toBe(201)
      yield* until("the message", () => arrivals.length === 2, 30)
      expect(verify(arrivals[1]!)).toMatchObject({
        type: "feed.item.created",
        data: { domain: "watching", href: expect.stringMatching(/^\/v1\/watching\/movies\/\d+$/) as string }
      })
      const deliveries = (query: string) =>
        Effect.map(
          call("GET", `/${id}/deliveries${query}`),
          ({ json }) => json as { data: ReadonlyArray<{ id: string }> }
        )
      // The outcome is recorded after the answer. A message that is on its way is not sent again.
      const recorded = Effect.repeat(Effect.delay(deliveries("?state=due"), "50 millis"), {
        until: ({ data }) => data.length === 0,
        times: 200
      })
      yield* recorded
      const log = yield* deliveries("?state=done&limit=1")
      expect(log).toMatchObject({
        data: [
          {
            id: arrivals[1]!.headers["webhook-id"],
            type: "feed.item.created",
            next_attempt_at: null,
            attempts: [{ status: 200, reply: "fine" }]
          }
        ],
        pagination: { total: 2 }
      })
      expect((yield* call("GET", `/${id}`)).json.last_success_at).not.toBeNull()

      const rotated = yield* call("POST", `/${id}/rotate`)
      expect(rotated.status).toBe(200)
      const overlap = Date.parse(rotated.json.overlap_until as string) - Date.now()
      expect(Math.abs(overlap - 86_400_000)).toBeLessThan(60_000)
      const message = log.data[0]!.id
      expect((yield* call("POST", `/${id}/deliveries/${message}/replay`)).json).toStrictEqual({ replayed: 1 })
      yield* until("the message again", () => arrivals.length === 3, 30)
      yield* recorded
      expect(arrivals[2]).toMatchObject({ body: arrivals[1]!.body, headers: { "webhook-id": message } })
      for (const by of [secret, rotated.json.secret as string]) verify(arrivals[2]!, by)

      expect((yield* call("PATCH", `/${id}`, { description: null, events: ["sync.run.failed"] })).json).toMatchObject({
        description: null,
        events: ["sync.run.failed"],
        url
      })
      const since = { since: "2020-01-01", failed_only: false }
      expect((yield* call("POST", `/${id}/replay`, since)).json).toStrictEqual({ replayed: 1 })
      yield* until("the message once more", () => arrivals.length === 4, 30)
      yield* recorded

      // A receiver that wants nothing more, until the owner says otherwise.
      answer(410)
      yield* call("POST", `/${id}/deliveries/${message}/replay`)
      yield* until("the refused message", () => arrivals.length === 5, 30)
      const disabled = yield* Effect.repeat(Effect.delay(call("GET", `/${id}`), "50 millis"), {
        until: ({ json }) => json.state === "disabled",
        times: 200
      })
      expect(disabled.json.disabled_reason).toContain("410")
      expectError(yield* call("POST", `/${id}/deliveries/${message}/replay`), 409, "enable it first")
      expectError(yield* call("POST", `/${id}/replay`, since), 409, "enable it first")
      answer(200)
      const enabled = (yield* call("POST", `/${id}/enable`)).json
      expect(enabled).toMatchObject({ state: "active", missed: 1, replay: { failed_only: true }, disabled_at: null })
      expect((yield* call("POST", `/${id}/replay`, enabled.replay)).json).toStrictEqual({ replayed: 1 })
      yield* until("the missed message", () => arrivals.length === 6, 30)

      expect((yield* call("DELETE", `/${id}`)).json).toMatchObject({ success: true, deleted_id: id })
      expectError(yield* call("GET", `/${id}`), 404)
      expect((yield* call("GET")).json).toStrictEqual({ data: [] })
    })
  )

  it.scoped("answers each wrong request with its error, and changes nothing", () =>
    Effect.gen(function* () {
      const { arrivals, url } = yield* receiver
      const { call, reader, url: base } = yield* HookHost
      const valid = { url, events: ["hook.test"] }
      const { id } = (yield* call("POST", "", valid)).json as { id: number }
      const site = (yield* call("POST", "", { kind: "netlify", url: "https://sites.example/build/abcd" })).json
      expect(site).toMatchObject({ kind: "netlify", url: "…abcd", secret: null, quiet_s: 60, max_per_day: 24 })
      const before = (yield* call("GET")).text

      for (const [method, path, body] of endpoints(id)) {
        expectError(yield* call(method, path, body, reader), 403)
        const { status } = yield* ask(`${base}/v1/admin/hooks${path}`, {
          method,
          ...(body === undefined ? {} : { body: JSON.stringify(body) })
        })
        expect(status, `${method} ${path}`).toBe(401)
      }
      for (const [method, path, body] of endpoints(9_999).slice(2)) expectError(yield* call(method, path, body), 404)
      expectError(yield* call("POST", `/${id}/deliveries/msg_unknown/replay`), 404)
      for (const path of ["/0", "/99999999999"]) expectError(yield* call("GET", path), 404)
      expectError(yield* call("GET", "/nobody"), 400, "id must be a number")

      const wrong: ReadonlyArray<readonly [body: unknown, word: string]> = [
        ["{", ""],
        [{ ...valid, colour: "red" }, "colour"],
        [{ ...valid, kind: "carrier-pigeon" }, "kind"],
        [{ ...valid, signature: "v2" }, "signature"],
        [{ ...valid, events: ["feed.item.deleted"] }, "feed.item.deleted"],
        [{ ...valid, events: [] }, "at least one"],
        [{ ...valid, domains: ["sleeping"] }, "sleeping"],
        [{ ...valid, lens: "public" }, "lens"],
        [{ ...valid, quiet_s: 5 }, "quiet_s"],
        [{ ...valid, token: "t" }, "token"],
        [{ ...valid, description: "x".repeat(201) }, "description"],
        [{ events: ["hook.test"] }, "url"],
        [{ ...valid, url: "https://10.0.0.5/in" }, "DAYBOOK_HOOKS_ALLOW"],
        [{ ...valid, url: "https://169.254.169.254/latest" }, "DAYBOOK_HOOKS_ALLOW"],
        [{ ...valid, url: "https://me:too@receiver.example/" }, "user name"],
        [{ ...valid, url: "https://receiver.example:22/" }, "port"],
        [{ ...valid, url: "ftp://receiver.example/" }, "https"],
        [{ kind: "netlify", url: "https://a.example", max_per_day: 0 }, "max_per_day"],
        [{ kind: "netlify", url: "https://a.example", quiet_s: 90, max_wait_s: 60 }, "max_wait_s"],
        [{ kind: "github", repository: "someone/site" }, "token"],
        [{ kind: "github", repository: "nobody", token: "t" }, "repository"],
        [{ kind: "post", url: "https://a.example", header: { name: "host", value: "x" } }, "header"]
      ]
      for (const [body, word] of wrong) expectError(yield* call("POST", "", body), 400, word)
      expectError(yield* call("POST", "", { ...valid, description: "x".repeat(2_000_000) }), 413)
      for (const [body, word] of [
        [{ events: [] }, "at least one"],
        [{ kind: "netlify" }, "kind"],
        [{ url: "https://10.0.0.5/in" }, "DAYBOOK_HOOKS_ALLOW"],
        [{ max_per_day: 3 }, "max_per_day"]
      ] as const)
        expectError(yield* call("PATCH", `/${id}`, body), 400, word)
      expectError(yield* call("POST", `/${site.id}/rotate`), 400, "signs nothing")
      expectError(yield* call("GET", `/${id}/deliveries?state=lost`), 400, "state")
      expectError(yield* call("GET", `/${id}/deliveries?limit=201`), 400, "limit")
      expectError(yield* call("POST", `/${id}/replay`, { since: "yesterday" }), 400, "since")
      expectError(yield* call("POST", `/${id}/replay`, {}), 400, "since")
      expect((yield* call("GET")).text).toBe(before)
      expect(arrivals).toHaveLength(0)

      // A receiver that cannot be reached is a result of the test, not an error of Daybook.
      const away = (yield* call("POST", "", { url: "http://127.0.0.1:9/in", events: ["hook.test"] })).json
      expect(away).toMatchObject({ error: expect.stringContaining("port 9") as string })
      yield* call("PATCH", `/${id}`, { url: "http://127.0.0.1:65500/in" })
      expect((yield* call("POST", `/${id}/test`)).json).toMatchObject({
        success: false,
        status: null,
        reply: "the receiver could not be reached (ECONNREFUSED)"
      })
      for (let count = 2; count < 20; count++) expect((yield* call("POST", "", valid)).status).toBe(201)
      expectError(yield* call("POST", "", valid), 409, "20 hooks")
    })
  )
})
