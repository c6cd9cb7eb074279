import type { Fact } from "@daybook/core/watching"
import type { Statement } from "@effect/sql"
import { type ColumnsOf, date, list, nullable, number, object, record, text } from "../kit/columns.js"
import { type DomainCounts, readCounts } from "../kit/counts.js"
import { sql } from "../kit/sql.js"
import { jsonObject } from "../kit/table.js"

export const totalsColumns: ColumnsOf<Fact.Totals> = {
  movies: number,
  minutes: number,
  shows: number,
  episodes: number,
  firstDate: nullable(date),
  lastDate: nullable(date)
}

export const namedCountColumns: ColumnsOf<Fact.NamedCount> = { name: text, count: number }

export const decadeCountColumns: ColumnsOf<Fact.DecadeCount> = { decade: number, count: number }

export const leadingColumns: ColumnsOf<Fact.Leading> = {
  genre: nullable(text),
  director: nullable(text),
  decade: nullable(number)
}

/** Columns of `totalsColumns` over rows (title_id, episode_id, times, first, last), one for each film and episode. */
const selectTotals = sql`
  count(*) FILTER (WHERE watched.episode_id IS NULL) AS movies,
  coalesce(sum(watched.times * title.duration_min) FILTER (WHERE watched.episode_id IS NULL), 0) AS minutes,
  count(DISTINCT watched.title_id) FILTER (WHERE watched.episode_id IS NOT NULL) AS shows,
  count(watched.episode_id) AS episodes,
  min(watched.first) FILTER (WHERE watched.episode_id IS NULL) AS first_date,
  max(watched.last) FILTER (WHERE watched.episode_id IS NULL) AS last_date`

export const totalsOf = (watched: Statement.Fragment): Statement.Fragment => sql`
  SELECT ${selectTotals} FROM ${watched} AS watched JOIN watching_titles AS title ON title.id = watched.title_id`

/** Films by a query of their ids. */
export const moviesOf = (ids: Statement.Fragment): Statement.Fragment => sql`
  (SELECT id, year, genres, directors, director_ids FROM watching_titles WHERE id IN (${ids}))`

/** A film counts once per genre, even if it lists the genre twice. */
export const genresOf = (movies: Statement.Fragment): Statement.Fragment => sql`
  SELECT genre AS name, count(*) AS count
  FROM (SELECT DISTINCT movie.id, unnest(movie.genres) AS genre FROM ${movies} AS movie) AS named
  GROUP BY genre ORDER BY count DESC, genre COLLATE "C"`

export const decadesOf = (movies: Statement.Fragment): Statement.Fragment => sql`
  SELECT movie.year / 10 * 10 AS decade, count(*) AS count
  FROM ${movies} AS movie WHERE movie.year IS NOT NULL GROUP BY 1 ORDER BY decade DESC`

export const directorsOf = (movies: Statement.Fragment, limit: number): Statement.Fragment => sql`
  WITH credit AS MATERIALIZED (
    SELECT movie.id AS movie_id, director.name, director.person
    FROM ${movies} AS movie CROSS JOIN LATERAL unnest(movie.directors, movie.director_ids) AS director (name, person)
  ), known AS MATERIALIZED (SELECT name, min(person) AS person FROM credit WHERE person > 0 GROUP BY name)
  SELECT credit.name, count(*) AS count
  FROM credit LEFT JOIN known ON known.name = credit.name
  GROUP BY credit.name, CASE WHEN credit.person > 0 THEN credit.person ELSE coalesce(known.person, 0) END
  ORDER BY count DESC, credit.name COLLATE "C", min(credit.movie_id) LIMIT ${limit}`

/** How many directors are counted in advance: the most that an answer lists. */
export const maxDirectors = 100

interface AllViewings {
  readonly totals: Fact.Totals
  readonly years: Readonly<Record<string, Fact.Totals>>
  readonly genres: ReadonlyArray<Fact.NamedCount>
  readonly decades: ReadonlyArray<Fact.DecadeCount>
  readonly directors: ReadonlyArray<Fact.NamedCount>
}

const totalsObject = object<Fact.Totals>(totalsColumns)
const namedCounts = list(object<Fact.NamedCount>(namedCountColumns))

const allRows = (columns: typeof namedCountColumns | typeof decadeCountColumns, rows: Statement.Fragment) => sql`
  (SELECT coalesce(jsonb_agg(${jsonObject(columns, "one")}), '[]') FROM (${rows}) AS one)`

/** The counts over all viewings, and the totals of each year. */
export const viewingCounts: DomainCounts<AllViewings> = {
  domain: "watching",
  name: "viewings",
  body: object<AllViewings>({
    totals: totalsObject,
    years: record(totalsObject),
    genres: namedCounts,
    decades: list(object<Fact.DecadeCount>(decadeCountColumns)),
    directors: namedCounts
  }),
  query: sql`
    WITH yearly AS MATERIALIZED (
      SELECT title_id, episode_id, extract(year FROM date)::int AS year, count(*) AS times, min(date) AS first,
        max(date) AS last
      FROM watching_watches GROUP BY title_id, episode_id, year
    ), seen AS MATERIALIZED ${moviesOf(sql`SELECT title_id FROM yearly WHERE episode_id IS NULL`)}
    SELECT jsonb_build_object(
      'totals', (SELECT ${jsonObject(totalsColumns, "one")} FROM (${totalsOf(sql`(
        SELECT title_id, episode_id, sum(times) AS times, min(first) AS first, max(last) AS last
        FROM yearly GROUP BY title_id, episode_id
      )`)}) AS one),
      'years', (SELECT coalesce(jsonb_object_agg(year, ${jsonObject(totalsColumns, "one")}), '{}') FROM (
        SELECT watched.year, ${selectTotals}
        FROM yearly AS watched JOIN watching_titles AS title ON title.id = watched.title_id GROUP BY watched.year
      ) AS one),
      'genres', ${allRows(namedCountColumns, genresOf(sql`seen`))},
      'decades', ${allRows(decadeCountColumns, decadesOf(sql`seen`))},
      'directors', ${allRows(namedCountColumns, directorsOf(sql`seen`, maxDirectors))}
    )`
}

export const allViewings = readCounts(viewingCounts)

const none: Fact.Totals = { movies: 0, minutes: 0, shows: 0, episodes: 0, firstDate: null, lastDate: null }

export const totalsOfYear = ({ years }: AllViewings, year: number): Fact.Totals => years[year] ?? none

/** What most films have in common. */
export const leadingOf = ({ decades, directors, genres }: AllViewings): Fact.Leading => ({
  genre: genres[0]?.name ?? null,
  director: directors[0]?.name ?? null,
  // The decades come newest first, which decides ties.
  decade:
    decades.reduce<Fact.DecadeCount | null>((most, one) => (most === null || one.count > most.count ? one : most), null)
      ?.decade ?? null
})
