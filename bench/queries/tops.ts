import { type Period, TopAlbums, TopArtists, TopTracks } from "@daybook/core/listening"
import { type LocalDate, addDays, yearOf, yearStart } from "@daybook/core/shared"
import { everOf, type Kind, lineOf, ofBucket, ofPlays, sumOf, top } from "./counts.js"
import { after, until } from "./range.js"
import { type Row, type Read, read, type Subjects } from "./Read.js"
import { raw, sql, type Sql } from "./sql.js"

interface Answer {
  readonly data: ReadonlyArray<{
    readonly id: number
    readonly playcount: number
    readonly sparkline?: { readonly points: ReadonlyArray<number> } | undefined
  }>
  readonly pagination: { readonly total: number }
}

const fromAnswer = ({ data, pagination }: Answer) => [
  // A page after the last one has no row with the total.
  data.length === 0 ? undefined : pagination.total,
  ...data.map(({ id, playcount, sparkline }) => [id, playcount, sparkline?.points.filter((plays) => plays > 0) ?? null])
]

const fromRows = (rows: ReadonlyArray<Row>) => [
  rows[0]?.["total"],
  ...rows.map(({ id, line, plays }) => [id, plays, line ?? null])
]

const schemas = { artist: TopArtists, album: TopAlbums, track: TopTracks }

const list = (kind: Kind, query: string, statement: Sql): Read => {
  const of = { path: `/top/${kind}s${query}`, sql: statement, fromAnswer, fromRows }
  switch (kind) {
    case "artist":
      return read(schemas.artist, of)
    case "album":
      return read(schemas.album, of)
    case "track":
      return read(schemas.track, of)
  }
}

/** The stored window of each period. */
const windows = { "3month": "13weeks", "6month": "26weeks", "12month": "52weeks" } as const

const totalOf = (kind: Kind, grain: string) =>
  sql`SELECT ${raw(`${kind}s`)} FROM listening_totals WHERE grain = ${grain}`

/** The list of a period: from stored counts where they exist, else from the plays. */
const ofPeriod = (
  { calendar, today }: Subjects,
  kind: Kind,
  period: Period,
  limit: number
): Pick<Parameters<typeof top>[0], "kind" | "counts" | "total" | "limit"> => {
  const days = { "7day": 7, "1month": 28 }
  switch (period) {
    case "7day":
    case "1month":
      return { kind, limit, counts: ofPlays(kind, after(calendar, addDays(today, 1 - days[period]))) }
    case "overall":
      return { kind, limit, counts: everOf(kind), total: totalOf(kind, "ever") }
    default:
      return { kind, limit, counts: ofBucket(kind, windows[period]), total: totalOf(kind, windows[period]) }
  }
}

/** Weekly sparklines come from plays; those of all time from yearly counts. */
const weekly = (kind: Kind, grain: string) =>
  lineOf(
    kind,
    "week",
    sql`played_at >= (SELECT max(bucket) FROM listening_buckets WHERE grain = ${grain}) - interval '2 days'
    AND day >= (SELECT max(bucket) FROM listening_buckets WHERE grain = ${grain})`
  )

const yearly = (kind: Kind) => sql`
  SELECT json_agg(plays ORDER BY bucket) FROM listening_counts
  WHERE kind = ${kind} AND grain = 'year' AND subject = page.subject AND bucket = ANY(ARRAY(SELECT bucket FROM listening_buckets WHERE grain = 'year'))`

/** Full years from stored counts, and the rest from plays. */
const between = ({ calendar }: Subjects, kind: Kind, from: LocalDate, to: LocalDate): Sql => {
  const first = yearOf(from) + 1
  const last = yearOf(to)
  const years = Array.from({ length: last - first }, (_, index) => ofBucket(kind, "year", yearStart(first + index)))
  const before = ofPlays(kind, sql`${after(calendar, from)} AND ${until(calendar, yearStart(first))}`)
  const behind = ofPlays(kind, sql`${after(calendar, yearStart(last))} AND ${until(calendar, to)}`)
  return sumOf([before, ...years, behind])
}

const ofKind = (subjects: Subjects, kind: Kind): ReadonlyArray<Read> => {
  const { today } = subjects
  const span = [addDays(today, -1_250), addDays(today, -150)] as const
  const recently = addDays(today, -27)
  return [
    list(kind, "", top(ofPeriod(subjects, kind, "7day", 10))),
    list(
      kind,
      "?period=1month&limit=50&include_sparklines=true",
      top({ ...ofPeriod(subjects, kind, "1month", 50), line: lineOf(kind, "day", after(subjects.calendar, recently)) })
    ),
    list(kind, "?period=3month&limit=50&page=3", top({ ...ofPeriod(subjects, kind, "3month", 50), offset: 100 })),
    list(kind, "?period=6month", top(ofPeriod(subjects, kind, "6month", 10))),
    list(
      kind,
      "?period=12month&limit=50&include_sparklines=true",
      top({ ...ofPeriod(subjects, kind, "12month", 50), line: weekly(kind, "52weeks") })
    ),
    list(
      kind,
      "?period=overall&limit=50&include_sparklines=true",
      top({ ...ofPeriod(subjects, kind, "overall", 50), line: yearly(kind) })
    ),
    list(
      kind,
      `?from=${span[0]}&to=${addDays(span[1], -1)}`,
      top({ kind, limit: 10, counts: between(subjects, kind, ...span) })
    )
  ]
}

/** The top lists of each kind by period and by dates, and the tracks of one artist. */
export const tops = (subjects: Subjects): ReadonlyArray<Read> => {
  const { artist, calendar, today } = subjects
  const name = artist.name.slice(0, 6)
  const week = ofPlays("track", sql`artist_id = ${artist.id} AND ${after(calendar, addDays(today, -6))}`)
  const chosen = sql`
    SELECT id FROM listening_artists JOIN listening_counts ON subject = id AND kind = 'artist' AND grain = 'ever' AND bucket = '1970-01-01'
    WHERE name ILIKE ${`%${name}%`} ORDER BY lower(name) = lower(${name}) DESC, plays DESC, id LIMIT 1`
  return [
    ...ofKind(subjects, "artist"),
    ...ofKind(subjects, "album"),
    ...ofKind(subjects, "track"),
    list("track", `?artist_id=${artist.id}`, top({ kind: "track", limit: 10, counts: week })),
    list(
      "track",
      `?period=overall&limit=50&artist_name=${encodeURIComponent(name)}`,
      top({
        kind: "track",
        limit: 50,
        counts: sql`${everOf("track")} AND subject IN (SELECT id FROM listening_tracks WHERE artist_id = (${chosen}))`
      })
    )
  ]
}
