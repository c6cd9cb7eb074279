import {
  type Disc,
  type Film,
  type KnownFilm,
  type StoredDisc,
  editionFields,
  isSameFilm,
  mediaTypes
} from "@daybook/core/collecting"
import type { Statement } from "@effect/sql"
import { Effect } from "effect"
import { forget } from "../EnrichmentTasks.js"
import { sortName } from "../entities.js"
import {
  type ColumnsOf,
  type RowOf,
  boolean,
  instant,
  nullable,
  number,
  oneOf,
  smallint,
  text
} from "../kit/columns.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import { type CopyChanges, keyOf, logHeld, nothing } from "./changes.js"
import { precedence } from "./releases.js"
import { matchTitle, storedDiscs } from "./rows.js"

const filmIdColumns: ColumnsOf<KnownFilm> = {
  id: number,
  traktId: nullable(number),
  tmdbId: nullable(number),
  imdbId: nullable(text)
}

/** Films whose ids the database chooses. */
const filmTable = table("collecting_films", {
  traktId: nullable(number),
  tmdbId: nullable(number),
  imdbId: nullable(text),
  reportedTitle: text,
  reportedSortTitle: text,
  matchTitle: text,
  year: nullable(number)
})
const knownFilmTable = table(filmTable.name, { id: number, ...filmTable.columns })

const filmRow = ({ ids, title, year }: Film): RowOf<typeof filmTable.columns> => ({
  traktId: ids.trakt,
  tmdbId: ids.tmdb,
  imdbId: ids.imdb,
  reportedTitle: title,
  reportedSortTitle: sortName(title),
  matchTitle: matchTitle(title),
  year
})

const discTable = table("collecting_discs", {
  filmId: number,
  source: text,
  ...columnsOf(editionFields),
  collectedAt: instant,
  [precedence]: smallint
})
const discTypes = table(discTable.name, { filmId: number, mediaType: discTable.columns.mediaType })

const byIds = (ids: ReadonlyArray<Film["ids"]>): Statement.Fragment => sql`(
  trakt_id = ANY(${ids.flatMap(({ trakt }) => trakt ?? [])}::int[])
  OR tmdb_id = ANY(${ids.flatMap(({ tmdb }) => tmdb ?? [])}::int[])
  OR imdb_id = ANY(${ids.flatMap(({ imdb }) => imdb ?? [])}::text[]))`

interface Placed {
  readonly disc: Disc
  readonly filmId: number
}

const typeOf = ({ disc, filmId }: Placed) => ({ filmId, mediaType: disc.edition.mediaType })

/** Stores discs from the provider or its export file. Values from the provider's list stay. */
export const putDiscs = Effect.fn("collecting.putDiscs")(function* (source: string, incoming: ReadonlyArray<Disc>) {
  if (incoming.length === 0) return nothing
  const heeded = yield* withoutGone(incoming)
  if (heeded.length === 0) return nothing
  const { films, placed } = yield* place(heeded)
  const discs = yield* typed([
    ...new Map(placed.map((one) => [`${one.filmId}:${one.disc.edition.mediaType}`, one])).values()
  ])
  if (discs.length === 0) return nothing
  const existing = yield* existingFilms(discs)
  const upserted = yield* discTable.upsert(
    // Ids follow the order of addition.
    discs
      .map(({ disc: { collectedAt, edition, filed }, filmId }) => ({
        ...edition,
        filmId,
        source,
        collectedAt,
        [precedence]: filed ? 0 : 1
      }))
      .reverse()
      .sort((a, b) => a.collectedAt - b.collectedAt),
    { key: ["filmId", "mediaType"], when: sql`excluded.told_by >= stored.told_by`, returning: { id: number } }
  )
  const renamed = existing.flatMap(({ filmId, id }) => (films.has(filmId) ? [id] : []))
  const changed = new Set([...upserted.flatMap(({ id, isNew }) => (isNew ? [] : [id])), ...renamed])
  const added = upserted.flatMap(({ id, isNew }) => (isNew ? [id] : []))
  return {
    added: added.length,
    changed: changed.size,
    present: existing.map(({ id }) => keyOf.disc(id)),
    missing: [],
    releases: [],
    discs: [...added, ...changed]
  } satisfies CopyChanges
})

/**
 * A disc of unknown media type is the same as a disc of the film with a known type. It is not stored as a second disc,
 * and takes its type from the next report.
 */
const typed = Effect.fn(function* (discs: ReadonlyArray<Placed>) {
  const isTyped = ({ disc }: Placed) => disc.edition.mediaType !== "unknown"
  const existing = discs.filter(isTyped)
  const typedFilms = new Set(existing.map(({ filmId }) => filmId))
  const retyped = yield* sql({ id: number, hidden: boolean })`
    UPDATE collecting_discs AS disc SET media_type = given.media_type
    FROM (
      SELECT DISTINCT ON (film_id) film_id, media_type FROM ${discTypes.valuesOf(existing.map(typeOf))}
      ORDER BY film_id, media_type
    ) AS given
    WHERE disc.film_id = given.film_id AND disc.media_type = 'unknown'
      AND NOT EXISTS (
        SELECT FROM collecting_discs AS other
        WHERE other.film_id = disc.film_id AND other.media_type = given.media_type
      )
    RETURNING disc.id, disc.hidden`
  yield* logHeld("upsert", { release: [], want: [], disc: retyped.filter(({ hidden }) => !hidden) })
  const untyped = discs.filter((one) => !isTyped(one) && !typedFilms.has(one.filmId))
  if (untyped.length === 0) return existing
  const owned = yield* sql({ filmId: number })`
    SELECT DISTINCT film_id FROM collecting_discs
    WHERE media_type <> 'unknown' AND film_id = ANY(${untyped.map(({ filmId }) => filmId)}::int[])`
  const heldFilms = new Set(owned.map(({ filmId }) => filmId))
  return [...existing, ...untyped.filter(({ filmId }) => !heldFilms.has(filmId))]
})

const existingFilms = (discs: ReadonlyArray<Placed>) =>
  sql({ id: number, filmId: number })`
    SELECT id, film_id FROM collecting_discs
    WHERE (film_id, media_type) IN (SELECT * FROM ${discTypes.valuesOf(discs.map(typeOf))})`

/** Leaves out discs of a file that predate the last full listing but were not in it: they have been deleted since. */
const withoutGone = Effect.fn(function* (discs: ReadonlyArray<Disc>) {
  const filed = discs.filter((disc) => disc.filed)
  if (filed.length === 0) return discs
  const [listing] = yield* sql({ at: instant })`SELECT at FROM collecting_listings WHERE list = 'discs'`
  if (listing === undefined) return discs
  const owned = yield* sql({ ...filmIdColumns, mediaType: text })`
    SELECT film.id, trakt_id, tmdb_id, imdb_id, media_type FROM ${storedDiscs}
    WHERE ${byIds(filed.map(({ film }) => film.ids))}`
  const isHeld = ({ edition, film }: Disc) =>
    owned.some((one) => one.mediaType === edition.mediaType && isSameFilm(one, film.ids))
  return discs.filter((disc) => !disc.filed || disc.collectedAt >= listing.at || isHeld(disc))
})

/** Assigns each disc its film, inserts missing films, and returns the renamed films. */
const place = Effect.fn(function* (discs: ReadonlyArray<Disc>) {
  const existing: Array<KnownFilm> = [
    ...(yield* sql(filmIdColumns)`
      SELECT id, trakt_id, tmdb_id, imdb_id FROM collecting_films WHERE ${byIds(discs.map(({ film }) => film.ids))}`)
  ]
  const find = (ids: Film["ids"]) => existing.find((film) => isSameFilm(film, ids))
  const absent = discs.filter(({ film }) => find(film.ids) === undefined)
  const films = [
    ...new Map(absent.map(({ film }) => [film.ids.trakt ?? `${film.ids.tmdb}/${film.ids.imdb}`, film])).values()
  ]
  const added = yield* filmTable.insertReturning(films.map(filmRow), filmIdColumns)
  existing.push(...added)
  const placed = discs.flatMap((disc): ReadonlyArray<Placed> => {
    const film = find(disc.film.ids)
    return film === undefined ? [] : [{ disc, filmId: film.id }]
  })
  const fresh = new Set(added.map(({ id }) => id))
  return { placed, films: yield* rename(placed.filter(({ disc, filmId }) => !disc.filed && !fresh.has(filmId))) }
})

/** Updates films from the provider's list. Returns those that change. */
const rename = Effect.fn(function* (placed: ReadonlyArray<Placed>) {
  const films = [...new Map(placed.map(({ disc, filmId }) => [filmId, { id: filmId, ...filmRow(disc.film) }])).values()]
  const rows = yield* knownFilmTable.update(films, {
    key: ["id"],
    set: {
      traktId: sql`coalesce(incoming.trakt_id, stored.trakt_id)`,
      tmdbId: sql`coalesce(incoming.tmdb_id, stored.tmdb_id)`,
      imdbId: sql`coalesce(incoming.imdb_id, stored.imdb_id)`
    },
    returning: { id: number }
  })
  return new Set(rows.map(({ id }) => id))
})

/** Deletes films without discs. */
export const dropFilms = Effect.fn(function* (filmIds: ReadonlyArray<number>) {
  if (filmIds.length === 0) return
  const deleted = yield* sql({ id: number })`
    DELETE FROM collecting_films AS film
    WHERE id = ANY(${filmIds}::int[]) AND NOT EXISTS (SELECT FROM collecting_discs WHERE film_id = film.id)
    RETURNING id`
  yield* forget(
    "collecting",
    "film",
    deleted.map(({ id }) => id)
  )
})

const storedDiscColumns = {
  ...filmIdColumns,
  discId: number,
  title: text,
  year: nullable(number),
  mediaType: oneOf(mediaTypes),
  source: text
}

/** Discs with the values that their provider needs to remove them. */
export const heldDiscs = (where: { readonly id: number } | { readonly film: Film["ids"] }) =>
  Effect.map(
    sql(storedDiscColumns)`
      SELECT film.id, trakt_id, tmdb_id, imdb_id, reported_title AS title, year, disc.id AS disc_id, media_type, source
      FROM ${storedDiscs}
      WHERE ${"id" in where ? sql`disc.id = ${where.id}` : byIds([where.film])} ORDER BY disc.id`,
    (rows) =>
      rows
        .filter((row) => "id" in where || isSameFilm(row, where.film))
        .map((row): StoredDisc => ({
          id: row.discId,
          film: { title: row.title, year: row.year, ids: { trakt: row.traktId, tmdb: row.tmdbId, imdb: row.imdbId } },
          mediaType: row.mediaType,
          atProvider: row.source === "trakt"
        }))
  )
