import { Genres, YearInReview } from "@daybook/core/listening"
import { type LocalDate, addDays, addYears, monthStart, yearOf, yearStart } from "@daybook/core/shared"
import { type Kind, lineOf, ofBucket, ofPlays, top } from "./counts.js"
import { after, until } from "./range.js"
import { type Row, type Read, read, type Subjects } from "./Read.js"
import { raw, sql, type Sql } from "./sql.js"

const listLength = 10
const kinds = ["artist", "album", "track"] as const

interface Scope {
  readonly year: number
  readonly month?: number
  readonly lines: boolean
}

/** A year or month in review as one statement: totals, three lists and months. */
const review = ({ calendar }: Subjects, { lines, month, year }: Scope): Read => {
  const bucket = month === undefined ? yearStart(year) : monthStart(year, month)
  const end = month === undefined ? yearStart(year + 1) : monthStart(year, month + 1)
  const within = sql`${after(calendar, bucket)} AND ${until(calendar, end)}`
  const list = (kind: Kind): Sql =>
    sql`(SELECT json_agg(item) FROM (${top({
      kind,
      limit: listLength,
      counts: month === undefined ? ofBucket(kind, "year", bucket) : ofPlays(kind, within),
      // The answer has no total.
      total: sql`SELECT 0`,
      ...(lines ? { line: lineOf(kind, month === undefined ? "month" : "day", within) } : {})
    })}) AS item) AS ${raw(`${kind}s`)}`
  const query = [
    ...(month === undefined ? [] : [`month=${month}`]),
    ...(lines ? ["include_sparklines=true"] : [])
  ].join("&")
  return read(YearInReview, {
    path: `/year/${year}${query === "" ? "" : `?${query}`}`,
    sql: sql`
      SELECT
        (SELECT json_build_array(plays, artists, albums, tracks) FROM listening_totals
          WHERE grain = ${month === undefined ? "year" : "month"} AND bucket = ${bucket}) AS totals,
        ${list("artist")}, ${list("album")}, ${list("track")},
        (SELECT json_agg(json_build_array(to_char(bucket, 'YYYY-MM'), plays, artists, albums) ORDER BY bucket) FROM listening_totals
          WHERE grain = 'month' AND bucket >= ${yearStart(year)} AND bucket < ${yearStart(year + 1)}) AS months`,
    fromAnswer: reviewFromAnswer,
    fromRows: reviewFromRows
  })
}

interface Item {
  readonly id: number
  readonly scrobbles: number
  readonly sparkline?: { readonly points: ReadonlyArray<number> } | undefined
}

const reviewFromAnswer = (one: typeof YearInReview.Type) => [
  [one.total_scrobbles, one.unique_artists, one.unique_albums, one.unique_tracks],
  [one.top_artists, one.top_albums, one.top_tracks].map((items: ReadonlyArray<Item>) =>
    items.map(({ id, scrobbles, sparkline }) => [id, scrobbles, sparkline?.points.filter((plays) => plays > 0) ?? null])
  ),
  one.monthly.map(({ month, scrobbles, unique_albums, unique_artists }) => [
    month,
    scrobbles,
    unique_artists,
    unique_albums
  ])
]

const reviewFromRows = ([row]: ReadonlyArray<Row>) => [
  row?.["totals"],
  kinds.map((kind) =>
    (row?.[`${kind}s`] as ReadonlyArray<Row>).map(({ id, line, plays }) => [id, plays, line ?? null])
  ),
  row?.["months"]
]

/** The most played genres of each period and the sum of the others, from rows of `start`, `name` and `plays`. */
const breakdown = (counts: Sql, limit: number): Sql => sql`
  SELECT start::text, sum(plays)::int AS total, json_agg(json_build_array(genre, plays)) AS genres
  FROM (
    SELECT start, CASE WHEN place <= ${limit} THEN name ELSE 'Other' END AS genre, sum(plays)::int AS plays
    FROM (SELECT start, name, plays, row_number() OVER (PARTITION BY start ORDER BY plays DESC, name) AS place FROM (${counts}) AS counted) AS placed
    GROUP BY 1, 2
  ) AS shown GROUP BY start ORDER BY start`

const storedCounts = (grain: string, where: Sql): Sql => sql`
  SELECT bucket AS start, name, plays FROM listening_counts JOIN listening_genres AS genre ON genre.id = subject
  WHERE kind = 'genre' AND grain = ${grain} AND plays > 0 AND ${where}`

const monthOf = (day: LocalDate) => monthStart(yearOf(day), Number(day.slice(5, 7)))

/** Stored counts of full months, and plays of the two partial months. */
const between = ({ calendar }: Subjects, from: LocalDate, to: LocalDate): Sql => {
  const next = monthOf(addDays(monthOf(from), 32))
  const part = (start: LocalDate, end: LocalDate) => sql`
    SELECT ${monthOf(start)}::date, genre.name, count(*)::int FROM listening_plays AS play
    JOIN listening_artists AS artist ON artist.id = play.artist_id JOIN listening_genres AS genre ON genre.id = artist.genre_id
    WHERE visible AND ${after(calendar, start)} AND ${until(calendar, end)} GROUP BY genre.name`
  return sql`${storedCounts("month", sql`bucket >= ${next} AND bucket < ${monthOf(to)}`)} UNION ALL ${part(from, next)} UNION ALL ${part(monthOf(to), to)}`
}

const genres = (query: string, statement: Sql): Read =>
  read(Genres, {
    path: `/genres${query}`,
    sql: statement,
    fromAnswer: ({ compare, data }) =>
      [...data, ...(compare ?? [])].map(({ genres, total }) => [total, Object.keys(genres).length]),
    fromRows: (rows) => rows.map(({ genres, total }) => [total, (genres as ReadonlyArray<unknown>).length])
  })

/** Years and months in review, and genres over time. */
export const reviews = (subjects: Subjects): ReadonlyArray<Read> => {
  const year = yearOf(subjects.today)
  const [from, to] = [addDays(subjects.today, -290), addDays(subjects.today, -20)]
  const compared = sql`SELECT * FROM (${breakdown(between(subjects, from, to), 10)}) AS this
    UNION ALL SELECT * FROM (${breakdown(between(subjects, addYears(from, -1), addDays(addYears(addDays(to, -1), -1), 1)), 10)}) AS earlier`
  return [
    review(subjects, { year, lines: false }),
    review(subjects, { year: year - 2, lines: true }),
    review(subjects, { year: year - 1, month: 5, lines: false }),
    review(subjects, { year: year - 1, month: 10, lines: true }),
    genres("", breakdown(storedCounts("month", sql`true`), 10)),
    genres("?group_by=week&limit=50", breakdown(storedCounts("week", sql`true`), 50)),
    genres("?group_by=year&limit=5", breakdown(storedCounts("year", sql`true`), 5)),
    genres(`?from=${from}&to=${addDays(to, -1)}&compare_to=previous_year`, compared)
  ]
}
