import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe } from "vitest"
import { folder, newDataDir } from "./support/dataDir.js"
import { patience, run } from "./support/daybook.js"

const plays = [
  "uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid",
  "1700000000,14 Nov 2023,Velmora Tyde,,Leaving Dusk,,Chalk,",
  "1700001000,14 Nov 2023,Velmora Tide,,Leaving Dusk,,Chalk,",
  "1700002000,14 Nov 2023,Velmora Tide,,Leaving Dusk,,Dusk,"
]

const ofArtists = ["--artist", "Velmora Tyde", "--to-artist", "Velmora Tide"]

describe("corrections", { timeout: patience }, () => {
  it.scopedLive("are suggested, previewed, added, listed, exported to another home, and removed", () =>
    Effect.gen(function* () {
      const env = { DAYBOOK_DATA_DIR: yield* newDataDir, DAYBOOK_TIMEZONE: "UTC" }
      const files = yield* folder
      const file = join(files, "plays.csv")
      writeFileSync(file, plays.join("\n"))
      const corrections = (...words: ReadonlyArray<string>) => run(["corrections", ...words], env)
      expect((yield* run(["import", "lastfm", file], env)).code).toBe(0)

      const suggested = yield* corrections("suggest", "--json")
      expect(JSON.parse(suggested.stdout)).toMatchObject([
        { type: "artist", subject: { key: { artist: "Velmora Tyde" }, plays: 1 }, object: { plays: 2 } }
      ])
      const preview = yield* corrections("preview", "same", ...ofArtists, "--json")
      expect(JSON.parse(preview.stdout)).toMatchObject({
        affected: 1,
        before: { artists: 2, albums: 2, tracks: 3, plays: 3 },
        after: { artists: 1, albums: 1, tracks: 2, plays: 3 }
      })
      const added = yield* corrections("add", "same", ...ofArtists)
      const [, id = ""] = /^correction (\d+): Velmora Tyde is the same as Velmora Tide \(1 plays\)$/m.exec(
        added.stdout
      )!
      expect((yield* corrections("list")).stdout).toContain("Velmora Tyde is the same as Velmora Tide")
      expect(JSON.parse((yield* corrections("suggest", "--json")).stdout)).toEqual([])

      for (const wrong of [
        ["add", "different", ...ofArtists],
        ["add", "hide", "--artist", "Nobody"],
        ["add"],
        ["add", "--file", join(files, "none.ndjson")],
        ["remove", "77"]
      ]) {
        const { code, stderr } = yield* corrections(...wrong)
        expect([wrong, code]).toEqual([wrong, wrong[0] === "remove" ? 1 : 2])
        expect(stderr).not.toBe("")
      }

      const out = join(files, "out")
      yield* run(["export", "listening", "--out", out], env)
      const exported = join(out, "corrections.ndjson")
      expect(readFileSync(exported, "utf8").trim().split("\n")).toHaveLength(1)
      const other = { ...env, DAYBOOK_DATA_DIR: yield* newDataDir }
      const imported = yield* run(["corrections", "add", "--file", exported], other)
      expect(imported.stdout).toBe("1 corrections added, 0 existed already\n")
      const namesNothing = "Velmora Tyde is the same as Velmora Tide (names nothing)"
      expect((yield* run(["corrections", "list"], other)).stdout).toContain(namesNothing)
      yield* run(["import", "lastfm", file], other)
      expect((yield* run(["corrections", "list"], other)).stdout).not.toContain("(names nothing)")
      const hidden = yield* run(["corrections", "preview", "hide", "--artist", "Velmora Tyde", "--json"], other)
      expect(JSON.parse(hidden.stdout)).toMatchObject({ affected: 3, before: { artists: 1 }, after: { artists: 0 } })
      const line = readFileSync(exported, "utf8")
      writeFileSync(join(files, "twice.ndjson"), line + line)
      expect((yield* corrections("add", "--file", join(files, "twice.ndjson"))).stdout).toBe(
        "0 corrections added, 2 existed already\n"
      )
      writeFileSync(join(files, "broken.ndjson"), "{\n")
      const broken = yield* corrections("add", "--file", join(files, "broken.ndjson"))
      expect([broken.code, broken.stderr]).toEqual([2, expect.stringContaining("line 1")])

      expect((yield* corrections("remove", id)).stdout).toBe(`correction ${id} is taken back\n`)
      expect(JSON.parse((yield* corrections("list", "--json")).stdout)).toEqual([])
    })
  )

  it.scopedLive("hide a film that is named by its key, until they are taken back", () =>
    Effect.gen(function* () {
      const env = { DAYBOOK_DATA_DIR: yield* newDataDir, DAYBOOK_TIMEZONE: "UTC" }
      const file = join(yield* folder, "ratings.csv")
      writeFileSync(
        file,
        [
          "Const,Your Rating,Date Rated,Title,Original Title,URL,Title Type,IMDb Rating,Runtime (mins),Year,Genres," +
            "Num Votes,Release Date,Directors",
          "tt9100001,8,2024-03-01,Heron Street,Heron Street,https://www.imdb.com/title/tt9100001/,Movie,7.1,101,2011," +
            "Drama,900,2011-05-02,Ada Quill",
          "tt9100002,6,2024-03-02,The Ladder,The Ladder,https://www.imdb.com/title/tt9100002/,Movie,6.4,88,1960," +
            "Drama,700,1960-01-02,Bo Ferrin"
        ].join("\n")
      )
      const corrections = (...words: ReadonlyArray<string>) => run(["corrections", ...words], env)
      const imported = yield* run(["import", "imdb", file], env)
      expect(imported).toMatchObject({ code: 0 })
      const ofFilm = ["hide", "--domain", "watching", "--type", "movie", "--key", "title=Heron Street"]
      const preview = yield* corrections("preview", ...ofFilm, "--json")
      expect(JSON.parse(preview.stdout)).toMatchObject({
        affected: 1,
        before: { movies: 2, viewings: 0 },
        after: { movies: 1, viewings: 0 }
      })
      const added = yield* corrections("add", ...ofFilm, "--key", "year=2011")
      const [, id = ""] = /^correction (\d+): Heron Street, 2011 is hidden \(1 viewings\)$/m.exec(added.stdout)!
      const wrong = yield* corrections(
        "add",
        "hide",
        "--domain",
        "watching",
        "--type",
        "movie",
        "--key",
        "title=Nothing"
      )
      expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("there is no movie Nothing")])
      yield* corrections("remove", id)
      const again = yield* corrections("preview", ...ofFilm, "--json")
      expect(again.stdout).toBe(preview.stdout)
    })
  )

  it.scopedLive("make one article of two, and rename it", () =>
    Effect.gen(function* () {
      const env = { DAYBOOK_DATA_DIR: yield* newDataDir, DAYBOOK_TIMEZONE: "UTC" }
      const file = join(yield* folder, "part_000000.csv")
      writeFileSync(
        file,
        [
          "title,url,time_added,tags,status",
          "Tides,https://notebook.example/tides,1700000000,sea,unread",
          "Tides,https://notebook.example/tides?page=all,1700100000,moon,unread"
        ].join("\n")
      )
      const corrections = (...words: ReadonlyArray<string>) => run(["corrections", ...words], env)
      expect(yield* run(["import", "pocket", file], env)).toMatchObject({ code: 0 })
      const suggested = yield* corrections("suggest", "--json")
      expect(JSON.parse(suggested.stdout)).toMatchObject([
        { domain: "reading", type: "article", why: expect.stringContaining("parameters") }
      ])
      const ofArticle = ["--domain", "reading", "--type", "article", "--key"]
      const whole = "url=http://www.notebook.example/tides?page=all&utm_source=feed"
      const target = ["--to-key", "url=https://notebook.example/tides"]
      const same = yield* corrections("add", "same", ...ofArticle, whole, ...target)
      expect([same.code, same.stdout]).toEqual([
        0,
        expect.stringMatching(/^correction \d+: .* is the same as .* \(1 saves\)$/m)
      ])
      expect(JSON.parse((yield* corrections("suggest", "--json")).stdout)).toEqual([])
      const name = ["name", ...ofArticle, whole, "--value", "On tides"]
      expect(JSON.parse((yield* corrections("preview", ...name, "--json")).stdout)).toMatchObject({
        before: { articles: 1 },
        examples: [{ before: { name: "Tides", plays: 2 }, after: { name: "On tides", plays: 2 } }]
      })
      const refused = yield* corrections("add", "credit", ...ofArticle, whole, ...target)
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("use same, different, name, hide")])
    })
  )
})
