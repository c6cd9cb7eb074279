import { type Details, type Director, type Title, type TitleKind, matchTitle, sortTitle } from "@daybook/core/watching"
import type { SqlClient, Statement } from "@effect/sql"
import { Effect } from "effect"
import { mergeTitle } from "./mergeTitle.js"
import { type NamedTitle, type Namer, type Row, type Scheme, type Shelf, entries, isAlike, makeShelf, namesOf } from "./Shelf.js"

interface Stored extends Omit<Details, "directors"> {
  readonly id: number
  readonly kind: TitleKind
  readonly title: string
  readonly matchTitle: string
  readonly year: number | null
  readonly namedBy: number
  readonly describedBy: number
  readonly directors: ReadonlyArray<string>
  readonly directorIds: ReadonlyArray<number>
  readonly ids: ReadonlyArray<readonly [Scheme, string]> | null
}

const toRow = ({ id, ids, kind, matchTitle, title, year, ...rest }: Stored): Row => ({
  id,
  kind,
  title,
  matchTitle,
  year,
  namedBy: rest.namedBy,
  describedBy: rest.describedBy,
  details: detailsOf(rest),
  ids: (ids ?? []).reduce((all, [scheme, value]) => all.set(scheme, (all.get(scheme) ?? new Set()).add(value)), new Map<Scheme, Set<string>>()),
  newIds: [],
  changed: false
})

/** A person without a number is stored under 0. */
const detailsOf = ({ directorIds, directors, namedBy: _, describedBy: __, ...rest }: Omit<Stored, "id" | "ids" | "kind" | "matchTitle" | "title" | "year">): Details => ({
  genres: rest.genres,
  directors: directors.map((name, place): Director => ({ name, id: directorIds[place] || null })),
  durationMin: rest.durationMin,
  contentRating: rest.contentRating,
  tagline: rest.tagline,
  summary: rest.summary,
  tmdbRating: rest.tmdbRating,
  poster: rest.poster,
  seasons: rest.seasons,
  episodes: rest.episodes
})

const stored = (sql: SqlClient.SqlClient, where: Statement.Fragment) =>
  Effect.map(
    sql<Stored>`
      SELECT id, kind, title, match_title, year, named_by, described_by, genres, directors, director_ids, duration_min, content_rating,
        tagline, summary, tmdb_rating, poster, seasons, episodes,
        (SELECT jsonb_agg(jsonb_build_array(scheme, value)) FROM watching_ids WHERE title_id = title.id) AS ids
      FROM watching_titles AS title WHERE ${where} ORDER BY id`,
    (rows) => rows.map(toRow)
  )

/** The stored titles that any of these may be. */
const candidates = (sql: SqlClient.SqlClient, named: ReadonlyArray<NamedTitle>) => {
  const ids = named.flatMap(({ kind, title }) => [
    ...entries(title.ids).map(([scheme, value]) => ({ kind, scheme, value })),
    ...namesOf(title).map((value) => ({ kind, scheme: "name", value }))
  ])
  return stored(sql, sql`
    (kind, match_title) IN (
      SELECT * FROM unnest(${named.map(({ kind }) => kind)}::watching_kind[], ${named.map(({ title }) => matchTitle(title.title))}::text[])
    ) OR id IN (
      SELECT title_id FROM watching_ids WHERE (kind, scheme, value) IN (
        SELECT * FROM unnest(${ids.map(({ kind }) => kind)}::watching_kind[], ${ids.map(({ scheme }) => scheme)}::text[], ${ids.map(({ value }) => value)}::text[])
      )
    )`)
}

/** What storing titles did: their rows, in the order in which they were given, and what was touched by it. */
export interface Placed {
  readonly rows: ReadonlyArray<Row>
  /** Ids of titles of which the halls show something else by now. */
  readonly changed: ReadonlyArray<number>
  /** Ids of titles that were taken into others. */
  readonly merged: ReadonlyArray<{ readonly id: number; readonly kind: TitleKind; readonly into: number }>
  readonly added: number
}

/** Stores films and shows that are not known yet, and brings those that are up to date. */
export const placeTitles = Effect.fn("watching.placeTitles")(function*(sql: SqlClient.SqlClient, named: ReadonlyArray<NamedTitle>, namer: Namer) {
  if (named.length === 0) return { rows: [], changed: [], merged: [], added: 0 } satisfies Placed
  const shelf = makeShelf(yield* candidates(sql, named))
  const rows = shelf.place(named, namer)
  return yield* keep(sql, shelf, rows)
})

/**
 * Takes what the metadata service says of a stored title into it, and whatever else turns out to be it. Null where that
 * is another title that is known: a service that lacks a film may have one of its name from the year before.
 */
export const describeTitle = Effect.fn("watching.describeTitle")(function*(sql: SqlClient.SqlClient, kind: TitleKind, id: number, title: Title) {
  const own = yield* stored(sql, sql`id = ${id} AND kind = ${kind}`)
  if (own[0] === undefined) return null
  const others = (yield* candidates(sql, [{ kind, title }])).filter((row) => row.id !== id)
  const self = own[0]
  const numbers = entries(title.ids)
  if (others.some((row) => numbers.some(([scheme, value]) => row.ids.get(scheme)?.has(value) === true) && !isAlike(row, self))) return null
  const shelf = makeShelf([self, ...others])
  shelf.absorb(own[0], title, "tmdb")
  return yield* keep(sql, shelf, [own[0]])
})

const keep = Effect.fn(function*(sql: SqlClient.SqlClient, { merges }: Shelf, rows: ReadonlyArray<Row>) {
  const distinct = [...new Set([...rows, ...merges.map(([, into]) => into)])].filter((row) => !merges.some(([from]) => from === row))
  const fresh = distinct.filter(({ id }) => id === 0)
  const changed = distinct.filter((row) => row.id !== 0 && row.changed)
  if (fresh.length > 0) yield* insert(sql, fresh)
  if (changed.length > 0) yield* update(sql, changed)
  const merged = []
  for (const [from, into] of merges) {
    if (from.id === 0) continue
    yield* mergeTitle(sql, from.kind, from.id, into.id)
    merged.push({ id: from.id, kind: from.kind, into: into.id })
  }
  const ids = distinct.flatMap(({ id, kind, newIds }) => newIds.map(([scheme, value]) => ({ id, kind, scheme, value })))
  if (ids.length > 0) {
    yield* sql`
      INSERT INTO watching_ids (kind, scheme, value, title_id)
      SELECT * FROM unnest(
        ${ids.map(({ kind }) => kind)}::watching_kind[], ${ids.map(({ scheme }) => scheme)}::text[],
        ${ids.map(({ value }) => value)}::text[], ${ids.map(({ id }) => id)}::int[]
      ) ON CONFLICT DO NOTHING`
  }
  const last = (row: Row): Row => {
    const next = merges.find(([from]) => from === row)
    return next === undefined ? row : last(next[1])
  }
  return { rows: rows.map(last), changed: changed.map(({ id }) => id), merged, added: fresh.length } satisfies Placed
})

/** Lists of lists cannot be parameters, so they travel as JSON. */
const columns = (sql: SqlClient.SqlClient, rows: ReadonlyArray<Row>): Statement.Fragment => {
  const of = <A>(value: (row: Row) => A) => rows.map(value)
  return sql`
    unnest(
      ${of(({ id }) => id)}::int[], ${of(({ kind }) => kind)}::watching_kind[], ${of(({ title }) => title)}::text[], ${of(({ title }) => sortTitle(title))}::text[],
      ${of((row) => row.matchTitle)}::text[], ${of(({ year }) => year)}::int[], ${of(({ namedBy }) => namedBy)}::int[], ${of(({ describedBy }) => describedBy)}::int[],
      ${of(({ details }) => JSON.stringify(details.genres))}::text[], ${of(({ details }) => JSON.stringify(details.directors.map(({ name }) => name)))}::text[],
      ${of(({ details }) => JSON.stringify(details.directors.map(({ id }) => id ?? 0)))}::text[], ${of(({ details }) => details.durationMin)}::int[],
      ${of(({ details }) => details.contentRating)}::text[], ${of(({ details }) => details.tagline)}::text[], ${of(({ details }) => details.summary)}::text[],
      ${of(({ details }) => details.tmdbRating)}::float8[], ${of(({ details }) => details.poster)}::text[],
      ${of(({ details }) => details.seasons)}::int[], ${of(({ details }) => details.episodes)}::int[]
    ) WITH ORDINALITY AS given (id, kind, title, sort_title, match_title, year, named_by, described_by, genres, directors, director_ids, duration_min,
      content_rating, tagline, summary, tmdb_rating, poster, seasons, episodes, place)`
}

const texts = (sql: SqlClient.SqlClient, column: string) => sql.literal(`ARRAY(SELECT jsonb_array_elements_text(given.${column}::jsonb))`)
const values = (sql: SqlClient.SqlClient) => sql`
  given.title, given.sort_title, given.match_title, given.year, given.named_by, given.described_by,
  ${texts(sql, "genres")}, ${texts(sql, "directors")}, ${texts(sql, "director_ids")}::int[], given.duration_min, given.content_rating,
  given.tagline, given.summary, given.tmdb_rating, given.poster, given.seasons, given.episodes`
const names = (sql: SqlClient.SqlClient) => sql.literal(
  "title, sort_title, match_title, year, named_by, described_by, genres, directors, director_ids, duration_min, content_rating, tagline, summary, tmdb_rating, poster, seasons, episodes"
)

/** Ids are given out in the order of the rows. */
const insert = (sql: SqlClient.SqlClient, rows: ReadonlyArray<Row>) =>
  Effect.map(
    sql<{ id: number }>`
      INSERT INTO watching_titles (kind, ${names(sql)})
      SELECT given.kind, ${values(sql)} FROM ${columns(sql, rows)} ORDER BY given.place RETURNING id`,
    (made) => made.map(({ id }) => id).sort((a, b) => a - b).forEach((id, index) => {
      rows[index]!.id = id
    })
  )

const update = (sql: SqlClient.SqlClient, rows: ReadonlyArray<Row>) =>
  sql`UPDATE watching_titles AS title SET (${names(sql)}) = (SELECT ${values(sql)}) FROM ${columns(sql, rows)} WHERE title.id = given.id`
