import {
  type CorrectableFilm,
  type CorrectableRelease,
  type Release,
  correctFilm,
  correctRelease,
  isFilmNamed,
  isReleaseNamed,
  mediaTypes
} from "@daybook/core/collecting"
import type { Correction, NewCorrection } from "@daybook/core/corrections"
import type { EntityRef } from "@daybook/core/shared"
import type { Statement } from "@effect/sql"
import { Effect } from "effect"
import { correctionsOf } from "../corrections/correctionsOf.js"
import { sortName } from "../entities.js"
import { boolean, json, nullable, number, oneOf, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"
import { logHeld } from "./changes.js"
import { matchTitle } from "./rows.js"

/** Releases as corrections name them. */
export const correctableReleases = (where: Statement.Fragment) =>
  sql({ id: number, title: text, givenTitle: nullable(text), artists: json<Release["artists"]>() })`
    SELECT id, reported_title AS title, given_title, artists FROM collecting_releases WHERE ${where} ORDER BY id`

const filmColumns = {
  id: number,
  title: text,
  givenTitle: nullable(text),
  year: nullable(number),
  trakt: nullable(number),
  tmdb: nullable(number),
  imdb: nullable(text)
}

/** Films on disc as corrections name them. */
export const correctableFilms = (where: Statement.Fragment) =>
  Effect.map(
    sql(filmColumns)`
      SELECT id, reported_title AS title, given_title, year, trakt_id AS trakt, tmdb_id AS tmdb, imdb_id AS imdb FROM collecting_films
      WHERE ${where} ORDER BY id`,
    (rows) =>
      rows.map(({ givenTitle, id, title, year, ...ids }): CorrectableFilm => ({ id, title, givenTitle, year, ids }))
  )

/** Items that corrections hide from now on, and the releases and discs that they show again. */
export interface Flips {
  readonly concealed: ReadonlyArray<EntityRef>
  readonly releases: ReadonlyArray<number>
  readonly discs: ReadonlyArray<number>
}

const releaseFlags = { releaseId: number, hidden: boolean }
const flaggedRelease = { id: number, ...releaseFlags }
const titleColumns = { id: number, givenTitle: nullable(text), givenSortTitle: nullable(text) }
const titlesOf = {
  releases: table("collecting_releases", titleColumns),
  films: table("collecting_films", titleColumns)
}

/** Titles that corrections give, with the form by which items are sorted and found. */
const titlesGiven = (items: ReadonlyArray<{ readonly id: number; readonly givenTitle: string | null }>) =>
  items.map(({ givenTitle, id }) => ({
    ...{ id, givenTitle },
    givenSortTitle: givenTitle === null ? null : sortName(givenTitle)
  }))
const byId = { key: ["id"], returning: {} } as const

const flagsOf = {
  copies: table("collecting_copies", releaseFlags),
  wants: table("collecting_wants", releaseFlags),
  discs: table("collecting_discs", { id: number, hidden: boolean })
}

const albumLinks = table("collecting_album_links", {
  releaseId: number,
  correctionId: number,
  same: boolean,
  sortArtist: text,
  sortAlbum: text
})

const filmLinks = table("collecting_film_links", {
  filmId: number,
  correctionId: number,
  same: boolean,
  name: text,
  matchTitle: text,
  year: nullable(text),
  tmdbId: nullable(text),
  imdbId: nullable(text)
})

/** Stores what corrections make of releases: their titles, whether they are hidden, and their links to albums. */
const correctReleases = Effect.fn("collecting.correctReleases")(function* (
  releases: ReadonlyArray<CorrectableRelease>,
  corrections: ReadonlyArray<Correction>
) {
  const corrected = releases.map((release) => ({ id: release.id, ...correctRelease(corrections, release) }))
  const ids = releases.map(({ id }) => id)
  yield* sql`DELETE FROM collecting_album_links WHERE release_id = ANY(${ids}::int[])`
  yield* albumLinks.insert(
    corrected.flatMap(({ id, links }) =>
      links.map(({ correction, object, same }) => ({
        ...{ releaseId: id, correctionId: correction, same },
        sortArtist: sortName(object["artist"] ?? ""),
        sortAlbum: sortName(object["album"] ?? "")
      }))
    )
  )
  yield* titlesOf.releases.update(titlesGiven(corrected), byId)
  const flags = corrected.map(({ id, isHidden }) => ({ releaseId: id, hidden: isHidden }))
  const how = { key: ["releaseId"], returning: flaggedRelease } as const
  const copies = yield* flagsOf.copies.update(flags, how)
  const wants = yield* flagsOf.wants.update(flags, how)
  return { copies, wants }
})

/** Stores what corrections make of films: their titles, which discs are hidden, and their links to watched films. */
const correctFilms = Effect.fn("collecting.correctFilms")(function* (
  films: ReadonlyArray<CorrectableFilm>,
  corrections: ReadonlyArray<Correction>
) {
  const corrected = new Map(films.map((film) => [film.id, correctFilm(corrections, film)]))
  const ids = [...corrected.keys()]
  yield* sql`DELETE FROM collecting_film_links WHERE film_id = ANY(${ids}::int[])`
  yield* filmLinks.insert(
    [...corrected].flatMap(([filmId, { links }]) =>
      links.map(({ correction, object, same }) => ({
        ...{ filmId, correctionId: correction, same },
        name: object["movie"] ?? "",
        matchTitle: matchTitle(object["movie"] ?? ""),
        ...{ year: object["year"] ?? null, tmdbId: object["tmdb_id"] ?? null, imdbId: object["imdb_id"] ?? null }
      }))
    )
  )
  yield* titlesOf.films.update(titlesGiven([...corrected].map(([id, { givenTitle }]) => ({ id, givenTitle }))), byId)
  const discs = yield* sql({ id: number, filmId: number, mediaType: oneOf(mediaTypes) })`
    SELECT id, film_id, media_type FROM collecting_discs WHERE film_id = ANY(${ids}::int[])`
  return yield* flagsOf.discs.update(
    discs.map(({ filmId, id, mediaType }) => ({ id, hidden: corrected.get(filmId)!.isHidden(mediaType) })),
    { key: ["id"], returning: { id: number, hidden: boolean } }
  )
})

const isHidden = ({ hidden }: { readonly hidden: boolean }) => hidden

/** Stores what corrections make of some releases and films. */
export const correctItems = Effect.fn("collecting.correctItems")(function* (
  releases: ReadonlyArray<CorrectableRelease>,
  films: ReadonlyArray<CorrectableFilm>,
  corrections: ReadonlyArray<Correction>
) {
  const { copies, wants } = yield* correctReleases(releases, corrections)
  const discs = yield* correctFilms(films, corrections)
  const copiesAndWants = [...copies, ...wants]
  const hidden = { release: copies.filter(isHidden), want: wants.filter(isHidden), disc: discs.filter(isHidden) }
  yield* logHeld("delete", hidden)
  return {
    concealed: [
      ...copiesAndWants.filter(isHidden).map(({ id }): EntityRef => ({ type: "release", id })),
      ...hidden.disc.map(({ id }): EntityRef => ({ type: "media", id }))
    ],
    releases: [...new Set(copiesAndWants.filter((one) => !one.hidden).map(({ releaseId }) => releaseId))],
    discs: discs.filter((one) => !one.hidden).map(({ id }) => id)
  } satisfies Flips
})

/** Stores what all corrections make of the items that some of them name. */
export const correctNamed = Effect.fn("collecting.correctNamed")(function* (concerned: ReadonlyArray<NewCorrection>) {
  const named = yield* itemsNamed(concerned)
  return yield* correctItems(named.releases, named.films, yield* correctionsOf("collecting"))
})

/** The releases and films that corrections name. */
export const itemsNamed = Effect.fn("collecting.itemsNamed")(function* (concerned: ReadonlyArray<NewCorrection>) {
  const releases = yield* correctableReleases(sql`true`)
  const films = yield* correctableFilms(sql`true`)
  return {
    releases: releases.filter((one) => isReleaseNamed(concerned, one)),
    films: films.filter((one) => isFilmNamed(concerned, one))
  }
})

const nothing: Flips = { concealed: [], releases: [], discs: [] }

/** Stores what corrections make of items that were written. Without corrections, nothing is to be done. */
export const correctWritten = Effect.fn("collecting.correctWritten")(function* (
  corrections: ReadonlyArray<Correction>,
  releases: ReadonlyArray<number>,
  discs: ReadonlyArray<number>
) {
  if (corrections.length === 0 || releases.length + discs.length === 0) return nothing
  return yield* correctItems(
    yield* correctableReleases(sql`id = ANY(${releases}::int[])`),
    yield* correctableFilms(sql`id IN (SELECT film_id FROM collecting_discs WHERE id = ANY(${discs}::int[]))`),
    corrections
  )
})
