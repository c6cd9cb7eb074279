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
      const visit = [
        "--domain",
        "places",
        "--type",
        "visit",
        "--key",
        "started_at=2025-07-02T10:00:00Z",
        "--key",
        "place=b"
      ]
      const visits = Effect.map(
        run(["corrections", "preview", "hide", ...visit, "--json"], withPlaces),
        ({ stdout }) => (JSON.parse(stdout) as { readonly before: { readonly visit: number } }).before.visit
      )
      expect(yield* visits).toBe(2)
      const hidden = yield* run(["corrections", "add", "hide", ...visit], withPlaces)
      expect(hidden).toMatchObject({ code: 0, stdout: expect.stringMatching(/^correction \d+: .* is hidden/m) })
      const [, id = ""] = /^correction (\d+)/m.exec(hidden.stdout)!
      const explained = yield* run(["explain", "places/visit/1", "--json"], withPlaces)
      expect([explained.code, JSON.parse(explained.stdout)]).toMatchObject([0, { corrections: [] }])
      expect(yield* run(["corrections", "remove", id], withPlaces)).toMatchObject({ code: 0 })
      expect(yield* visits).toBe(2)

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

/** A row of Spotify's extended streaming history: the fields that its document lists, those of the kind with values. */
const streamed = (ts: string, seconds: number, names: object) => ({
  ...{ ts, ms_played: seconds * 1_000, master_metadata_track_name: null, master_metadata_album_artist_name: null },
  ...{ master_metadata_album_album_name: null, spotify_track_uri: null, episode_name: null, episode_show_name: null },
  ...{ spotify_episode_uri: null, audiobook_title: null, audiobook_uri: null, audiobook_chapter_uri: null },
  ...{ audiobook_chapter_title: null, offline: false, offline_timestamp: null, incognito_mode: false },
  ...names
})

const streamingHistory = [
  streamed("2025-03-14T10:05:00Z", 240, {
    master_metadata_track_name: "Ferry Song",
    master_metadata_album_artist_name: "Hollow Lanterns"
  }),
  streamed("2025-03-15T00:10:00Z", 1_800, {
    episode_name: "Episode 12",
    episode_show_name: "Harbour Talk",
    spotify_episode_uri: "spotify:episode:4aaaaaaaaaaaaaaaaaaaaa"
  }),
  streamed("2025-03-15T18:00:00Z", 90, {
    audiobook_title: "The Long Pier",
    audiobook_chapter_title: "Chapter 3",
    audiobook_chapter_uri: "spotify:chapter:4bbbbbbbbbbbbbbbbbbbbb"
  })
]

it.scopedLive(
  "a setting adds podcasts and audiobooks, which are nowhere without it and never among the plays",
  () =>
    Effect.gen(function* () {
      const dataDir = yield* newDataDir
      const off = { DAYBOOK_DATA_DIR: dataDir, DAYBOOK_TIMEZONE: "Europe/Lisbon", DAYBOOK_EMBEDDINGS: "off" }
      const on = { ...off, DAYBOOK_DOMAINS: "listening_spoken" }
      const file = join(dataDir, "Streaming_History_Audio_2025.json")
      writeFileSync(file, JSON.stringify(streamingHistory))
      const imports = (added: number) => ({
        code: 0,
        stdout: expect.stringMatching(new RegExp(`spotify +${added} +0 +0`))
      })
      const creation = yield* run(["keys", "create", "--name", "me", "--json"], off)
      const { key } = JSON.parse(creation.stdout) as { readonly key: string }
      const answers = (env: typeof off, paths: ReadonlyArray<string>) =>
        Effect.scoped(
          Effect.gen(function* () {
            const host = yield* daybook(["serve", "--port", "0", "--no-schedule"], env)
            const url = yield* host.says(/http:\/\/127\.0\.0\.1:\d+/)
            return yield* Effect.forEach(paths, (path) => ask(`${url}/v1/${path}`, { key }))
          })
        )
      const listening = ["listening/recent", "listening/stats", "listening/calendar?year=2025", "listening/streaks"]

      const without = yield* run(["import", file], off)
      expect(without).toMatchObject(imports(1))
      expect(without.stdout + without.stderr).toContain(
        "2 listens to podcasts and audiobooks were left out: to have them, set DAYBOOK_DOMAINS=listening_spoken"
      )
      const [unknown, ...before] = yield* answers(off, ["listening_spoken/listen", ...listening])
      expect(unknown).toMatchObject({ status: 404 })

      const first = yield* run(["import", file], on)
      expect(first).toMatchObject(imports(2))
      expect(first.stdout + first.stderr).toContain(
        "2 listens to podcasts and audiobooks went to the domain listening_spoken"
      )
      expect(yield* run(["import", file], on)).toMatchObject(imports(0))
      const [listens, days, ...after] = yield* answers(on, [
        "listening_spoken/listen",
        "listening_spoken/calendar?year=2025",
        ...listening
      ])
      expect(listens?.json).toMatchObject({
        data: [
          { kind: "audiobook", show: "The Long Pier", title: "Chapter 3", minutes: 1.5 },
          {
            kind: "podcast",
            show: "Harbour Talk",
            title: "Episode 12",
            minutes: 30,
            started_at: "2025-03-14T23:40:00.000Z",
            url: "https://open.spotify.com/episode/4aaaaaaaaaaaaaaaaaaaaa",
            sources: ["spotify"]
          }
        ]
      })
      expect(days?.json).toMatchObject({
        days: [
          { date: "2025-03-14", count: 1 },
          { date: "2025-03-15", count: 1 }
        ]
      })
      expect(before.map(({ status }) => status)).toStrictEqual([200, 200, 200, 200])
      expect(after.map(({ json }) => json)).toStrictEqual(before.map(({ json }) => json))
    }),
  patience
)

/** A recording as Strava writes them, two minutes long and due north by `step` degrees of latitude each minute. */
const recordingOf = (type: string, start: string, step: number): string => {
  const pointAt = (minute: number) => {
    const time = new Date(Date.parse(start) + minute * 60_000).toISOString()
    return `<trkpt lat="${38.7 + minute * step}" lon="-9.14"><ele>10</ele><time>${time}</time></trkpt>`
  }
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
 <trk><type>${type}</type><trkseg>${[0, 1, 2].map(pointAt).join("")}</trkseg></trk>
</gpx>`
}

it.scopedLive(
  "a setting adds the other sports of the sources of running, whose answers stay as they are",
  () =>
    Effect.gen(function* () {
      const dataDir = yield* newDataDir
      const off = { DAYBOOK_DATA_DIR: dataDir, DAYBOOK_TIMEZONE: "Europe/Lisbon", DAYBOOK_EMBEDDINGS: "off" }
      const on = { ...off, DAYBOOK_DOMAINS: "activities" }
      const [runFile, rideFile] = [join(dataDir, "run.gpx"), join(dataDir, "ride.gpx")]
      // 0.002 degrees of latitude a minute are 13 km/h, 0.004 degrees 27 km/h.
      writeFileSync(runFile, recordingOf("9", "2025-03-14T07:00:00Z", 0.002))
      writeFileSync(rideFile, recordingOf("cycling", "2025-03-15T17:00:00Z", 0.004))
      const imports = (added: number) => expect.stringMatching(new RegExp(`run-files +${added} +0 +0`))
      const creation = yield* run(["keys", "create", "--name", "me", "--json"], off)
      const { key } = JSON.parse(creation.stdout) as { readonly key: string }
      const answers = (env: typeof off, paths: ReadonlyArray<string>) =>
        Effect.scoped(
          Effect.gen(function* () {
            const host = yield* daybook(["serve", "--port", "0", "--no-schedule"], env)
            const url = yield* host.says(/http:\/\/127\.0\.0\.1:\d+/)
            return yield* Effect.forEach(paths, (path) => ask(`${url}/v1/${path}`, { key }))
          })
        )
      const running = ["activities", "stats", "calendar?year=2025", "streaks", "year/2025"].map(
        (path) => `running/${path}`
      )

      expect(yield* run(["import", runFile], off)).toMatchObject({ code: 0, stdout: imports(1) })
      const without = yield* run(["import", rideFile], off)
      expect(without.stdout + without.stderr).toContain(
        "1 other activity was left out: to have them, set DAYBOOK_DOMAINS=activities and import the file again"
      )
      const [unknown, ...before] = yield* answers(off, ["activities/activity", ...running])
      expect(unknown).toMatchObject({ status: 404 })

      expect(yield* run(["import", rideFile], on)).toMatchObject({ code: 0, stdout: imports(1) })
      expect(yield* run(["import", rideFile], on)).toMatchObject({ code: 0, stdout: imports(0) })
      const [list, days, found, feed, ...after] = yield* answers(on, [
        "activities/activity",
        "activities/calendar?year=2025",
        "search?q=ride",
        "feed",
        ...running
      ])
      expect(list?.json).toMatchObject({
        data: [
          {
            day: "2025-03-15",
            kind: "ride",
            sport: "cycling",
            name: "Ride",
            started_at: "2025-03-15T17:00:00.000Z",
            // 0.008 degrees of latitude, each 111.195 km, in miles.
            distance_mi: 0.55,
            duration_s: 120,
            city: expect.any(String),
            sources: ["run-files"]
          }
        ]
      })
      expect(days?.json).toMatchObject({ days: [{ date: "2025-03-15", count: 1 }] })
      expect(JSON.stringify(found?.json)).toContain('"Ride"')
      expect(JSON.stringify(feed?.json)).toContain('"Ride"')
      expect(before.map(({ status }) => status)).toStrictEqual(running.map(() => 200))
      expect(after.map(({ json }) => json)).toStrictEqual(before.map(({ json }) => json))
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
        stderr:
          'daybook: DAYBOOK_DOMAINS has "food": give names of optional domains: places, games, books, listening_spoken, activities\n'
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
