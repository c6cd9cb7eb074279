import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { host } from "./support/host.js"
import { ask, post } from "./support/http.js"

describe("keys", () => {
  it.scoped("are created, shown once, used and listed", () =>
    Effect.gen(function* () {
      const { admin, keys, url } = yield* host()
      const path = `${url}/v1/admin/keys`
      const created = yield* post(path, admin, { name: "Dashboard", rate_limit: 5, expires_at: "2025-04-01" })
      expect(created.status).toBe(201)
      expect(created.json).toEqual({
        id: 3,
        key: expect.stringMatching(/^svc_live_[0-9A-Za-z]{36}$/),
        name: "Dashboard",
        scope: "read",
        key_prefix: created.json.key.slice(0, 10),
        key_hint: created.json.key.slice(-4),
        lens: null,
        created_at: "2025-03-15T18:00:00.000Z",
        message: expect.any(String)
      })
      const used = yield* ask(`${url}/v1/listening/streaks`, { key: created.json.key })
      expect(used.status).toBe(200)
      expect(used.headers.get("x-ratelimit-limit")).toBe("5")

      const list = yield* ask(path, { key: admin })
      expect(list.text).not.toContain(created.json.key)
      expect(list.json.data).toHaveLength(3)
      expect(list.json.data[2]).toEqual({
        id: 3,
        name: "Dashboard",
        scope: "read",
        key_prefix: created.json.key_prefix,
        key_hint: created.json.key_hint,
        lens: null,
        origins: [],
        no_origin: false,
        rate_limit_rpm: 5,
        last_used_at: null,
        request_count: 0,
        expires_at: "2025-03-31T22:00:00.000Z",
        exposed_to: null,
        is_active: true,
        created_at: "2025-03-15T18:00:00.000Z"
      })
      expect((yield* keys.list).every(({ hash }) => !list.text.includes(hash))).toBe(true)
    })
  )

  it.scoped("expire, and are revoked once", () =>
    Effect.gen(function* () {
      const { admin, clock, url } = yield* host()
      const path = `${url}/v1/admin/keys`
      const { json } = yield* post(path, admin, { name: "Dashboard", expires_at: "2025-04-01" })
      clock.now = Date.parse("2025-03-31T21:59:59.999Z")
      expect((yield* ask(`${url}/v1/listening/streaks`, { key: json.key })).status).toBe(200)
      clock.now += 1
      expect((yield* ask(`${url}/v1/listening/streaks`, { key: json.key })).status).toBe(401)
      expect((yield* ask(path, { key: admin })).json.data[2].is_active).toBe(false)
      expect((yield* ask(`${path}/3`, { key: admin, method: "DELETE" })).json).toEqual({ message: "Revoked", id: 3 })
      for (const id of ["3", "4711", "0", "99999999999"])
        expect((yield* ask(`${path}/${id}`, { key: admin, method: "DELETE" })).json).toEqual({
          error: "Not found",
          status: 404
        })
      expect((yield* ask(`${path}/abc`, { key: admin, method: "DELETE" })).status).toBe(400)
    })
  )

  it.scoped("stop working with the response that revokes them", () =>
    Effect.gen(function* () {
      const { admin, url } = yield* host()
      const path = `${url}/v1/listening/streaks`
      const {
        json: { id, key }
      } = yield* post(`${url}/v1/admin/keys`, admin, { name: "a", scope: "admin" })
      expect((yield* ask(path, { key })).status).toBe(200)
      yield* ask(`${url}/v1/admin/keys/${id}`, { key, method: "DELETE" })
      const refused = yield* ask(path, { key })
      expect(refused.json).toEqual({ error: "Unauthorized", status: 401 })
    })
  )
})
