import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { host } from "./support/host.js"
import { ask } from "./support/http.js"

describe("GET /v1/explain", () => {
  it.scoped("says where values come from, and how current they are", () =>
    Effect.gen(function* () {
      const { freshness, read, url } = yield* host()
      freshness.set("listening", { at: Date.parse("2026-03-14T20:00:00Z"), staleFrom: null })
      const answer = yield* ask(`${url}/v1/explain/listening/artist/1`, { key: read })
      expect(answer.status).toBe(200)
      expect(answer.headers.get("cache-control")).toBe("no-store")
      expect(answer.headers.get("daybook-as-of")).toMatch(/^listening=@\d+;age=\d+$/)
      expect(answer.json).toEqual({
        id: "listening/artist/1",
        as_of: "2026-03-14T20:00:00.000Z",
        sources: [{ source: "lastfm", key: null, first_seen: "2026-03-08T20:00:00.000Z", last_seen: null, reports: 3 }],
        fields: {
          name: {
            value: "Velvet Meridian",
            from: "lastfm",
            rule: "listening.artist.most-played-name",
            because: "An artist is written like its most played spelling.",
            others: [{ source: "spotify", value: "velvet meridian" }]
          }
        },
        merges: [
          {
            with: "velvet meridian",
            rule: "listening.artist.same-name",
            because: "Spellings that differ in case alone are one artist, unless their MusicBrainz ids differ.",
            undo: null
          }
        ],
        decisions: [],
        hidden_by: [],
        corrections: []
      })
    })
  )

  it.scoped("names mails for admin keys only", () =>
    Effect.gen(function* () {
      const { admin, read, url } = yield* host()
      const path = `${url}/v1/explain/attending/event/1`
      const [forReaders, forAdmins] = yield* Effect.all([ask(path, { key: read }), ask(path, { key: admin })])
      expect(forReaders.text).not.toContain("seller")
      expect(forReaders.json.sources[0].key).toBe("mail:7")
      expect(forAdmins.json.sources[0].mail).toBe("Your tickets, from seller")
    })
  )

  it.scoped("answers 404, 400 and 401 like other reads", () =>
    Effect.gen(function* () {
      const { read, url } = yield* host()
      const status = (path: string, key?: string) =>
        Effect.map(ask(`${url}/v1/explain/${path}`, { key }), ({ status }) => status)
      expect(yield* status("listening/artist/2", read)).toBe(404)
      expect(yield* status("listening/nothing/1", read)).toBe(404)
      expect(yield* status("cooking/artist/1", read)).toBe(400)
      expect(yield* status("listening/artist/1")).toBe(401)
    })
  )
})
