import { describe, expect, it } from "@effect/vitest"
import { DateTime, Effect, Layer, Option, TestClock } from "effect"
import { Pictures } from "../../src/images/Picture.js"
import { Calendar } from "../../src/shared/Calendar.js"
import type { MovieFact, MovieWatch } from "../../src/watching/facts.js"
import { Watching } from "../../src/watching/service.js"
import { WatchingStore } from "../../src/watching/store.js"

const at = Date.UTC(2025, 2, 14)
const film: MovieFact = {
  id: 1,
  title: "Film",
  year: 1991,
  directors: [],
  genres: [],
  durationMin: 100,
  contentRating: null,
  imdbId: null,
  tmdbId: 1,
  tmdbRating: null,
  tagline: null,
  summary: null,
  picture: {
    domain: "watching",
    type: "movie",
    id: 1,
    version: 1,
    thumbhash: null,
    dominantColor: null,
    accentColor: null
  }
}
const watch: MovieWatch = {
  id: 1,
  watchedAt: at,
  source: "plex",
  rating: 4,
  rewatch: false,
  review: "Still great.",
  reviewUrl: null,
  movie: film
}
const one = Effect.succeed({ rows: [watch], total: 1 })

const store = Layer.mock(WatchingStore, {
  watches: () => one,
  movies: () => Effect.succeed({ rows: [{ ...film, lastWatchedAt: at }], total: 1 }),
  movie: () => Effect.succeed(Option.some({ movie: film, firstWatchedAt: at, lastWatchedAt: at, watches: [] })),
  totals: () =>
    Effect.succeed({ movies: 1, minutes: 100, shows: 0, episodes: 0, firstDate: "2025-03-14", lastDate: "2025-03-14" }),
  genres: () => Effect.succeed([]),
  decades: () => Effect.succeed([]),
  periods: () => Effect.succeed([]),
  topRated: () => Effect.succeed([watch]),
  ratings: () => one,
  reviews: () => one
})
const pictures = Layer.mock(Pictures, {
  image: (_, preset = "medium") => ({ url: preset, thumbhash: null, dominant_color: null, accent_color: null })
})

describe("Watching", () => {
  it.effect("returns small posters in lists and larger ones in a film's detail", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(at)
      const watching = yield* Watching
      const page = { page: 1, limit: 10 }
      const movies = {
        page,
        genre: null,
        decade: null,
        director: null,
        year: null,
        exclude: [],
        sort: "title",
        order: "asc"
      } as const
      const listItems = [
        (yield* watching.recent(page, {}, [])).data[0]?.movie,
        (yield* watching.movies(movies)).data[0],
        (yield* watching.ratings({ page, sort: "date", order: "desc" })).data[0]?.movie,
        (yield* watching.reviews(page)).data[0]?.movie,
        (yield* watching.year(2025)).top_rated[0]?.movie
      ]
      expect(listItems.map((movie) => movie?.image?.url)).toEqual(Array(5).fill("poster-sm"))
      expect((yield* watching.movie(1)).image?.url).toBe("poster")
    }).pipe(
      Effect.provide(
        Layer.provide(
          Watching.Default,
          Layer.mergeAll(store, pictures, Calendar.layer(DateTime.zoneUnsafeMakeNamed("Europe/Vienna")))
        )
      )
    )
  )
})
