import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe } from "vitest"
import { ask, post } from "../../http/test/support/http.js"
import { folder, newDataDir } from "./support/dataDir.js"
import { patience, run } from "./support/daybook.js"
import { newKey, serve } from "./support/host.js"

const ratings = [
  "Const,Your Rating,Date Rated,Title,Original Title,URL,Title Type,IMDb Rating,Runtime (mins),Year,Genres," +
    "Num Votes,Release Date,Directors",
  "tt9100001,8,2024-03-01,Heron Street,Heron Street,https://www.imdb.com/title/tt9100001/,Movie,7.1,101,2011," +
    "Drama,900,2011-05-02,Ada Quill",
  "tt9100002,6,2024-03-02,The Ladder,The Ladder,https://www.imdb.com/title/tt9100002/,Movie,6.4,88,1960," +
    "Drama,700,1960-01-02,Bo Ferrin"
]

const same = {
  ...{ domain: "watching", kind: "same", type: "movie" },
  subject: { title: "The Ladder" },
  object: { title: "Heron Street" }
}

describe("corrections over HTTP", { timeout: patience }, () => {
  it.scopedLive("make one film of two until they are deleted", () =>
    Effect.gen(function* () {
      const env = { DAYBOOK_DATA_DIR: yield* newDataDir, DAYBOOK_TIMEZONE: "UTC" }
      const file = join(yield* folder, "ratings.csv")
      writeFileSync(file, ratings.join("\n"))
      expect(yield* run(["import", "imdb", file], env)).toMatchObject({ code: 0 })
      const { key } = yield* newKey(env, "--type", "admin")
      const { url } = yield* serve(env)
      const path = `${url}/v1/admin/corrections`
      const movies = ask(`${url}/v1/watching/movies?sort=title&order=asc`, { key })
      const before = (yield* movies).json
      expect(before.data.map(({ title }: { title: string }) => title)).toEqual(["Heron Street", "The Ladder"])

      const preview = yield* post(`${path}/preview`, key, same)
      expect([preview.status, preview.json]).toMatchObject([
        200,
        { affected: 1, before: { movies: 2 }, after: { movies: 1 } }
      ])
      const correction = yield* post(path, key, same)
      expect([correction.status, correction.json]).toMatchObject([201, { ...same, affected: 1 }])
      expect((yield* movies).json.data).toMatchObject([{ id: before.data[0].id, title: "Heron Street" }])
      expect((yield* ask(`${url}/v1/watching/movies/${before.data[1].id}`, { key })).status).toBe(404)
      const circle = yield* post(path, key, { ...same, subject: same.object, object: same.subject })
      expect(circle.status).toBe(409)

      expect((yield* ask(`${path}/${correction.json.id}`, { key, method: "DELETE" })).status).toBe(200)
      expect((yield* movies).json).toEqual(before)
    })
  )
})
