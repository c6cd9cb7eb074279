import { Context, Effect } from "effect"
import {
  type Correction,
  type CorrectionRules,
  type NewCorrection,
  type RecordCorrections,
  type RecordKey,
  correctableRecords
} from "../corrections/index.js"
import { publishCorrectedOf } from "../publishing/index.js"
import { Calendar } from "../shared/Calendar.js"
import { withoutMarks } from "../shared/names.js"
import type { Film, MediaType } from "./discs.js"
import { entityOf } from "./entities.js"
import { creditNames } from "./matching.js"
import type { Release } from "./model.js"
import type { CollectingChanges } from "./store.js"

/** The form in which names are compared: letters and digits alone. A name without any stands for itself. */
export const plainName = (name: string): string => {
  const folded = withoutMarks(name)
  const bare = folded.replace(/[^\p{L}\p{N}]+/gu, "")
  return bare === "" ? folded : bare
}

const linked = { key: [], providerIds: [], kinds: {} } as const

/**
 * What the owner may correct in collecting. A release means all its copies and the want of it, a disc means all discs
 * of the film, or that of one `media_type`. `album` and `movie` are records of listening and watching.
 */
export const collectingRules: CorrectionRules = {
  domain: "collecting",
  normalize: plainName,
  credited: ({ subject }) => subject,
  types: {
    release: {
      key: ["artist", "title"],
      providerIds: ["discogs_id"],
      kinds: { same: { object: "album" }, different: { object: "album" }, name: "value", hide: "nothing" }
    },
    disc: {
      key: ["title"],
      providerIds: ["year", "tmdb_id", "imdb_id", "media_type"],
      kinds: { same: { object: "movie" }, different: { object: "movie" }, name: "value", hide: "nothing" }
    },
    album: { ...linked, key: ["artist", "album"] },
    movie: { ...linked, key: ["movie"], providerIds: ["year", "tmdb_id", "imdb_id"] }
  }
}

/** The title that a correction gives. An item is named by that, too. */
interface GivenTitle {
  readonly givenTitle?: string | null
}

/** A stored release as corrections name it. */
export type CorrectableRelease = Pick<Release, "artists" | "title"> & GivenTitle & { readonly id: number }

/** A stored film as corrections name it. */
export interface CorrectableFilm extends Film, GivenTitle {
  readonly id: number
}

const isTitled = (key: RecordKey, { givenTitle = null, title }: GivenTitle & { readonly title: string }) =>
  [title, givenTitle ?? title].some((one) => plainName(key["title"] ?? "") === plainName(one))

/** Whether a key names a release: by its id at Discogs, else by its title and any name of its artists. */
export const namesRelease = (key: RecordKey, release: CorrectableRelease): boolean => {
  const { artists, id } = release
  if (key["discogs_id"] !== undefined) return key["discogs_id"] === String(id)
  const artist = plainName(key["artist"] ?? "")
  const names = [
    ...artists.flatMap(({ name, shown }) => [name, shown]),
    ...creditNames(artists),
    artists.map(({ shown }) => shown).join(", ")
  ]
  return isTitled(key, release) && names.some((name) => plainName(name) === artist)
}

/** Whether a key names a film on disc: by an id that both have, else by its title and year. */
export const namesFilm = (key: RecordKey, film: Film & GivenTitle): boolean => {
  const { ids, year } = film
  if (key["tmdb_id"] !== undefined && ids.tmdb !== null) return key["tmdb_id"] === String(ids.tmdb)
  if (key["imdb_id"] !== undefined && ids.imdb !== null) return key["imdb_id"] === ids.imdb
  return isTitled(key, film) && (key["year"] === undefined || key["year"] === String(year))
}

/** Whether a key names a disc of a film. A key without a media type names all of them. */
export const namesMedium = (key: RecordKey, mediaType: MediaType): boolean =>
  key["media_type"] === undefined || plainName(key["media_type"]) === plainName(mediaType)

type Named = Pick<NewCorrection, "kind" | "type" | "subject">

/** That an item is one with a record of another domain, or is not. */
export interface Link {
  /** The id of the correction that says so. */
  readonly correction: number
  readonly same: boolean
  readonly object: RecordKey
}

const linksOf = (corrections: ReadonlyArray<Correction>): ReadonlyArray<Link> =>
  corrections.flatMap(({ id, kind, object }) =>
    object !== null && (kind === "same" || kind === "different")
      ? [{ correction: id, same: kind === "same", object }]
      : []
  )

const namingRelease = <A extends Named>(corrections: ReadonlyArray<A>, release: CorrectableRelease): ReadonlyArray<A> =>
  corrections.filter(({ subject, type }) => type === "release" && namesRelease(subject, release))

/** Whether any of some corrections names a release. */
export const isReleaseNamed = (corrections: ReadonlyArray<Named>, release: CorrectableRelease): boolean =>
  namingRelease(corrections, release).length > 0

const namingFilm = <A extends Named>(corrections: ReadonlyArray<A>, film: Film & GivenTitle): ReadonlyArray<A> =>
  corrections.filter(({ subject, type }) => type === "disc" && namesFilm(subject, film))

/** Whether any of some corrections names a film on disc. */
export const isFilmNamed = (corrections: ReadonlyArray<Named>, film: Film & GivenTitle): boolean =>
  namingFilm(corrections, film).length > 0

/** The title that corrections give an item by its reported one. Of several, the first by the key that names it. */
const titleIn = (naming: ReadonlyArray<Correction>): string | null =>
  naming
    .filter(({ kind }) => kind === "name")
    .toSorted((one, other) => (JSON.stringify(one.subject) < JSON.stringify(other.subject) ? -1 : 1))[0]?.value ?? null

/** What corrections make of a release: its title, whether its copies and its want are hidden, its links to albums. */
export const correctRelease = (
  corrections: ReadonlyArray<Correction>,
  { givenTitle: _, ...reported }: CorrectableRelease
) => {
  const givenTitle = titleIn(namingRelease(corrections, reported))
  const own = namingRelease(corrections, { ...reported, givenTitle })
  return { givenTitle, isHidden: own.some(({ kind }) => kind === "hide"), links: linksOf(own) }
}

/** What corrections make of a film on disc: its title, which discs are hidden, its links to films that were watched. */
export const correctFilm = (
  corrections: ReadonlyArray<Correction>,
  { givenTitle: _, ...reported }: CorrectableFilm
) => {
  const givenTitle = titleIn(namingFilm(corrections, reported))
  const own = namingFilm(corrections, { ...reported, givenTitle })
  return {
    givenTitle,
    isHidden: (mediaType: MediaType) =>
      own.some(({ kind, subject }) => kind === "hide" && namesMedium(subject, mediaType)),
    links: linksOf(own)
  }
}

/** Applies corrections to records and discs. */
export class CollectingCorrections extends Context.Tag("@daybook/core/CollectingCorrections")<
  CollectingCorrections,
  RecordCorrections<CollectingChanges>
>() {}

/** Collecting as a domain whose records the owner may correct. */
export const correctableCollecting = Effect.gen(function* () {
  const publish = publishCorrectedOf("collecting", entityOf(yield* Calendar))
  return yield* correctableRecords(collectingRules, yield* CollectingCorrections, publish)
})
