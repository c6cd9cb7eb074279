import { Publisher, noChanges } from "@daybook/core/publishing"
import { Transaction } from "@daybook/core/shared"
import { EnrichmentTasks } from "@daybook/core/sync"
import {
  type Fact,
  TitleFinder,
  Watching,
  WatchingAdmin,
  WatchingEnrichmentStore,
  WatchingRecords,
  WatchingStore,
  noDetails,
  noIdentifiers
} from "@daybook/core/watching"
import { Effect, Layer, Option } from "effect"

const movie = (id: number): Fact.MovieFact => ({
  id,
  title: `Film ${id}`,
  year: 1990 + id,
  directors: ["Ada Quill"],
  genres: ["Drama"],
  durationMin: 100,
  contentRating: "PG-13",
  imdbId: null,
  tmdbId: id,
  tmdbRating: 7.5,
  tagline: null,
  summary: null,
  picture: null
})

const watch = (id: number, now: number): Fact.WatchFact => ({
  id,
  watchedAt: now - id * 86_400_000,
  source: "plex",
  rating: 4.5,
  rewatch: false,
  review: "Still great.",
  reviewUrl: null
})

const show: Fact.ShowFact = {
  id: 1,
  title: "Series",
  year: 2020,
  tmdbId: 9,
  tmdbRating: null,
  contentRating: null,
  summary: null,
  seasons: 2,
  episodes: 20,
  episodesWatched: 1,
  picture: null
}

const totals: Fact.Totals = {
  movies: 3,
  minutes: 300,
  shows: 1,
  episodes: 1,
  firstDate: "2025-01-01",
  lastDate: "2025-03-14"
}

/** A few films and one episode, watched before now; changes are answered but not stored. */
export const watching = (now: number) => {
  const watches = [1, 2, 3].map((id): Fact.MovieWatch => ({ ...watch(id, now), movie: movie(id) }))
  const all = <A>(rows: ReadonlyArray<A>) => Effect.succeed({ rows, total: rows.length })
  const store = Layer.mock(WatchingStore, {
    watches: () => all(watches),
    movies: () => all(watches.map((one) => ({ ...one.movie, lastWatchedAt: one.watchedAt }))),
    movie: (id) =>
      Effect.succeed(
        id === 1
          ? Option.some({ movie: movie(1), firstWatchedAt: now, lastWatchedAt: now, watches: [watch(1, now)] })
          : Option.none()
      ),
    viewing: (id) =>
      Effect.succeed(
        id === 1
          ? Option.some({
              ...watch(1, now),
              title: { kind: "movie" as const, id: 1, title: "Film 1", year: 1991 },
              episode: null
            })
          : Option.none()
      ),
    totals: () => Effect.succeed(totals),
    genres: () => Effect.succeed([{ name: "Drama", count: 3 }]),
    decades: () => Effect.succeed([{ decade: 1990, count: 3 }]),
    directors: () => Effect.succeed([{ name: "Ada Quill", count: 3 }]),
    summary: () =>
      Effect.succeed({ totals, part: totals, leading: { genre: "Drama", director: "Ada Quill", decade: 1990 } }),
    periods: () => Effect.succeed([{ date: "2025-03-01", count: 3 }]),
    shows: () => all([show]),
    show: (id) =>
      Effect.succeed(
        id === 1
          ? Option.some({
              show,
              firstWatchedAt: now,
              episodes: [{ season: 1, episode: 2, title: "Pilot", watchedAt: now }],
              undated: [{ season: 1, episode: 3, title: null, source: "trakt" as const }]
            })
          : Option.none()
      ),
    ratings: () => all(watches),
    topRated: () => Effect.succeed(watches),
    reviews: () => all(watches),
    merges: () =>
      all([
        {
          id: 2,
          movie: { id: 1, title: "Film 1", year: 1991 },
          kept: { id: 1, source: "plex" as const, watchedAt: now },
          merged: { id: 2, source: "letterboxd" as const, watchedAt: now },
          reason: "the same title",
          episode: null
        }
      ]),
    watchOf: (id) =>
      Effect.succeed(id >= 1 && id <= 2 ? Option.some({ movieId: 1, watch: watch(1, now) }) : Option.none())
  })
  const changesOf = (id: number) => Effect.succeed(id >= 1 && id <= 2 ? noChanges : null)
  const records = Layer.mock(WatchingRecords, {
    add: () => Effect.succeed({ report: 1, changes: noChanges }),
    edit: changesOf,
    dismiss: changesOf,
    separate: changesOf,
    decideEpisode: changesOf,
    describe: () => Effect.succeed(noChanges),
    identify: (_, film) => Effect.succeed(film?.tmdbId === 10 ? null : noChanges)
  })
  const lookups = Layer.mock(WatchingEnrichmentStore, {
    moviesNamed: () => Effect.succeed([]),
    movieOfTmdb: (tmdbId) =>
      Effect.succeed(
        tmdbId === 9
          ? { id: 1, title: "Film 1", year: 1991, ids: { ...noIdentifiers, tmdb: 9 }, isIdentified: false, attempts: 0 }
          : null
      ),
    unnumbered: () =>
      all([
        {
          id: 1,
          show: "Series",
          season: 2,
          episode: null,
          title: "Low Water",
          viewings: 2,
          lastWatchedAt: now,
          attempts: 1
        },
        {
          id: 2,
          show: "Series",
          season: null,
          episode: null,
          title: "Own Name: Low Water",
          viewings: 1,
          lastWatchedAt: now,
          attempts: 0
        }
      ]),
    seasonOfUnnumbered: (id) =>
      Effect.succeed(id === 1 ? Option.some(2) : id === 2 ? Option.some(null) : Option.none()),
    unmatched: () => all([{ id: 1, title: "Film 1", year: 1991, lastWatchedAt: now, attempts: 2 }])
  })
  const tasks = Layer.mock(EnrichmentTasks, { recordOutcome: () => Effect.void })
  const finder = Layer.succeed(TitleFinder, {
    available: true,
    movie: (tmdbId) =>
      Effect.succeed(
        tmdbId < 100
          ? Option.some({ title: "Film 1", year: 1991, ids: { ...noIdentifiers, tmdb: tmdbId }, details: noDetails })
          : Option.none()
      ),
    search: (title, year) => Effect.succeedSome({ title, year, ids: noIdentifiers, details: noDetails })
  })
  const publisher = Layer.mock(Publisher, {
    publish: () => Effect.void,
    retract: () => Effect.void,
    withdraw: () => Effect.void,
    conceal: () => Effect.void,
    setAside: () => Effect.void,
    takeBack: () => Effect.void,
    weigh: () => Effect.void
  } as never)
  const transaction = Layer.succeed(Transaction, { run: (effect) => effect, dryRun: (effect) => effect })
  return Layer.mergeAll(Watching.Default, WatchingAdmin.Default).pipe(
    Layer.provide([store, records, lookups, finder, tasks, publisher, transaction])
  )
}
