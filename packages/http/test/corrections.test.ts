import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { host } from "./support/host.js"
import { ask, post } from "./support/http.js"

const same = { kind: "same", type: "artist", subject: { artist: "Velmora Tyde" }, object: { artist: "Velmora Tide" } }

describe("corrections", () => {
  it.scoped("are made, listed, shown and taken back", () =>
    Effect.gen(function* () {
      const { admin, url } = yield* host()
      const answer = yield* post(`${url}/v1/admin/corrections`, admin, same)
      expect(answer.status).toBe(201)
      expect(answer.json).toMatchObject({
        ...same,
        id: 1,
        domain: "listening",
        value: null,
        reason: null,
        affected: 12
      })
      const list = yield* ask(`${url}/v1/admin/corrections`, { key: admin })
      expect(list.json.data).toHaveLength(1)
      expect((yield* ask(`${url}/v1/admin/corrections/1`, { key: admin })).json).toEqual({
        ...list.json.data[0],
        names_nothing: false
      })
      const removed = yield* ask(`${url}/v1/admin/corrections/1`, { key: admin, method: "DELETE" })
      expect([removed.status, removed.json]).toEqual([200, { success: true, deleted_id: 1 }])
      expect((yield* ask(`${url}/v1/admin/corrections`, { key: admin })).json.data).toEqual([])
      expect((yield* ask(`${url}/v1/admin/corrections/1`, { key: admin })).status).toBe(404)
      expect((yield* ask(`${url}/v1/admin/corrections/1`, { key: admin, method: "DELETE" })).status).toBe(404)
    })
  )

  it.scopedLive("of many plays are runs with progress", () =>
    Effect.gen(function* () {
      const { admin, url } = yield* host()
      const ended = (run: number) =>
        Effect.delay(ask(`${url}/v1/admin/sync/runs/${run}`, { key: admin }), "10 millis").pipe(
          Effect.repeat({ until: ({ json }) => json.status !== "running", times: 1_000 }),
          Effect.map(({ json }) => json)
        )
      const hide = { kind: "hide", type: "artist", subject: { artist: "Kerrim" } }
      const created = yield* post(`${url}/v1/admin/corrections`, admin, hide)
      const run = created.json.run_id
      const job = { source: "corrections:listening", run_id: run }
      expect([created.status, created.json]).toMatchObject([
        202,
        { run_id: run, status: "queued", runs: [job], correction: { ...hide, id: 1, object: null } }
      ])
      const outcome = { status: "completed", changed: 36, progress: { done: 30_000, total: 30_000 } }
      expect(yield* ended(run)).toMatchObject({ ...outcome, domain: "listening", result: { changed: 36 } })
      const removed = yield* ask(`${url}/v1/admin/corrections/1`, { key: admin, method: "DELETE" })
      expect([removed.status, removed.json.status]).toEqual([202, "queued"])
      expect(removed.json.run_id).not.toBe(run)
      expect(yield* ended(removed.json.run_id)).toMatchObject(outcome)
      expect((yield* ask(`${url}/v1/admin/corrections`, { key: admin })).json.data).toEqual([])
    })
  )

  it.scoped("show before they are made what they would change, and store nothing", () =>
    Effect.gen(function* () {
      const { admin, url } = yield* host()
      const { json, status } = yield* post(`${url}/v1/admin/corrections/preview`, admin, same)
      expect(status).toBe(200)
      const record = { type: "artist", name: "Velmora Tide", of: null }
      expect(json).toEqual({
        affected: 12,
        before: { artists: 3, plays: 435 },
        after: { artists: 2, plays: 435 },
        examples: [{ before: { ...record, plays: 423 }, after: { ...record, plays: 435 } }]
      })
      expect((yield* ask(`${url}/v1/admin/corrections`, { key: admin })).json.data).toEqual([])
    })
  )

  it.scoped("are suggested with both sides", () =>
    Effect.gen(function* () {
      const { admin, url } = yield* host()
      const { json } = yield* ask(`${url}/v1/admin/corrections/suggestions`, { key: admin })
      expect(json.data).toEqual([
        {
          domain: "listening",
          type: "artist",
          subject: { key: { artist: "Velmora Tyde" }, plays: 12, first_played_at: "2023-11-14T22:13:20.000Z" },
          object: { key: { artist: "Velmora Tide" }, plays: 423, first_played_at: null },
          why: "The names differ in one letter."
        }
      ])
    })
  )

  it.scoped("are refused with the reason", () =>
    Effect.gen(function* () {
      const { admin, read, url } = yield* host()
      const refusals: ReadonlyArray<readonly [object, RegExp]> = [
        [{ ...same, domain: "running" }, /^domain must be one of listening/],
        [{ ...same, type: "show" }, /^type must be one of artist, album, track/],
        [
          { ...same, kind: "set" },
          /^set is not supported for artist in listening: use same, different, name, identify, hide$/
        ],
        [{ ...same, kind: "identify", object: null, value: "mbid=7" }, /^mbid must be a MusicBrainz id/],
        [
          { ...same, kind: "identify", object: null },
          /^value must be given: identify needs .* such as mbid=…, or none$/
        ],
        [{ ...same, kind: "credit" }, /^credit is not supported for artist/],
        [{ ...same, kind: "nothing" }, /kind/],
        [{ ...same, object: null }, /^object must be given: same needs the other record, by artist$/],
        [{ ...same, value: "Velmora" }, /^value must be left out/],
        [{ ...same, subject: {} }, /^subject must have artist/],
        [{ ...same, subject: { artist: " " } }, /^subject must have artist/],
        [{ ...same, subject: { artist: "A", title: "B" } }, /^subject has no member title/],
        [{ ...same, subject: { artist: "A", ["x".repeat(9_000)]: "B" } }, /^subject has no member x{60}…: use artist/],
        [{ ...same, domain: "x".repeat(9_000) }, /corrections of x{60}… are not supported$/],
        [{ ...same, subject: { artist: "x".repeat(501) } }, /^subject.artist must have at most 500/],
        [{ ...same, subject: { artist: "VELMORA TIDE" } }, /^subject and object name one artist/],
        [{ ...same, subject: { artist: "Nobody" } }, /^subject names nothing that exists/],
        [{ kind: "name", type: "artist", subject: { artist: "Kerrim" } }, /^value must be given/],
        [{ ...same, subject: { artist: "a\0b" } }, /^subject.artist must not contain NUL or half of a surrogate pair/],
        [{ ...same, object: { artist: "a\ud800" } }, /^object.artist must not contain NUL/],
        [{ ...same, kind: "name", object: null, value: "\udc00" }, /^value must not contain NUL/],
        [{ ...same, reason: "a\ud800" }, /^reason must not contain NUL/]
      ]
      for (const [body, reason] of refusals) {
        for (const path of ["", "/preview"]) {
          const { json, status } = yield* post(`${url}/v1/admin/corrections${path}`, admin, body)
          expect([status, json.error]).toEqual([400, expect.stringMatching(reason)])
        }
      }
      expect((yield* ask(`${url}/v1/admin/corrections`, { key: admin })).json.data).toEqual([])
      expect((yield* ask(`${url}/v1/admin/corrections`, { key: read })).status).toBe(403)
    })
  )

  it.scoped("are named by their members in the usual order", () =>
    Effect.gen(function* () {
      const { admin, url } = yield* host()
      const hide = { kind: "hide", type: "track", subject: { track: "Chalk", artist: "Velmora Tide" } }
      expect((yield* post(`${url}/v1/admin/corrections`, admin, hide)).status).toBe(201)
      const { json } = yield* post(`${url}/v1/admin/corrections`, admin, hide)
      expect(json.error).toContain("correction 1 (Velmora Tide, Chalk is hidden)")
    })
  )

  it.scoped("that contradict each other are refused with both named", () =>
    Effect.gen(function* () {
      const { admin, url } = yield* host()
      yield* post(`${url}/v1/admin/corrections`, admin, same)
      const circle = { ...same, subject: same.object, object: same.subject }
      for (const body of [circle, { ...same, kind: "different" }, same, { ...same, object: { artist: "Kerrim" } }]) {
        const { json, status } = yield* post(`${url}/v1/admin/corrections`, admin, body)
        expect(status).toBe(409)
        expect(json.error).toContain("correction 1 (Velmora Tyde is the same as Velmora Tide)")
        expect(json.error).toContain("this one (")
      }
    })
  )
})
