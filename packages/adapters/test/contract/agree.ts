import { expect } from "@effect/vitest"
import { type Fact, kinds, ListeningStore, periods as periodNames, rangeOf } from "@daybook/core/listening"
import {
  Calendar,
  type DateRange,
  type Paged,
  type PageOf,
  always,
  monthStart,
  ofDays,
  yearOf,
  yearStart
} from "@daybook/core/shared"
import { Effect, Option } from "effect"
import {
  albumOf,
  byName,
  byPlays,
  type PlayCount,
  countsOf,
  genres,
  grouped,
  holds,
  newestFirst,
  periods,
  ranked,
  daySpans,
  series,
  type VisiblePlays,
  totals,
  within
} from "./model/answers.js"
import type { Library } from "./model/Library.js"

/** Ids and numbers only: other tests check the remaining columns. */
const artistRow = ({ artist, plays }: Fact.CountedArtist) => [artist.id, artist.name, plays]
const albumRow = ({ album, artist, plays }: Fact.CountedAlbum) => [album.id, artist.name, album.name, plays]
const trackRow = ({ album, artist, plays, track }: Fact.CountedTrack) => [
  track.id,
  artist.name,
  track.name,
  album?.name ?? null,
  plays
]
const artistOf = ({ id, name, plays }: PlayCount) => [id, name, plays]
const ofAlbum = ({ id, name, play, plays }: PlayCount) => [id, play.artist, name, plays]
const ofTrack =
  (visiblePlays: VisiblePlays) =>
  ({ id, name, play, plays }: PlayCount) => [id, play.artist, name, albumOf(visiblePlays, id), plays]
const playRow = ({ album, artist, playedAt, track }: Fact.PlayFact) => [
  playedAt,
  artist.id,
  track.id,
  album?.id ?? null
]

const whole: PageOf = { page: 1, limit: 10_000 }
const second: PageOf = { page: 2, limit: 3 }
const cut = <A>(rows: ReadonlyArray<A>, { limit, page }: PageOf) => rows.slice((page - 1) * limit, page * limit)

/** Compares one page of an answer with the same page of the expected list. */
const same = <A, B>(name: string, page: PageOf, answer: Paged<A>, row: (one: A) => B, expected: ReadonlyArray<B>) =>
  expect({ rows: answer.rows.map(row), total: answer.total }, name).toStrictEqual({
    rows: cut(expected, page),
    total: expected.length
  })

const granularities = ["day", "week", "month", "year"] as const

/** Compares all answers about a range. Alternates between day, week, month and year. */
export const agreeWithin = Effect.fn("agreeWithin")(function* (
  visiblePlays: VisiblePlays,
  library: Library,
  range: DateRange,
  turn: number
) {
  const store = yield* ListeningStore
  const calendar = yield* Calendar
  const plays = within(visiblePlays, range)
  const say = (member: string) => `${member} from ${range.from} to ${range.to} in ${calendar.zone}`
  const page = turn % 2 === 0 ? whole : second
  same(
    say("plays"),
    page,
    yield* store.plays({ range, page, artist: null, album: null }),
    playRow,
    newestFirst(plays).map((play) => [play.playedAt, play.artistId, play.trackId, play.albumId])
  )
  same(
    say("topArtists"),
    page,
    yield* store.topArtists({ range, page }),
    artistRow,
    ranked("artist", plays).map(artistOf)
  )
  same(say("topAlbums"), page, yield* store.topAlbums({ range, page }), albumRow, ranked("album", plays).map(ofAlbum))
  same(
    say("topTracks"),
    page,
    yield* store.topTracks({ range, page, artistId: null }),
    trackRow,
    ranked("track", plays).map(ofTrack(visiblePlays))
  )
  const tops = yield* store.topOfEach({ range, page })
  expect(
    [tops.artists.map(artistRow), tops.albums.map(albumRow), tops.tracks.map(trackRow)],
    say("topOfEach")
  ).toStrictEqual([
    cut(ranked("artist", plays).map(artistOf), page),
    cut(ranked("album", plays).map(ofAlbum), page),
    cut(ranked("track", plays).map(ofTrack(visiblePlays)), page)
  ])
  const artistId = visiblePlays[0]?.artistId ?? 1
  same(
    say("topTracks of one"),
    whole,
    yield* store.topTracks({ range, page: whole, artistId }),
    trackRow,
    ranked(
      "track",
      plays.filter((play) => play.artistId === artistId)
    ).map(ofTrack(visiblePlays))
  )
  expect(yield* store.totals(range), say("totals")).toStrictEqual(totals(plays))
  expect(yield* store.months(range), say("months")).toStrictEqual(periods("month", plays))
  const grain = (["week", "month", "year"] as const)[turn % 3]!
  expect(yield* store.genres(grain, range), say(`genres by ${grain}`)).toStrictEqual(
    genres(grain, plays, library.genres)
  )
  const kind = kinds[turn % 3]!
  const ids = countsOf(kind, visiblePlays)
    .map(({ id }) => id)
    .slice(0, 5)
  const granularity = granularities[turn % 4]!
  const buckets = { granularity, buckets: periods(granularity, visiblePlays).map(({ start }) => start) }
  expect(yield* store.series(kind, ids, buckets, range), say(`series of ${kind} by ${granularity}`)).toStrictEqual(
    series(kind, ids, granularity, plays)
  )
  if (granularity === "year") return
  const each = kinds.map(
    (kind) =>
      [
        kind,
        countsOf(kind, visiblePlays)
          .map(({ id }) => id)
          .slice(0, 4)
      ] as const
  )
  const [artists, albums, tracks] = each.map(([, ids]) => ids)
  expect(
    yield* store.seriesOfEach({ artists: artists!, albums: albums!, tracks: tracks! }, buckets, range),
    say(`series of each by ${granularity}`)
  ).toStrictEqual({
    artists: series("artist", artists!, granularity, plays),
    albums: series("album", albums!, granularity, plays),
    tracks: series("track", tracks!, granularity, plays)
  })
})

/** Compares all answers without a range. */
export const agreeOnAll = Effect.fn("agreeOnAll")(function* (visiblePlays: VisiblePlays) {
  const store = yield* ListeningStore
  const first = visiblePlays.reduce<number | null>(
    (least, { playedAt }) => (least === null || playedAt < least ? playedAt : least),
    null
  )
  expect((yield* store.beginning).firstPlay).toStrictEqual(Option.fromNullable(first))
  for (const [window, limit, page] of [
    [200, 20, 1],
    [5, 2, 1],
    [200, 3, 2]
  ] as const) {
    const albums = grouped(
      newestFirst(visiblePlays)
        .slice(0, window)
        .filter(({ albumId }) => albumId !== null),
      ({ albumId }) => albumId
    )
    expect(
      (yield* store.newestAlbums(always, { page, limit }, window)).map(({ album, lastPlayedAt }) => [
        album.id,
        lastPlayedAt
      ])
    ).toStrictEqual(
      Array.from(albums, ([id, [newest]]) => [id, newest?.playedAt]).slice((page - 1) * limit, page * limit)
    )
  }
  expect(yield* store.playsPerDay("2000-01-01", "2100-01-01")).toStrictEqual(
    periods("day", visiblePlays).map(({ plays, start }) => ({ date: start, plays }))
  )
  expect(yield* store.playsPerDay("2020-02-29", "2024-02-29")).toStrictEqual(
    periods("day", visiblePlays)
      .filter(({ start }) => start >= "2020-02-29" && start < "2024-02-29")
      .map(({ plays, start }) => ({ date: start, plays }))
  )
  for (const until of [
    "2100-01-01",
    ...periods("day", visiblePlays)
      .map(({ start }) => start)
      .slice(1, 4)
  ]) {
    expect(yield* store.daySpans(until)).toStrictEqual(daySpans(visiblePlays.filter(({ day }) => day <= until)))
  }
  expect(yield* store.years).toStrictEqual(
    [...periods("year", visiblePlays)].reverse().map((year) => {
      const [top] = ranked(
        "artist",
        visiblePlays.filter((play) => yearOf(play.day) === yearOf(year.start))
      )
      return { ...year, topArtist: top === undefined ? null : { id: top.id, name: top.name } }
    })
  )
})

const parts = [null, "", "o", "INTRO", "zoë", "%", "_", "\\"]

/** Compares lists and plays by parts of names. */
export const agreeOnNames = Effect.fn("agreeOnNames")(function* (visiblePlays: VisiblePlays) {
  const store = yield* ListeningStore
  for (const part of parts) {
    const named = (kind: "artist" | "album") => countsOf(kind, visiblePlays).filter(({ name }) => holds(name, part))
    for (const order of ["asc", "desc"] as const) {
      const byOrder = (compare: (a: PlayCount, b: PlayCount) => number) => (a: PlayCount, b: PlayCount) => compare(a, b)
      const byCount = (a: PlayCount, b: PlayCount) =>
        order === "desc" ? byPlays(a, b) : a.plays - b.plays || byName(a, b)
      const alphabetical = (a: PlayCount, b: PlayCount) =>
        order === "asc" ? byName(a, b) : -byName({ ...a, id: b.id }, { ...b, id: a.id })
      same(
        `artists holding ${part}, ${order}`,
        second,
        yield* store.artists({ page: second, sort: "playcount", order, search: part }),
        artistRow,
        [...named("artist")].sort(byOrder(byCount)).map(artistOf)
      )
      same(
        `artists holding ${part} by name, ${order}`,
        whole,
        yield* store.artists({ page: whole, sort: "name", order, search: part }),
        artistRow,
        [...named("artist")].sort(alphabetical).map(artistOf)
      )
      same(
        `albums holding ${part}, ${order}`,
        whole,
        yield* store.albums({ page: whole, sort: "playcount", order, search: part, artist: null }),
        albumRow,
        [...named("album")].sort(byOrder(byCount)).map(ofAlbum)
      )
      same(
        `albums by artists holding ${part} as they came, ${order}`,
        whole,
        yield* store.albums({ page: whole, sort: "recent", order, search: null, artist: part }),
        albumRow,
        countsOf("album", visiblePlays)
          .filter(({ play }) => holds(play.artist, part))
          .sort((a, b) => (order === "asc" ? a.id - b.id : b.id - a.id))
          .map(ofAlbum)
      )
    }
    for (const range of [always, { from: Date.UTC(2020, 1, 29), to: Date.UTC(2024, 1, 29) }]) {
      same(
        `plays of ${part}`,
        second,
        yield* store.plays({ range, page: second, artist: part, album: null }),
        playRow,
        newestFirst(within(visiblePlays, range))
          .filter((play) => holds(play.artist, part))
          .map((play) => [play.playedAt, play.artistId, play.trackId, play.albumId])
      )
      same(
        `plays from ${part}`,
        whole,
        yield* store.plays({ range, page: whole, artist: "o", album: part }),
        playRow,
        newestFirst(within(visiblePlays, range))
          .filter((play) => holds(play.album, part) && holds(play.artist, "o"))
          .map((play) => [play.playedAt, play.artistId, play.trackId, play.albumId])
      )
    }
    if (part !== null) yield* agreeOnArtistNamed(visiblePlays, part)
  }
})

const agreeOnArtistNamed = Effect.fn(function* (visiblePlays: VisiblePlays, text: string) {
  const store = yield* ListeningStore
  const matches = ranked("artist", visiblePlays)
    .filter(({ name }) => holds(name, text))
    .sort((a, b) => b.plays - a.plays || a.id - b.id)
  const exact = matches.find(({ name }) => name.toLowerCase() === text.toLowerCase())
  expect(
    Option.map(yield* store.artistNamed(text), ({ id }) => id),
    `artistNamed ${text}`
  ).toStrictEqual(Option.fromNullable((exact ?? matches[0])?.id))
})

/** Compares the profiles of a few artists and albums. */
export const agreeOnProfiles = Effect.fn("agreeOnProfiles")(function* (visiblePlays: VisiblePlays) {
  const store = yield* ListeningStore
  const order = ranked("artist", visiblePlays)
  for (const { id, name } of order.slice(0, 4)) {
    const own = visiblePlays.filter((play) => play.artistId === id)
    const profile = Option.getOrThrow(yield* store.artist(id, { albums: 3, tracksOfAlbum: 2, tracks: 3, similar: 3 }))
    const { albums, plays, tracks } = totals(own)
    expect({
      name: profile.artist.name,
      plays: profile.plays,
      tracks: profile.tracks,
      albums: profile.albums,
      first: profile.firstPlayedAt,
      last: profile.lastPlayedAt,
      rank: profile.rank
    }).toStrictEqual({
      name,
      plays,
      tracks,
      albums,
      first: newestFirst(own).at(-1)?.playedAt,
      last: newestFirst(own)[0]?.playedAt,
      rank: order.findIndex((one) => one.id === id) + 1
    })
    expect(profile.topTracks.map(trackRow)).toStrictEqual(ranked("track", own).slice(0, 3).map(ofTrack(visiblePlays)))
    const albumsOf = ranked("album", own).filter(
      (album) => totals(own.filter((play) => play.albumId === album.id)).tracks >= 2
    )
    expect(profile.topAlbums.map(albumRow)).toStrictEqual(albumsOf.slice(0, 3).map(ofAlbum))
  }
  for (const { id, name, plays } of ranked("album", visiblePlays).slice(0, 4)) {
    const own = visiblePlays.filter((play) => play.albumId === id)
    const profile = Option.getOrThrow(yield* store.album(id))
    expect({
      name: profile.album.name,
      artist: profile.artist.name,
      plays: profile.plays,
      first: profile.firstPlayedAt,
      tracks: profile.tracks.map(({ plays, track }) => [track.id, plays])
    }).toStrictEqual({
      name,
      artist: own[0]?.artist,
      plays,
      first: newestFirst(own).at(-1)?.playedAt,
      tracks: ranked("track", own).map((track) => [track.id, track.plays])
    })
  }
  expect(yield* store.artist(9_999, { albums: 3, tracksOfAlbum: 2, tracks: 3, similar: 3 })).toStrictEqual(
    Option.none()
  )
  expect([yield* store.hasPlays(order[0]?.id ?? 9_999), yield* store.hasPlays(9_999)]).toStrictEqual([
    order.length > 0,
    false
  ])
  expect(yield* store.album(9_999)).toStrictEqual(Option.none())
})

/** Ranges of every alignment: the usual ones and arbitrary ones. */
export const rangesOf = Effect.fn("rangesOf")(function* (bounds: ReadonlyArray<number>) {
  const calendar = yield* Calendar
  const today = yield* calendar.today
  const [a = 0, b = 0, ...others] = bounds
  const year = yearOf(calendar.dateOf(a))
  const month = Number(calendar.dateOf(b).slice(5, 7))
  const day = (instant: number) => calendar.startOf(calendar.dateOf(instant))
  const ranges: ReadonlyArray<DateRange> = [
    always,
    ...periodNames.map((period) => rangeOf(calendar, period, today)),
    ofDays(calendar, yearStart(year), yearStart(year + 1)),
    ofDays(calendar, yearStart(year - 4), yearStart(year + 1)),
    ofDays(calendar, monthStart(year, month), monthStart(year, month + 1)),
    { from: a, to: null },
    { from: null, to: a },
    { from: null, to: day(b) },
    { from: Math.min(a, b), to: Math.max(a, b) + 1 },
    { from: day(Math.min(a, b)), to: Math.max(a, b) + 1 },
    ...others.flatMap((other) => [
      { from: Math.min(a, other), to: day(Math.max(a, other)) },
      { from: day(other), to: null }
    ])
  ]
  return ranges.filter(({ from, to }) => from === null || to === null || from < to)
})
