import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe } from "vitest"
import { ask } from "../../http/test/support/http.js"
import { folder, newDataDir } from "./support/dataDir.js"
import { patience, run } from "./support/daybook.js"
import { newKey, serve } from "./support/host.js"

const ratings = [
  "Const,Your Rating,Date Rated,Title,Original Title,URL,Title Type,IMDb Rating,Runtime (mins),Year,Genres," +
    "Num Votes,Release Date,Directors",
  "tt9100001,8,2024-03-01,Heron Street,Heron Street,https://www.imdb.com/title/tt9100001/,Movie,7.1,101,2011," +
    "Drama,900,2011-05-02,Ada Quill"
]

const diary = [
  "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date",
  "2024-05-02,Heron Street,2012,https://boxd.it/aaaa1,4,,,2024-05-01"
]

interface Film {
  readonly id: number
  readonly title: string
  readonly year: number
}

const films = ({ json }: { readonly json: { readonly data: ReadonlyArray<Film> } }) =>
  json.data.map(({ id, year }) => ({ id, year })).toSorted((one, other) => one.year - other.year)

describe("corrections of titles by commands", { timeout: patience }, () => {
  it.scopedLive("make two films of one that rules joined, until they are removed", () =>
    Effect.gen(function* () {
      const env = { DAYBOOK_DATA_DIR: yield* newDataDir, DAYBOOK_TIMEZONE: "UTC" }
      const files = yield* folder
      for (const [source, name, lines] of [
        ["imdb", "ratings.csv", ratings],
        ["letterboxd", "diary.csv", diary]
      ] as const) {
        writeFileSync(join(files, name), lines.join("\n"))
        expect(yield* run(["import", source, join(files, name)], env)).toMatchObject({ code: 0 })
      }
      const { key } = yield* newKey(env, "--type", "admin")
      const { url } = yield* serve(env)
      const of = (address: string) => ask(`${url}/v1/${address}`, { key })
      const answers = Effect.forEach(
        ["watching/movies", "watching/ratings", "watching/stats", "feed", "search?q=heron"],
        (path) => Effect.map(of(path), ({ json }) => json)
      )
      const before = yield* answers
      const [whole, ...others] = films(yield* of("watching/movies"))
      expect(others).toEqual([])

      const named = (flag: string, year: string) => [flag, "title=Heron Street", flag, `year=${year}`]
      const separate = [
        "--domain",
        "watching",
        "--type",
        "movie",
        ...named("--key", "2011"),
        ...named("--to-key", "2012")
      ]
      const added = yield* run(["corrections", "add", "different", ...separate, "--json"], env)
      expect(added).toMatchObject({ code: 0 })
      const { id } = JSON.parse(added.stdout) as { readonly id: number }
      const [older, newer] = films(yield* of("watching/movies"))
      expect([older, newer]).toMatchObject([{ year: 2011 }, { year: 2012, id: whole!.id }])
      expect((yield* of("watching/ratings")).json.data).toHaveLength(2)
      const { json: explained } = yield* of(`explain/watching/movie/${older!.id}`)
      expect(explained).toMatchObject({ corrections: [{ id, says: "Heron Street, 2011 is not Heron Street, 2012" }] })
      // Another import of the same file finds everything where it is.
      expect(yield* run(["import", "imdb", join(files, "ratings.csv")], env)).toMatchObject({ code: 0 })
      expect(films(yield* of("watching/movies"))).toEqual([older, newer])

      const same = yield* run(["corrections", "add", "same", ...separate], env)
      expect(same.code).not.toBe(0)
      expect(same.stderr).toContain(`contradicts correction ${id} (Heron Street, 2011 is not Heron Street, 2012)`)

      expect(yield* run(["corrections", "remove", String(id)], env)).toMatchObject({ code: 0 })
      expect(yield* answers).toEqual(before)

      const film = ["--domain", "watching", "--type", "movie", "--key", "title=Heron Street"]
      const none = yield* run(["corrections", "add", "identify", ...film, "--value", "none", "--json"], env)
      expect(JSON.parse(none.stdout)).toMatchObject({ kind: "identify", value: "none" })
      expect((yield* of(`watching/movies/${whole!.id}`)).json).toMatchObject({ imdb_id: null, tmdb_id: null })
      expect((yield* of(`explain/watching/movie/${whole!.id}`)).json).toMatchObject({
        corrections: [{ says: "Heron Street is none" }]
      })
      const wrong = yield* run(["corrections", "add", "identify", ...film, "--value", "tvdb_id=7"], env)
      expect(wrong.stderr).toContain("value must be field=value, with the field tmdb_id or imdb_id, or none")
      expect(yield* run(["corrections", "remove", String(JSON.parse(none.stdout).id)], env)).toMatchObject({ code: 0 })
      expect(yield* answers).toEqual(before)
    })
  )
})
