/** A book, or another document that has no web address: its title and author name it. */
export interface Work {
  readonly title: string
  readonly author: string | null
}

const scheme = "work:"

/** Surrogates without their other half cannot be encoded. */
const encode = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"))

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The address of a work: `work:The%20Quiet%20Harbour?author=Ina%20Vale`. */
export const workUrl = ({ author, title }: Work): string =>
  `${scheme}${encode(title)}${author === null ? "" : `?author=${encode(author)}`}`

/** The work that an address names; null for any other address. */
export const workOf = (url: string): Work | null => {
  if (!url.startsWith(scheme)) return null
  const [, title = "", author] = /^([^?]*)(?:\?author=(.*))?$/s.exec(url.slice(scheme.length)) ?? []
  return { title: decode(title), author: author === undefined ? null : decode(author) }
}

/** Letters and digits only, without accents and case. */
const fold = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()

/** Additions to names that are no surnames. */
const suffixes = new Set(["jr", "sr", "ii", "iii", "iv", "phd", "md"])

/**
 * The surname of the first author. Lists are separated by `;`, `&`, `/`, line ends, `and` or commas; `Vale, Ina` and
 * `Ina Vale` are the same, since the surname is the last word before the first comma.
 */
const surnameOf = (author: string): string => {
  const [first = ""] = author
    .normalize("NFKC")
    .trim()
    .split(/\s*(?:[;&/\n\r]|\sand\s)\s*/i)
  const words = fold(first.split(",")[0] ?? "").split(" ")
  return words.findLast((word) => !suffixes.has(word)) ?? ""
}

/** The title without a subtitle and without what is in brackets. A title that begins with them is whole. */
const mainTitle = (title: string): string => {
  const whole = title.normalize("NFKC")
  return fold(/^[^:([]+/.exec(whole)?.[0] ?? "") || fold(whole) || whole.trim().toLowerCase()
}

/** A key that is equal for all spellings of a work: its main title, and the surname of its first author. */
export const workKey = ({ author, title }: Work): string => `${scheme}${mainTitle(title)}/${surnameOf(author ?? "")}`
