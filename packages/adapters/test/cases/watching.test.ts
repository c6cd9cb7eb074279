import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import {} from "../support/database.js"
import { type Case, daybook, instantText, storedBy } from "./importing.js"

const viewings = `
  SELECT concat_ws(' ', ${instantText("watch.at")}, title.title, title.year, 's' || episode.season || 'e' || episode.number, CASE WHEN rewatch THEN 'again' END) AS line
  FROM watching_watches AS watch JOIN watching_titles AS title ON title.id = watch.title_id
  LEFT JOIN watching_episodes AS episode ON episode.id = watch.episode_id
  UNION ALL SELECT concat_ws(' ', 'waits:', show, 's' || season, 'e' || reported_number, title) FROM watching_unnumbered ORDER BY 1`

const watching: ReadonlyArray<Case> = [
  {
    files: ["w15-two-shows-history.json"],
    source: "trakt-history",
    stored: ["2026-05-01 20:00:00 Night Quill 1984 s1e1", "2026-05-02 20:00:00 Night Quill 2023 s1e1"]
  },
  { files: ["w09b-trakt-salt.json"], source: "trakt-history", stored: ["2026-01-12 10:00:00 Salt 2019"] },
  {
    files: ["w17-tvtime-1970.csv"],
    source: "tvtime",
    stored: [
      "2020-02-01 21:00:00 Tin Roof Hours 1982",
      "2020-03-01 21:00:00 Salt",
      "2021-02-01 21:00:00 Tin Roof Hours 1982 again"
    ]
  },
  {
    files: ["w04b-tvtime-out.zip"],
    source: "tvtime",
    stored: [
      "2024-02-01 21:00:00 Tin Roof Hours 1982",
      "2024-03-14 20:11:09 Harbour s1e1",
      "2024-03-15 20:11:09 Harbour s1e2"
    ]
  },
  {
    files: ["d8-netflix-words.csv"],
    source: "netflix",
    stored: [
      "2026-03-01 20:00:00 Ecos s1e3",
      "2026-03-02 20:00:00 Zaklínač s1e1",
      "2026-03-03 20:00:00 Avatar s2e8",
      "2026-03-04 20:00:00 Cry s2e3",
      "2026-03-05 20:00:00 Luther s5e4",
      "2026-03-07 20:00:00 Harbour s1e1",
      "waits: Bratrství s1 Ocel"
    ]
  },
  {
    files: ["w01-netflix-colons.csv"],
    source: "netflix",
    stored: [
      "2022-10-12 20:00:00 Sea Glass: The Movie",
      "2022-10-13 20:00:00 Lampa s2e3",
      "2022-10-14 20:00:00 Mon été s3e4",
      "2022-10-15 20:00:00 Tiger Net s2e1",
      "2022-10-16 20:00:00 Sea Glass s1e2",
      "waits: HARBOUR e3 Tide: The Ada Quill Story: Doing It",
      "waits: HARBOUR e4 Tide: The Ada Quill Story: The Good Net Box"
    ]
  },
  {
    files: ["letterboxd-excel.zip"],
    source: "letterboxd",
    stored: ["2024-02-29 12:00:00 Salt 2019", "2024-03-02 12:00:00 Tide 2018 again"]
  },
  {
    files: ["letterboxd-unclear.zip"],
    source: "letterboxd",
    stored: [],
    leftOut: { "the dates do not show whether the day or the month comes first": 1 }
  },
  {
    files: ["w01b-netflix-excel.csv"],
    source: "netflix",
    stored: ["2022-11-01 23:50:00 Lonely Net", "2022-11-15 21:50:00 Harbour s1e1"],
    leftOut: { trailers: 1 }
  }
]

const ratings = `
  SELECT concat_ws(' ', title.title, title.year, rating.rating) AS line
  FROM watching_ratings AS rating JOIN watching_titles AS title ON title.id = rating.title_id ORDER BY 1`

const rated: ReadonlyArray<Case> = [
  { files: ["w06c-imdb-ragged.csv"], source: "imdb", stored: ["Salt 2019 3.5", "Tide 2018 3", "Tin Roof Hours 1982 4"] }
]

/** The rows that the interface of Trakt answers are those of its export. */
const traktRows = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = mkdtempSync(join(tmpdir(), "daybook-trakt-"))
    const { trakt } = JSON.parse(readFileSync(new URL("watching/w07-trakt-api.json", import.meta.url), "utf8")) as {
      readonly trakt: ReadonlyArray<unknown>
    }
    writeFileSync(join(folder, "history.json"), JSON.stringify(trakt))
    return folder
  }),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

layer(daybook(), { excludeTestServices: true, timeout: "60 seconds" })("reported files", (it) => {
  it.effect(
    "viewings",
    () =>
      Effect.gen(function* () {
        for (const one of watching) expect(yield* storedBy("watching", viewings, one)).toStrictEqual(one)
      }),
    60_000
  )
  it.effect(
    "ratings",
    () =>
      Effect.gen(function* () {
        for (const one of rated) expect(yield* storedBy("watching", ratings, one)).toStrictEqual(one)
      }),
    60_000
  )
  it.scoped(
    "a mark four minutes after a play at Trakt, which is no second viewing",
    () =>
      Effect.gen(function* () {
        const file = join(yield* traktRows, "history.json")
        const { stored } = yield* storedBy("watching", viewings, { files: [file], source: "trakt-history", stored: [] })
        expect(stored.filter((line) => line.startsWith("2026-05-01 20:0"))).toStrictEqual([
          "2026-05-01 20:00:00 Harbour 2021 s1e1",
          "2026-05-01 20:00:00 Harbour 2021 s1e2"
        ])
      }),
    60_000
  )
})
