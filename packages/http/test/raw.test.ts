import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { host } from "./support/host.js"
import { ask } from "./support/http.js"

describe("GET /v1/admin/raw", () => {
  it.scoped("lists what could not be parsed, for administrators only", () =>
    Effect.gen(function* () {
      const { admin, read, url } = yield* host()
      const { json, status } = yield* ask(`${url}/v1/admin/raw?source=lastfm`, { key: admin })
      expect([status, json]).toEqual([
        200,
        {
          data: [
            {
              ...{ id: 1, source: "lastfm", kind: "answer", key: "https://ws.audioscrobbler.com/2.0/?method=…" },
              ...{ reason: "answers with something that is not JSON", status: 200, media_type: "text/html" },
              ...{ size_bytes: 30, stored_bytes: 28, cut: false, times: 2 },
              ...{ first_at: "2026-03-08T20:00:00.000Z", last_at: "2026-03-08T21:00:00.000Z" }
            }
          ]
        }
      ])
      expect((yield* ask(`${url}/v1/admin/raw?source=plex`, { key: admin })).json).toEqual({ data: [] })
      expect((yield* ask(`${url}/v1/admin/raw?limit=0`, { key: admin })).status).toBe(400)
      for (const path of ["", "/1"]) {
        expect((yield* ask(`${url}/v1/admin/raw${path}`, { key: read })).status).toBe(403)
        expect((yield* ask(`${url}/v1/admin/raw${path}`)).status).toBe(401)
      }
    })
  )

  it.scoped("answers one as a file that no browser opens", () =>
    Effect.gen(function* () {
      const { admin, url } = yield* host()
      const { headers, status, text } = yield* ask(`${url}/v1/admin/raw/1`, { key: admin })
      expect([status, text]).toEqual([200, "<script>alert(1)</script> down"])
      expect(headers.get("content-type")).toBe("application/octet-stream")
      expect(headers.get("x-content-type-options")).toBe("nosniff")
      expect(headers.get("content-disposition")).toBe('attachment; filename="lastfm-1.raw"')
      expect((yield* ask(`${url}/v1/admin/raw/2`, { key: admin })).status).toBe(404)
      expect((yield* ask(`${url}/v1/admin/raw/x`, { key: admin })).status).toBe(400)
    })
  )
})
