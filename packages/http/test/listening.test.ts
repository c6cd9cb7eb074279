import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { host } from "./support/host.js"
import { type Json, ask, post } from "./support/http.js"
import { sample } from "./support/library.js"

/** Default and maximum limit of each list. */
const limits: Readonly<Record<string, readonly [number, number]>> = {
  recent: [10, 50],
  "recent/albums": [10, 50],
  "top/artists": [10, 50],
  "top/albums": [10, 50],
  "top/tracks": [10, 50],
  history: [50, 200],
  artists: [20, 100],
  albums: [20, 100],
  genres: [10, 50]
}

const words: Readonly<Record<string, ReadonlyArray<string>>> = {
  "top/artists?period": ["7day", "1month", "3month", "6month", "12month", "overall"],
  "top/albums?period": ["7day", "overall"],
  "top/tracks?period": ["7day", "overall"],
  "artists?sort": ["playcount", "name"],
  "artists?order": ["asc", "desc"],
  "albums?sort": ["playcount", "name", "recent"],
  "albums?order": ["asc", "desc"],
  "trends?metric": ["scrobbles", "artists", "albums", "tracks"],
  "genres?group_by": ["week", "month", "year"],
  "genres?compare_to": ["previous_year"]
}

const stage = Effect.map(host(), (started) => ({
  ...started,
  get: (path: string) => ask(`${started.url}/v1/listening/${path}`, { key: started.read })
}))

describe("parameters", () => {
  it.scoped("limit and page have defaults, and answer 400 outside their bounds", () =>
    Effect.gen(function* () {
      const { get } = yield* stage
      for (const [path, [usual, max]] of Object.entries(limits)) {
        const { json } = yield* get(path)
        if (json.pagination !== undefined) expect(json.pagination, path).toMatchObject({ page: 1, limit: usual })
        const full = yield* get(`${path}?limit=${max}`)
        expect(full.status, path).toBe(200)
        if (json.pagination !== undefined) expect(full.json.pagination.limit, path).toBe(max)
        for (const wrong of ["0", "-1", String(max + 1), "1.5", "1e1", "", "abc", "99999999999999999999", "+5", " 5"]) {
          expect((yield* get(`${path}?limit=${encodeURIComponent(wrong)}`)).json, `${path} ${wrong}`).toEqual({
            error: `limit must be a whole number from 1 to ${max}`,
            status: 400
          })
        }
        if (json.pagination === undefined) continue
        const beyond = yield* get(`${path}?page=2147483647`)
        expect(beyond.json, path).toMatchObject({
          data: [],
          pagination: { page: 2_147_483_647, total: json.pagination.total }
        })
        for (const wrong of ["0", "-3", "x", "", "2147483648"])
          expect((yield* get(`${path}?page=${wrong}`)).status, `${path} ${wrong}`).toBe(400)
      }
    })
  )

  it.scoped("accept only their documented values", () =>
    Effect.gen(function* () {
      const { get } = yield* stage
      for (const [name, all] of Object.entries(words)) {
        for (const word of all) expect((yield* get(`${name}=${word}`)).status, `${name}=${word}`).toBe(200)
        for (const wrong of ["", "x", all[0]!.toUpperCase(), `${all[0]},${all[0]}`, "constructor"]) {
          const answer = yield* get(`${name}=${wrong}`)
          expect(answer.json, `${name}=${wrong}`).toEqual({
            error: expect.stringContaining(`must be one of ${all[0]}`),
            status: 400
          })
        }
        expect((yield* get(`${name}=${all[0]}&${name.split("?")[1]}=${all[0]}`)).status).toBe(400)
      }
    })
  )

  it.scoped("parse booleans", () =>
    Effect.gen(function* () {
      const { get } = yield* stage
      const lines = (json: Json) => json.data.every((item: object) => "sparkline" in item)
      for (const [text, meant] of [
        ["true", true],
        ["1", true],
        ["false", false],
        ["0", false],
        ["", false],
        ["null", false]
      ] as const) {
        expect(lines((yield* get(`top/artists?period=1month&include_sparklines=${text}`)).json), text).toBe(meant)
        expect("sparkline" in (yield* get(`year/2024?include_sparklines=${text}`)).json.top_artists[0], text).toBe(
          meant
        )
      }
      for (const wrong of ["yes", "TRUE", "2"])
        expect((yield* get(`top/artists?include_sparklines=${wrong}`)).status).toBe(400)
    })
  )

  it.scoped("distinguish invalid ids from ids without a record", () =>
    Effect.gen(function* () {
      const { get } = yield* stage
      for (const path of ["artists", "albums"]) {
        expect((yield* get(`${path}/1`)).json.id).toBe(1)
        for (const nothing of ["0", "-1", "4711", "2147483648", "9".repeat(300)])
          expect((yield* get(`${path}/${nothing}`)).json, nothing).toEqual({ error: "Not found", status: 404 })
        for (const none of ["abc", "1.5", "1e3", "%20", "0x1", "1%2F2", "a".repeat(300)])
          expect((yield* get(`${path}/${none}`)).json, none).toEqual({ error: "id must be a number", status: 400 })
      }
      for (const [id, status] of [
        ["1", 200],
        ["4711", 404],
        ["2147483648", 404],
        ["0", 400],
        ["-1", 400],
        ["abc", 400],
        ["", 400]
      ] as const) {
        expect((yield* get(`top/tracks?artist_id=${id}`)).status, id).toBe(status)
      }
    })
  )

  it.scoped("filter every list of plays by date, and page recent albums to the end", () =>
    Effect.gen(function* () {
      const { get } = yield* stage
      const all = (yield* get("history?limit=200")).json
      const day = String(all.data[0].scrobbled_at).slice(0, 10)
      const one = (yield* get(`history?limit=200&date=${day}`)).json
      expect(one).toEqual((yield* get(`history?limit=200&from=${day}&to=${day}`)).json)
      expect(one.pagination.total).toBeGreaterThan(0)
      expect(one.pagination.total).toBeLessThan(all.pagination.total)
      expect((yield* get(`trends?date=${day}`)).json.data).toEqual([
        { period: day.slice(0, 7), value: one.pagination.total }
      ])
      for (const path of ["history", "trends", "recent/albums"])
        expect((yield* get(`${path}?date=yesterday`)).status, path).toBe(400)
      const albums = (yield* get("recent/albums?limit=50")).json
      expect(albums.pagination).toMatchObject({ page: 1, limit: 50, total: albums.data.length })
      const pages = Array.from({ length: Number(albums.data.length) }, (_, index) => index + 1)
      const paged = yield* Effect.forEach(pages, (page) => get(`recent/albums?limit=1&page=${page}`))
      expect(paged.flatMap(({ json }) => json.data)).toEqual(albums.data)
      expect((yield* get(`recent/albums?limit=1&page=${albums.data.length + 1}`)).json.data).toEqual([])
    })
  )

  it.scoped("find an artist by id or by name, but not by both", () =>
    Effect.gen(function* () {
      const { get } = yield* stage
      const byName = yield* get("top/tracks?period=overall&artist_name=glass%20orchard")
      expect(byName.json.artist_id).toBe(2)
      expect((yield* get("top/tracks?period=overall&artist_id=2")).json).toEqual(byName.json)
      expect((yield* get("top/tracks?artist_name=nobody")).status).toBe(404)
      expect((yield* get("top/tracks?artist_name=")).status).toBe(400)
      expect((yield* get("top/tracks?artist_id=2&artist_name=glass")).json).toEqual({
        error: "give artist_id or artist_name, not both",
        status: 400
      })
    })
  )

  it.scoped("validate years and months", () =>
    Effect.gen(function* () {
      const { get } = yield* stage
      for (const year of ["abc", "1999", "2027", "20x5", "2025.5", "99999", "-2025", "%20"]) {
        expect((yield* get(`year/${year}`)).status, year).toBe(400)
        expect((yield* get(`calendar?year=${year}`)).status, year).toBe(400)
      }
      expect((yield* get("year/2026")).status).toBe(404)
      expect((yield* get("calendar?year=2026")).json).toMatchObject({
        year: 2026,
        days: [],
        total: 0,
        max_day: { date: "", count: 0 }
      })
      for (const month of ["0", "13", "x", "", "1.5"])
        expect((yield* get(`year/2024?month=${month}`)).json, month).toEqual({
          error: "month must be a whole number from 1 to 12",
          status: 400
        })
      expect((yield* get("year/2024?month=2")).json).toMatchObject({ year: 2024, month: 2 })
    })
  )

  it.scoped("validate dates and ranges", () =>
    Effect.gen(function* () {
      const { get } = yield* stage
      for (const path of [
        "recent",
        "top/artists",
        "top/albums",
        "top/tracks",
        "stats",
        "history",
        "genres",
        "trends"
      ]) {
        for (const wrong of [
          "from=x",
          "to=2025-02-30",
          "from=2025-02-02&to=2025-02-01",
          "from=",
          "from=2025-01-01T25:00:00Z"
        ]) {
          expect((yield* get(`${path}?${wrong}`)).status, `${path}?${wrong}`).toBe(400)
        }
        expect((yield* get(`${path}?from=2025-01-01&to=2025-02-28`)).status, path).toBe(200)
      }
      for (const path of ["recent", "top/artists", "stats", "genres"])
        expect((yield* get(`${path}?date=tomorrow`)).status, path).toBe(400)
      const day = yield* get("recent?date=2025-03-12&from=garbage")
      expect(day.json.data.map(({ scrobbled_at }: Json) => scrobbled_at.slice(0, 10))).toEqual(["2025-03-12"])
    })
  )

  it.scoped("must be valid percent-encoding", () =>
    Effect.gen(function* () {
      const { get } = yield* stage
      for (const wrong of [
        "history?artist=%zz",
        "history?artist=%",
        "history?artist=a%00b",
        "history?nobody=%ff",
        "artists/%c3%28",
        "artists/%00"
      ]) {
        expect((yield* get(wrong)).json, wrong).toEqual({
          error: "the path or query is not valid percent-encoding; encode it as UTF-8 without NUL",
          status: 400
        })
      }
      expect((yield* get("history?artist=paper+lanterns")).json.pagination.total).toBeGreaterThan(0)
      expect(
        (yield* get("history?artist=paper%20lanterns&__proto__=1&constructor=2&toString")).json.pagination.total
      ).toBeGreaterThan(0)
      expect((yield* get("albums?search=%25")).json.pagination.total).toBe(0)
      expect((yield* get("albums?search=Co_")).json.pagination.total).toBe(1)
      expect((yield* get(`history?artist=${"y".repeat(9_000)}`)).json).toEqual({ error: "URI too long", status: 414 })
    })
  )
})

describe("responses", () => {
  it.scoped("match the plays counted independently", () =>
    Effect.gen(function* () {
      const { get } = yield* stage
      const newest = [...sample].sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
      const recent = yield* get("recent?limit=7&page=2")
      expect(
        recent.json.data.map(({ artist, scrobbled_at, track }: Json) => [
          artist.name,
          track.name,
          Date.parse(scrobbled_at)
        ])
      ).toEqual(newest.slice(7, 14).map(({ artist, at, track }) => [artist, track, Date.parse(at)]))
      expect(recent.json.pagination).toEqual({ page: 2, limit: 7, total: 240, total_pages: 35 })
      const counts = (of: ReadonlyArray<string>) =>
        Array.from(new Set(of), (name) => [name, of.filter((other) => other === name).length] as const).sort(
          (a, b) => b[1] - a[1]
        )
      const top = yield* get("top/artists?period=overall")
      expect(top.json.data.map(({ name, playcount }: Json) => [name, playcount])).toEqual(
        counts(sample.map(({ artist }) => artist))
      )
      expect(top.json.data.map(({ rank }: Json) => rank)).toEqual([1, 2, 3])
      const stats = yield* get("stats")
      expect(stats.json).toMatchObject({
        total_scrobbles: 240,
        unique_artists: 3,
        unique_albums: 3,
        registered_date: new Date(newest.at(-1)!.at).toISOString()
      })
      const days = (yield* get("calendar?year=2024")).json.days
      expect(days.reduce((sum: number, { count }: Json) => sum + count, 0)).toBe(
        sample.filter(({ at }) => at.startsWith("2024")).length
      )
      expect((yield* get("now-playing")).json).toMatchObject({
        is_playing: false,
        scrobbled_at: new Date(newest[0]!.at).toISOString()
      })
    })
  )

  it.scoped("are those of the query service, with every filter passed on", () =>
    Effect.gen(function* () {
      const { get, store } = yield* stage
      const total = (path: string) => Effect.map(get(path), ({ json }) => json.pagination.total)
      const totalOf = <A>(effect: Effect.Effect<{ readonly total: number }, A>) =>
        Effect.map(effect, (page) => page.total)
      const page = { page: 1, limit: 1 }
      const range = { from: Date.parse("2024-01-01T00:00:00+01:00"), to: Date.parse("2024-07-01T00:00:00+02:00") }
      const span = "from=2024-01-01&to=2024-06-30"
      expect(yield* total(`history?artist=lantern&album=kites&${span}`)).toBe(
        yield* totalOf(store.plays({ page, range, artist: "lantern", album: "kites" }))
      )
      expect(yield* total(`top/tracks?artist_id=2&${span}`)).toBe(
        yield* totalOf(store.topTracks({ page, range, artistId: 2 }))
      )
      expect(yield* total(`top/albums?${span}`)).toBe(yield* totalOf(store.topAlbums({ page, range })))
      expect(yield* total("artists?search=NINE")).toBe(1)
      expect(yield* total("albums?artist=glass&search=first")).toBe(1)
      const names = (path: string) =>
        Effect.map(get(path), ({ json }) => json.data.map(({ name }: { name: string }) => name))
      expect(yield* names("artists?sort=name&order=asc")).toEqual([
        "Glass Orchard",
        "Nine Harbours",
        "The Paper Lanterns"
      ])
      expect(yield* names("albums?sort=recent&order=asc&limit=1")).toEqual([
        (yield* store.albums({ page, sort: "recent", order: "asc", search: null, artist: null })).rows[0]!.album.name
      ])
      const compared = (yield* get(`genres?group_by=year&${span}&compare_to=previous_year`)).json
      expect([compared.data[0].period, compared.compare[0].period]).toEqual(["2024", "2023"])
      expect("compare" in (yield* get("genres?compare_to=previous_year")).json).toBe(false)
      expect((yield* get("trends?metric=artists&from=2024-02-01&to=2024-02-29")).json).toEqual({
        metric: "artists",
        data: [{ period: "2024-02", value: 3 }]
      })
      expect(
        (yield* get("top/artists?period=12month&include_sparklines=1")).json.data[0].sparkline.points
      ).toHaveLength(52)
    })
  )

  it.scoped("are empty lists, zeros or 404 without data, as the contract says", () =>
    Effect.gen(function* () {
      const { get, setPlays } = yield* stage
      setPlays([])
      for (const path of ["now-playing", "streaks", "year/2025", "artists/1", "albums/1"])
        expect((yield* get(path)).status, path).toBe(404)
      for (const path of [
        "recent",
        "recent/albums",
        "top/artists",
        "history",
        "artists",
        "albums",
        "trends",
        "years",
        "genres"
      ])
        expect((yield* get(path)).json.data, path).toEqual([])
      expect((yield* get("recent")).json.pagination).toEqual({ page: 1, limit: 10, total: 0, total_pages: 0 })
      expect((yield* get("stats")).json).toEqual({
        total_scrobbles: 0,
        unique_artists: 0,
        unique_albums: 0,
        unique_tracks: 0,
        registered_date: null,
        years_tracking: 0,
        scrobbles_per_day: 0
      })
    })
  )
})

describe("filters", () => {
  it.scoped("are added, listed and removed", () =>
    Effect.gen(function* () {
      const { admin, url } = yield* host()
      const path = `${url}/v1/listening/admin/filters`
      const filter = { filter_type: "holiday", pattern: "Sleigh", scope: "track", reason: "seasonal" }
      expect((yield* post(path, admin, { ...filter, extra: true })).status).toBe(400)
      const added = yield* post(path, admin, filter)
      expect(added.status).toBe(201)
      expect(added.json).toEqual({
        id: 1,
        filter_type: "holiday",
        pattern: "Sleigh",
        scope: "track",
        reason: "seasonal",
        created_at: "2025-03-15T18:00:00.000Z"
      })
      expect((yield* ask(path, { key: admin })).json).toEqual({ data: [added.json] })
      expect((yield* ask(`${path}/1`, { key: admin, method: "DELETE" })).json).toEqual({ success: true, deleted_id: 1 })
      expect((yield* ask(`${path}/1`, { key: admin, method: "DELETE" })).json).toEqual({
        error: "Not found",
        status: 404
      })
      expect((yield* ask(`${path}/x`, { key: admin, method: "DELETE" })).status).toBe(400)
      expect(
        (yield* post(path, admin, { filter_type: "custom", pattern: "Oskeln||Low Orbit", scope: "artist_track" }))
          .status
      ).toBe(201)
      expect(
        (yield* post(path, admin, { filter_type: "custom", pattern: " Kelp Choir\t", scope: "artist" })).json
      ).toMatchObject({ pattern: "Kelp Choir" })
      expect(
        (yield* post(path, admin, { filter_type: "custom", pattern: " (Live", scope: "track" })).json
      ).toMatchObject({ pattern: " (Live" })
      for (const wrong of [
        {},
        { filter_type: "custom", pattern: "", scope: "artist" },
        { filter_type: "custom", pattern: "  ", scope: "artist" },
        { filter_type: "x", pattern: "a", scope: "artist" },
        { filter_type: "custom", pattern: "a", scope: "everything" },
        { filter_type: "custom", pattern: "a\0", scope: "artist" },
        { filter_type: "custom", pattern: "a", scope: "artist", reason: 7 },
        { filter_type: "custom", pattern: "Oskeln", scope: "artist_track" },
        { filter_type: "custom", pattern: "||x", scope: "artist_track" }
      ]) {
        const refused = yield* post(path, admin, wrong)
        expect(refused.json, JSON.stringify(wrong)).toEqual({
          error: expect.stringMatching(/^(filter_type|pattern|scope|reason) [^\n]+$/),
          status: 400
        })
      }
    })
  )
})
