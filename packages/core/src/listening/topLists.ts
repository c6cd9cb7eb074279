import { type Context, Effect, Option } from "effect"
import type { Calendar } from "../shared/Calendar.js"
import { type DateFilters, type DateRange, parseRange } from "../shared/DateRange.js"
import { BadInput, NoData } from "../shared/errors.js"
import { type PageOf, type Series, type Sparkline, paginationOf, sparkline } from "../shared/fields.js"
import { type LocalDate, daysBetween } from "../shared/LocalDate.js"
import type { ToImage } from "../images/Picture.js"
import type { Kind } from "./model.js"
import type { ListeningStore } from "./store.js"
import { type Period, rangeOf, seriesOf, seriesWithin, topAlbums, topArtists, topTracks } from "./views/top.js"

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

/** Days. A range given by dates is drawn in full up to this length. */
const maxFullSeries = 3660

/** The three top lists. Dates override the period. Sparklines cover the same range. */
export const topLists = (
  store: Context.Tag.Service<ListeningStore>,
  calendar: Context.Tag.Service<Calendar>,
  toImage: ToImage
) => {
  /** The requested range and the series to withSparklines over it. */
  const scope = Effect.fn(function* (request: TopRequest) {
    const today = yield* calendar.today
    const { date, from, to } = request.filters
    const dated = date !== undefined || from !== undefined || to !== undefined
    const range = dated ? yield* parseRange(calendar, request.filters) : rangeOf(calendar, request.period, today)
    const series = request.sparklines ? yield* seriesFor(request.period, dated, range, today) : null
    return { range, series }
  })

  /** The series of the period or of the dates. Null if there are no plays to withSparklines. */
  const seriesFor = Effect.fn(function* (period: Period, dated: boolean, range: DateRange, today: string) {
    const to = range.to === null ? today : calendar.dateOf(range.to - 1)
    const start = range.from === null ? null : calendar.dateOf(range.from)
    if (dated && start !== null && daysBetween(start, to) < maxFullSeries) return seriesWithin(start, to)
    if (!dated && period !== "overall") return seriesOf(period, today, today)
    const first = Option.map((yield* store.beginning).firstPlay, calendar.dateOf)
    if (Option.isNone(first)) return null
    if (!dated) return seriesOf(period, today, first.value)
    // A long range can begin years before the first play: withSparklines only from that play on.
    const from = later(first.value, start ?? first.value)
    return seriesWithin(from, later(from, earlier(today, to)))
  })

  const withSparklines = <Row extends { readonly id: number }>(
    kind: Kind,
    rows: ReadonlyArray<Row>,
    series: Series | null,
    range: DateRange
  ) =>
    series === null
      ? Effect.succeed<ReadonlyArray<Row & { readonly sparkline?: Sparkline }>>(rows)
      : Effect.map(
          store.series(
            kind,
            rows.map((row) => row.id),
            series,
            range
          ),
          (counts) => rows.map((row) => ({ ...row, sparkline: sparkline(series, counts.get(row.id) ?? new Map()) }))
        )

  const artistOf = Effect.fn(function* ({ artistId, artistName }: TopTracksRequest) {
    if (artistId !== undefined && artistName !== undefined) {
      return yield* new BadInput({ message: "give artist_id or artist_name, not both" })
    }
    if (artistName === undefined) return artistId ?? null
    if (artistName.trim() === "") return yield* new BadInput({ message: "artist_name must not be empty" })
    const artist = yield* store.artistNamed(artistName.trim())
    return (yield* Effect.mapError(artist, () => new NoData({ what: "artist" }))).id
  })

  return {
    topArtists: Effect.fn("Listening.topArtists")(function* (request: TopRequest) {
      const { range, series } = yield* scope(request)
      const { rows, total } = yield* store.topArtists({ range, page: request.page })
      const data = yield* withSparklines("artist", topArtists(rows, request.page, toImage), series, range)
      return { period: request.period, data, pagination: paginationOf(request.page, total) }
    }),
    topAlbums: Effect.fn("Listening.topAlbums")(function* (request: TopRequest) {
      const { range, series } = yield* scope(request)
      const { rows, total } = yield* store.topAlbums({ range, page: request.page })
      const data = yield* withSparklines("album", topAlbums(rows, request.page, toImage), series, range)
      return { period: request.period, data, pagination: paginationOf(request.page, total) }
    }),
    topTracks: Effect.fn("Listening.topTracks")(function* (request: TopTracksRequest) {
      const { range, series } = yield* scope(request)
      const artistId = yield* artistOf(request)
      const { rows, total } = yield* store.topTracks({ range, page: request.page, artistId })
      if (request.artistId !== undefined && total === 0 && !(yield* store.hasPlays(request.artistId))) {
        return yield* new NoData({ what: "artist" })
      }
      const data = yield* withSparklines("track", topTracks(rows, request.page, toImage), series, range)
      return { period: request.period, artist_id: artistId, data, pagination: paginationOf(request.page, total) }
    })
  }
}

const earlier = (a: LocalDate, b: LocalDate) => (a < b ? a : b)
const later = (a: LocalDate, b: LocalDate) => (a > b ? a : b)
