import { CalendarYear, Stats, Streaks, Trends, Years } from "@daybook/core/listening"
import { addDays, yearOf, yearStart } from "@daybook/core/shared"
import { after, until } from "./range.js"
import { type Read, read, type Subjects } from "./Read.js"
import { raw, sql, type Sql } from "./sql.js"

/** The number of plays and of distinct subjects, from one scan. */
const distinct = (where: Sql): Sql => sql`
  WITH play AS MATERIALIZED (SELECT artist_id, album_id, track_id FROM listening_plays WHERE visible AND ${where})
  SELECT (SELECT count(*) FROM play)::int AS plays,
    (SELECT count(*) FROM (SELECT FROM play GROUP BY artist_id) AS each)::int AS artists,
    (SELECT count(*) FROM (SELECT FROM play WHERE album_id IS NOT NULL GROUP BY album_id) AS each)::int AS albums,
    (SELECT count(*) FROM (SELECT FROM play GROUP BY track_id) AS each)::int AS tracks`

const stats = (query: string, statement: Sql): Read =>
  read(Stats, {
    path: `/stats${query}`,
    sql: statement,
    fromAnswer: (one) => [one.total_scrobbles, one.unique_artists, one.unique_albums, one.unique_tracks],
    fromRows: ([row]) => [row?.["plays"], row?.["artists"], row?.["albums"], row?.["tracks"]]
  })

const ever = sql`
  SELECT plays, artists, albums, tracks, (SELECT played_at FROM listening_plays WHERE visible ORDER BY played_at LIMIT 1) AS first
  FROM listening_totals WHERE grain = 'ever'`

const calendarYear = (year: number, query: string): Read =>
  read(CalendarYear, {
    path: `/calendar${query}`,
    sql: sql`
      SELECT bucket::text AS day, plays FROM listening_totals
      WHERE grain = 'day' AND bucket >= ${yearStart(year)} AND bucket < ${yearStart(year + 1)} ORDER BY bucket`,
    fromAnswer: ({ days }) => days.map(({ count, date }) => [date, count]),
    fromRows: (rows) => rows.map(({ day, plays }) => [day, plays])
  })

const trends = (query: string, statement: Sql): Read =>
  read(Trends, {
    path: `/trends${query}`,
    sql: statement,
    fromAnswer: ({ data }) => data.map(({ period, value }) => [period, value]),
    fromRows: (rows) => rows.map(({ period, value }) => [period, value])
  })

const months = (column: string, where: Sql): Sql => sql`
  SELECT to_char(bucket, 'YYYY-MM') AS period, ${raw(column)} AS value FROM listening_totals WHERE grain = 'month' AND ${where}`

const monthOf = (day: string) => `${day.slice(0, 7)}-01`

/** Stored values of full months, and plays of the two partial months. */
const cutMonths = ({ calendar }: Subjects, from: string, to: string): Sql => {
  const next = monthOf(addDays(monthOf(from), 32))
  const last = monthOf(to)
  const part = (start: string, end: string) => sql`
    SELECT ${start.slice(0, 7)} AS period, count(DISTINCT artist_id)::int AS value FROM listening_plays
    WHERE visible AND ${after(calendar, start)} AND ${until(calendar, end)}`
  return sql`
    SELECT * FROM (
      ${part(from, next)} UNION ALL ${months("artists", sql`bucket >= ${next} AND bucket < ${last}`)} UNION ALL ${part(last, to)}
    ) AS month WHERE value > 0 ORDER BY period`
}

const streaks: Read = read(Streaks, {
  path: "/streaks",
  sql: sql`
    WITH run AS MATERIALIZED (
      SELECT count(*)::int AS days, min(bucket) AS start, max(bucket) AS last, sum(plays)::int AS plays
      FROM (SELECT bucket, plays, bucket - (row_number() OVER (ORDER BY bucket))::int AS run FROM listening_totals WHERE grain = 'day') AS day
      GROUP BY run
    )
    (SELECT days, start::text, plays FROM run ORDER BY days DESC, start LIMIT 1)
    UNION ALL (SELECT days, start::text, plays FROM run ORDER BY last DESC LIMIT 1)`,
  // The SQL returns the last streak even when there is no current one.
  fromAnswer: ({ current, longest }) => [
    [longest.days, longest.start_date, longest.total_scrobbles],
    current.days === 0 ? "none" : [current.days, current.start_date, current.total_scrobbles]
  ],
  fromRows: (rows) => rows.map(({ days, plays, start }) => [days, start, plays])
})

const years: Read = read(Years, {
  path: "/years",
  sql: sql`
    SELECT extract(year FROM total.bucket)::int AS year, total.plays, total.artists, total.albums, total.tracks, best.id, best.name
    FROM listening_totals AS total LEFT JOIN LATERAL (
      SELECT artist.id, artist.name FROM (
        SELECT subject FROM listening_counts WHERE kind = 'artist' AND grain = 'year' AND bucket = total.bucket
        ORDER BY plays DESC FETCH FIRST 1 ROWS WITH TIES
      ) AS most JOIN listening_artists AS artist ON artist.id = most.subject ORDER BY artist.sort_name, artist.id LIMIT 1
    ) AS best ON true
    WHERE total.grain = 'year' ORDER BY total.bucket DESC`,
  fromAnswer: ({ data }) =>
    data.map((one) => [
      one.year,
      one.total_scrobbles,
      one.unique_artists,
      one.unique_albums,
      one.unique_tracks,
      one.top_artist?.id
    ]),
  fromRows: (rows) =>
    rows.map(({ albums, artists, id, plays, tracks, year }) => [year, plays, artists, albums, tracks, id])
})

/** Totals over periods. */
export const spans = (subjects: Subjects): ReadonlyArray<Read> => {
  const { calendar, today } = subjects
  const [from, to] = [addDays(today, -700), addDays(today, -333)]
  const day = addDays(today, -50)
  return [
    stats("", ever),
    stats(`?date=${day}`, distinct(sql`${after(calendar, day)} AND ${until(calendar, addDays(day, 1))}`)),
    stats(`?from=${from}&to=${addDays(to, -1)}`, distinct(sql`${after(calendar, from)} AND ${until(calendar, to)}`)),
    calendarYear(yearOf(today), ""),
    calendarYear(yearOf(today) - 3, `?year=${yearOf(today) - 3}`),
    trends("", sql`${months("plays", sql`true`)} ORDER BY bucket`),
    trends("?metric=tracks", sql`${months("tracks", sql`true`)} ORDER BY bucket`),
    trends(`?metric=artists&from=${from}&to=${addDays(to, -1)}`, cutMonths(subjects, from, to)),
    streaks,
    years
  ]
}
