import { describe, expect, it } from "@effect/vitest"
import { type Context, DateTime, Effect, Layer, Option, TestClock } from "effect"
import { Pictures } from "../../src/images/Picture.js"
import { Listening } from "../../src/listening/service.js"
import { ListeningStore } from "../../src/listening/store.js"
import { Calendar } from "../../src/shared/Calendar.js"
import type { DateRange } from "../../src/shared/DateRange.js"
import { artistFact } from "./views/facts.js"

const now = Date.parse("2024-11-20T12:00:00Z")
const zone = DateTime.zoneUnsafeMakeNamed("America/New_York")
const none = Effect.succeed({ rows: [], total: 0 })
const page = { page: 1, limit: 10 }

/** The service over a mock store that dies on any other call. */
const over = <A, E>(
  store: Partial<Context.Tag.Service<ListeningStore>>,
  run: (listening: Listening) => Effect.Effect<A, E>
) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(now)
    return yield* run(yield* Listening)
  }).pipe(
    Effect.provide(
      Layer.provide(
        Listening.Default,
        Layer.mergeAll(
          Layer.mock(ListeningStore, store),
          Calendar.layer(zone),
          Layer.mock(Pictures, { image: () => null })
        )
      )
    )
  )

const iso = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString())

describe("Listening.year", () => {
  const totals = Effect.succeed({ plays: 0, artists: 0, albums: 0, tracks: 0 })

  it.effect("rejects years before 2000 and after next year", () =>
    Effect.gen(function* () {
      for (const year of [1999, 2026, 2024.5, Number.NaN]) {
        expect(yield* Effect.flip(over({}, (listening) => listening.year({ year, sparklines: false })))).toMatchObject({
          _tag: "BadInput",
          message: "year must be from 2000 to 2025"
        })
      }
    })
  )

  it.effect("has no data for a year without plays, including next year", () =>
    Effect.gen(function* () {
      for (const year of [2000, 2025]) {
        expect(
          yield* Effect.flip(over({ totals: () => totals }, (listening) => listening.year({ year, sparklines: false })))
        ).toMatchObject({ _tag: "NoData" })
      }
    })
  )

  it.effect("queries the year or month in the home time zone", () =>
    Effect.gen(function* () {
      const ranges: Array<unknown> = []
      const store = {
        totals: ({ from, to }: DateRange) => {
          ranges.push([iso(from), iso(to)])
          return totals
        }
      }
      for (const month of [undefined, 3, 12])
        yield* Effect.flip(over(store, (listening) => listening.year({ year: 2023, month, sparklines: false })))
      expect(ranges).toEqual([
        ["2023-01-01T05:00:00.000Z", "2024-01-01T05:00:00.000Z"],
        ["2023-03-01T05:00:00.000Z", "2023-04-01T04:00:00.000Z"],
        ["2023-12-01T05:00:00.000Z", "2024-01-01T05:00:00.000Z"]
      ])
    })
  )
})

describe("Listening.topTracks", () => {
  const request = { period: "7day" as const, page, filters: {}, sparklines: false }
  const artist = artistFact(7)

  it.effect("rejects an artist given by both id and name, and an empty name", () =>
    Effect.gen(function* () {
      expect(
        yield* Effect.flip(over({}, (listening) => listening.topTracks({ ...request, artistId: 1, artistName: "x" })))
      ).toMatchObject({ _tag: "BadInput" })
      expect(
        yield* Effect.flip(over({}, (listening) => listening.topTracks({ ...request, artistName: "  " })))
      ).toMatchObject({ _tag: "BadInput" })
    })
  )

  it.effect("has no data for an unknown artist", () =>
    Effect.gen(function* () {
      const unknownArtist = {
        topTracks: () => Effect.succeed({ rows: [], total: 0 }),
        hasPlays: () => Effect.succeed(false)
      }
      expect(
        yield* Effect.flip(over(unknownArtist, (listening) => listening.topTracks({ ...request, artistId: 1 })))
      ).toMatchObject({ _tag: "NoData" })
      expect(
        yield* Effect.flip(
          over({ artistNamed: () => Effect.succeedNone }, (listening) =>
            listening.topTracks({ ...request, artistName: "x" })
          )
        )
      ).toMatchObject({ _tag: "NoData" })
    })
  )

  it.effect("lets dates override the period, also in sparklines", () =>
    Effect.gen(function* () {
      const drawn: Array<unknown> = []
      const store = {
        artistNamed: () => Effect.succeed(Option.some(artist)),
        topTracks: ({ artistId, range }: { readonly artistId: number | null; readonly range: DateRange }) => {
          drawn.push([artistId, iso(range.from), iso(range.to)])
          return none
        },
        series: (
          _: unknown,
          __: unknown,
          series: { readonly granularity: string; readonly buckets: ReadonlyArray<string> }
        ) => {
          drawn.push([series.granularity, series.buckets.length, series.buckets.at(-1)])
          return Effect.succeed(new Map())
        }
      }
      const filters = { from: "2024-01-01", to: "2024-01-31" }
      const answer = yield* over(store, (listening) =>
        listening.topTracks({ ...request, period: "12month", filters, sparklines: true, artistName: " ARTIST 7 " })
      )
      expect(answer).toMatchObject({ period: "12month", artist_id: 7, data: [] })
      expect(drawn).toEqual([
        [7, "2024-01-01T05:00:00.000Z", "2024-02-01T05:00:00.000Z"],
        ["day", 31, "2024-01-31"]
      ])
    })
  )
})

describe("Listening.genres", () => {
  const compared = (filters: { readonly date?: string; readonly from?: string; readonly to?: string }) =>
    Effect.gen(function* () {
      const ranges: Array<unknown> = []
      const store = {
        genres: (_: unknown, { from, to }: DateRange) => {
          ranges.push([iso(from), iso(to)])
          return Effect.succeed([])
        }
      }
      yield* over(store, (listening) =>
        listening.genres({ groupBy: "month", limit: 10, filters, compareToPreviousYear: true })
      )
      return ranges[1]
    })

  it.effect("compares with the same days a year earlier", () =>
    Effect.gen(function* () {
      expect(yield* compared({ from: "2024-02-01", to: "2024-02-29" })).toEqual([
        "2023-02-01T05:00:00.000Z",
        "2023-03-01T05:00:00.000Z"
      ])
      expect(yield* compared({ date: "2024-02-29" })).toEqual(["2023-02-28T05:00:00.000Z", "2023-03-01T05:00:00.000Z"])
      expect(yield* compared({ from: "2024-06-01" })).toEqual(["2023-06-01T04:00:00.000Z", null])
      expect(yield* compared({})).toBe(undefined)
    })
  )

  // DST ends on 3 November 2024 and on 5 November 2023.
  it.effect("compares full days if DST ends on the last of them", () =>
    Effect.gen(function* () {
      expect(yield* compared({ from: "2024-11-01", to: "2024-11-03" })).toEqual([
        "2023-11-01T04:00:00.000Z",
        "2023-11-04T04:00:00.000Z"
      ])
    })
  )
})
