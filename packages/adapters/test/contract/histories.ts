import {
  type Calendar,
  type LocalDate,
  addDays,
  fromZoneName,
  homeCalendar,
  homeWith,
  parseHistory,
  weekStart
} from "@daybook/core/shared"
import { type Context, Either, FastCheck as fc } from "effect"
import type { Rule, StoredPlay } from "./model/Library.js"

/** The calendar of a zone, or of moves and trips written as one text. */
export const calendarOf = (zone: string): Context.Tag.Service<Calendar> =>
  Either.getOrThrow(
    zone.includes(" ")
      ? Either.flatMap(parseHistory(zone), (history) => Either.flatMap(homeWith("UTC", history), homeCalendar))
      : fromZoneName(zone)
  )

/**
 * On both sides of the date line, with whole, half and odd hour offsets, and DST changes at night, noon and midnight.
 */
const zones = [
  "America/Los_Angeles",
  "Europe/Berlin",
  "UTC",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
  "Pacific/Apia",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "America/Sao_Paulo",
  "America/Havana",
  "Africa/Cairo",
  "Europe/Berlin, 2020-02-29 America/Los_Angeles, 2023-12-31..2024-01-03 Asia/Kathmandu",
  "Pacific/Pago_Pago, 2021-01-01 Pacific/Kiritimati, 2024-02-29 Pacific/Pago_Pago",
  "Europe/Berlin, 2024-03-10..2024-03-31 America/Havana, 2024-10-27..2024-11-03 Pacific/Apia"
] as const

/** New Year, leap days, DST changes, a week 53, a day that some zone skipped. */
const edges: ReadonlyArray<LocalDate> = [
  "2011-12-30",
  "2011-12-31",
  "2018-11-04",
  "2020-02-29",
  "2020-03-01",
  "2020-12-28",
  "2021-01-01",
  "2021-01-04",
  "2023-12-31",
  "2024-01-01",
  "2024-02-29",
  "2024-03-10",
  "2024-03-31",
  "2024-10-27",
  "2024-11-03"
]
const todays: ReadonlyArray<LocalDate> = [
  "2021-01-03",
  "2021-01-04",
  "2024-02-29",
  "2024-03-10",
  "2024-12-30",
  "2025-01-01"
]

const artists = [
  "Zoë Quill",
  "zoe quill",
  "ZOË QUILL",
  "zoë quill",
  "Marrow & Pine",
  "100% Lark",
  "Under_score",
  "Ørsted Vale",
  "!!"
]
const tracks = ["Intro", "intro", "Intró", "Long Way (feat. Marrow)", "Long Way", "50%", "a_b", "??", "Back\\slash"]
const albums = ["Intro", "Harbour", "harbour", "Hårbour 100%"]

/** A home time zone and its first day. */
export interface Home {
  readonly zone: string
  readonly today: LocalDate
}

const homes: fc.Arbitrary<Home> = fc.record({ zone: fc.constantFrom(...zones), today: fc.constantFrom(...todays) })

/** Instants around day boundaries and DST changes, where plays collide, become twins or change their day. */
const instants = ({ today, zone }: Home): fc.Arbitrary<number> => {
  const calendar = calendarOf(zone)
  const windows = [1, 13, 26, 52].map((weeks) => addDays(weekStart(today), (1 - weeks) * 7))
  const days = [...edges, ...windows, today, today, addDays(today, 1), addDays(today, -1)]
  return fc
    .tuple(
      fc.constantFrom(...days).map(calendar.startOf),
      fc.oneof(
        fc.constantFrom(
          -86_400,
          -3600,
          -121,
          -120,
          -60,
          -1,
          0,
          0,
          1,
          30,
          59,
          60,
          90,
          119,
          120,
          121,
          180,
          240,
          3600,
          7200
        ),
        fc.integer({ min: -172_800, max: 172_800 })
      )
    )
    .map(([start, seconds]) => start + seconds * 1000)
}

const services = ["archive", "lastfm", "listenbrainz", "spotify"] as const

/** How long plays are heard, in milliseconds. */
const playTime = fc.constantFrom(30_000, 61_000, 214_000, 4_000_000)

/** A time as a source reports it: Spotify's is the end, and its short list has the minute of that. */
const timed = (source: string, precise: boolean, at: number, length: number) => {
  const minute = (time: number) => time - (((time % 60_000) + 60_000) % 60_000)
  if (source !== "spotify") return { playedAt: precise ? at : minute(at), precise, endedAt: null }
  const endedAt = precise ? at + length : minute(at + length)
  return { playedAt: precise ? at : minute(endedAt - length), precise, endedAt }
}

/** A play of a source. Only files have times to the minute, and only two services have such files. */
const play = (home: Home, source: string, precise: boolean): fc.Arbitrary<StoredPlay> =>
  fc
    .tuple(
      instants(home),
      playTime,
      fc.record({
        source: fc.constant(source),
        artist: fc.constantFrom(...artists),
        track: fc.constantFrom(...tracks),
        album: fc.option(fc.constantFrom(...albums), { nil: null, freq: 4 })
      })
    )
    .map(([at, length, names]) => ({ ...names, ...timed(source, precise, at, length) }))

/** One response or one part of a file. */
export interface Page {
  readonly source: string
  readonly plays: ReadonlyArray<StoredPlay>
  /** Duration of its tracks, in milliseconds. */
  readonly duration: number | null
  /** MBIDs of its artists. */
  readonly mbids: ReadonlyArray<string | null>
}

/** Providers have stale ones, and most files none. */
const mbids = fc.constantFrom<ReadonlyArray<string | null>>(
  [null],
  [null],
  ["a-mbid"],
  ["b-mbid", null],
  [null, "c-mbid", "a-mbid"]
)

/** Most have no duration; some contradict each other. */
const durations = fc.constantFrom(null, null, 90_000, 180_000, 181_000, 240_000, 3_600_000)

const pages = (home: Home): fc.Arbitrary<Page> =>
  fc
    .oneof(
      fc.constantFrom(...services).map((source) => ({ source, precise: true })),
      fc.constantFrom("lastfm", "spotify").map((source) => ({ source, precise: false }))
    )
    .chain(({ precise, source }) =>
      fc.record({
        source: fc.constant(source),
        plays: fc.array(play(home, source, precise), { maxLength: 12 }),
        duration: durations,
        mbids
      })
    )

/** A page that is too large for incremental counting. */
export const largePage = (home: Home, source: string, seed: number): Page => ({
  source,
  plays: fc.sample(play(home, source, true), { seed, numRuns: 230 }),
  duration: fc.sample(durations, { seed, numRuns: 1 })[0]!,
  mbids: fc.sample(mbids, { seed, numRuns: 1 })[0]!
})

const rules: fc.Arbitrary<Rule> = fc.oneof<Array<fc.Arbitrary<Rule>>>(
  fc.record({ scope: fc.constant("artist"), pattern: fc.constantFrom("zoë quill", "UNDER_SCORE", "Marrow") }),
  fc.record({ scope: fc.constantFrom("album", "track"), pattern: fc.constantFrom("INTRO", "%", "_", "hår", "\\") }),
  fc.record({ scope: fc.constant("artist_track"), pattern: fc.constantFrom("zoë quill||intro", "100% Lark||50%") }),
  fc.record({ scope: fc.constant("track_regex"), pattern: fc.constantFrom("^intr.$", "(way|50%)", "^.{2}$", "_b$") })
)

/** One change of a library. */
export type Step =
  | { readonly _tag: "Put"; readonly page: Page }
  | { readonly _tag: "PutMany"; readonly source: string; readonly seed: number }
  /** The provider deleted everything in this span. */
  | { readonly _tag: "Lose"; readonly source: string; readonly from: number; readonly to: number }
  | { readonly _tag: "Hide"; readonly rule: Rule }
  | { readonly _tag: "Show"; readonly place: number }
  | { readonly _tag: "Tag"; readonly artist: string; readonly genre: string | null }
  | { readonly _tag: "Settle" }
  | { readonly _tag: "Wait"; readonly days: number }

const step = (home: Home): fc.Arbitrary<Step> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ _tag: fc.constant("Put" as const), page: pages(home) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        _tag: fc.constant("PutMany" as const),
        source: fc.constantFrom(...services),
        seed: fc.nat()
      })
    },
    { weight: 4, arbitrary: fc.constant<Step>({ _tag: "Settle" }) },
    {
      weight: 2,
      arbitrary: fc
        .record({ source: fc.constantFrom(...services), at: instants(home), other: instants(home) })
        .map(({ at, other, source }): Step => ({
          _tag: "Lose",
          source,
          from: Math.min(at, other),
          to: Math.max(at, other) + 1
        }))
    },
    { weight: 1, arbitrary: fc.record({ _tag: fc.constant("Hide" as const), rule: rules }) },
    { weight: 1, arbitrary: fc.record({ _tag: fc.constant("Show" as const), place: fc.nat({ max: 3 }) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        _tag: fc.constant("Tag" as const),
        artist: fc.constantFrom(...artists),
        genre: fc.constantFrom("folk", "jazz", null)
      })
    },
    { weight: 1, arbitrary: fc.record({ _tag: fc.constant("Wait" as const), days: fc.constantFrom(1, 6, 7, 15) }) }
  )

/**
 * Reports of one track, in two spellings, around three times, from services that gradually learn its duration.
 */
export const reports: fc.Arbitrary<ReadonlyArray<Step>> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom(...services).chain((source) =>
        fc.record({
          _tag: fc.constant("Put" as const),
          page: fc.record({
            source: fc.constant(source),
            plays: fc.array(
              fc
                .tuple(
                  fc.constantFrom(0, 12, 24),
                  fc.nat({ max: 5 }),
                  fc.integer({ min: -60, max: 70 }),
                  source === "spotify" ? fc.boolean() : fc.constant(true),
                  playTime,
                  fc.record({
                    source: fc.constant(source),
                    artist: fc.constantFrom("Marrow & Pine", "MARROW & Pine", "Pine", "Various Artists", "Oskeln"),
                    track: fc.constantFrom("Long Way", "Long Way (feat. Zoë)"),
                    album: fc.constantFrom(null, "Harbour")
                  })
                )
                .map(([hour, minute, pause, precise, length, names]) => ({
                  ...names,
                  ...timed(source, precise, (hour * 60 + minute + (source === "spotify" ? pause : 0)) * 60_000, length)
                })),
              { minLength: 1, maxLength: 3 }
            ),
            duration: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, durations),
            mbids
          })
        })
      )
    },
    {
      weight: 1,
      arbitrary: fc
        .record({ source: fc.constantFrom(...services), minute: fc.nat({ max: 4 }) })
        .map(({ minute, source }): Step => ({ _tag: "Lose", source, from: minute * 60_000, to: (minute + 2) * 60_000 }))
    },
    { weight: 1, arbitrary: fc.constant<Step>({ _tag: "Hide", rule: { scope: "album", pattern: "harbour" } }) },
    { weight: 1, arbitrary: fc.constant<Step>({ _tag: "Show", place: 0 }) }
  ),
  { minLength: 2, maxLength: 9, size: "max" }
)

export interface History {
  readonly home: Home
  readonly steps: ReadonlyArray<Step>
  /** Bounds of the ranges to query. */
  readonly bounds: ReadonlyArray<number>
}

export const histories: fc.Arbitrary<History> = homes.chain((home) =>
  fc.record({
    home: fc.constant(home),
    steps: fc.array(step(home), { minLength: 1, maxLength: 9, size: "max" }),
    bounds: fc.array(instants(home), { minLength: 2, maxLength: 4 })
  })
)
