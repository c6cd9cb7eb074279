import { type Fact, careFields, discFields, filmFields, releaseFields, releaseNames } from "@daybook/core/collecting"
import type { Statement } from "@effect/sql"
import { type PictureColumn, pictureColumn, pictureOf, sortName, toPicture } from "../entities.js"
import { type ColumnsOf, number, text, texts } from "../kit/columns.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"
import { columnList } from "../kit/table.js"

/** A fact whose picture is the column of a row. */
export type Pictured<A extends { readonly picture: unknown }> = Omit<A, "picture"> & { readonly picture: PictureColumn }

/** Copies and wants have pictures as releases do. */
export const withPicture = <A extends { readonly id: number; readonly picture: PictureColumn }>(row: A) => ({
  ...row,
  picture: toPicture("collecting", "release", row.id, row.picture)
})

/** Credits of `collecting_releases AS release` as printed, in order. */
const artists = sql`ARRAY(SELECT credit ->> 'shown' FROM jsonb_array_elements(release.artists) AS credit)`

const releaseColumns = columnsOf(releaseFields)
const nameColumns = columnsOf(releaseNames)
const care = columnsOf(careFields)
const copyCare = { addedAt: care.addedAt, rating: care.rating }

/** What corrections do not hide. Reads select from these, writers from the tables. */
export const shownCopies = sql`(SELECT * FROM collecting_copies WHERE NOT hidden)`
export const shownWants = sql`(SELECT * FROM collecting_wants WHERE NOT hidden)`
export const shownDiscs = sql`(SELECT * FROM collecting_discs WHERE NOT hidden)`

export const copiesWithReleases = sql`
  ${shownCopies} AS copy JOIN collecting_releases AS release ON release.id = copy.release_id`

export const copyColumns: ColumnsOf<Pictured<Fact.CopyFact>> = {
  id: number,
  ...nameColumns,
  ...releaseColumns,
  ...copyCare,
  picture: pictureColumn
}

/** Selects `copyColumns` from `copiesWithReleases`. */
export const copySelect = sql`
  copy.id, release.id AS release_id, ${columnList(releaseColumns, "release")}, ${columnList(copyCare, "copy")},
  ${artists} AS artists,
  ${pictureOf("collecting", "release", "copy.id")} AS picture`

export const wantColumns: ColumnsOf<Pictured<Fact.WantFact>> = {
  id: number,
  ...nameColumns,
  genres: texts,
  formats: texts,
  ...copyCare,
  notes: care.notes,
  picture: pictureColumn
}

/** Selects `wantColumns` from `wantsWithReleases`. */
export const wantSelect = sql`
  want.id, release.id AS release_id, release.title, release.year, release.genres, want.notes,
  ${columnList(copyCare, "want")}, array_remove(ARRAY[release.format], NULL) || release.format_detail AS formats,
  ${artists} AS artists,
  ${pictureOf("collecting", "release", "want.id")} AS picture`

export const wantsWithReleases = sql`
  ${shownWants} AS want JOIN collecting_releases AS release ON release.id = want.release_id`

export const discsWithFilms = sql`
  ${shownDiscs} AS disc JOIN collecting_films AS film ON film.id = disc.film_id`

/** Discs with their films, also hidden ones. */
export const storedDiscs = sql`
  collecting_discs AS disc JOIN collecting_films AS film ON film.id = disc.film_id`

const filmColumns = columnsOf(filmFields)
const editionColumns = columnsOf(discFields)

export const discColumns: ColumnsOf<Pictured<Fact.DiscFact>> = {
  id: number,
  ...filmColumns,
  ...editionColumns,
  picture: pictureColumn
}

/** Selects `discColumns` from `discsWithFilms`. */
export const discSelect = sql`
  disc.id, ${columnList(filmColumns, "film")}, ${columnList(editionColumns, "disc")},
  ${pictureOf("collecting", "media", "disc.id")} AS picture`

export const toDisc = <A extends Pictured<Fact.DiscFact>>(row: A) => ({
  ...row,
  picture: toPicture("collecting", "media", row.id, row.picture)
})

export const namedCountColumns: ColumnsOf<Fact.NamedCount> = { name: text, count: number }

/** SQL condition: part of a genre's name, whatever its case. */
export const hasGenre = (column: "film.genres" | "release.genres", part: string): Statement.Fragment => sql`
  EXISTS (SELECT FROM unnest(${sql.literal(column)}) AS genre WHERE strpos(lower(genre), ${part.toLowerCase()}) > 0)`

/** Normalizes a film title as the watching domain does: letters and digits only. */
export const matchTitle = (title: string): string => {
  const bare = sortName(title)
    .replace(/&/g, " and ")
    .replace(/[^\p{L}\p{N}]+/gu, "")
  return bare === "" ? title : bare
}
