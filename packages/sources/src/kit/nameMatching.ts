import { bareTitle, withoutGuests } from "@daybook/core/listening"

/** Normalizes a name: removes guests, case, diacritics, punctuation and a leading "The". */
export const plainName = (name: string): string => {
  const plain = withoutGuests(name)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/&/g, " and ")
    .replace(/['’`´]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .replace(/^the (?=.)/, "")
  return plain === "" ? name.trim().toLowerCase() : plain
}

/** The first artist of a joint name, or the name itself. The catalogue only knows single artists. */
export const firstArtist = (name: string): string => {
  const [first = ""] = name.split(/ & |, | x /i)
  return first.trim() === "" ? name : first.trim()
}

/**
 * Whether a candidate is the target artist, or the first of several target artists. Covers and karaoke versions often
 * come first.
 */
export const isArtist = (target: string, candidates: string): boolean => {
  const name = plainName(candidates)
  return name === plainName(target) || name === plainName(firstArtist(target))
}

/**
 * The best candidate for a title: an exact match, else the same recording in another edition; undefined if neither
 * exists.
 */
export const bestTitle = <A>(target: string, candidates: ReadonlyArray<A>, title: (one: A) => string): A | undefined =>
  candidates.find((one) => plainName(title(one)) === plainName(target)) ??
  candidates.find((one) => plainName(bareTitle(title(one))) === plainName(bareTitle(target)))
