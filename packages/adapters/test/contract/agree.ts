import { type Fact, kinds, ListeningStore, periods as periodNames, rangeOf } from "@daybook/core/listening"
import { Calendar, type DateRange, type Paged, type PageOf, always, monthStart, ofDays, yearOf, yearStart } from "@daybook/core/shared"
import { Effect, Option } from "effect"
import assert from "node:assert/strict"
import {
  albumOf, byName, byPlays, type Counted, counted, genres, grouped, holds, newestFirst, periods, ranked, daySpans, series, type Shown, totals, within
} from "./model/answers.js"
import type { Library } from "./model/Library.js"

/** Ids and numbers only: what the stores add to them are columns, which other tests look at. */
const artistRow = ({ artist, plays }: Fact.CountedArtist) => [artist.id, artist.name, plays]
const albumRow = ({ album, artist, plays }: Fact.CountedAlbum) => [album.id, artist.name, album.name, plays]
const trackRow = ({ album, artist, plays, track }: Fact.CountedTrack) => [track.id, artist.name, track.name, album?.name ?? null, plays]
const artistOf = ({ id, name, plays }: Counted) => [id, name, plays]
const ofAlbum = ({ id, name, play, plays }: Counted) => [id, play.artist, name, plays]
const ofTrack = (shown: Shown) => ({ id, name, play, plays }: Counted) => [id, play.artist, name, albumOf(shown, id), plays]
const playRow = ({ album, artist, playedAt, track }: Fact.PlayFact) => [playedAt, artist.id, track.id, album?.id ?? null]

const whole: PageOf = { page: 1, limit: 10_000 }
const second: PageOf = { page: 2, limit: 3 }
const cut = <A>(rows: ReadonlyArray<A>, { limit, page }: PageOf) => rows.slice((page - 1) * limit, page * limit)

/** One page of an answer against the same page of all that it should give. */
const same = <A, B>(name: string, page: PageOf, answer: Paged<A>, row: (one: A) => B, expected: ReadonlyArray<B>) =>
  assert.deepEqual({ rows: answer.rows.map(row), total: answer.total }, { rows: cut(expected, page), total: expected.length }, name)

const granularities = ["day", "week", "month", "year"] as const

/** Asks everything about a range; of what can be asked by day, week, month or year, one of them in turn. */
export const agreeWithin = Effect.fn("agreeWithin")(function*(shown: Shown, library: Library, range: DateRange, turn: number) {
  const store = yield* ListeningStore
  const calendar = yield* Calendar
  const plays = within(shown, range)
  const say = (member: string) => `${member} from ${range.from} to ${range.to} in ${calendar.zone}`
  const page = turn % 2 === 0 ? whole : second
  same(say("plays"), page, yield* store.plays({ range, page, artist: null, album: null }), playRow,
    newestFirst(plays).map((play) => [play.playedAt, play.artistId, play.trackId, play.albumId]))
  same(say("topArtists"), page, yield* store.topArtists({ range, page }), artistRow, ranked("artist", plays).map(artistOf))
  same(say("topAlbums"), page, yield* store.topAlbums({ range, page }), albumRow, ranked("album", plays).map(ofAlbum))
  same(say("topTracks"), page, yield* store.topTracks({ range, page, artistId: null }), trackRow, ranked("track", plays).map(ofTrack(shown)))
  const each = yield* store.topOfEach({ range, page })
  assert.deepEqual([each.artists.map(artistRow), each.albums.map(albumRow), each.tracks.map(trackRow)], [
    cut(ranked("artist", plays).map(artistOf), page), cut(ranked("album", plays).map(ofAlbum), page), cut(ranked("track", plays).map(ofTrack(shown)), page)
  ], say("topOfEach"))
  const artistId = shown[0]?.artistId ?? 1
  same(say("topTracks of one"), whole, yield* store.topTracks({ range, page: whole, artistId }), trackRow,
    ranked("track", plays.filter((play) => play.artistId === artistId)).map(ofTrack(shown)))
  assert.deepEqual(yield* store.totals(range), totals(plays), say("totals"))
  assert.deepEqual(yield* store.months(range), periods("month", plays), say("months"))
  const grain = (["week", "month", "year"] as const)[turn % 3]!
  assert.deepEqual(yield* store.genres(grain, range), genres(grain, plays, library.genres), say(`genres by ${grain}`))
  const kind = kinds[turn % 3]!
  const ids = counted(kind, shown).map(({ id }) => id).slice(0, 5)
  const granularity = granularities[turn % 4]!
  assert.deepEqual(yield* store.series(kind, ids, { granularity, buckets: [] }, range), series(kind, ids, granularity, plays), say(`series of ${kind} by ${granularity}`))
})

/** Asks everything that has no range. */
export const agreeOnAll = Effect.fn("agreeOnAll")(function*(shown: Shown) {
  const store = yield* ListeningStore
  const first = shown.reduce<number | null>((least, { playedAt }) => least === null || playedAt < least ? playedAt : least, null)
  assert.deepEqual(yield* store.firstPlay, Option.fromNullable(first))
  for (const [window, limit, page] of [[200, 20, 1], [5, 2, 1], [200, 3, 2]] as const) {
    const albums = grouped(newestFirst(shown).slice(0, window).filter(({ albumId }) => albumId !== null), ({ albumId }) => albumId)
    assert.deepEqual(
      (yield* store.newestAlbums(always, { page, limit }, window)).map(({ album, lastPlayedAt }) => [album.id, lastPlayedAt]),
      Array.from(albums, ([id, [newest]]) => [id, newest?.playedAt]).slice((page - 1) * limit, page * limit)
    )
  }
  assert.deepEqual(yield* store.playsPerDay("2000-01-01", "2100-01-01"), periods("day", shown).map(({ plays, start }) => ({ date: start, plays })))
  assert.deepEqual(yield* store.playsPerDay("2020-02-29", "2024-02-29"),
    periods("day", shown).filter(({ start }) => start >= "2020-02-29" && start < "2024-02-29").map(({ plays, start }) => ({ date: start, plays })))
  for (const until of ["2100-01-01", ...periods("day", shown).map(({ start }) => start).slice(1, 4)]) {
    assert.deepEqual(yield* store.daySpans(until), daySpans(shown.filter(({ day }) => day <= until)))
  }
  assert.deepEqual(yield* store.years, [...periods("year", shown)].reverse().map((year) => {
    const [top] = ranked("artist", shown.filter((play) => yearOf(play.day) === yearOf(year.start)))
    return { ...year, topArtist: top === undefined ? null : { id: top.id, name: top.name } }
  }))
})

const parts = [null, "", "o", "INTRO", "zoë", "%", "_", "\\"]

/** Asks for lists and plays by parts of names. */
export const agreeOnNames = Effect.fn("agreeOnNames")(function*(shown: Shown) {
  const store = yield* ListeningStore
  for (const part of parts) {
    const named = (kind: "artist" | "album") => counted(kind, shown).filter(({ name }) => holds(name, part))
    for (const order of ["asc", "desc"] as const) {
      const turned = (compare: (a: Counted, b: Counted) => number) => (a: Counted, b: Counted) => compare(a, b)
      const byCount = (a: Counted, b: Counted) => order === "desc" ? byPlays(a, b) : a.plays - b.plays || byName(a, b)
      const alphabetical = (a: Counted, b: Counted) => order === "asc" ? byName(a, b) : -byName({ ...a, id: b.id }, { ...b, id: a.id })
      same(`artists holding ${part}, ${order}`, second, yield* store.artists({ page: second, sort: "playcount", order, search: part }), artistRow,
        [...named("artist")].sort(turned(byCount)).map(artistOf))
      same(`artists holding ${part} by name, ${order}`, whole, yield* store.artists({ page: whole, sort: "name", order, search: part }), artistRow,
        [...named("artist")].sort(alphabetical).map(artistOf))
      same(`albums holding ${part}, ${order}`, whole, yield* store.albums({ page: whole, sort: "playcount", order, search: part, artist: null }), albumRow,
        [...named("album")].sort(turned(byCount)).map(ofAlbum))
      same(`albums by artists holding ${part} as they came, ${order}`, whole, yield* store.albums({ page: whole, sort: "recent", order, search: null, artist: part }), albumRow,
        counted("album", shown).filter(({ play }) => holds(play.artist, part)).sort((a, b) => order === "asc" ? a.id - b.id : b.id - a.id).map(ofAlbum))
    }
    for (const range of [always, { from: Date.UTC(2020, 1, 29), to: Date.UTC(2024, 1, 29) }]) {
      same(`plays of ${part}`, second, yield* store.plays({ range, page: second, artist: part, album: null }), playRow,
        newestFirst(within(shown, range)).filter((play) => holds(play.artist, part)).map((play) => [play.playedAt, play.artistId, play.trackId, play.albumId]))
      same(`plays from ${part}`, whole, yield* store.plays({ range, page: whole, artist: "o", album: part }), playRow,
        newestFirst(within(shown, range)).filter((play) => holds(play.album, part) && holds(play.artist, "o")).map((play) => [play.playedAt, play.artistId, play.trackId, play.albumId]))
    }
    if (part !== null) yield* agreeOnArtistNamed(shown, part)
  }
})

const agreeOnArtistNamed = Effect.fn(function*(shown: Shown, text: string) {
  const store = yield* ListeningStore
  const found = ranked("artist", shown).filter(({ name }) => holds(name, text)).sort((a, b) => b.plays - a.plays || a.id - b.id)
  const exact = found.find(({ name }) => name.toLowerCase() === text.toLowerCase())
  assert.deepEqual(Option.map(yield* store.artistNamed(text), ({ id }) => id), Option.fromNullable((exact ?? found[0])?.id), `artistNamed ${text}`)
})

/** Asks for a few artists and albums in full. */
export const agreeOnProfiles = Effect.fn("agreeOnProfiles")(function*(shown: Shown) {
  const store = yield* ListeningStore
  const order = ranked("artist", shown)
  for (const { id, name } of order.slice(0, 4)) {
    const own = shown.filter((play) => play.artistId === id)
    const profile = Option.getOrThrow(yield* store.artist(id, { albums: 3, tracksOfAlbum: 2, tracks: 3, similar: 3 }))
    const { albums, plays, tracks } = totals(own)
    assert.deepEqual(
      { name: profile.artist.name, plays: profile.plays, tracks: profile.tracks, albums: profile.albums, first: profile.firstPlayedAt, last: profile.lastPlayedAt, rank: profile.rank },
      { name, plays, tracks, albums, first: newestFirst(own).at(-1)?.playedAt, last: newestFirst(own)[0]?.playedAt, rank: order.findIndex((one) => one.id === id) + 1 }
    )
    assert.deepEqual(profile.topTracks.map(trackRow), ranked("track", own).slice(0, 3).map(ofTrack(shown)))
    const albumsOf = ranked("album", own).filter((album) => totals(own.filter((play) => play.albumId === album.id)).tracks >= 2)
    assert.deepEqual(profile.topAlbums.map(albumRow), albumsOf.slice(0, 3).map(ofAlbum))
  }
  for (const { id, name, plays } of ranked("album", shown).slice(0, 4)) {
    const own = shown.filter((play) => play.albumId === id)
    const profile = Option.getOrThrow(yield* store.album(id))
    assert.deepEqual(
      { name: profile.album.name, artist: profile.artist.name, plays: profile.plays, first: profile.firstPlayedAt, tracks: profile.tracks.map(({ plays, track }) => [track.id, plays]) },
      { name, artist: own[0]?.artist, plays, first: newestFirst(own).at(-1)?.playedAt, tracks: ranked("track", own).map((track) => [track.id, track.plays]) }
    )
  }
  assert.deepEqual(yield* store.artist(9_999, { albums: 3, tracksOfAlbum: 2, tracks: 3, similar: 3 }), Option.none())
  assert.deepEqual([yield* store.isHeard(order[0]?.id ?? 9_999), yield* store.isHeard(9_999)], [order.length > 0, false])
  assert.deepEqual(yield* store.album(9_999), Option.none())
})

/** Ranges of every alignment: those that pages ask for, and those that nobody thought of. */
export const rangesOf = Effect.fn("rangesOf")(function*(bounds: ReadonlyArray<number>) {
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
    ...others.flatMap((other) => [{ from: Math.min(a, other), to: day(Math.max(a, other)) }, { from: day(other), to: null }])
  ]
  return ranges.filter(({ from, to }) => from === null || to === null || from < to)
})
