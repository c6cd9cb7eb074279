import {
  Collecting,
  CollectingAdmin,
  CollectingRecords,
  CollectingStore,
  type Fact,
  type Film,
  Shelves
} from "@daybook/core/collecting"
import { Publisher } from "@daybook/core/publishing"
import { Transaction } from "@daybook/core/shared"
import { Effect, Layer, Option } from "effect"

const release = (id: number) => ({
  releaseId: 100 + id,
  title: `Record ${id}`,
  artists: ["Velmora Tide", "Oskeln"],
  year: id === 2 ? null : 1970 + id,
  genres: ["Rock"],
  picture: null
})

const copy = (id: number, now: number): Fact.CopyFact => ({
  id,
  ...release(id),
  format: id === 2 ? null : "Vinyl",
  formatDetail: ["LP", "Album"],
  labels: [{ name: "Quillon", catno: "QUI 1" }],
  styles: ["Indie Rock"],
  addedAt: id === 3 ? null : now - id * 86_400_000,
  rating: id
})

const disc = (id: number, now: number): Fact.DiscFact => ({
  id,
  title: `Film ${id}`,
  year: 1990 + id,
  tmdbId: id,
  imdbId: null,
  runtime: 100,
  tmdbRating: 7.5,
  mediaType: "uhd_bluray",
  resolution: "uhd_4k",
  hdr: null,
  audio: "dolby_atmos",
  audioChannels: "7_1",
  collectedAt: now - id * 86_400_000,
  picture: null
})

const film: Film = { title: "Film 9", year: 1999, ids: { trakt: 9, tmdb: 9, imdb: null } }

const nothing = { releases: [], discs: [], deletedReleases: [], deletedDiscs: [] }
const applied = { added: 1, changed: 0, present: [], missing: [], changes: nothing, valued: false }

const shelves = Layer.succeed(Shelves, {
  discs: {
    _tag: "Ready",
    shelf: {
      film: () => Effect.succeed(Option.some(film)),
      search: () => Effect.succeed([film]),
      add: () => Effect.succeed(true),
      remove: () => Effect.void
    }
  },
  records: {
    _tag: "Ready",
    shelf: {
      release: (id) =>
        Effect.succeed(
          Option.some({
            release: {
              id,
              title: "Record",
              year: 1999,
              artists: [],
              format: "CD",
              formatDetail: [],
              labels: [],
              genres: [],
              styles: [],
              picture: null
            },
            detail: {
              tracklist: [],
              country: null,
              have: null,
              want: null,
              lowestPrice: null,
              forSale: null,
              notes: null
            }
          })
        ),
      search: () => Effect.succeed([{ id: 1, title: "Somebody - Record", year: null, format: "CD", country: null }]),
      add: () => Effect.succeed(77)
    }
  }
})

const records = Layer.mock(CollectingRecords, {
  discsOf: () => Effect.succeed([]),
  heldDisc: (id) => Effect.succeed(id === 1 ? { id, film, mediaType: "dvd", atProvider: true } : null),
  removeDisc: () => Effect.succeed(nothing),
  instancesOf: () => Effect.succeed([]),
  put: () => Effect.succeed(applied),
  describeRelease: () => Effect.succeed(nothing)
})

const page = <A>(rows: ReadonlyArray<A>) => Effect.succeed({ rows, total: rows.length })

/** Three records, one wantlist item and two discs; additions are answered but not stored. */
export const collecting = (now: number) => {
  const copies = [1, 2, 3].map((id) => copy(id, now))
  const store = Layer.succeed(CollectingStore, {
    copies: () => page(copies),
    copy: (id) =>
      Effect.succeed(
        Option.map(Option.fromNullable(copies.find((one) => one.id === id)), (one) => ({
          ...one,
          tracklist: [{ position: "A1", title: "Northbound", duration: "3:45" }],
          country: "US",
          have: 3,
          want: 4,
          lowestPrice: 1_599,
          forSale: 2,
          notes: null,
          releaseNotes: null,
          mediaCondition: "Mint (M)",
          sleeveCondition: null
        }))
      ),
    wants: () => page([{ id: 4, ...release(4), formats: ["Vinyl", "LP"], notes: null, rating: 0, addedAt: null }]),
    copyTotals: () =>
      Effect.succeed({
        copies: 3,
        wants: 1,
        artists: 2,
        topArtist: { name: "Oskeln", count: 3 },
        topGenre: "Rock",
        oldestYear: 1971,
        newestYear: 1973
      }),
    value: Effect.succeed(123_456),
    formats: () =>
      Effect.succeed([
        { name: "Vinyl", count: 2 },
        { name: null, count: 1 }
      ]),
    genres: Effect.succeed([{ name: "Rock", count: 3 }]),
    artists: () => Effect.succeed([{ name: "Oskeln", artistId: 7, releases: 3, picture: null }]),
    perDay: (days) => Effect.succeed(days.slice(0, 2).map(({ date }) => ({ date, count: 2 }))),
    played: () =>
      Effect.succeed({
        rows: copies.map((one) => ({
          copy: one,
          album: "Record",
          artist: "Oskeln",
          plays: 3,
          lastPlayedAt: now,
          match: "fuzzy" as const,
          confidence: 0.9
        })),
        total: 3,
        share: { all: 3, part: 2 }
      }),
    discs: () => page([disc(1, now), disc(2, now)]),
    disc: (id) =>
      Effect.succeed(
        id === 1
          ? Option.some({
              ...disc(1, now),
              tagline: null,
              summary: "A film.",
              contentRating: "PG",
              viewings: [{ watchedAt: now, source: "plex", rating: 4.5 }]
            })
          : Option.none()
      ),
    mediaTypes: Effect.succeed([{ name: "uhd_bluray", count: 2 }]),
    discTotals: () =>
      Effect.succeed({
        discs: 2,
        byFormat: [{ name: "uhd_bluray", count: 2 }],
        byResolution: [{ name: "uhd_4k", count: 2 }],
        byHdr: [],
        byGenre: [],
        byDecade: [{ name: "1990s", count: 2 }]
      }),
    discsAdded: () => Effect.succeed(2),
    watched: () =>
      Effect.succeed({
        rows: [{ ...disc(1, now), watches: 1, lastWatchedAt: now }],
        total: 1,
        share: { all: 2, part: 1 }
      })
  })
  return Layer.mergeAll(
    Collecting.Default.pipe(Layer.provide(store)),
    CollectingAdmin.Default.pipe(
      Layer.provide([
        records,
        shelves,
        Layer.mock(Publisher, { publish: () => Effect.void, withdraw: () => Effect.void } as never),
        Layer.succeed(Transaction, { run: (work) => work, dryRun: (work) => work })
      ])
    )
  )
}
