import { describe, expect, it } from "@effect/vitest"
import { exportFormatNames } from "@daybook/core/formats"
import { StorageFailure } from "@daybook/core/shared"
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

  it.scoped("are cut off when the database fails, so that no client takes a part for the whole", () =>
    Effect.gen(function* () {
      const { admin, trouble, url } = yield* host()
      trouble.failure = new StorageFailure({ operation: "export", unavailable: true, cause: "it is gone" })
      const read = Effect.tryPromise(async () => {
        const answer = await fetch(`${url}/v1/admin/export/listening`, {
          headers: { authorization: `Bearer ${admin}` }
        })
        return await answer.text()
      })
      expect(yield* Effect.isFailure(read)).toBe(true)
    })
  )

  it.scoped("are rejected for unknown domains and for read keys", () =>
    Effect.gen(function* () {
      const { admin, read, url } = yield* host()
      expect((yield* ask(`${url}/v1/admin/export/sleeping`, { key: admin })).status).toBe(400)
      expect((yield* ask(`${url}/v1/admin/export/listening`, { key: read })).status).toBe(403)
    })
  )

  const fileOf = (host: { readonly url: string; readonly admin: string }, format: string) =>
    Effect.promise(async () => {
      const answer = await fetch(`${host.url}/v1/admin/export?format=${format}`, {
        headers: { authorization: `Bearer ${host.admin}` }
      })
      return { headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) }
    })

  it.scoped("are files of other programs, named after the format and the local date", () =>
    Effect.gen(function* () {
      const running = yield* host()
      const { bytes, headers } = yield* fileOf(running, "lastfm-csv")
      expect(Buffer.from(bytes).toString()).toBe(
        "uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid\r\n" +
          `"1763700000","21 Nov 2025, 04:40","Hollow Lanterns","","Tin Roof Hours","","Ferry Song",""\r\n`
      )
      expect(headers.get("content-type")).toBe("text/csv; charset=utf-8")
      expect(headers.get("content-disposition")).toMatch(/^attachment; filename="lastfm-csv-\d{4}-\d\d-\d\d\.csv"$/)
      expect(headers.get("cache-control")).toBe("no-store")
      const archive = yield* fileOf(running, "listenbrainz")
      expect(archive.headers.get("content-type")).toBe("application/zip")
      const content = Buffer.from(archive.bytes).toString("latin1")
      expect(content).toMatch(/^PK\x03\x04[^]*listens\/2025\/11\.jsonl/)
    })
  )

  it.scoped("are rejected for unknown formats and for read keys, with the formats that exist", () =>
    Effect.gen(function* () {
      const { admin, read, url } = yield* host()
      const names = exportFormatNames.join(", ")
      for (const [query, reason] of [
        ["?format=xml", names],
        ["", "format is missing"]
      ] as const) {
        const answer = yield* ask(`${url}/v1/admin/export${query}`, { key: admin })
        expect(answer.status, query).toBe(400)
        expect(JSON.stringify(answer.json), query).toContain(reason)
      }
      expect((yield* ask(`${url}/v1/admin/export?format=lastfm-csv`, { key: read })).status).toBe(403)
    })
  )
})
