import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { symlinkSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { ask } from "../../http/test/support/http.js"
import { newDataDir } from "./support/dataDir.js"
import { daybook, patience, run } from "./support/daybook.js"

const visitAt = (startTime: string, placeId: string) => ({
  startTime,
  endTime: startTime,
  visit: { hierarchyLevel: 0, topCandidate: { placeId, placeLocation: { latLng: "38.71°, -9.14°" } } }
})

it.scopedLive(
  "a setting adds the domain of places: its files are recognised, and its records are served",
  () =>
    Effect.gen(function* () {
      const dataDir = yield* newDataDir
      const env = { DAYBOOK_DATA_DIR: dataDir, DAYBOOK_TIMEZONE: "Europe/Lisbon", DAYBOOK_EMBEDDINGS: "off" }
      const withPlaces = { ...env, DAYBOOK_DOMAINS: "places" }
      const file = join(dataDir, "some name.json")
      const [first, second] = [visitAt("2025-07-01T23:30:00Z", "a"), visitAt("2025-07-02T10:00:00Z", "b")]
      writeFileSync(file, JSON.stringify({ semanticSegments: [first, second] }))

      const refused = yield* run(["import", file], env)
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("is not recognised") })
      for (const added of [2, 0]) {
        const { code, stderr, stdout } = yield* run(["import", file], withPlaces)
        expect({ code, stderr, stdout }).toMatchObject({
          code: 0,
          stdout: expect.stringMatching(new RegExp(`google-timeline +${added} +0 +0`))
        })
      }
      const creation = yield* run(["keys", "create", "--name", "me", "--json"], withPlaces)
      const { key } = JSON.parse(creation.stdout) as { readonly key: string }
      const host = yield* daybook(["serve", "--port", "0", "--no-schedule"], withPlaces)
      const url = yield* host.says(/http:\/\/127\.0\.0\.1:\d+/)
      const get = (path: string) => Effect.map(ask(`${url}/v1/places/${path}`, { key }), ({ json }) => json)
      expect(yield* get("visit")).toMatchObject({
        data: [
          { place: "b", started_at: "2025-07-02T10:00:00.000Z", latitude: 38.71, sources: ["google-timeline"] },
          { place: "a", started_at: "2025-07-01T23:30:00.000Z" }
        ]
      })
      // 23:30 in UTC is half past midnight in Lisbon.
      expect(yield* get("calendar?record=visit&year=2025")).toMatchObject({ days: [{ date: "2025-07-02", count: 2 }] })
    }),
  patience
)

const goodreads = [
  "Book Id,Title,Author,ISBN,ISBN13,My Rating,Binding,Number of Pages,Date Read,Date Added,Bookshelves,Exclusive Shelf,My Review,Read Count",
  `1,"The Quiet Harbour (Harbour, #1)",Ina Vale,"=""0441000010""","=""9780441000012""",4,Paperback,412,2025/03/13,2023/12/02,sea,read,,1`
].join("\n")

const storygraph = [
  "Title,Authors,ISBN/UID,Format,Read Status,Date Added,Last Date Read,Dates Read,Read Count,Star Rating,Review,Tags",
  `The Quiet Harbour,Ina Vale,9780441000104,paperback,read,2023/12/05,2025/03/14,2025/03/01-2025/03/14,1,4.25,,quiet`
].join("\n")

it.scopedLive(
  "a setting adds the domain of books: files of two services make one book, in the order of their knowledge",
  () =>
    Effect.gen(function* () {
      const dataDir = yield* newDataDir
      const env = {
        DAYBOOK_DATA_DIR: dataDir,
        DAYBOOK_TIMEZONE: "Europe/Lisbon",
        DAYBOOK_EMBEDDINGS: "off",
        DAYBOOK_DOMAINS: "books"
      }
      for (const [id, content] of [
        ["goodreads", goodreads],
        ["storygraph", storygraph]
      ] as const) {
        const file = join(dataDir, `download-${id}`)
        writeFileSync(file, content)
        for (const added of [1, 0]) {
          const { code, stderr, stdout } = yield* run(["import", file], env)
          expect({ code, stderr, stdout }).toMatchObject({
            code: 0,
            stdout: expect.stringMatching(new RegExp(`${id} +${added} +0 +0`))
          })
        }
      }
      const creation = yield* run(["keys", "create", "--name", "me", "--json"], env)
      const { key } = JSON.parse(creation.stdout) as { readonly key: string }
      const host = yield* daybook(["serve", "--port", "0", "--no-schedule"], env)
      const url = yield* host.says(/http:\/\/127\.0\.0\.1:\d+/)
      const get = (path: string) => Effect.map(ask(`${url}/v1/${path}`, { key }), ({ json }) => json)
      expect(yield* get("books/book")).toMatchObject({
        data: [
          {
            title: "The Quiet Harbour",
            series: "Harbour, #1",
            isbn13: "9780441000104",
            rating: 4.25,
            pages: 412,
            tags: ["quiet", "sea"],
            added_on: "2023-12-02",
            times_read: 1,
            finished_on: "2025-03-14",
            sources: ["goodreads", "storygraph"]
          }
        ]
      })
      expect(yield* get("books/calendar?year=2025")).toMatchObject({ days: [{ date: "2025-03-14", count: 1 }] })
      expect(yield* get("feed")).toMatchObject({
        data: [{ event_type: "book_finished", title: "Finished The Quiet Harbour" }]
      })
    }),
  patience
)

it.scopedLive(
  "a setting with another name, or the name of a domain in the configuration file, is refused in one line",
  () =>
    Effect.gen(function* () {
      const dataDir = yield* newDataDir
      const unknown = yield* run(["sources"], { DAYBOOK_DATA_DIR: dataDir, DAYBOOK_DOMAINS: "places, food" })
      expect(unknown).toMatchObject({
        code: 2,
        stdout: "",
        stderr: 'daybook: DAYBOOK_DOMAINS has "food": give names of optional domains: places, games, books\n'
      })
      symlinkSync(
        resolve(import.meta.dirname, "../../../examples/custom-source/node_modules"),
        join(dataDir, "node_modules")
      )
      const config = `import { defineConfig } from "@daybook/cli/config"
import { domain, record, text } from "@daybook/core/domain"
export default defineConfig({
  domains: [domain({ name: "places", title: "Mine", records: { place: record({ key: ["name"], fields: { name: text() } }) } })]
})
`
      writeFileSync(join(dataDir, "daybook.config.js"), config)
      const env = { DAYBOOK_DATA_DIR: join(dataDir, "data"), DAYBOOK_DOMAINS: "places" }
      const clash = yield* run(["sources"], env, dataDir)
      expect(clash).toMatchObject({ code: 2, stderr: expect.stringContaining("rename yours, or remove the domain") })
      expect(clash.stderr.trim().split("\n")).toHaveLength(1)
    }),
  patience
)
