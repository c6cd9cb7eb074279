import type { MatchType } from "./facts.js"
import { type Care, type Copy, type Credit, type FiledCopy, discKey, isNobody } from "./model.js"
import { type Film, type MediaType } from "./discs.js"

/** A stored copy as far as matching needs it. */
export interface ExistingCopy {
  readonly id: number
  readonly releaseId: number
  /** Null for a copy that only an export file has. */
  readonly instance: number | null
  readonly addedAt: number | null
}

/** A copy to store. */
export interface CopyRow extends Care {
  /** Null for a copy that is not stored yet. */
  readonly id: number | null
  readonly releaseId: number
  readonly instance: number | null
}

/**
 * Listed copies with the stored copies that they are: by instance, else the copy without an instance of the same
 * release that was added nearest in time. Each stored copy matches at most once.
 */
export const matchListed = (
  copies: ReadonlyArray<Copy>,
  existing: ReadonlyArray<ExistingCopy>
): ReadonlyArray<CopyRow> => {
  const byInstance = new Map(existing.map((copy) => [copy.instance, copy.id]))
  const loose = new Set(existing.filter(({ instance }) => instance === null))
  const takeNearest = (releaseId: number, addedAt: number | null): number | null => {
    const away = (copy: ExistingCopy) => Math.abs((copy.addedAt ?? 0) - (addedAt ?? 0))
    const nearest = [...loose]
      .filter((copy) => copy.releaseId === releaseId)
      .reduce<ExistingCopy | null>((best, copy) => (best === null || away(copy) < away(best) ? copy : best), null)
    if (nearest !== null) loose.delete(nearest)
    return nearest?.id ?? null
  }
  return copies.map(({ care, instance, release }) => ({
    ...care,
    id: byInstance.get(instance) ?? takeNearest(release.id, care.addedAt),
    instance,
    releaseId: release.id
  }))
}

/** Copies of an export file: those to store, and the ids of stored copies that the file has. */
export interface FiledCopies {
  readonly rows: ReadonlyArray<CopyRow & Pick<FiledCopy, "release">>
  readonly present: ReadonlyArray<number>
}

/**
 * The copies of an export file by their place among the copies of their release. `existing` is in the order of
 * addition. Values from the provider's list stay. A copy that predates the last full listing (`listedAt`) but was not
 * in it has been deleted since.
 */
export const matchFiled = (
  filed: ReadonlyArray<FiledCopy>,
  existing: ReadonlyArray<ExistingCopy>,
  listedAt: number | null
): FiledCopies => {
  const matched = filed.map(({ care, place, release }) => ({
    care,
    release,
    copy: existing.filter(({ releaseId }) => releaseId === release.id)[place] ?? null
  }))
  return {
    present: matched.flatMap(({ copy }) => copy?.id ?? []),
    rows: matched
      .filter(({ care, copy }) =>
        copy === null ? listedAt === null || (care.addedAt ?? 0) >= listedAt : copy.instance === null
      )
      .map(({ care, copy, release }) => ({
        ...care,
        id: copy?.id ?? null,
        instance: null,
        releaseId: release.id,
        release
      }))
  }
}

/** The order in which copies were added, which the order of their ids follows. */
export const byAddition = (a: CopyRow, b: CopyRow): number =>
  compare(a.addedAt, b.addedAt) || compare(a.instance, b.instance)

/** Unknown values last. */
const compare = (a: number | null, b: number | null) => (a === b ? 0 : a === null ? 1 : b === null ? -1 : a - b)

/** A stored film with its ids. */
export interface KnownFilm {
  readonly id: number
  readonly traktId: number | null
  readonly tmdbId: number | null
  readonly imdbId: string | null
}

/** Whether both identify one film: by Trakt id, else by another service's id. */
export const isSameFilm = (film: KnownFilm, { imdb, tmdb, trakt }: Film["ids"]): boolean =>
  film.traktId !== null && trakt !== null
    ? film.traktId === trakt
    : (tmdb !== null && film.tmdbId === tmdb) || (imdb !== null && film.imdbId === imdb)

/** Whether a full list has a disc. One without a media type matches the film in any type from another origin. */
export const isListed = (listed: ReadonlySet<string>, traktId: number | null, mediaType: MediaType): boolean =>
  listed.has(discKey(traktId, mediaType)) || listed.has(discKey(traktId, "unknown"))

/** The names to match with plays: each artist under both names, and joint credits as one name. */
export const creditNames = (artists: ReadonlyArray<Credit>): ReadonlyArray<string> => {
  const somebody = artists.filter((artist) => !isNobody(artist))
  const joint = (name: (artist: Credit) => string) =>
    somebody
      .map((artist, index) => (index === somebody.length - 1 ? name(artist) : `${name(artist)}${glue(artist.join)}`))
      .join("")
  return somebody.length === 0
    ? []
    : [...somebody.flatMap(({ name, shown }) => [name, shown]), joint(({ name }) => name), joint(({ shown }) => shown)]
}

const glue = (join: string) => (join === "" || join === "," ? ", " : ` ${join} `)

/** The confidence of a match by the artist alone. A match with an album has more. */
export const artistConfidence = 0.5

/** The kind of a match of this confidence. */
export const matchTypeOf = (confidence: number): MatchType =>
  confidence === 1 ? "exact" : confidence > artistConfidence ? "fuzzy" : confidence > 0 ? "artist_only" : "none"
