import {
  Collecting,
  CollectingAdmin,
  CollectingRecords,
  CollectingStore,
  type Fact,
  type Film,
  Shelves
} from "@daybook/core/collecting"
import { Publisher, noChanges } from "@daybook/core/publishing"
import { type DateRange, type PageOf, Transaction } from "@daybook/core/shared"
import { Effect, Layer, Option } from "effect"
import { sampleCopies, sampleDiscs, samplePlays, sampleValue, sampleWants } from "./sampleCollection.js"

const unplayed = {
  albumId: null,
  artistId: null,
  album: null,
  artist: null,
  plays: 0,
  lastPlayedAt: null,
  match: "none",
  confidence: 0
} as const
const playedCopies = sampleCopies.map((copy): Fact.PlayedCopy => ({ copy, ...(samplePlays.get(copy.id) ?? unplayed) }))
const isPlayed = ({ match }: Fact.PlayedCopy) => match === "exact" || match === "fuzzy"

/** No film or release has this id. */
const unknownId = 404
/** The title of two films and two releases. */
export const ambiguousTitle = "Ambiguous"

const film: Film = { title: "Film 9", year: 1999, ids: { trakt: 9, tmdb: 9, imdb: null } }

const put = { applied: { added: 1, changed: 0, present: [], missing: [] }, changes: noChanges, valued: false }

const shelves = Layer.succeed(Shelves, {
  discs: {
    _tag: "Ready",
    shelf: {
      film: (by) => Effect.succeed("tmdb" in by && by.tmdb === unknownId ? Option.none() : Option.some(film)),
      search: (title) => Effect.succeed(title === ambiguousTitle ? [film, { ...film, year: 2001 }] : [film]),
      add: () => Effect.succeed(true),
      remove: () => Effect.void
    }
  },
  records: {
    _tag: "Ready",
    shelf: {
      release: (id) =>
        Effect.succeed(
          id === unknownId
            ? Option.none()
            : Option.some({
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
      search: ({ title }) => {
        const match = { id: 1, title: "Somebody - Record", year: null, format: "CD", country: null }
        return Effect.succeed(title === ambiguousTitle ? [match, { ...match, id: 2 }] : [match])
      },
      add: () => Effect.succeed(77)
    }
  }
})

const records = Layer.mock(CollectingRecords, {
  decide: ({ subject }) => Effect.succeed(subject === 1),
  discsOf: () => Effect.succeed([]),
  heldDisc: (id) => Effect.succeed(id === 1 ? { id, film, mediaType: "dvd", atProvider: true } : null),
  removeDisc: () => Effect.succeed(noChanges),
  instancesOf: () => Effect.succeed([]),
  put: () => Effect.succeed(put),
  describeRelease: () => Effect.succeed(noChanges)
})

const holds = ({ from, to }: DateRange, at: number | null) =>
  at === null ? from === null && to === null : (from === null || at >= from) && (to === null || at < to)

const folded = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
/** Whether a part occurs in one of the texts; null matches any. */
const within = (part: string | null, texts: ReadonlyArray<string>) =>
  part === null || texts.some((text) => folded(text).includes(folded(part)))

const pageOf = <A>(rows: ReadonlyArray<A>, { limit, page }: PageOf) => ({
  rows: rows.slice((page - 1) * limit, page * limit),
  total: rows.length
})

/** Sorts by a value; rows without it come last in either order. */
const sorted = <A>(rows: ReadonlyArray<A>, key: (row: A) => string | number | null, order: "asc" | "desc") =>
  rows.toSorted((a, b) => {
    const [x, y] = [key(a), key(b)]
    if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1
    return (x < y ? -1 : x > y ? 1 : 0) * (order === "asc" ? 1 : -1)
  })

const copyKeys = { date_added: "addedAt", title: "title", year: "year", rating: "rating" } as const
const wantKeys = { date_added: "addedAt", title: "title", year: "year" } as const
const discKeys = { collected_at: "collectedAt", title: "title", year: "year" } as const

/** Names with their number, most first. */
const countsOf = <N extends string | null>(names: ReadonlyArray<N>) =>
  Array.from(new Set(names), (name) => ({ name, count: names.filter((one) => one === name).length })).toSorted(
    (a, b) => b.count - a.count || ((a.name ?? "") < (b.name ?? "") ? -1 : 1)
  )
const withoutNull = (names: ReadonlyArray<string | null>) => names.flatMap((name) => name ?? [])
const added = (range: DateRange) => sampleCopies.filter(({ addedAt }) => holds(range, addedAt))
const collected = (range: DateRange) => sampleDiscs.filter(({ collectedAt }) => holds(range, collectedAt))

const store = Layer.succeed(CollectingStore, {
  unsureRecords: () =>
    Effect.succeed({
      rows: [
        {
          releaseId: 1,
          title: "First Forst",
          artists: "Glass Orchard",
          year: 2004,
          albumId: 1,
          album: "First Frost",
          artist: "Glass Orchard",
          plays: 40,
          confidence: 0.7
        }
      ],
      total: 1
    }),
  unsureFilms: () =>
    Effect.succeed({
      rows: [{ discId: 1, title: "Film 1", year: 1992, movieId: 1, movieTitle: "Film 1", movieYear: 1991, watches: 1 }],
      total: 1
    }),
  copies: ({ artist, format, genre, order, page, range, sort, text }) =>
    Effect.sync(() => {
      const rows = added(range)
        .filter((copy) => format === null || copy.format?.toLowerCase() === format.toLowerCase())
        .filter((copy) => within(genre, copy.genres) && within(artist, copy.artists))
        .filter((copy) => within(text, [copy.title, ...copy.artists]))
      return pageOf(
        sorted(rows, (copy) => copy[copyKeys[sort]], order),
        page
      )
    }),
  copy: (id) => Effect.succeed(Option.fromNullable(sampleCopies.find((copy) => copy.id === id))),
  want: (place) => Effect.succeed(Option.fromNullable(sampleWants[place - 1])),
  wants: ({ order, page, range, sort }) =>
    Effect.sync(() =>
      pageOf(
        sorted(
          sampleWants.filter(({ addedAt }) => holds(range, addedAt)),
          (want) => want[wantKeys[sort]],
          order
        ),
        page
      )
    ),
  copyTotals: (range) =>
    Effect.sync(() => {
      const copies = added(range)
      const years = copies.flatMap(({ year }) => year ?? [])
      return {
        copies: copies.length,
        wants: sampleWants.filter(({ addedAt }) => holds(range, addedAt)).length,
        artists: new Set(copies.flatMap(({ artists }) => artists)).size,
        topArtist: countsOf(copies.flatMap(({ artists }) => artists))[0] ?? null,
        topGenre: countsOf(copies.flatMap(({ genres }) => genres))[0]?.name ?? null,
        oldestYear: years.length === 0 ? null : Math.min(...years),
        newestYear: years.length === 0 ? null : Math.max(...years)
      }
    }),
  value: Effect.succeed(sampleValue),
  formats: (range) => Effect.sync(() => countsOf(added(range).map(({ format }) => format))),
  genres: Effect.sync(() => countsOf(sampleCopies.flatMap(({ genres }) => genres))),
  artists: (limit) =>
    Effect.sync(() =>
      countsOf(sampleCopies.flatMap(({ artists }) => artists))
        .slice(0, limit)
        .map(({ count, name }) => ({ name, artistId: 7, releases: count, picture: null }))
    ),
  perDay: (days) =>
    Effect.sync(() => {
      const times = [
        ...sampleCopies.map(({ addedAt }) => addedAt),
        ...sampleDiscs.map(({ collectedAt }) => collectedAt)
      ]
      return days
        .map(({ date, from, to }) => ({
          date,
          count: times.filter((at) => at !== null && at >= from && at < to).length
        }))
        .filter(({ count }) => count > 0)
    }),
  played: ({ filter, page, sort }) =>
    Effect.sync(() => {
      const rows = playedCopies.filter((row) => filter === "all" || isPlayed(row) === (filter === "listened"))
      return {
        ...pageOf(
          sorted(rows, (row) => (sort === "plays" ? row.plays : row.copy.addedAt), "desc"),
          page
        ),
        share: { all: playedCopies.length, part: playedCopies.filter(isPlayed).length }
      }
    }),
  discs: ({ genre, mediaType, order, page, range, sort, title }) =>
    Effect.sync(() => {
      const rows = collected(range)
        .filter((disc) => mediaType === null || disc.mediaType === mediaType)
        .filter((disc) => within(genre, disc.genres) && within(title, [disc.title]))
      return pageOf(
        sorted(rows, (disc) => disc[discKeys[sort]], order),
        page
      )
    }),
  playsOfCopy: (id) => Effect.succeed(Option.fromNullable(playedCopies.find(({ copy }) => copy.id === id))),
  disc: (id) => Effect.succeed(Option.fromNullable(sampleDiscs.find((disc) => disc.id === id))),
  mediaTypes: Effect.sync(() => countsOf(sampleDiscs.map(({ mediaType }) => mediaType))),
  discTotals: (range) =>
    Effect.sync(() => {
      const discs = collected(range)
      return {
        discs: discs.length,
        byFormat: countsOf(discs.map(({ mediaType }) => mediaType)),
        byResolution: countsOf(withoutNull(discs.map(({ resolution }) => resolution))),
        byHdr: countsOf(withoutNull(discs.map(({ hdr }) => hdr))),
        byGenre: countsOf(discs.flatMap(({ genres }) => genres)),
        byDecade: countsOf(discs.flatMap(({ year }) => (year === null ? [] : [`${Math.floor(year / 10)}0s`])))
      }
    }),
  discsAdded: (range) => Effect.sync(() => collected(range).length),
  watched: ({ filter, page }) =>
    Effect.sync(() => {
      const rows = sorted(
        sampleDiscs.filter(({ viewings }) => filter === "all" || viewings.length > 0 === (filter === "watched")),
        ({ collectedAt }) => collectedAt,
        "desc"
      )
      const watched = pageOf(rows, page)
      return {
        ...watched,
        rows: watched.rows.map((disc) => ({
          ...disc,
          watches: disc.viewings.length,
          lastWatchedAt: disc.viewings[0]?.watchedAt ?? null
        })),
        share: { all: sampleDiscs.length, part: sampleDiscs.filter(({ viewings }) => viewings.length > 0).length }
      }
    })
})

/** The collecting services over the sample collection; additions are answered but not stored. */
export const collecting = Layer.mergeAll(
  Collecting.Default.pipe(Layer.provide(store)),
  CollectingAdmin.Default.pipe(
    Layer.provide([
      records,
      store,
      shelves,
      Layer.mock(Publisher, {
        publish: () => Effect.void,
        retract: () => Effect.void,
        withdraw: () => Effect.void,
        conceal: () => Effect.void
      } as never),
      Layer.succeed(Transaction, { run: (work) => work, dryRun: (work) => work })
    ])
  )
)
