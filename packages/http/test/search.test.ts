import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { host } from "./support/host.js"
import { ask } from "./support/http.js"

interface Page {
  readonly data: ReadonlyArray<Record<string, unknown>>
  readonly pagination: unknown
}

describe("GET /v1/search", () => {
  it.scoped("returns hits and pagination", () =>
    Effect.gen(function* () {
      const { read, url } = yield* host()
      const answer = yield* ask(`${url}/v1/search?q=FERRY%20so&limit=2`, { key: read })
      expect(answer.status).toBe(200)
      expect(answer.headers.get("cache-control")).toBe("private, max-age=300")
      const { data, pagination } = answer.json as Page
      expect(pagination).toEqual({ page: 1, limit: 2, total: 5, total_pages: 3 })
      expect(data[0]).toEqual({
        domain: "reading",
        entity_type: "article",
        entity_id: "1",
        title: "Ferry Song 0",
        subtitle: null,
        image_key: null,
        image: null,
        author: "A. Writer",
        url: "https://ferry.example/1",
        instapaper_url: "https://www.instapaper.com/read/1",
        instapaper_app_url: "instapaper://read/1"
      })
      expect(Object.keys(data[1]!)).toEqual([
        "domain",
        "entity_type",
        "entity_id",
        "title",
        "subtitle",
        "image_key",
        "image"
      ])
    })
  )

  it.scoped("treats punctuation as text", () =>
    Effect.gen(function* () {
      const { read, url } = yield* host()
      for (const q of ["-", ":(", '"', "&|!*", "' OR 1=1", "a:*", "\\", "%", "(ferry", "ferry)", "★"]) {
        const answer = yield* ask(`${url}/v1/search?q=${encodeURIComponent(q)}`, { key: read })
        expect(answer.status, q).toBe(200)
        expect((answer.json as Page).data.length, q).toBe(q.includes("ferry") ? 5 : 0)
      }
    })
  )

  it.scoped("returns a score for semantic hits", () =>
    Effect.gen(function* () {
      const { read, url } = yield* host()
      const semantic = yield* ask(`${url}/v1/search?q=boats&mode=semantic`, { key: read })
      expect((semantic.json as Page).data).toMatchObject([{ entity_id: "1", score: 0.6 }])
      const hybrid = yield* ask(`${url}/v1/search?q=ferry&mode=hybrid&domain=reading`, { key: read })
      expect((hybrid.json as Page).data).toMatchObject([{ entity_id: "1", score: 0.032787 }])
    })
  )

  it.scoped("explains invalid searches", () =>
    Effect.gen(function* () {
      const { read, url } = yield* host()
      const wrong = {
        "": /q/,
        "q=": /q is missing/,
        "q=%20": /q is missing/,
        "q=a&mode=fuzzy": /mode must be one of/,
        "q=a&domain=x": /domain must be one of/,
        "q=a&limit=101": /limit/,
        "q=a&page=0": /page/,
        "q=a&mode=semantic&domain=running": /only the domain reading/
      }
      for (const [query, message] of Object.entries(wrong)) {
        const answer = yield* ask(`${url}/v1/search?${query}`, { key: read })
        expect(answer.json, query).toEqual({ error: expect.stringMatching(message), status: 400 })
      }
    })
  )
})

describe("POST /v1/admin/reindex-search", () => {
  it.scoped("indexes the given domains chunk by chunk", () =>
    Effect.gen(function* () {
      const { admin, url } = yield* host()
      const reindex = (body: unknown) =>
        ask(`${url}/v1/admin/reindex-search`, {
          key: admin,
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body)
        })
      const all = yield* reindex({})
      expect([all.status, all.json.status, all.json.run_id]).toEqual([202, "queued", all.json.runs[0].run_id])
      expect(all.json.runs.map(({ source }: { source: string }) => source)).toEqual(
        ["listening", "running", "watching", "collecting", "reading", "attending"].map(
          (domain) => `reindex-search:${domain}`
        )
      )
      const chunk = yield* reindex({ domains: ["reading"], chunk_size: 2, chunk_offset: 1 })
      expect(chunk.json).toEqual({
        domains: { reading: { indexed: 2, took_ms: expect.any(Number), total: 5, has_more: true, next_offset: 3 } }
      })
      const rest = yield* reindex({ domains: ["reading"], chunk_size: 500, chunk_offset: 3 })
      expect(rest.json).toEqual({
        domains: { reading: { indexed: 2, took_ms: expect.any(Number), total: 5, has_more: false, next_offset: null } }
      })
      expect((yield* reindex({ domains: ["reading"], chunk_size: 501 })).status).toBe(202)
      expect((yield* reindex({ domains: ["cooking"] })).status).toBe(400)
      expect((yield* reindex({ chunk_size: 0 })).status).toBe(400)
    })
  )
})
