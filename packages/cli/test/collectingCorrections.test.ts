import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe } from "vitest"
import { folder, newDataDir } from "./support/dataDir.js"
import { patience, run } from "./support/daybook.js"
import { get, newKey, serve } from "./support/host.js"

const plays = [
  "uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid",
  "1700000000,14 Nov 2023,Velmora Tide,,Barn Song,,Chalk,",
  "1700001000,14 Nov 2023,Velmora Tide,,Night Windows,,Dusk,",
  "1700002000,14 Nov 2023,Velmora Tide,,Night Windows,,Ebb,"
]

const records = [
  "Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,Collection Media Condition," +
    "Collection Sleeve Condition,Collection Notes",
  "KER 1,Velmora Tide,Barn Songs,Kerrim,LP,,1990,1,Uncategorized,2024-03-01 10:00:00,,,",
  "KER 2,Velmora Tide,Night Windows,Kerrim,LP,,1991,2,Uncategorized,2024-03-02 10:00:00,,,"
]

interface Answer {
  readonly status: number
  readonly body: { readonly id: number; readonly error: string }
}

describe("corrections of the collection over HTTP", { timeout: patience }, () => {
  it.scopedLive("link and hide a record, until they are taken back", () =>
    Effect.gen(function* () {
      const env = { DAYBOOK_DATA_DIR: yield* newDataDir, DAYBOOK_TIMEZONE: "UTC" }
      const files = yield* folder
      for (const [source, lines] of [
        ["lastfm", plays],
        ["discogs", records]
      ] as const) {
        const file = join(files, `${source}.csv`)
        writeFileSync(file, lines.join("\n"))
        expect(yield* run(["import", source, file], env)).toMatchObject({ code: 0 })
      }
      const { key } = yield* newKey(env, "--type", "admin")
      const { url } = yield* serve(env)
      const path = `${url}/v1/admin/corrections`
      const send = (method: string, to: string, body?: object) =>
        Effect.promise(async (): Promise<Answer> => {
          const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
          const response = await fetch(to, { method, headers, ...(body && { body: JSON.stringify(body) }) })
          return { status: response.status, body: (await response.json()) as Answer["body"] }
        })
      const of = (address: string) => Effect.map(get(`${url}/v1/${address}`, key), ({ body }) => body)
      const answers = Effect.gen(function* () {
        const { data } = (yield* of("collecting/vinyl")) as { data: ReadonlyArray<{ id: number; title: string }> }
        const playCounts = yield* Effect.forEach(data, ({ id }) => of(`collecting/vinyl/${id}/plays`))
        const others = [
          "collecting/stats",
          "collecting/artists",
          "collecting/calendar?year=2024",
          "feed",
          "search?q=barn"
        ]
        return { data, playCounts, others: yield* Effect.forEach(others, of) }
      })
      const before = yield* answers
      const { id } = before.data.find(({ title }) => title === "Barn Songs")!
      const playsOf = of(`collecting/vinyl/${id}/plays`)
      expect(yield* playsOf).toMatchObject({ album_name: "Barn Song", play_count: 1, match_type: "fuzzy" })

      const subject = { artist: "Velmora Tide", title: "Barn Songs" }
      const base = { domain: "collecting", type: "release", subject }
      const same = { ...base, kind: "same", object: { artist: "Velmora Tide", album: "Night Windows" } }
      expect(yield* send("POST", `${path}/preview`, same)).toMatchObject({
        status: 200,
        body: {
          affected: 1,
          before: { records: 2, wants: 0, discs: 0 },
          examples: [
            { before: { type: "release", plays: 1 }, after: { name: "Barn Songs", of: "Velmora Tide", plays: 2 } }
          ]
        }
      })
      expect(yield* answers).toEqual(before)
      const linked = yield* send("POST", path, same)
      expect(linked).toMatchObject({ status: 201, body: { ...same, affected: 1 } })
      expect(yield* playsOf).toMatchObject({ album_name: "Night Windows", play_count: 2, match_type: "exact" })
      expect(yield* of(`explain/collecting/release/${id}`)).toMatchObject({
        corrections: [
          { id: linked.body.id, says: "Velmora Tide, Barn Songs is the same as Velmora Tide, Night Windows" }
        ]
      })
      const contradiction = yield* send("POST", path, { ...same, kind: "different" })
      expect([contradiction.status, contradiction.body.error]).toEqual([
        409,
        expect.stringContaining(`contradicts correction ${linked.body.id} (Velmora Tide, Barn Songs is the same as`)
      ])

      const hidden = yield* send("POST", path, { ...base, kind: "hide" })
      expect(hidden).toMatchObject({ status: 201, body: { affected: 1 } })
      for (const address of [
        "collecting/vinyl/" + id,
        `collecting/vinyl/${id}/plays`,
        `explain/collecting/release/${id}`
      ])
        expect((yield* get(`${url}/v1/${address}`, key)).status, address).toBe(404)
      const { data } = yield* answers
      expect(data.map(({ title }) => title)).toEqual(["Night Windows"])
      expect(yield* of("search?q=barn+songs&domain=collecting")).toMatchObject({ data: [] })

      for (const [body, reason] of [
        [{ ...base, kind: "set", value: "title=Barn" }, /^set is not supported for release in collecting/],
        [{ ...base, type: "album", kind: "hide" }, /^type must be one of release, disc in collecting$/],
        [
          { ...base, kind: "same", object: { artist: "Nobody", album: "Nothing" } },
          /^object names nothing that exists/
        ],
        [{ ...base, kind: "hide", subject: { ...subject, title: "Nothing" } }, /^subject names nothing that exists/],
        [{ ...base, type: "disc", kind: "hide", subject: { title: "Ladder" } }, /^subject names nothing that exists/]
      ] as const)
        expect(yield* send("POST", path, body)).toMatchObject({
          status: 400,
          body: { error: expect.stringMatching(reason) }
        })
      for (const one of [hidden, linked])
        expect(yield* send("DELETE", `${path}/${one.body.id}`)).toMatchObject({ status: 200 })
      expect(yield* answers).toEqual(before)
    })
  )
})
