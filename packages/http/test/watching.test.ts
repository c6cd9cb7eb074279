import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { host } from "./support/host.js"
import { ask } from "./support/http.js"

const asking = Effect.map(
  host(),
  ({ admin, read, url }) =>
    (path: string) =>
      ask(`${url}/v1/watching/${path}`, { key: path.startsWith("admin") ? admin : read })
)

describe("watching over HTTP", () => {
  it.scoped("shows films with the field names of the contract", () =>
    Effect.gen(function* () {
      const at = yield* asking
      const { json } = yield* at("recent?limit=2")
      const { data, pagination } = json as { data: ReadonlyArray<Record<string, unknown>>; pagination: unknown }
      expect(data[0]).toEqual({
        movie: {
          id: 1,
          title: "Film 1",
          year: 1991,
          director: "Ada Quill",
          directors: ["Ada Quill"],
          genres: ["Drama"],
          duration_min: 100,
          rating: "PG-13",
          image: null,
          imdb_id: null,
          tmdb_id: 1,
          tmdb_rating: 7.5,
          tagline: null,
          summary: null
        },
        watched_at: expect.any(String),
        source: "plex",
        user_rating: 4.5,
        percent_complete: null,
        rewatch: false,
        review: "Still great.",
        review_url: null
      })
      expect(pagination).toEqual({ page: 1, limit: 2, total: 3, total_pages: 2 })
      const movie = (yield* at("movies/1")).json as Record<string, unknown>
      expect(Object.keys(movie)).toEqual(expect.arrayContaining(["first_watched_at", "watch_history", "imdb_id"]))
      expect((movie["watch_history"] as ReadonlyArray<unknown>)[0]).toMatchObject({
        id: 1,
        source: "plex",
        user_rating: 4.5,
        review: "Still great."
      })
    })
  )

  it.scoped("shows series, totals and years with the field names of the contract", () =>
    Effect.gen(function* () {
      const at = yield* asking
      expect((yield* at("shows/1/seasons/1")).json).toEqual({
        show_id: 1,
        show_title: "Series",
        season_number: 1,
        episodes: [{ season: 1, episode: 2, title: "Pilot", watched_at: expect.any(String) }]
      })
      expect((yield* at("shows/1")).json).toMatchObject({
        episodes_watched: 1,
        seasons: [{ season_number: 1, episodes_watched: 1 }]
      })
      expect((yield* at("stats")).json).toEqual({
        data: {
          total_movies: 3,
          total_watch_time_hours: 5,
          movies_this_year: 3,
          avg_per_month: 1,
          top_genre: "Drama",
          top_decade: 1990,
          top_director: "Ada Quill",
          total_shows: 1,
          total_episodes_watched: 1,
          episodes_this_year: 1
        }
      })
      expect((yield* at("stats/directors")).json).toEqual({ data: [{ name: "Ada Quill", count: 3 }] })
      expect((yield* at("stats/genres")).json).toEqual({ data: [{ name: "Drama", count: 3, percentage: 100 }] })
      expect((yield* at("calendar?year=2025")).json).toEqual({ year: 2025, data: [{ date: "2025-03-01", count: 3 }] })
      expect((yield* at("trends?period=weekly")).json).toEqual({
        period: "weekly",
        data: [{ period: "2025-W09", count: 3 }]
      })
      expect((yield* at("year/2025")).json).toMatchObject({
        year: 2025,
        total_movies: 3,
        monthly: [{ month: "2025-03", count: 3 }],
        top_rated: [{ user_rating: 4.5 }, {}, {}]
      })
      expect((yield* at("admin/merges")).json).toMatchObject({
        data: [{ id: 2, reason: "the same title", kept: { source: "plex" }, merged: { source: "letterboxd" } }]
      })
    })
  )

  it.scoped("answers 404 for missing data and 400 for invalid requests", () =>
    Effect.gen(function* () {
      const at = yield* asking
      for (const path of ["movies/9", "shows/9", "shows/1/seasons/2", "shows/9/seasons/1"])
        expect((yield* at(path)).json, path).toEqual({ error: "Not found", status: 404 })
      for (const path of [
        "movies/x",
        "movies?sort=size",
        "movies?order=up",
        "recent?limit=51",
        "recent?exclude_ids=1,b",
        "year/abc",
        "year/1700",
        "calendar?year=1700",
        "trends?period=daily",
        "stats?from=x",
        "shows/1/seasons/x"
      ]) {
        expect((yield* at(path)).status, path).toBe(400)
      }
    })
  )

  it.scoped("accepts manual changes and explains invalid ones", () =>
    Effect.gen(function* () {
      const { admin, url } = yield* host()
      const send = (method: string, path: string, body?: unknown) =>
        ask(`${url}/v1/watching/admin/${path}`, {
          key: admin,
          method,
          headers: { "content-type": "application/json" },
          ...(body === undefined ? {} : { body: JSON.stringify(body) })
        })
      const added = yield* send("POST", "movies", { title: "Film 1", rating: 4.5 })
      expect([added.status, added.json]).toEqual([
        201,
        {
          id: 1,
          movie_id: 1,
          watched_at: expect.any(String),
          source: "plex",
          user_rating: 4.5,
          rewatch: false,
          review: "Still great."
        }
      ])
      expect((yield* send("DELETE", "movies/1")).json).toEqual({ success: true, deleted_id: 1 })
      expect((yield* send("DELETE", "movies/7")).status).toBe(404)
      expect((yield* send("DELETE", "merges/7")).status).toBe(404)
      for (const body of [
        {},
        { title: "" },
        { title: "X", rating: 5.5 },
        { title: "X", rating: 4.3 },
        { title: "X", watched_at: "2025-02-30" },
        { tmdb_id: 0 }
      ]) {
        expect((yield* send("POST", "movies", body)).status, JSON.stringify(body)).toBe(400)
      }
      expect((yield* send("POST", "movies", { tmdb_id: 120 })).status).toBe(404)
    })
  )
})
