import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { expectCaching, pathsOf } from "./support/cacheHeaders.js"
import { ambiguousTitle } from "./support/domains/collecting.js"
import { sampleCopies, sampleDiscs, samplePlays, sampleValue, sampleWants } from "./support/domains/sampleCollection.js"
import { host } from "./support/host.js"
import { ask, type Json, post } from "./support/http.js"
import { sampleNow } from "./support/library.js"

type Copy = (typeof sampleCopies)[number]
type Disc = (typeof sampleDiscs)[number]

/** Asks for a path of the domain that answers 200. */
const asking = Effect.map(
  host(),
  ({ read, url }) =>
    (path: string) =>
      Effect.map(ask(`${url}/v1/collecting/${path}`, { key: read }), ({ json, status }): Json => {
        expect([path, status]).toEqual([path, 200])
        return json
      })
)

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())
/** All times of the sample are in the evening in Berlin, so its day is the day in UTC. */
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const discogs = (id: number) => ({ discogs_id: id, discogs_url: `https://www.discogs.com/release/${id}` })
const idsOf = (answer: Json): ReadonlyArray<number> => answer.data.map(({ id }: { id: number }) => id)
const ids = (rows: ReadonlyArray<{ readonly id: number }>) => rows.map(({ id }) => id)

/** Descending by a value, rows without it last. */
const byLatest = <A>(rows: ReadonlyArray<A>, key: (row: A) => number | null) =>
  rows.toSorted((a, b) => (key(b) ?? -Infinity) - (key(a) ?? -Infinity))

const briefOf = (copy: Copy) => ({
  id: copy.id,
  ...discogs(copy.releaseId),
  title: copy.title,
  artists: copy.artists,
  year: copy.year,
  format: copy.format ?? "Unknown",
  genres: copy.genres,
  styles: copy.styles,
  image: null,
  date_added: iso(copy.addedAt),
  rating: copy.rating
})

const recordOf = (copy: Copy) => ({
  ...briefOf(copy),
  format_detail: copy.formatDetail,
  format_text: copy.formatDetail.length === 0 ? null : "LP, Album",
  label: copy.labels,
  label_name: copy.labels.length === 0 ? null : "Quillon"
})

const briefDiscOf = (disc: Disc) => ({
  id: disc.id,
  title: disc.title,
  year: disc.year,
  tmdb_id: disc.tmdbId,
  image: null,
  media_type: disc.mediaType,
  resolution: disc.resolution,
  collected_at: iso(disc.collectedAt)
})

const recentDiscOf = (disc: Disc) => ({
  ...briefDiscOf(disc),
  tmdb_rating: disc.tmdbRating,
  hdr: disc.hdr,
  audio: disc.audio,
  audio_channels: disc.audioChannels
})

const discOf = (disc: Disc) => ({ ...recentDiscOf(disc), imdb_id: disc.imdbId, runtime: disc.runtime })

const newestCopies = byLatest(sampleCopies, ({ addedAt }) => addedAt)
const newestDiscs = byLatest(sampleDiscs, ({ collectedAt }) => collectedAt)
const addedOn = ({ addedAt }: Copy) => (addedAt === null ? "" : dayOf(addedAt))

/** Counts of names, most first, then by name. */
const countsOf = (names: ReadonlyArray<string>) =>
  Array.from(new Set(names), (name) => ({ name, count: names.filter((one) => one === name).length })).toSorted(
    (a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)
  )
const recordOfCounts = (names: ReadonlyArray<string | null>) =>
  Object.fromEntries(countsOf(names.flatMap((name) => name ?? [])).map(({ count, name }) => [name, count]))

describe("collecting over HTTP", () => {
  it.scoped("lists records newest first, in pages and between dates", () =>
    Effect.gen(function* () {
      const at = yield* asking
      expect((yield* at("vinyl")).data).toEqual(newestCopies.map(recordOf))
      const second = yield* at("recent?limit=3&page=2")
      expect(second.data).toEqual(newestCopies.slice(3, 6).map(recordOf))
      expect(second.pagination).toEqual({ page: 2, limit: 3, total: sampleCopies.length, total_pages: 3 })
      const day = addedOn(sampleCopies[3]!)
      for (const [query, which] of [
        [`date=${day}`, (copy: Copy) => addedOn(copy) === day],
        [`from=${day}`, (copy: Copy) => addedOn(copy) >= day],
        [`to=${day}`, (copy: Copy) => addedOn(copy) !== "" && addedOn(copy) <= day]
      ] as const)
        for (const path of ["recent", "vinyl"])
          expect([path, query, idsOf(yield* at(`${path}?${query}`))]).toEqual([
            path,
            query,
            ids(newestCopies.filter(which))
          ])
    })
  )

  it.scoped("filters records like a predicate over each record", () =>
    Effect.gen(function* () {
      const at = yield* asking
      const cases: ReadonlyArray<readonly [string, (copy: Copy) => boolean]> = [
        ["format=VINYL", ({ format }) => format === "Vinyl" || format === "vinyl"],
        ["format=vin", () => false],
        ["genre=jaz", ({ genres }) => (genres as ReadonlyArray<string>).includes("Jazz")],
        ["artist=velmora", ({ artists }) => (artists as ReadonlyArray<string>).includes("Velmora Tide")],
        ["q=arger", ({ title }) => title === "Ärger im Hafen"],
        ["q=lantern", ({ artists }) => (artists as ReadonlyArray<string>).includes("The Paper Lanterns")],
        ["artist=oskeln&genre=rock", ({ artists, genres }) => artists.includes("Oskeln") && genres.includes("Rock")]
      ]
      for (const [query, which] of cases) {
        const answer = yield* at(`vinyl?${query}`)
        expect([query, idsOf(answer)]).toEqual([query, ids(newestCopies.filter(which))])
        expect(answer.pagination.total).toBe(sampleCopies.filter(which).length)
      }
    })
  )

  it.scoped("sorts lists in both directions, items without the value last", () =>
    Effect.gen(function* () {
      const at = yield* asking
      const expectOrder = <A extends { readonly id: number }>(
        path: string,
        rows: ReadonlyArray<A>,
        key: (row: A) => string | number | null
      ) =>
        Effect.gen(function* () {
          const ascending = rows.filter((row) => key(row) !== null).toSorted((a, b) => (key(a)! < key(b)! ? -1 : 1))
          const without = rows.filter((row) => key(row) === null)
          expect([path, idsOf(yield* at(`${path}&order=asc`))]).toEqual([path, ids([...ascending, ...without])])
          const descending = [...ascending.toReversed(), ...without]
          expect([path, idsOf(yield* at(`${path}&order=desc`))]).toEqual([path, ids(descending)])
        })
      yield* expectOrder("vinyl?sort=date_added", sampleCopies, ({ addedAt }) => addedAt)
      yield* expectOrder("vinyl?sort=title", sampleCopies, ({ title }) => title)
      yield* expectOrder("vinyl?sort=year", sampleCopies, ({ year }) => year)
      yield* expectOrder("wantlist?sort=date_added", sampleWants, ({ addedAt }) => addedAt)
      yield* expectOrder("wantlist?sort=title", sampleWants, ({ title }) => title)
      yield* expectOrder("wantlist?sort=year", sampleWants, ({ year }) => year)
      yield* expectOrder("media?sort=collected_at", sampleDiscs, ({ collectedAt }) => collectedAt)
      yield* expectOrder("media?sort=title", sampleDiscs, ({ title }) => title)
      yield* expectOrder("media?sort=year", sampleDiscs, ({ year }) => year)
      const ratings = (yield* at("vinyl?sort=rating")).data.map(({ rating }: { rating: number }) => rating)
      expect(ratings).toEqual(sampleCopies.map(({ rating }) => rating).toSorted((a, b) => b - a))
    })
  )

  it.scoped("answers one record, and the wantlist", () =>
    Effect.gen(function* () {
      const at = yield* asking
      for (const copy of sampleCopies)
        expect(yield* at(`vinyl/${copy.id}`)).toEqual({
          ...recordOf(copy),
          tracklist: copy.tracklist,
          country: "US",
          community_have: 3,
          community_want: 4,
          lowest_price: copy.lowestPrice === null ? null : 15.99,
          num_for_sale: 2,
          notes: copy.notes ?? "Reissue",
          media_condition: "Mint (M)",
          sleeve_condition: null
        })
      const newest = byLatest(sampleWants, ({ addedAt }) => addedAt)
      expect((yield* at("wantlist")).data).toEqual(
        newest.map(({ addedAt, artists, formats, genres, id, notes, rating, releaseId, title, year }) => ({
          ...{ id, ...discogs(releaseId), title, artists, year, formats, genres, notes, rating },
          image: null,
          date_added: iso(addedAt)
        }))
      )
      const day = dayOf(newest[1]!.addedAt!)
      expect(idsOf(yield* at(`wantlist?from=${day}`))).toEqual(ids(newest.slice(0, 2)))
    })
  )

  it.scoped("counts the collection, over all time and between dates", () =>
    Effect.gen(function* () {
      const at = yield* asking
      const from = "2024-03-01"
      for (const [query, copies, wants] of [
        ["", sampleCopies, sampleWants],
        [`?from=${from}`, sampleCopies.filter((copy) => addedOn(copy) >= from), sampleWants],
        ["?date=1999-01-01", [], []]
      ] as const) {
        const formats = copies.map(({ format }) => format?.toLowerCase())
        const count = (format: string) => formats.filter((one) => one === format).length
        const years = copies.flatMap(({ year }) => year ?? [])
        const [artist] = countsOf(copies.flatMap(({ artists }) => artists))
        expect([query, (yield* at(`stats${query}`)).data]).toEqual([
          query,
          {
            total_items: copies.length,
            by_format: {
              vinyl: count("vinyl"),
              cd: count("cd"),
              cassette: count("cassette"),
              other: formats.filter((format) => !["vinyl", "cd", "cassette"].includes(format ?? "")).length
            },
            wantlist_count: wants.length,
            unique_artists: new Set(copies.flatMap(({ artists }) => artists)).size,
            estimated_value: query === "" ? sampleValue / 100 : null,
            top_genre: countsOf(copies.flatMap(({ genres }) => genres))[0]?.name ?? null,
            oldest_release_year: years.length === 0 ? null : Math.min(...years),
            newest_release_year: years.length === 0 ? null : Math.max(...years),
            most_collected_artist: artist ?? null,
            added_this_year: copies.filter((copy) => addedOn(copy).startsWith("2025")).length
          }
        ])
      }
    })
  )

  it.scoped("counts formats, genres, artists and media types", () =>
    Effect.gen(function* () {
      const at = yield* asking
      const sameCounts = (answer: Json, names: ReadonlyArray<string>) => {
        expect(Object.fromEntries(answer.data.map((one: Json) => [one.name, one.count]))).toEqual(recordOfCounts(names))
        const counts = answer.data.map(({ count }: { count: number }) => count)
        expect(counts).toEqual(counts.toSorted((a: number, b: number) => b - a))
      }
      sameCounts(
        yield* at("formats"),
        sampleCopies.map(({ format }) => format ?? "Unknown")
      )
      sameCounts(
        yield* at("genres"),
        sampleCopies.flatMap(({ genres }) => genres)
      )
      sameCounts(
        yield* at("media/formats"),
        sampleDiscs.map(({ mediaType }) => mediaType)
      )
      const artists = countsOf(sampleCopies.flatMap(({ artists }) => artists)).map(({ count, name }) => ({
        name,
        discogs_id: 7,
        image_url: null,
        release_count: count
      }))
      expect((yield* at("artists")).data).toEqual(artists)
      expect((yield* at("artists?limit=2")).data).toEqual(artists.slice(0, 2))
    })
  )

  it.scoped("compares records with plays", () =>
    Effect.gen(function* () {
      const at = yield* asking
      const isPlayed = ({ id }: Copy) => ["exact", "fuzzy"].includes(samplePlays.get(id)?.match ?? "")
      const rowOf = (copy: Copy) => {
        const own = samplePlays.get(copy.id)
        return {
          collection: briefOf(copy),
          listening: {
            album_name: own?.album ?? null,
            artist_name: own?.artist ?? null,
            play_count: own?.plays ?? 0,
            last_played: iso(own?.lastPlayedAt ?? null),
            match_type: own?.match ?? "none",
            match_confidence: own?.confidence ?? 0
          }
        }
      }
      for (const copy of sampleCopies) {
        const { artistId = null, albumId = null } = samplePlays.get(copy.id) ?? {}
        expect(yield* at(`vinyl/${copy.id}/plays`)).toEqual({
          artist_id: artistId,
          album_id: albumId,
          ...rowOf(copy).listening
        })
      }
      const played = sampleCopies.filter(isPlayed).length
      for (const [filter, which] of [
        ["all", () => true],
        ["listened", isPlayed],
        ["unlistened", (copy: Copy) => !isPlayed(copy)]
      ] as const) {
        const rows = byLatest(sampleCopies.filter(which), ({ id }) => samplePlays.get(id)?.plays ?? 0)
        const answer = yield* at(`cross-reference?filter=${filter}`)
        expect([filter, answer]).toEqual([
          filter,
          {
            data: rows.map(rowOf),
            summary: {
              total_matches: played,
              listen_rate: played / sampleCopies.length,
              unlistened_count: sampleCopies.length - played
            },
            pagination: { page: 1, limit: 20, total: rows.length, total_pages: 1 }
          }
        ])
      }
      expect((yield* at("cross-reference?sort=added&limit=2&page=2")).data).toEqual(newestCopies.slice(2, 4).map(rowOf))
    })
  )

  it.scoped("lists discs, answers one of them, and compares them with viewings", () =>
    Effect.gen(function* () {
      const at = yield* asking
      expect((yield* at("media")).data).toEqual(newestDiscs.map(discOf))
      expect((yield* at("media/recent?limit=2&page=2")).data).toEqual(newestDiscs.slice(2, 4).map(recentDiscOf))
      const day = dayOf(newestDiscs[1]!.collectedAt)
      const cases: ReadonlyArray<readonly [string, (disc: Disc) => boolean]> = [
        ["format=bluray", ({ mediaType }) => mediaType === "bluray"],
        ["genre=drama", ({ genres }) => genres.includes("Drama")],
        ["q=etude", ({ title }) => title === "Étude"],
        [`from=${day}`, ({ collectedAt }) => dayOf(collectedAt) >= day],
        [`date=${day}`, ({ collectedAt }) => dayOf(collectedAt) === day]
      ]
      for (const [query, which] of cases)
        expect([query, idsOf(yield* at(`media?${query}`))]).toEqual([query, ids(newestDiscs.filter(which))])
      for (const disc of sampleDiscs)
        expect(yield* at(`media/${disc.id}`)).toEqual({
          ...discOf(disc),
          tagline: null,
          summary: "A film.",
          content_rating: "PG",
          watch_history: disc.viewings.map(({ rating, source, watchedAt }) => ({
            watched_at: iso(watchedAt),
            source,
            user_rating: rating
          })),
          movie_id: disc.movieId
        })
      const isWatched = ({ viewings }: Disc) => viewings.length > 0
      const watched = sampleDiscs.filter(isWatched).length
      for (const [filter, which] of [
        ["all", () => true],
        ["watched", isWatched],
        ["unwatched", (disc: Disc) => !isWatched(disc)]
      ] as const) {
        const rows = newestDiscs.filter(which)
        expect([filter, yield* at(`media/cross-reference?filter=${filter}`)]).toEqual([
          filter,
          {
            data: rows.map((disc) => ({
              collection: briefDiscOf(disc),
              watching: {
                watched: isWatched(disc),
                watch_count: disc.viewings.length,
                last_watched: iso(disc.viewings[0]?.watchedAt ?? null)
              }
            })),
            summary: {
              total_owned: sampleDiscs.length,
              total_watched: watched,
              total_unwatched: sampleDiscs.length - watched,
              watch_rate: watched / sampleDiscs.length
            },
            pagination: { page: 1, limit: 20, total: rows.length, total_pages: 1 }
          }
        ])
      }
    })
  )

  it.scoped("counts discs, and additions per day of a year", () =>
    Effect.gen(function* () {
      const at = yield* asking
      const from = "2025-01-01"
      for (const [query, discs] of [
        ["", sampleDiscs],
        [`?from=${from}`, sampleDiscs.filter(({ collectedAt }) => dayOf(collectedAt) >= from)]
      ] as const)
        expect((yield* at(`media/stats${query}`)).data).toEqual({
          total_items: discs.length,
          by_format: recordOfCounts(discs.map(({ mediaType }) => mediaType)),
          by_resolution: recordOfCounts(discs.map(({ resolution }) => resolution)),
          by_hdr: recordOfCounts(discs.map(({ hdr }) => hdr)),
          by_genre: recordOfCounts(discs.flatMap(({ genres }) => genres)),
          by_decade: recordOfCounts(discs.map(({ year }) => (year === null ? null : `${String(year).slice(0, 3)}0s`))),
          added_this_year: discs.filter(({ collectedAt }) => dayOf(collectedAt) >= from).length
        })
      const additions = [
        ...sampleCopies.flatMap(({ addedAt }) => addedAt ?? []),
        ...sampleDiscs.map(({ collectedAt }) => collectedAt)
      ].map(dayOf)
      for (const [query, year] of [
        ["", dayOf(sampleNow).slice(0, 4)],
        ["?year=2024", "2024"],
        ["?year=2010", "2010"]
      ] as const) {
        const own = additions.filter((day) => day.startsWith(year))
        const days = countsOf(own).map(({ count, name }) => ({ date: name, count }))
        expect(yield* at(`calendar${query}`)).toEqual({
          year: Number(year),
          days: days.toSorted((a, b) => (a.date < b.date ? -1 : 1)),
          total: own.length,
          max_day: days[0] ?? { date: "", count: 0 }
        })
      }
    })
  )

  it.scoped("answers 404 for missing data and 400 for invalid requests", () =>
    Effect.gen(function* () {
      const { read, url } = yield* host()
      const at = (path: string) => ask(`${url}/v1/collecting/${path}`, { key: read })
      for (const path of ["vinyl/8", "vinyl/99999999999", "media/5", "media/-1"])
        expect([path, (yield* at(path)).json]).toEqual([path, { error: "Not found", status: 404 }])
      const wrong: Readonly<Record<string, string>> = {
        "vinyl?sort=price": "sort must be one of date_added, title, year, rating",
        "vinyl?order=up": "order must be one of asc, desc",
        "vinyl?limit=101": "limit must be a whole number from 1 to 100",
        "vinyl?to=2025-02-30": "to must be an ISO 8601 day or timestamp",
        "vinyl/x": "id must be a number",
        "recent?limit=51": "limit must be a whole number from 1 to 50",
        "stats?from=2025-02-02&to=2025-02-01": "from must not be after to",
        "wantlist?sort=rating": "sort must be one of date_added, title, year",
        "artists?limit=0": "limit must be a whole number from 1 to 100",
        "cross-reference?filter=some": "filter must be one of all, listened, unlistened",
        "cross-reference?sort=title": "sort must be one of plays, added",
        "calendar?year=1999": "year must be from 2000 to 2026",
        "calendar?year=x": "year must be a whole number from 0 to 9999",
        "media?sort=rating": "sort must be one of collected_at, title, year",
        "media/x": "id must be a number",
        "media/cross-reference?filter=listened": "filter must be one of all, watched, unwatched",
        "media/stats?date=x": "date must be a day as YYYY-MM-DD",
        "formats?date=2025-03-01": "this operation has no parameter date; remove it, or see /docs for its date filters"
      }
      for (const [path, error] of Object.entries(wrong)) {
        const { json, status } = yield* at(path)
        expect([path, status, json.error]).toEqual([path, 400, error])
      }
      expect((yield* at("media?format=lp")).json.error).toMatch(/^format must be one of bluray, uhd_bluray/)
    })
  )

  it.scoped("states how long each answer is valid", () =>
    Effect.gen(function* () {
      const stage = yield* host()
      const current = pathsOf("collecting").map((path) => path.replace("{id}", "1"))
      expect(current.length).toBe(18)
      const hours = Object.fromEntries(current.map((path) => [path, 3_600]))
      yield* expectCaching(stage, { ...hours, "/v1/collecting/calendar?year=2024": 86_400 })
    })
  )

  it.scoped("adds and removes as an admin only, and asks to choose between candidates", () =>
    Effect.gen(function* () {
      const { admin, read, url } = yield* host()
      const at = (path: string, key = admin) => ask(`${url}/v1/admin/collecting/${path}`, { key })
      const send = (path: string, body: unknown, key = admin) => post(`${url}/v1/admin/collecting/${path}`, key, body)
      const disc = yield* send("media", { tmdb_id: 9, media_type: "bluray", resolution: "uhd_4k" })
      expect([disc.status, disc.json]).toEqual([
        200,
        {
          status: "added",
          movie: { title: "Film 9", year: 1999, tmdb_id: 9 },
          media_type: "uhd_bluray",
          trakt: { added: 1, existing: 0 },
          image_processed: false
        }
      ])
      expect((yield* send("media/1/remove", {})).json).toEqual({
        status: "removed",
        message: "Film 9 is no longer in the collection"
      })
      expect((yield* send("vinyl", { discogs_id: 7 })).json).toEqual({
        status: "added",
        release: { discogs_id: 7, title: "Record", artists: [], year: 1999 },
        discogs: { instance_id: 77 },
        image_processed: false
      })
      expect((yield* at("media/candidates?title=film")).json).toEqual({
        data: [{ title: "Film 9", year: 1999, tmdb_id: 9, imdb_id: null }]
      })
      expect((yield* at("vinyl/candidates?title=record&artist=somebody")).json).toEqual({
        data: [{ title: "Somebody - Record", year: null, discogs_id: 1, format: "CD", country: null }]
      })
      for (const [path, body] of [
        ["backfill-images", { limit: 5, offset: 2 }],
        ["media/backfill-images", { dry_run: true }]
      ] as const) {
        const { json, status } = yield* send(path, body)
        expect([status, json]).toEqual([
          200,
          { status: "dry_run" in body ? "dry_run" : "queued", queued: expect.any(Number) }
        ])
      }

      const statuses: ReadonlyArray<readonly [string, unknown, number]> = [
        ["media", { tmdb_id: 404, media_type: "dvd" }, 404],
        ["media", { title: ambiguousTitle, media_type: "dvd" }, 409],
        ["media", { tmdb_id: 9, media_type: "digital" }, 400],
        ["media", { tmdb_id: 9, media_type: "lp" }, 400],
        ["media", { media_type: "dvd" }, 400],
        ["media/2/remove", {}, 404],
        ["media/x/remove", {}, 400],
        ["vinyl", { discogs_id: 404 }, 404],
        ["vinyl", { title: ambiguousTitle }, 409],
        ["vinyl", {}, 400],
        ["vinyl", { discogs_id: "seven" }, 400],
        ["backfill-images", { limit: 201 }, 400],
        ["media/backfill-images", { type: "releases" }, 400]
      ]
      for (const [path, body, status] of statuses)
        expect([path, body, (yield* send(path, body)).status]).toEqual([path, body, status])
      expect((yield* send("vinyl", { title: ambiguousTitle, artist: "A B" })).json.error).toBe(
        `"${ambiguousTitle}" matches 2 titles: choose one from GET ` +
          `/v1/admin/collecting/vinyl/candidates?title=${ambiguousTitle}&artist=A%20B and give its id`
      )
      for (const path of ["media/candidates", "vinyl/candidates"]) {
        expect([path, (yield* at(path)).status]).toEqual([path, 400])
        expect([path, (yield* at(`${path}?title=%20`)).status]).toEqual([path, 400])
        expect([path, (yield* at(`${path}?title=film`, read)).status]).toEqual([path, 403])
      }
      for (const path of ["media", "media/1/remove", "vinyl", "backfill-images", "media/backfill-images"])
        expect([path, (yield* send(path, {}, read)).status]).toEqual([path, 403])
    })
  )
})
