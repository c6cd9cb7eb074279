import { type Context, Effect, Option } from "effect"
import type { Calendar } from "../shared/Calendar.js"
import { type DateFilters, type DateRange, parseRange } from "../shared/DateRange.js"
import { BadInput, NoData } from "../shared/errors.js"
import { type LocalDate, daysBetween } from "../shared/LocalDate.js"
import { type PageOf, paginationOf } from "../shared/Pagination.js"
import { type Series, type Sparkline, sparkline } from "../shared/Sparkline.js"
import type { ListeningStore } from "./ListeningStore.js"
import { type Period, rangeOf, seriesOf, seriesWithin } from "./period.js"
import type { Kind } from "./records.js"
import type { ToImage } from "../images/Picture.js"
import { topAlbums, topArtists, topTracks } from "./views/top.js"

export interface TopRequest {
  readonly period: Period
  readonly page: PageOf
  readonly filters: DateFilters
  readonly sparklines: boolean
}

export interface TopTracksRequest extends TopRequest {
  readonly artistId?: number | undefined
  readonly artistName?: string | undefined
}

/** Days. A range of the asker's own is drawn from end to end up to this length. */
const longestDrawn = 3660

/** The three top lists. Dates beat the period, and sparklines follow whichever was used. */
export const topLists = (store: Context.Tag.Service<ListeningStore>, calendar: Context.Tag.Service<Calendar>, show: ToImage) => {
  /** The range asked for and the series to draw over it. */
  const scope = Effect.fn(function*(request: TopRequest) {
    const today = yield* calendar.today
    const { date, from, to } = request.filters
    const dated = date !== undefined || from !== undefined || to !== undefined
    const range = dated ? yield* parseRange(calendar, request.filters) : rangeOf(calendar, request.period, today)
    const series = request.sparklines ? yield* seriesFor(request.period, dated, range, today) : null
    return { range, series }
  })

  /** What a list is drawn over: its period, or the range of the asker's own. None where there is nothing to draw. */
  const seriesFor = Effect.fn(function*(period: Period, dated: boolean, range: DateRange, today: string) {
    const to = range.to === null ? today : calendar.dateOf(range.to - 1)
    const asked = range.from === null ? null : calendar.dateOf(range.from)
    if (dated && asked !== null && daysBetween(asked, to) < longestDrawn) return seriesWithin(asked, to)
    if (!dated && period !== "overall") return seriesOf(period, today, today)
    const first = Option.map(yield* store.firstPlay, calendar.dateOf)
    if (Option.isNone(first)) return null
    if (!dated) return seriesOf(period, today, first.value)
    // Ages without a play would be thousands of points: such a range is drawn where there can be plays.
    const from = later(first.value, asked ?? first.value)
    return seriesWithin(from, later(from, earlier(today, to)))
  })

  const draw = <Row extends { readonly id: number }>(kind: Kind, rows: ReadonlyArray<Row>, series: Series | null, range: DateRange) =>
    series === null
      ? Effect.succeed<ReadonlyArray<Row & { readonly sparkline?: Sparkline }>>(rows)
      : Effect.map(store.series(kind, rows.map((row) => row.id), series, range), (counts) =>
        rows.map((row) => ({ ...row, sparkline: sparkline(series, counts.get(row.id) ?? new Map()) })))

  const artistOf = Effect.fn(function*({ artistId, artistName }: TopTracksRequest) {
    if (artistId !== undefined && artistName !== undefined) {
      return yield* new BadInput({ message: "give artist_id or artist_name, not both" })
    }
    if (artistName === undefined) return artistId ?? null
    if (artistName.trim() === "") return yield* new BadInput({ message: "artist_name must not be empty" })
    const artist = yield* store.artistNamed(artistName.trim())
    return (yield* Effect.mapError(artist, () => new NoData({ what: "artist" }))).id
  })

  return {
    topArtists: Effect.fn("Listening.topArtists")(function*(request: TopRequest) {
      const { range, series } = yield* scope(request)
      const { rows, total } = yield* store.topArtists({ range, page: request.page })
      const data = yield* draw("artist", topArtists(rows, request.page, show), series, range)
      return { period: request.period, data, pagination: paginationOf(request.page, total) }
    }),
    topAlbums: Effect.fn("Listening.topAlbums")(function*(request: TopRequest) {
      const { range, series } = yield* scope(request)
      const { rows, total } = yield* store.topAlbums({ range, page: request.page })
      const data = yield* draw("album", topAlbums(rows, request.page, show), series, range)
      return { period: request.period, data, pagination: paginationOf(request.page, total) }
    }),
    topTracks: Effect.fn("Listening.topTracks")(function*(request: TopTracksRequest) {
      const { range, series } = yield* scope(request)
      const artistId = yield* artistOf(request)
      const { rows, total } = yield* store.topTracks({ range, page: request.page, artistId })
      if (request.artistId !== undefined && total === 0 && !(yield* store.isHeard(request.artistId))) {
        return yield* new NoData({ what: "artist" })
      }
      const data = yield* draw("track", topTracks(rows, request.page, show), series, range)
      return { period: request.period, artist_id: artistId, data, pagination: paginationOf(request.page, total) }
    })
  }
}

const earlier = (a: LocalDate, b: LocalDate) => a < b ? a : b
const later = (a: LocalDate, b: LocalDate) => a > b ? a : b
