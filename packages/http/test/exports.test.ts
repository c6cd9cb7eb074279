import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { host } from "./support/host.js"
import { ask } from "./support/http.js"

describe("exports", () => {
  it.scoped("are one JSON document, named after the domain and the local date", () =>
    Effect.gen(function* () {
      const { admin, clock, url } = yield* host()
      const answer = yield* ask(`${url}/v1/admin/export/listening`, { key: admin })
      expect(answer.json).toEqual({
        domain: "listening",
        exported_at: new Date(clock.now).toISOString(),
        tables: { listening_plays: [{ id: 1 }, { id: 2 }] }
      })
      expect(answer.headers.get("content-disposition")).toMatch(
        /^attachment; filename="listening-export-\d{4}-\d\d-\d\d\.json"$/
      )
      expect(answer.headers.get("cache-control")).toBe("no-store")
    })
  )

  it.scoped("have one line per row with format=ndjson", () =>
    Effect.gen(function* () {
      const { admin, url } = yield* host()
      const text = yield* Effect.promise(async () =>
        (
          await fetch(`${url}/v1/admin/export/listening?format=ndjson`, {
            headers: { authorization: `Bearer ${admin}` }
          })
        ).text()
      )
      expect(text.split("\n")).toEqual([
        '{"table":"listening_plays","row":{"id":1}}',
        '{"table":"listening_plays","row":{"id":2}}',
        ""
      ])
    })
  )

  it.scoped("are rejected for unknown domains and for read keys", () =>
    Effect.gen(function* () {
      const { admin, read, url } = yield* host()
      expect((yield* ask(`${url}/v1/admin/export/sleeping`, { key: admin })).status).toBe(400)
      expect((yield* ask(`${url}/v1/admin/export/listening`, { key: read })).status).toBe(403)
    })
  )
})
