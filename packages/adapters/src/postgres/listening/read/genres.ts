import type { Fact, ListeningStore } from "@daybook/core/listening"
import { type Calendar, type DateRange, type LocalDate, addDays, monthStart, weekStart, yearOf, yearStart } from "@daybook/core/shared"
import type { SqlClient } from "@effect/sql"
import { type Context, Effect } from "effect"
import { storage } from "../../storage.js"
import { playedWithin } from "./within.js"

type Store = Context.Tag.Service<ListeningStore>
type Home = Context.Tag.Service<Calendar>
type Grain = "week" | "month" | "year"

/** Plays by genre: whole periods from the counts, periods that the range cuts into from their plays. */
export const genres = (sql: SqlClient.SqlClient, calendar: Home): Store["genres"] => (groupBy, range) =>
  storage("ListeningStore.genres")(Effect.gen(function*() {
    const first = range.from === null ? null : startOf(groupBy, calendar.dateOf(range.from))
    const last = range.to === null ? null : startOf(groupBy, calendar.dateOf(range.to - 1))
    const cut = Array.from(new Set([first, last])).filter((start): start is LocalDate => start !== null && cuts(calendar, groupBy, range, start))
    const whole = sql`
      SELECT bucket AS start, genre.name AS genre, plays FROM listening_counts
      JOIN listening_genres AS genre ON genre.id = subject
      WHERE ${sql.and([
      sql`kind = 'genre' AND grain = ${groupBy} AND plays > 0 AND NOT bucket = ANY(${cut}::date[])`,
      ...(first === null ? [] : [sql`bucket >= ${first}`]),
      ...(last === null ? [] : [sql`bucket <= ${last}`])
    ])}`
    const parts = cut.reduce((all, start) => sql`${all} UNION ALL (${genresOfPlays(sql, within(calendar, groupBy, range, start), start)})`, whole)
    // A row a period: a row a genre of each week would be ten thousand.
    const periods = yield* sql<{ readonly start: LocalDate; readonly counts: ReadonlyArray<readonly [genre: string, plays: number]> }>`
      SELECT start, json_agg(json_build_array(genre, plays) ORDER BY plays DESC, genre COLLATE "C") AS counts FROM (${parts}) AS counted GROUP BY start ORDER BY start`
    return periods.flatMap(({ counts, start }) => counts.map(([genre, plays]): Fact.GenreCount => ({ start, genre, plays })))
  }))

const startOf = (grain: Grain, day: LocalDate): LocalDate =>
  grain === "week" ? weekStart(day) : grain === "month" ? monthStart(yearOf(day), Number(day.slice(5, 7))) : yearStart(yearOf(day))

const next = (grain: Grain, start: LocalDate): LocalDate =>
  grain === "week" ? addDays(start, 7) : grain === "month" ? monthStart(yearOf(start), Number(start.slice(5, 7)) + 1) : yearStart(yearOf(start) + 1)

/** The part of a period that lies in the range. */
const within = (calendar: Home, grain: Grain, range: DateRange, start: LocalDate): DateRange => {
  const from = calendar.startOf(start)
  const to = calendar.startOf(next(grain, start))
  return { from: Math.max(from, range.from ?? from), to: Math.min(to, range.to ?? to) }
}

const cuts = (calendar: Home, grain: Grain, range: DateRange, start: LocalDate) => {
  const part = within(calendar, grain, range, start)
  return part.from !== calendar.startOf(start) || part.to !== calendar.startOf(next(grain, start))
}

const genresOfPlays = (sql: SqlClient.SqlClient, range: DateRange, start: LocalDate) =>
  sql`
    SELECT ${start}::date AS start, genre.name AS genre, count(*)::int AS plays
    FROM listening_plays AS play
    JOIN listening_artists AS artist ON artist.id = play.artist_id
    JOIN listening_genres AS genre ON genre.id = artist.genre_id
    WHERE ${playedWithin(sql, range)} GROUP BY genre.name`
