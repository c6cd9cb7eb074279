/** What a title carries beside itself: which edition of the same recording it is. */
const edition = /\b(remaster(ed)?|deluxe|edition|expanded|anniversary|bonus track|single version|album version|original mix|explicit|mono|stereo)\b/i
const guests = /[([]\s*(?:feat\.?|ft\.?|featuring)\s[^)\]]*[)\]]|\s(?:feat\.?|ft\.?|featuring)\s.*$/gi

/** A name without what spelling differs in: guests, case, marks, punctuation, a leading "The". */
export const plainName = (name: string): string => {
  const plain = name
    .replace(guests, " ")
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

/** The first of several artists that a name joins; the name itself where it joins none. The catalogue knows single ones only. */
export const firstArtist = (name: string): string => {
  const [first = ""] = name.split(/ & |, | x /i)
  return first.trim() === "" ? name : first.trim()
}

/** Whether a found artist is the wanted one, or the first of the wanted ones. Covers and karaoke come first in many answers. */
export const isArtist = (wanted: string, found: string): boolean => {
  const name = plainName(found)
  return name === plainName(wanted) || name === plainName(firstArtist(wanted))
}

/** A title without words that only name its edition or its guests; as it is where it has no others. */
export const bareTitle = (title: string): string => {
  const bare = title
    .replace(guests, " ")
    .replace(/[([][^)\]]*[)\]]/g, (part) => edition.test(part) ? " " : part)
    .replace(/ - (single|ep)$/i, "")
    .replace(/ - [^-]*$/, (part) => edition.test(part) ? "" : part)
    .trim()
  return bare === "" ? title : bare
}

/** The best of what was found for a title: the same words before the same recording in another edition; none where neither is there. */
export const bestTitle = <A>(wanted: string, found: ReadonlyArray<A>, title: (one: A) => string): A | undefined =>
  found.find((one) => plainName(title(one)) === plainName(wanted)) ??
    found.find((one) => plainName(bareTitle(title(one))) === plainName(bareTitle(wanted)))
