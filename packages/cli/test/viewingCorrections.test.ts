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
    "Drama,900,2011-05-02,Ada Quill"
]

const episodes = [
  "tv_show_name,episode_season_number,episode_number,created_at",
  "Night Quill,1,26,2024-05-01 20:00:00",
  "Night Quill,1,27,2024-05-02 20:00:00"
]

const film = { title: "Heron Street", watched_on: "unknown" }
const dated = { domain: "watching", kind: "set", type: "viewing", subject: film, value: "date=2019-05-05" }
const placed = {
  ...{ domain: "watching", kind: "credit", type: "episode" },
  subject: { title: "Night Quill", season: "1", episode: "26" },
  object: { season: "2", episode: "1" }
}

describe("corrections of viewings over HTTP and by commands", { timeout: patience }, () => {
  it.scopedLive("give days and places until they are deleted", () =>
    Effect.gen(function* () {
      const env = { DAYBOOK_DATA_DIR: yield* newDataDir, DAYBOOK_TIMEZONE: "UTC" }
      const files = yield* folder
      for (const [source, name, lines] of [
        ["imdb", "ratings.csv", ratings],
        ["tvtime", "seen_episode.csv", episodes]
      ] as const) {
        writeFileSync(join(files, name), lines.join("\n"))
        expect(yield* run(["import", source, join(files, name)], env)).toMatchObject({ code: 0 })
      }
      const keys = (flag: string, key: object) =>
        Object.entries(key).flatMap(([name, value]) => [flag, `${name}=${value}`])
      const previewed = yield* run(
        [
          ...["corrections", "preview", "credit", "--domain", "watching", "--type", "episode", "--json"],
          ...[...keys("--key", placed.subject), ...keys("--to-key", placed.object)]
        ],
        env
      )
      expect(JSON.parse(previewed.stdout)).toMatchObject({
        affected: 1,
        examples: [
          { before: { name: "Night Quill S1E26, 2024-05-01" }, after: { name: "Night Quill S2E1, 2024-05-01" } }
        ]
      })
      const { key } = yield* newKey(env, "--type", "admin")
      const { url } = yield* serve(env)
      const path = `${url}/v1/admin/corrections`
      const of = (address: string) => Effect.map(ask(`${url}/v1/${address}`, { key }), ({ json }) => json)
      const movieId = (yield* of("watching/movies")).data[0].id as number
      const showId = (yield* of("watching/shows")).data[0].id as number
      const answers = Effect.forEach(
        [
          ...["movies", "shows", "stats", "calendar?year=2019", "recent"].map((part) => `watching/${part}`),
          ...[`watching/movies/${movieId}`, `watching/shows/${showId}`, "feed", "search?q=heron"]
        ],
        of
      )
      const before = yield* answers

      expect((yield* post(`${path}/preview`, key, dated)).json).toMatchObject({
        affected: 1,
        before: { viewings: 2 },
        after: { viewings: 3 },
        examples: [
          { before: { name: "Heron Street, at an unknown time" }, after: { name: "Heron Street, 2019-05-05" } }
        ]
      })
      expect(yield* answers).toEqual(before)
      const day = yield* post(path, key, dated)
      expect([day.status, day.json]).toMatchObject([201, { ...dated, affected: 1 }])
      const { watch_history } = yield* of(`watching/movies/${movieId}`)
      expect(watch_history).toMatchObject([{ watched_at: "2019-05-05T12:00:00.000Z", source: "imdb" }])
      const explained = yield* of(`explain/watching/viewing/${watch_history[0].id}`)
      expect(explained).toMatchObject({
        fields: { watched_at: { rule: "watching.field.by-hand" } },
        corrections: [{ id: day.json.id, says: "Heron Street, unknown has date=2019-05-05" }]
      })
      const again = yield* post(path, key, { ...dated, subject: { ...film, year: "2011" }, value: "date=2018-01-01" })
      expect([again.status, again.json.error]).toEqual([
        409,
        expect.stringContaining(`contradicts correction ${day.json.id} (Heron Street, unknown has date=2019-05-05)`)
      ])

      const credit = yield* post(path, key, placed)
      expect([credit.status, credit.json]).toMatchObject([201, { ...placed, affected: 1 }])
      const { seasons } = yield* of(`watching/shows/${showId}`)
      expect(
        seasons.map(
          ({ episodes, season_number }: { season_number: number; episodes: ReadonlyArray<{ episode: number }> }) => [
            season_number,
            episodes.map(({ episode }) => episode)
          ]
        )
      ).toEqual([
        [1, [27]],
        [2, [1]]
      ])
      expect(yield* of(`explain/watching/show/${showId}`)).toMatchObject({ corrections: [{ id: credit.json.id }] })

      for (const [body, reason] of [
        [{ ...dated, value: "date=yesterday" }, /^date must be a day, such as date=2024-03-01: there is no yesterday$/],
        [{ ...dated, value: "rating=5" }, /^value must be field=value, with the field date$/],
        [{ ...dated, subject: { ...film, watched_on: "2024-03-02" } }, /^subject names nothing that exists/],
        [
          { ...placed, subject: { ...placed.subject, episode: "27" }, object: { season: "2", episode: "x" } },
          /^object names nothing that exists/
        ],
        [{ ...placed, kind: "hide", object: null }, /^hide is not supported for episode in watching: use credit$/]
      ] as const)
        expect((yield* post(path, key, body)).json.error).toMatch(reason)

      for (const { json } of [credit, day])
        expect((yield* ask(`${path}/${json.id}`, { key, method: "DELETE" })).status).toBe(200)
      expect(yield* answers).toEqual(before)
    })
  )
})
