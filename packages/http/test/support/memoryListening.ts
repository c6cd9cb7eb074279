import type { Fact, Kind, ListeningStore } from "@daybook/core/listening"
import {
  type Calendar,
  type DateRange,
  type PageOf,
  type Series,
  addDays,
  offsetOf,
  weekStart
} from "@daybook/core/shared"
import { type Context, Effect, Option } from "effect"
import type { Library, Play } from "./library.js"

type Store = Context.Tag.Service<ListeningStore>
const plain = (text: string) => text.toLowerCase()
const holds = (name: string, part: string | null) => part === null || plain(name).includes(plain(part))

/** Rows by number of plays, then by name. */
const ranked = <A extends { readonly plays: number; readonly name: string; readonly id: number }>(
  rows: ReadonlyArray<A>
) => [...rows].sort((a, b) => b.plays - a.plays || (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id))

const grouped = <K>(plays: ReadonlyArray<Play>, key: (play: Play) => K | null) => {
  const groups = new Map<K, Array<Play>>()
  for (const play of plays) {
    const at = key(play)
    if (at !== null) groups.set(at, [...(groups.get(at) ?? []), play])
  }
  return groups
}

const paged = <A>(rows: ReadonlyArray<A>, page: PageOf) => ({
  rows: rows.slice(offsetOf(page), offsetOf(page) + page.limit),
  total: rows.length
})

const inRange = (plays: ReadonlyArray<Play>, { from, to }: DateRange) =>
  plays.filter(({ playedAt }) => (from === null || playedAt >= from) && (to === null || playedAt < to))

const artistsOf = (plays: ReadonlyArray<Play>) =>
  ranked(
    Array.from(
      grouped(plays, (play) => play.artist.id),
      ([id, of]) => ({ id, name: of[0]!.artist.name, artist: of[0]!.artist, plays: of.length })
    )
  )
const albumsOf = (plays: ReadonlyArray<Play>) =>
  ranked(
    Array.from(
      grouped(plays, (play) => play.album?.id ?? null),
      ([id, of]) => ({
        id,
        name: of[0]!.album!.name,
        album: of[0]!.album!,
        artist: of[0]!.artist,
        plays: of.length,
        tracks: new Set(of.map(({ track }) => track.id)).size
      })
    )
  )
const tracksOf = (plays: ReadonlyArray<Play>) =>
  ranked(
    Array.from(
      grouped(plays, (play) => play.track.id),
      ([id, of]) => ({
        id,
        name: of[0]!.track.name,
        track: of[0]!.track,
        artist: of[0]!.artist,
        album: of[0]!.album,
        plays: of.length
      })
    )
  )

const totalsOf = (plays: ReadonlyArray<Play>): Fact.Totals => ({
  plays: plays.length,
  artists: new Set(plays.map(({ artist }) => artist.id)).size,
  albums: new Set(plays.flatMap(({ album }) => (album === null ? [] : [album.id]))).size,
  tracks: new Set(plays.map(({ track }) => track.id)).size
})

/** The listening store over an array of plays, computed naively as the reference for responses. Counts every call. */
export const memoryListening = (
  library: () => Library,
  calendar: Context.Tag.Service<Calendar>,
  onCall: () => void
): Store => {
  const all = () => [...library().plays]
  const dayOf = ({ playedAt }: Play) => calendar.dateOf(playedAt)
  const recorded = <A>(answer: () => A) =>
    Effect.sync(() => {
      onCall()
      return answer()
    })
  const idOf = (kind: Kind) => (play: Play) => (kind === "album" ? (play.album?.id ?? null) : play[kind].id)
  const bucketOf = (series: Series, day: string) => series.buckets.filter((bucket) => bucket <= day).at(-1)
  const seriesOf = (kind: Kind, ids: ReadonlyArray<number>, series: Series, range: DateRange) =>
    new Map(
      ids.map((id) => {
        const of = inRange(all(), range).filter((play) => idOf(kind)(play) === id)
        const counts = Array.from(
          grouped(of, (play) => bucketOf(series, dayOf(play)) ?? null),
          ([bucket, plays]) => [bucket, plays.length] as const
        )
        return [id, new Map(counts)] as const
      })
    )
  const days = () =>
    Array.from(grouped(all(), dayOf), ([date, of]) => ({ date, plays: of.length })).sort((a, b) =>
      a.date < b.date ? -1 : 1
    )
  const periods = (plays: ReadonlyArray<Play>, length: number, suffix: string) =>
    Array.from(
      grouped(plays, (play) => dayOf(play).slice(0, length)),
      ([period, of]) => ({ start: `${period}${suffix}`, ...totalsOf(of), of })
    ).sort((a, b) => (a.start < b.start ? -1 : 1))

  return {
    plays: ({ album, artist, page, range }) =>
      recorded(() =>
        paged(
          inRange(all(), range).filter(
            (play) =>
              holds(play.artist.name, artist) &&
              (album === null || (play.album !== null && holds(play.album.name, album)))
          ),
          page
        )
      ),
    newestAlbums: (range, { limit, page }, window) =>
      recorded(() =>
        Array.from(
          grouped(inRange(all(), range).slice(0, window), (play) => play.album?.id ?? null).values(),
          ([newest]) => ({ artist: newest!.artist, album: newest!.album!, lastPlayedAt: newest!.playedAt })
        ).slice((page - 1) * limit, page * limit)
      ),
    topArtists: ({ page, range }) => recorded(() => paged(artistsOf(inRange(all(), range)), page)),
    topAlbums: ({ page, range }) => recorded(() => paged(albumsOf(inRange(all(), range)), page)),
    topOfEach: ({ page, range }) =>
      recorded(() => {
        const plays = inRange(all(), range)
        return {
          artists: paged(artistsOf(plays), page).rows,
          albums: paged(albumsOf(plays), page).rows,
          tracks: paged(tracksOf(plays), page).rows
        }
      }),
    topTracks: ({ artistId, page, range }) =>
      recorded(() =>
        paged(tracksOf(inRange(all(), range).filter(({ artist }) => artistId === null || artist.id === artistId)), page)
      ),
    series: (kind, ids, series, range) => recorded(() => seriesOf(kind, ids, series, range)),
    seriesOfEach: ({ albums, artists, tracks }, series, range) =>
      recorded(() => ({
        artists: seriesOf("artist", artists, series, range),
        albums: seriesOf("album", albums, series, range),
        tracks: seriesOf("track", tracks, series, range)
      })),
    totals: (range) => recorded(() => totalsOf(inRange(all(), range))),
    beginning: recorded(() => ({
      firstPlay: Option.fromNullable(all().at(-1)?.playedAt),
      registeredAt: Option.none()
    })),
    playsPerDay: (from, to) => recorded(() => days().filter(({ date }) => date >= from && date < to)),
    daySpans: (until) =>
      recorded(() =>
        days()
          .filter(({ date }) => date <= until)
          .reduce<Array<Fact.PlayedDays>>((runs, { date, plays }) => {
            const last = runs.at(-1)
            return last !== undefined && addDays(last.end, 1) === date
              ? [...runs.slice(0, -1), { start: last.start, end: date, plays: last.plays + plays }]
              : [...runs, { start: date, end: date, plays }]
          }, [])
      ),
    months: (range) => recorded(() => periods(inRange(all(), range), 7, "-01")),
    years: recorded(() =>
      periods(all(), 4, "-01-01")
        .reverse()
        .map((year) => {
          const top = artistsOf(year.of)[0]
          return { ...year, topArtist: top === undefined ? null : { id: top.id, name: top.name } }
        })
    ),
    genres: (groupBy, range) =>
      recorded(() => {
        const start = (play: Play) =>
          groupBy === "week"
            ? weekStart(dayOf(play))
            : groupBy === "month"
              ? `${dayOf(play).slice(0, 7)}-01`
              : `${dayOf(play).slice(0, 4)}-01-01`
        const groups = grouped(inRange(all(), range), (play) =>
          play.artist.genre === null ? null : `${start(play)}|${play.artist.genre}`
        )
        return Array.from(groups, ([key, of]) => ({
          start: key.split("|")[0]!,
          genre: key.split("|")[1]!,
          plays: of.length
        })).sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : b.plays - a.plays))
      }),
    artists: ({ order, page, search, sort }) =>
      recorded(() =>
        paged(
          sorted(
            artistsOf(all()).filter(({ name }) => holds(name, search)),
            sort,
            order
          ),
          page
        )
      ),
    albums: ({ artist, order, page, search, sort }) =>
      recorded(() =>
        paged(
          sorted(
            albumsOf(all()).filter((album) => holds(album.name, search) && holds(album.artist.name, artist)),
            sort,
            order
          ),
          page
        )
      ),
    artist: (id, best) =>
      recorded(() => {
        const rows = artistsOf(all())
        const row = rows.find((row) => row.id === id)
        const of = all().filter(({ artist }) => artist.id === id)
        return row === undefined
          ? Option.none()
          : Option.some({
              artist: row.artist,
              providerPlays: null,
              plays: row.plays,
              firstPlayedAt: of.at(-1)!.playedAt,
              lastPlayedAt: of[0]!.playedAt,
              rank: rows.indexOf(row) + 1,
              tracks: totalsOf(of).tracks,
              albums: totalsOf(of).albums,
              tags: [],
              bioSummary: null,
              bioContent: null,
              bioSyncedAt: null,
              topAlbums: albumsOf(of)
                .filter(({ tracks }) => tracks >= best.tracksOfAlbum)
                .slice(0, best.albums),
              topTracks: tracksOf(of).slice(0, best.tracks),
              similar: []
            })
      }),
    album: (id) =>
      recorded(() => {
        const of = all().filter(({ album }) => album?.id === id)
        return of.length === 0
          ? Option.none()
          : Option.some({
              album: of[0]!.album!,
              artist: of[0]!.artist,
              plays: of.length,
              firstPlayedAt: of.at(-1)!.playedAt,
              tracks: tracksOf(of)
            })
      }),
    track: (id) =>
      recorded(() => {
        const of = all().filter(({ track }) => track.id === id)
        return of.length === 0
          ? Option.none()
          : Option.some({
              track: of[0]!.track,
              artist: of[0]!.artist,
              album: of.find(({ album }) => album !== null)?.album ?? null,
              plays: of.length,
              firstPlayedAt: of.at(-1)!.playedAt,
              lastPlayedAt: of[0]!.playedAt
            })
      }),
    artistNamed: (text) =>
      recorded(() => {
        const rows = artistsOf(all())
        return Option.map(
          Option.fromNullable(
            rows.find(({ name }) => plain(name) === plain(text)) ?? rows.find(({ name }) => holds(name, text))
          ),
          ({ artist }) => artist
        )
      }),
    hasPlays: (id) => recorded(() => all().some(({ artist }) => artist.id === id)),
    concertsOf: () => recorded(() => []),
    matchPlay: () => recorded(() => ({ hidden: false, match: null }))
  }
}

const sorted = <A extends { readonly name: string; readonly plays: number; readonly id: number }>(
  rows: ReadonlyArray<A>,
  sort: string,
  order: "asc" | "desc"
) => {
  const by =
    sort === "playcount"
      ? (a: A, b: A) => a.plays - b.plays
      : sort === "name"
        ? (a: A, b: A) => (a.name < b.name ? -1 : 1)
        : (a: A, b: A) => a.id - b.id
  return [...rows].sort((a, b) => (order === "asc" ? 1 : -1) * by(a, b) || a.id - b.id)
}
