import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { host } from "./support/host.js"
import { post } from "./support/http.js"

const results = { total: 12, succeeded: 9, skipped: 1, failed: 2 }

describe("POST /v1/listening/admin/…", () => {
  it.scoped("looks up what is due, and says how that went", () =>
    Effect.gen(function*() {
      const { admin, read, url } = yield* host()
      const send = (verb: string, body?: unknown) => Effect.map(post(`${url}/v1/listening/admin/${verb}`, admin, body), ({ json, status }) => [status, json])
      for (const verb of ["enrich-apple-music", "enrich-artists", "refresh-artist-images"]) expect(yield* send(verb, {})).toEqual([200, { success: true, results }])
      for (const body of [{}, { type: "albums", limit: 200, retry: true, artist: "Velmora Tide" }]) expect(yield* send("backfill-images", body)).toEqual([200, { success: true, results }])
      for (const body of [{ limit: 0 }, { limit: 201 }, { type: "tracks" }, { artist: "" }, { retry: 1 }]) expect((yield* send("backfill-images", body))[0]).toBe(400)
      for (const body of [undefined, { offset: 200 }, { limit: 10, offset: 0 }]) expect(yield* send("refresh-artist-images", body)).toEqual([200, { success: true, results }])
      for (const body of [{ offset: -1 }, { limit: 201 }, { limit: 0.5 }]) expect((yield* send("refresh-artist-images", body))[0]).toBe(400)
      expect((yield* post(`${url}/v1/listening/admin/enrich-artists`, read, {})).status).toBe(403)
    }))
})
