import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { host } from "./support/host.js"
import { ask, post } from "./support/http.js"

const kinds = ["event", "film", "episode", "record", "disc", "event_merge", "viewing_merge", "run_merge", "filter"]

interface Decision {
  readonly method: string
  readonly path: string
  readonly body: Readonly<Record<string, unknown>> | null
  readonly needs: ReadonlyArray<string>
}

const values: Readonly<Record<string, unknown>> = { event_date: "2025-01-05", tmdb_id: 9, episode: 5 }

const send = (url: string, key: string, { body, method, needs, path }: Decision) =>
  ask(`${url}${path}`, {
    key,
    method,
    ...(body === null
      ? {}
      : {
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ ...body, ...Object.fromEntries(needs.map((need) => [need, values[need]])) })
        })
  })

describe("what waits for a person", () => {
  it.scoped("is counted by kind, and the counts agree with the lists", () =>
    Effect.gen(function* () {
      const { admin, read, url } = yield* host()
      yield* post(`${url}/v1/listening/admin/filters`, admin, {
        filter_type: "custom",
        pattern: "Somebody",
        scope: "artist",
        reason: "plays of the children"
      })
      const { json } = yield* ask(`${url}/v1/admin/review`, { key: admin })
      expect(json.kinds.map(({ kind }: { kind: string }) => kind)).toEqual(kinds)
      let waiting = 0
      for (const { count, kind, waits } of json.kinds) {
        const list = yield* ask(`${url}/v1/admin/review/items?kind=${kind}`, { key: admin })
        expect([kind, list.json.pagination.total, list.json.data.length]).toEqual([kind, count, count])
        for (const item of list.json.data) {
          expect(item.kind).toBe(kind)
          expect(item.title).not.toBe("")
          expect(item.reason).not.toBe("")
          expect(item.decisions.length).toBeGreaterThan(0)
        }
        if (waits === true) waiting += count
      }
      expect(json.waiting).toBe(waiting)
      expect((yield* ask(`${url}/v1/admin/review`, { key: read })).status).toBe(403)
      expect((yield* ask(`${url}/v1/admin/review/items?kind=nothing`, { key: admin })).status).toBe(400)
      expect((yield* ask(`${url}/v1/admin/review/items?kind=filter&page=2`, { key: admin })).json.data).toEqual([])
    })
  )

  it.scoped("is decided by the requests that each item names", () =>
    Effect.gen(function* () {
      const { admin, url } = yield* host()
      yield* post(`${url}/v1/listening/admin/filters`, admin, {
        filter_type: "custom",
        pattern: "Somebody",
        scope: "artist"
      })
      for (const kind of kinds) {
        const { json } = yield* ask(`${url}/v1/admin/review/items?kind=${kind}`, { key: admin })
        expect([kind, json.data.length > 0]).toEqual([kind, true])
        for (const decision of json.data[0].decisions as ReadonlyArray<Decision>) {
          const answer = yield* send(url, admin, decision)
          expect([decision.path, answer.status]).toEqual([decision.path, 200])
        }
      }
    })
  )

  it.scoped("refuses matches that do not exist, and films that TMDB does not have", () =>
    Effect.gen(function* () {
      const { admin, url } = yield* host()
      const put = (path: string, body: unknown) =>
        ask(`${url}${path}`, {
          key: admin,
          method: "PUT",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body)
        })
      expect((yield* put("/v1/admin/collecting/matches/4711/1", { same: true })).status).toBe(404)
      expect((yield* put("/v1/admin/collecting/matches/1/1", {})).status).toBe(400)
      expect((yield* put("/v1/admin/collecting/media/matches/4711/1", { same: null })).status).toBe(404)
      expect((yield* put("/v1/watching/admin/unmatched/4711", { tmdb_id: 9 })).status).toBe(404)
      expect((yield* put("/v1/watching/admin/unmatched/1", { tmdb_id: 0 })).status).toBe(400)
      expect((yield* put("/v1/watching/admin/unmatched/1", { tmdb_id: 4711 })).json).toEqual({
        error: "TMDB has no film 4711: copy the number from the address of its page",
        status: 409
      })
      expect((yield* put("/v1/watching/admin/unmatched/1", { tmdb_id: 10 })).json.error).toMatch(/is another film/)
      expect((yield* put("/v1/watching/admin/unmatched/1", { tmdb_id: null })).json).toEqual({ id: 1, tmdb_id: null })
      expect((yield* put("/v1/watching/admin/unnumbered/4711", { episode: 5 })).status).toBe(404)
      expect((yield* put("/v1/watching/admin/unnumbered/1", { episode: -1 })).status).toBe(400)
      expect((yield* put("/v1/watching/admin/unnumbered/1", { episode: 5 })).json).toEqual({ id: 1, episode: 5 })
      // The file does not say its season.
      expect((yield* put("/v1/watching/admin/unnumbered/2", { episode: 5 })).json).toEqual({
        error: "give the season too: the file does not say it",
        status: 400
      })
      expect((yield* put("/v1/watching/admin/unnumbered/2", { episode: 5, season: -1 })).status).toBe(400)
      expect((yield* put("/v1/watching/admin/unnumbered/2", { episode: 5, is_film: true })).status).toBe(400)
      for (const choice of [{ episode: 5, season: 2 }, { episode: null, is_film: true }, { episode: null }])
        expect((yield* put("/v1/watching/admin/unnumbered/2", choice)).status).toBe(200)
    })
  )
})
