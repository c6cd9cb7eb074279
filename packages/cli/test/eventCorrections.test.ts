import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe } from "vitest"
import { ask, post } from "../../http/test/support/http.js"
import { folder, newDataDir } from "./support/dataDir.js"
import { patience, run } from "./support/daybook.js"
import { newKey, serve } from "./support/host.js"

const events = [
  { event_type: "concert", event_date: "2024-03-01", title: "Velmora Tide", venue_name: "Chalk Arena" },
  { event_type: "concert", event_date: "2024-03-02", title: "Velmora Tide", venue_name: "Chalk Arena" },
  { event_type: "concert", event_date: "2024-05-09", title: "Low Chalk", venue_name: "Tidewater Room" }
]

const base = { domain: "attending", type: "event" }
const first = { title: "Velmora Tide", date: "2024-03-01" }
const second = { title: "Velmora Tide", date: "2024-03-02" }

describe("corrections of events over HTTP", { timeout: patience }, () => {
  it.scopedLive("make one event of two, rename and hide events, until they are deleted", () =>
    Effect.gen(function* () {
      const env = { DAYBOOK_DATA_DIR: yield* newDataDir, DAYBOOK_TIMEZONE: "UTC" }
      const file = join(yield* folder, "events.json")
      writeFileSync(file, JSON.stringify(events))
      expect(yield* run(["import", "manual", file], env)).toMatchObject({ code: 0 })
      const { key } = yield* newKey(env, "--type", "admin")
      const reader = yield* newKey(env)
      const { url } = yield* serve(env)
      const path = `${url}/v1/admin/corrections`
      const answers = Effect.forEach(
        // Two hits would change places when the host weighs them.
        ["attending/events?order=asc", "attending/venues", "attending/stats", "feed", "search?q=low%20chalk"],
        (address) => Effect.map(ask(`${url}/v1/${address}`, { key }), ({ json }) => json)
      )
      const listed = Effect.map(ask(`${url}/v1/attending/events`, { key }), ({ json }) =>
        json.data
          .map(({ event_date, title }: Record<"event_date" | "title", string>) => `${event_date} ${title}`)
          .sort()
      )
      const before = yield* answers
      const all = ["2024-03-01 Velmora Tide", "2024-03-02 Velmora Tide", "2024-05-09 Low Chalk"]
      expect(yield* listed).toEqual(all)

      const same = { ...base, kind: "same", subject: second, object: first }
      const preview = yield* post(`${path}/preview`, key, same)
      expect([preview.status, preview.json]).toMatchObject([
        200,
        { before: { events: 3, venues: 2 }, after: { events: 2, venues: 2 } }
      ])
      expect(yield* answers).toEqual(before)
      const merged = yield* post(path, key, same)
      expect([merged.status, merged.json]).toMatchObject([201, same])
      expect(yield* listed).toHaveLength(2)
      const contradiction = yield* post(path, key, { ...same, kind: "different" })
      expect([contradiction.status, contradiction.json.error]).toEqual([409, expect.stringContaining("Velmora Tide")])

      const named = yield* post(path, key, {
        ...base,
        ...{ kind: "name", subject: { title: "Low Chalk", date: "2024-05-09" }, value: "Lowest Chalk" }
      })
      expect(named.status).toBe(201)
      expect(yield* listed).toContain("2024-05-09 Lowest Chalk")
      const venue = { domain: "attending", type: "venue", subject: { venue: "Tidewater Room" } }
      const hidden = yield* post(path, key, { ...venue, kind: "hide" })
      expect(hidden.status).toBe(201)
      expect(yield* listed).toHaveLength(1)

      const ids = [merged, named, hidden].map(({ json }) => json.id as number)
      const { json } = yield* ask(path, { key })
      expect(json.data).toMatchObject([
        { id: ids[0], ...same },
        { id: ids[1], kind: "name", value: "Lowest Chalk" },
        { id: ids[2], ...venue, kind: "hide" }
      ])
      expect((yield* ask(`${path}/${ids[0]}`, { key })).json).toMatchObject(same)
      for (const [wrong, status] of [
        [{ ...base, kind: "hide", subject: { title: "Velmora Tide" } }, 400],
        [{ ...base, kind: "credit", subject: first, object: second }, 400],
        [{ ...base, kind: "set", subject: first, value: "attended=perhaps" }, 400]
      ] as const)
        expect([wrong, (yield* post(path, key, wrong)).status]).toEqual([wrong, status])
      expect((yield* post(path, reader.key, same)).status).toBe(403)

      for (const id of ids.toReversed()) {
        const removed = yield* ask(`${path}/${id}`, { key, method: "DELETE" })
        expect([removed.status, removed.json]).toMatchObject([200, { success: true }])
      }
      expect((yield* ask(`${path}/${ids[0]}`, { key, method: "DELETE" })).status).toBe(404)
      expect((yield* ask(path, { key })).json).toEqual({ data: [] })
      expect(yield* answers).toEqual(before)
    })
  )
})
