import { lastfmPlainCsv, lastfmQuotedCsv } from "@daybook/simulators"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe } from "vitest"
import { linesOf, patience, run } from "./support/daybook.js"
import { copyOf, folder } from "./support/dataDir.js"
import { get, newKey, playsAndCounts, serve } from "./support/host.js"
import { envOf, world } from "./support/world.js"

describe("import", { timeout: patience }, () => {
  it.scopedLive("and sync store the same plays once, in either order and from either file layout", () =>
    Effect.gen(function* () {
      const { env, settings, simulators } = yield* world
      const files = yield* folder
      const plays = yield* simulators.lastfm.control.plays()
      const quoted = join(files, "quoted.csv")
      const plain = join(files, "plain.csv")
      writeFileSync(quoted, lastfmQuotedCsv(plays))
      writeFileSync(plain, lastfmPlainCsv(plays))
      const other = envOf(settings, yield* copyOf(env["DAYBOOK_DATA_DIR"]!))

      const dryRun = yield* run(["import", "lastfm", quoted, "--dry-run", "--json"], env)
      expect(JSON.parse(dryRun.stdout)).toMatchObject([{ added: plays.length }])
      const first = yield* run(["import", "lastfm", quoted, plain, "--json"], env)
      expect(JSON.parse(first.stdout)).toMatchObject([{ added: plays.length }, { added: 0, removed: 0 }])
      yield* run(["sync", "lastfm", "--no-followers"], env)

      yield* run(["import", "lastfm", plain], other)
      yield* run(["sync", "lastfm", "--no-followers"], other)
      yield* run(["import", "lastfm", quoted], other)
      const here = yield* playsAndCounts(env)
      expect(here.plays).toHaveLength(plays.length)
      expect(yield* playsAndCounts(other)).toEqual(here)
    })
  )

  it.scopedLive("ends with what was read, kept and left out, and fails if no row was kept", () =>
    Effect.gen(function* () {
      const { env } = yield* world
      const files = yield* folder
      const plays = join(files, "plays.csv")
      const unread = join(files, "ViewingActivity.csv")
      writeFileSync(
        plays,
        [
          "uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid",
          "1700000600,,Lieu,,North,,Harbour,",
          "x,,Lieu,,North,,Harbour,"
        ].join("\n")
      )
      const header =
        "Profile Name,Start Time,Duration,Attributes,Title,Supplemental Video Type,Device Type,Bookmark,Latest Bookmark,Country"
      const row = "Ada,soon,1:40:48,,Lonely Net,,TV,1:40:48,1:40:48,PE (Peru)"
      writeFileSync(unread, [header, ...Array<string>(3_514).fill(row)].join("\n"))

      const first = yield* run(["import", plays, "--json"], env)
      expect(JSON.parse(first.stdout)).toMatchObject([
        {
          ...{ source: "lastfm", added: 1, already_here: 0 },
          report: { rows_read: 2, rows_used: 1, left_out: [{ rows: 1, first_row: "line 3" }] }
        }
      ])
      const second = yield* run(["import", plays], env)
      expect(second.code).toBe(0)
      expect(second.stderr).toContain("plays.csv: 2 rows read, 1 kept (it was already there)")
      expect(second.stderr).toContain("left out: 1: its time cannot be read (first: line 3)")
      const none = yield* run(["import", unread, "--json"], env)
      expect(none.code).toBe(1)
      expect(JSON.parse(none.stdout)).toMatchObject([
        { report: { rows_read: 3_514, rows_used: 0, left_out: [{ rows: 3_514 }] } }
      ])
    })
  )

  it.scopedLive("rejects a file that is no export in one line and loses nothing", () =>
    Effect.gen(function* () {
      const { env, simulators } = yield* world
      const files = yield* folder
      const plays = (yield* simulators.lastfm.control.plays()).slice(0, 5)
      const good = join(files, "good.csv")
      const wrong = join(files, "wrong.csv")
      const half = join(files, "half.zip")
      writeFileSync(good, lastfmQuotedCsv(plays))
      writeFileSync(wrong, "name,price\napple,3\n")
      writeFileSync(half, "PK\u0003\u0004 and then nothing")
      yield* run(["import", "lastfm", good], env)
      const attempts = [
        ["lastfm", wrong],
        ["lastfm", half],
        ["lastfm", join(files, "none.csv")],
        ["lastfm", files],
        ["listenbrainz", half],
        ["lastfn", good]
      ]
      const results = yield* Effect.forEach(attempts, (args) => run(["import", ...args], env))
      expect(results.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1, 2])
      for (const { stderr } of results) expect(linesOf(stderr)).toHaveLength(1)
      const sources = JSON.parse((yield* run(["sources", "--json"], env)).stdout) as ReadonlyArray<{
        readonly source: string
        readonly records: number
      }>
      expect(sources.find(({ source }) => source === "lastfm")?.records).toBe(plays.length)
    })
  )

  it.scopedLive("stores spellings that differ only in case as one artist, and different MBIDs as two", () =>
    Effect.gen(function* () {
      const { env } = yield* world
      const file = join(yield* folder, "scrobbles.csv")
      const row = (minute: number, artist: string, mbid = "") =>
        `${1_700_000_000 + minute * 600},,${artist},${mbid},North,,Harbour,`
      writeFileSync(
        file,
        [
          "uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid",
          row(1, "LIEU"),
          row(2, "Lieu"),
          row(3, "Lieu"),
          row(4, "OSKELN", "65314b12-0e08-43fa-ba33-baaa7b874c15"),
          row(5, "Oskeln", "b10bbbfc-cf9e-42e0-be17-e2c3e1d2600d")
        ].join("\n")
      )
      yield* run(["import", "lastfm", file], env)
      const { key } = yield* newKey(env)
      const { url } = yield* serve(env)
      const ask = (path: string) =>
        Effect.map(get(`${url}/v1/${path}`, key), ({ body, status }) => {
          expect(status).toBe(200)
          return body
        })
      const rows = (path: string) =>
        Effect.map(ask(path), (body) => body["data"] as ReadonlyArray<Record<string, unknown>>)
      const top = yield* rows("listening/top/artists?period=overall")
      expect(top.map(({ name, playcount }) => [name, playcount])).toEqual([
        ["Lieu", 3],
        ["OSKELN", 1],
        ["Oskeln", 1]
      ])
      const plays = yield* rows("listening/recent?limit=50")
      expect(plays.map(({ artist }) => (artist as { name: string }).name)).toEqual([
        "Oskeln",
        "OSKELN",
        "Lieu",
        "Lieu",
        "Lieu"
      ])
      expect(yield* ask(`listening/artists/${String(top[0]!["id"])}`)).toMatchObject({ name: "Lieu", playcount: 3 })
      const results = yield* rows("search?q=LIEU")
      expect(results.filter(({ entity_type }) => entity_type === "artist").map(({ title }) => title)).toEqual(["Lieu"])
      const tracks = yield* ask("listening/top/tracks?period=overall&artist_name=lIEu")
      expect(tracks).toMatchObject({
        artist_id: top[0]!["id"],
        data: [{ name: "Harbour", detail: "Lieu", playcount: 3 }]
      })
    })
  )

  it.scopedLive("reports a truncated file, an empty file and ignored records", () =>
    Effect.gen(function* () {
      const { env, simulators } = yield* world
      const files = yield* folder
      const plays = (yield* simulators.lastfm.control.plays()).slice(0, 3)
      const cut = join(files, "cut.csv")
      const empty = join(files, "collection-movies.json")
      const digital = join(files, "collection-movies-1.json")
      writeFileSync(cut, lastfmQuotedCsv(plays).trimEnd().slice(0, -30))
      writeFileSync(empty, "")
      writeFileSync(
        digital,
        JSON.stringify([
          {
            collected_at: "2024-06-15T12:00:00.000Z",
            movie: { title: "The Quiet Engine", ids: { trakt: 481 } },
            metadata: { media_type: "digital" }
          }
        ])
      )
      const result = yield* run(["import", "lastfm", cut, "--json"], env)
      expect(result.code).toBe(1)
      expect(result.stderr).toMatch(/cut\.csv is cut short: it ends within the row at line 4; 2 whole rows were read/)
      expect(yield* run(["import", "trakt", empty], env)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("collection-movies.json is empty")
      })
      expect(yield* run(["import", "trakt", digital], env)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(
          "was not kept: 1: owned as a digital copy (first: collection-movies-1.json, row 1)"
        )
      })
    })
  )
})
