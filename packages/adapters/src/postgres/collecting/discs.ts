import type { Disc, Film, HeldDisc, MediaType } from "@daybook/core/collecting"
import type { SqlClient, Statement } from "@effect/sql"
import { Effect } from "effect"
import { want } from "./lookups.js"
import { matchTitle, sortName } from "./names.js"
import { keyOf, nothing, type Written } from "./Written.js"

interface KnownFilm {
  readonly id: number
  readonly traktId: number | null
  readonly tmdbId: number | null
  readonly imdbId: string | null
}

/** Whether two name one film: by Trakt's number, else by another service's. */
const isSame = (film: KnownFilm, { imdb, tmdb, trakt }: Film["ids"]) =>
  film.traktId !== null && trakt !== null
    ? film.traktId === trakt
    : (tmdb !== null && film.tmdbId === tmdb) || (imdb !== null && film.imdbId === imdb)

const byIds = (sql: SqlClient.SqlClient, ids: ReadonlyArray<Film["ids"]>): Statement.Fragment => sql`(
  trakt_id = ANY(${ids.flatMap(({ trakt }) => trakt ?? [])}::int[]) OR tmdb_id = ANY(${ids.flatMap(({ tmdb }) => tmdb ?? [])}::int[])
  OR imdb_id = ANY(${ids.flatMap(({ imdb }) => imdb ?? [])}::text[]))`

interface Placed {
  readonly disc: Disc
  readonly filmId: number
}

/** Discs as the provider, or its export file, has them. What the provider's own list says stands. */
export const putDiscs = Effect.fn("collecting.putDiscs")(function*(sql: SqlClient.SqlClient, source: string, given: ReadonlyArray<Disc>) {
  if (given.length === 0) return nothing
  const heeded = yield* withoutGone(sql, given)
  if (heeded.length === 0) return nothing
  const { films, placed } = yield* place(sql, heeded)
  const discs = yield* typed(sql, [...new Map(placed.map((one) => [`${one.filmId}:${one.disc.edition.mediaType}`, one])).values()])
  if (discs.length === 0) return nothing
  const known = yield* stored(sql, discs)
  const written = yield* sql<{ id: number; filmId: number; mediaType: string; isNew: boolean }>`
    INSERT INTO collecting_discs AS stored (film_id, source, media_type, resolution, hdr, audio, audio_channels, collected_at, told_by)
    SELECT film_id, ${source}, media_type, resolution, hdr, audio, audio_channels, to_timestamp(collected_at / 1000), told_by FROM unnest(
      ${discs.map(({ filmId }) => filmId)}::int[], ${discs.map(({ disc }) => disc.edition.mediaType)}::text[],
      ${discs.map(({ disc }) => disc.edition.resolution)}::text[], ${discs.map(({ disc }) => disc.edition.hdr)}::text[],
      ${discs.map(({ disc }) => disc.edition.audio)}::text[], ${discs.map(({ disc }) => disc.edition.audioChannels)}::text[],
      ${discs.map(({ disc }) => disc.collectedAt)}::float8[], ${discs.map(({ disc }) => disc.filed ? 0 : 1)}::smallint[]
    ) WITH ORDINALITY AS disc (film_id, media_type, resolution, hdr, audio, audio_channels, collected_at, told_by, place)
    ORDER BY collected_at, place DESC
    ON CONFLICT (film_id, media_type) DO UPDATE SET
      source = excluded.source, resolution = excluded.resolution, hdr = excluded.hdr, audio = excluded.audio, audio_channels = excluded.audio_channels,
      collected_at = excluded.collected_at, told_by = excluded.told_by
    WHERE excluded.told_by >= stored.told_by
      AND (stored.source, stored.resolution, stored.hdr, stored.audio, stored.audio_channels, stored.collected_at, stored.told_by)
        IS DISTINCT FROM (excluded.source, excluded.resolution, excluded.hdr, excluded.audio, excluded.audio_channels, excluded.collected_at, excluded.told_by)
    RETURNING id, (xmax = 0) AS is_new`
  const renamed = known.flatMap(({ filmId, id }) => films.has(filmId) ? [id] : [])
  const changed = new Set([...written.flatMap(({ id, isNew }) => isNew ? [] : [id]), ...renamed])
  const added = written.flatMap(({ id, isNew }) => isNew ? [id] : [])
  return {
    added: added.length,
    changed: changed.size,
    present: known.map(({ id }) => keyOf.disc(id)),
    missing: [],
    releases: [],
    discs: [...added, ...changed]
  } satisfies Written
})

/**
 * A disc whose media type nobody gave is the same as one of the film whose type is known: it is not stored next to that
 * one, and takes its type from the next that comes.
 */
const typed = Effect.fn(function*(sql: SqlClient.SqlClient, discs: ReadonlyArray<Placed>) {
  const isTyped = ({ disc }: Placed) => disc.edition.mediaType !== "unknown"
  const known = discs.filter(isTyped)
  const typedFilms = new Set(known.map(({ filmId }) => filmId))
  yield* sql`
    UPDATE collecting_discs AS disc SET media_type = given.media_type
    FROM (
      SELECT DISTINCT ON (film_id) film_id, media_type
      FROM unnest(${known.map(({ filmId }) => filmId)}::int[], ${known.map(({ disc }) => disc.edition.mediaType)}::text[]) AS one (film_id, media_type)
      ORDER BY film_id, media_type
    ) AS given
    WHERE disc.film_id = given.film_id AND disc.media_type = 'unknown'
      AND NOT EXISTS (SELECT FROM collecting_discs AS other WHERE other.film_id = disc.film_id AND other.media_type = given.media_type)`
  const untyped = discs.filter((one) => !isTyped(one) && !typedFilms.has(one.filmId))
  if (untyped.length === 0) return known
  const held = yield* sql<{ filmId: number }>`
    SELECT DISTINCT film_id FROM collecting_discs WHERE media_type <> 'unknown' AND film_id = ANY(${untyped.map(({ filmId }) => filmId)}::int[])`
  const heldFilms = new Set(held.map(({ filmId }) => filmId))
  return [...known, ...untyped.filter(({ filmId }) => !heldFilms.has(filmId))]
})

const stored = (sql: SqlClient.SqlClient, discs: ReadonlyArray<Placed>) =>
  sql<{ id: number; filmId: number }>`
    SELECT id, film_id FROM collecting_discs WHERE (film_id, media_type) IN (
      SELECT * FROM unnest(${discs.map(({ filmId }) => filmId)}::int[], ${discs.map(({ disc }) => disc.edition.mediaType)}::text[])
    )`

/** A disc in a file from before the last reading of the provider's list that was not in it is gone since. */
const withoutGone = Effect.fn(function*(sql: SqlClient.SqlClient, discs: ReadonlyArray<Disc>) {
  const filed = discs.filter((disc) => disc.filed)
  if (filed.length === 0) return discs
  const [listing] = yield* sql<{ at: number }>`SELECT at FROM collecting_listings WHERE list = 'discs'`
  if (listing === undefined) return discs
  const held = yield* sql<KnownFilm & { readonly mediaType: string }>`
    SELECT film.id, trakt_id, tmdb_id, imdb_id, media_type FROM collecting_films AS film JOIN collecting_discs AS disc ON disc.film_id = film.id
    WHERE ${byIds(sql, filed.map(({ film }) => film.ids))}`
  const isHeld = ({ edition, film }: Disc) => held.some((one) => one.mediaType === edition.mediaType && isSame(one, film.ids))
  return discs.filter((disc) => !disc.filed || disc.collectedAt >= listing.at || isHeld(disc))
})

/** Gives each disc its film, stored now where it was not, and says which films were renamed. */
const place = Effect.fn(function*(sql: SqlClient.SqlClient, discs: ReadonlyArray<Disc>) {
  const known: Array<KnownFilm> = [...yield* sql<KnownFilm>`
    SELECT id, trakt_id, tmdb_id, imdb_id FROM collecting_films WHERE ${byIds(sql, discs.map(({ film }) => film.ids))}`]
  const find = (ids: Film["ids"]) => known.find((film) => isSame(film, ids))
  const absent = discs.filter(({ film }) => find(film.ids) === undefined)
  const films = [...new Map(absent.map(({ film }) => [film.ids.trakt ?? `${film.ids.tmdb}/${film.ids.imdb}`, film])).values()]
  const added = films.length === 0 ? [] : yield* sql<KnownFilm>`
    INSERT INTO collecting_films (trakt_id, tmdb_id, imdb_id, title, sort_title, match_title, year)
    SELECT * FROM unnest(${columns(sql, films)}) RETURNING id, trakt_id, tmdb_id, imdb_id`
  known.push(...added)
  yield* want(sql, "film", added.map(({ id }) => id))
  const placed = discs.flatMap((disc): ReadonlyArray<Placed> => {
    const film = find(disc.film.ids)
    return film === undefined ? [] : [{ disc, filmId: film.id }]
  })
  const fresh = new Set(added.map(({ id }) => id))
  return { placed, films: yield* rename(sql, placed.filter(({ disc, filmId }) => !disc.filed && !fresh.has(filmId))) }
})

const columns = (sql: SqlClient.SqlClient, films: ReadonlyArray<Film>): Statement.Fragment => sql`
  ${films.map(({ ids }) => ids.trakt)}::int[], ${films.map(({ ids }) => ids.tmdb)}::int[], ${films.map(({ ids }) => ids.imdb)}::text[],
  ${films.map(({ title }) => title)}::text[], ${films.map(({ title }) => sortName(title))}::text[], ${films.map(({ title }) => matchTitle(title))}::text[],
  ${films.map(({ year }) => year)}::int[]`

const rename = Effect.fn(function*(sql: SqlClient.SqlClient, placed: ReadonlyArray<Placed>) {
  const films = [...new Map(placed.map(({ disc, filmId }) => [filmId, disc.film])).entries()]
  if (films.length === 0) return new Set<number>()
  const rows = yield* sql<{ id: number }>`
    UPDATE collecting_films AS film SET
      trakt_id = coalesce(given.trakt_id, film.trakt_id), tmdb_id = coalesce(given.tmdb_id, film.tmdb_id), imdb_id = coalesce(given.imdb_id, film.imdb_id),
      title = given.title, sort_title = given.sort_title, match_title = given.match_title, year = given.year
    FROM unnest(${films.map(([id]) => id)}::int[], ${columns(sql, films.map(([, film]) => film))}) AS given (id, trakt_id, tmdb_id, imdb_id, title, sort_title, match_title, year)
    WHERE film.id = given.id AND (film.trakt_id, film.tmdb_id, film.imdb_id, film.title, film.year) IS DISTINCT FROM (
      coalesce(given.trakt_id, film.trakt_id), coalesce(given.tmdb_id, film.tmdb_id), coalesce(given.imdb_id, film.imdb_id), given.title, given.year)
    RETURNING film.id`
  return new Set(rows.map(({ id }) => id))
})

/** Takes out films that nothing holds any more. */
export const dropFilms = Effect.fn(function*(sql: SqlClient.SqlClient, filmIds: ReadonlyArray<number>) {
  if (filmIds.length === 0) return
  const gone = yield* sql<{ id: number }>`
    DELETE FROM collecting_films AS film WHERE id = ANY(${filmIds}::int[]) AND NOT EXISTS (SELECT FROM collecting_discs WHERE film_id = film.id)
    RETURNING id`
  yield* sql`DELETE FROM collecting_lookups WHERE look_up = 'film' AND subject = ANY(${gone.map(({ id }) => id)}::int[])`
})

/** Discs as they can be removed at their provider. */
export const heldDiscs = (sql: SqlClient.SqlClient, where: { readonly id: number } | { readonly film: Film["ids"] }) =>
  Effect.map(
    sql<KnownFilm & { readonly discId: number; readonly title: string; readonly year: number | null; readonly mediaType: MediaType; readonly source: string }>`
      SELECT film.id, trakt_id, tmdb_id, imdb_id, title, year, disc.id AS disc_id, media_type, source
      FROM collecting_discs AS disc JOIN collecting_films AS film ON film.id = disc.film_id
      WHERE ${"id" in where ? sql`disc.id = ${where.id}` : byIds(sql, [where.film])} ORDER BY disc.id`,
    (rows) => rows.filter((row) => "id" in where || isSame(row, where.film)).map((row): HeldDisc => ({
      id: row.discId,
      film: { title: row.title, year: row.year, ids: { trakt: row.traktId, tmdb: row.tmdbId, imdb: row.imdbId } },
      mediaType: row.mediaType,
      atProvider: row.source === "trakt"
    }))
  )
