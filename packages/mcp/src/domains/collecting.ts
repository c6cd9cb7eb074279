import { Effect } from "effect"
import { ask } from "../Ask.js"
import { rangeOfYear, type WhenRange } from "../kit/when.js"
import { datesOf } from "../Tool.js"
import type { DaySpan, RecordRequest } from "./Domain.js"
import { type FetchedRecord, plain } from "./FetchedRecord.js"
import { always, builtIn, byCount, capped, countsOf, maxNames, spanOf, yearsBetween } from "./kit.js"

const copy = (id: number, { has, local }: RecordRequest) =>
  Effect.map(ask("collecting.record", { id }), ({ date_added, tracklist, ...rest }): FetchedRecord => ({
    title: `${rest.title} by ${rest.artists.join(", ")}`,
    url: rest.discogs_url,
    facts: { ...plain(rest), date_added: local(date_added), ...(has("tracks") ? { tracks: tracklist } : {}) }
  }))

const want = (id: number, { local }: RecordRequest) =>
  Effect.map(ask("collecting.want", { id }), ({ date_added, ...rest }): FetchedRecord => ({
    title: `${rest.title} by ${rest.artists.join(", ")}`,
    url: rest.discogs_url,
    facts: { ...plain(rest), date_added: local(date_added), is_wanted: true }
  }))

/** Copies and wants have ids of one sequence: a release is one or the other. */
const release = (id: number, request: RecordRequest) =>
  Effect.catchIf(
    copy(id, request),
    ({ status }) => status === 404,
    () => want(id, request)
  )

const disc = (id: number, { local }: RecordRequest) =>
  Effect.map(ask("collecting.disc", { id }), ({ collected_at, watch_history, ...rest }): FetchedRecord => {
    const { summary, tagline: _, ...facts } = plain(rest)
    return {
      title: rest.year === null ? rest.title : `${rest.title} (${rest.year})`,
      url: null,
      facts: {
        ...facts,
        collected_at: local(collected_at),
        viewings: watch_history.map(({ user_rating, watched_at }) => ({ watched_at: local(watched_at), user_rating }))
      },
      foreign: typeof summary === "string" ? summary : null
    }
  })

const copies = (page: number) => ask("collecting.recentRecords", { limit: 1, page })
const discs = (page: number) => ask("collecting.discs", { limit: 1, page })
const wants = (page: number) => ask("collecting.wants", { limit: 1, page })

/** The first and the last day of several kinds of records. */
const wholeSpan = (spans: ReadonlyArray<DaySpan>): DaySpan => {
  const days = spans.flatMap(({ first, last }) => [first, last].filter((day) => day !== null)).toSorted()
  return { first: days[0] ?? null, last: days.at(-1) ?? null }
}

const formats = Effect.zipWith(ask("collecting.formats"), ask("collecting.mediaTypes"), (records, discs) =>
  byCount([
    ...countsOf(records.data).map((row) => ({ ...row, kind: "record" })),
    ...countsOf(discs.data).map((row) => ({ ...row, kind: "disc" }))
  ])
)

const artists = Effect.map(ask("collecting.artists", { limit: maxNames }), ({ data }) =>
  data.map(({ name, release_count }) => ({ name, count: release_count }))
)

const decades = Effect.map(ask("collecting.mediaStats"), ({ data }) =>
  byCount(Object.entries(data.by_decade).map(([name, count]) => ({ name, count })))
)

const calendar = (year: number) => Effect.map(ask("collecting.calendar", { year }), ({ days }) => days)

const totals = (range: WhenRange) =>
  Effect.zipWith(
    ask("collecting.stats", datesOf(range)),
    ask("collecting.mediaStats", datesOf(range)),
    ({ data: records }, { data: discs }) => ({
      all: { records, discs },
      main: { records: records.total_items, discs: discs.total_items, wanted: records.wantlist_count },
      isEmpty: ![records.total_items, records.wantlist_count, discs.total_items].some((count) => count > 0),
      notes: []
    }),
    { concurrent: true }
  )

export const collecting = builtIn("collecting", {
  noun: "additions",
  totals,
  span: ({ dayOf }) => {
    const day = (text: string | null) => (text === null ? null : dayOf(text))
    return Effect.map(
      Effect.all([
        spanOf(copies, ({ date_added }) => day(date_added)),
        spanOf(discs, ({ collected_at }) => day(collected_at)),
        spanOf(wants, ({ date_added }) => day(date_added))
      ]),
      wholeSpan
    )
  },
  calendar,
  // The API has no review of a year of the shelf: its calendar and its totals say the same.
  year: (year) =>
    Effect.zipWith(calendar(year), totals(rangeOfYear(year)), (days, { all }) =>
      days.length === 0 ? null : { year, added: days.reduce((sum, { count }) => sum + count, 0), ...all }
    ),
  possibleYears: Effect.zipWith(
    yearsBetween(copies, ({ date_added }) => date_added),
    yearsBetween(discs, ({ collected_at }) => collected_at),
    (records, discs) => [...records, ...discs]
  ),
  properties: {
    genre: always(
      "collecting by genre",
      "records",
      Effect.map(ask("collecting.genres"), ({ data }) => countsOf(data))
    ),
    format: always("collecting by format", "copies", formats),
    artist: capped(always("collecting by artist", "records", artists)),
    decade: always("collecting by decade", "discs", decades)
  },
  records: { release, want, media: disc, disc }
})
