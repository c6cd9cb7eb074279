import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Environment, patience, run } from "../../cli/test/support/daybook.js"
import { folder } from "../../cli/test/support/dataDir.js"
import { get } from "../../cli/test/support/host.js"
import { importRunArchive } from "../../cli/test/support/runFiles.js"
import { adminStage } from "./support/adminStage.js"
import { browser, browserPath, fits, tabIn, violations } from "./support/browser.js"
import { answered, wait } from "./support/everyAddress.js"

const files = {
  lastfm: ["artist,album,name,date", "Velmora Tide,Harbour,Low Tide,14 Mar 2026 20:15"],
  letterboxd: [
    "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date",
    "2024-05-02,Heron Street,2012,https://boxd.it/aaaa1,4,,,2024-05-01"
  ],
  discogs: [
    "Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added," +
      "Collection Media Condition,Collection Sleeve Condition,Collection Notes",
    "KER 1,Velmora Tide,Barn Songs,Kerrim,LP,,1990,1,Uncategorized,2024-03-01 10:00:00,,,"
  ]
}

/** Letterboxd's diary has its own name, by which it is recognised. */
const nameOf = (source: string) => (source === "letterboxd" ? "diary.csv" : `${source}.csv`)

const importFiles = (env: Environment) =>
  Effect.gen(function* () {
    const place = yield* folder
    for (const [source, lines] of Object.entries(files)) {
      const file = join(place, nameOf(source))
      writeFileSync(file, lines.join("\n"))
      expect(yield* run(["import", source, file], env), source).toMatchObject({ code: 0 })
    }
    yield* importRunArchive(env)
  })

const mbid = "0a1b2c3d-0000-4000-8000-000000000001"

interface Case {
  readonly name: string
  /** The list of the API that has the record alone, or first. */
  readonly list: string
  readonly page: (id: number) => string
  readonly choice: string
  /** The label of the field and what is written in it. */
  readonly written?: readonly [string, string]
  readonly says: string
  /** What the API answers, and the member that the correction changes. */
  readonly answer: (id: number) => string
  readonly member: (body: Readonly<Record<string, unknown>>) => unknown
  readonly before: unknown
  readonly after: unknown
}

const artist = {
  list: "listening/artists",
  page: (id: number) => `listening/artists/${id}`,
  answer: (id: number) => `listening/artists/${id}`,
  member: ({ mbid = null }: Readonly<Record<string, unknown>>) => mbid,
  before: null
}

const cases: ReadonlyArray<Case> = [
  {
    ...artist,
    name: "an artist is another one at MusicBrainz",
    choice: "It is another one at MusicBrainz …",
    written: ["Its id there, or its address", `https://musicbrainz.org/artist/${mbid}`],
    says: `Velmora Tide is mbid=${mbid}.`,
    after: mbid
  },
  {
    ...artist,
    name: "MusicBrainz does not have an artist",
    choice: "MusicBrainz does not have it",
    says: "Velmora Tide is at no provider.",
    after: null
  },
  {
    name: "a film is another one at TMDB",
    list: "watching/movies",
    page: (id) => `watching/films/${id}`,
    choice: "It is another one at TMDB …",
    written: ["Its number, or its address at TMDB or IMDb", "https://www.themoviedb.org/movie/603-heron-street"],
    says: "Heron Street (2012) is tmdb_id=603.",
    answer: (id) => `watching/movies/${id}`,
    member: ({ tmdb_id = null }) => tmdb_id,
    before: null,
    after: 603
  },
  {
    name: "a record has another title",
    list: "collecting/vinyl",
    page: (id) => `collecting/${id}`,
    choice: "It is written …",
    written: ["Written like this", "Barn Songs (Live)"],
    says: "Barn Songs by Velmora Tide is written Barn Songs (Live).",
    answer: (id) => `collecting/vinyl/${id}`,
    member: ({ title }) => title,
    before: "Barn Songs",
    after: "Barn Songs (Live)"
  }
]

/** The oldest run in one pair of shoes was in another one. */
const runCase = (ask: (address: string) => Effect.Effect<Readonly<Record<string, unknown>>>) =>
  Effect.gen(function* () {
    const shoes = (yield* ask("running/gear"))["data"] as ReadonlyArray<{ readonly id: string; readonly name: string }>
    const [from, to] = [shoes[0]!, shoes[1]!]
    const list = `running/activities?order=asc&gear=${encodeURIComponent(from.id)}`
    const [{ id }] = (yield* ask(list))["data"] as unknown as [{ readonly id: number }]
    return {
      name: "a run was in other shoes",
      list,
      page: () => `running/${id}`,
      choice: "It was run in …",
      written: ["In the shoes of this name", to.name],
      says: `the run strava:${id} belongs to ${to.name}.`,
      answer: () => `running/activities/${id}`,
      member: ({ gear }) => (gear as { readonly name: string }).name,
      before: from.name,
      after: to.name
    } satisfies Case
  })

describe.skipIf(browserPath === undefined)("corrections of what records are, on the page", () => {
  it.scopedLive(
    "are previewed, done and undone",
    () =>
      Effect.gen(function* () {
        const host = yield* Effect.flatMap(browser, (opened) => adminStage(opened, importFiles))
        const ask = (address: string) => Effect.map(get(`${host.url}/v1/${address}`, host.key), ({ body }) => body)
        for (const one of [...cases, yield* runCase(ask)]) {
          const [{ id }] = (yield* ask(one.list))["data"] as unknown as [{ readonly id: number }]
          const { errors, page } = yield* tabIn(host.browser)
          const current = Effect.map(ask(one.answer(id)), one.member)
          expect(yield* current, one.name).toBe(one.before)
          yield* wait(() => page.goto(`${host.url}/${one.page(id)}#key=${host.key}`))
          yield* answered(page)
          yield* wait(() => page.locator("summary", { hasText: "Something wrong?" }).click())
          yield* wait(() => page.getByRole("button", { name: one.choice }).click())
          if (one.written !== undefined) {
            const [label, text] = one.written
            yield* wait(() => page.getByLabel(label).fill(text))
          }
          yield* wait(() => page.getByRole("button", { name: "See what changes" }).click())
          yield* wait(() => page.getByRole("button", { name: "Do it" }).waitFor())
          expect(yield* current, one.name).toBe(one.before)
          yield* wait(() => page.getByRole("button", { name: "Do it" }).click())
          yield* wait(() => page.getByText(one.says).waitFor())
          expect(yield* current, one.name).toBe(one.after)
          expect([yield* fits(page), yield* violations(page)], one.name).toEqual([true, []])
          yield* wait(() => page.getByRole("button", { name: "Undo" }).click())
          yield* wait(() => page.getByText("It is as before.").waitFor())
          expect(yield* current, one.name).toBe(one.before)
          expect(errors, one.name).toEqual([])
        }
      }),
    patience
  )
})
