import type { Document } from "./SearchStore.js"

/** Longer words are truncated in documents and queries alike. */
const maxWordLength = 64

/** Letters that Unicode normalisation does not decompose. */
const plain: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  þ: "th",
  ı: "i",
  ħ: "h",
  ŧ: "t",
  ŋ: "n",
  ĸ: "k",
  ſ: "s"
}
const special = new RegExp(`[${Object.keys(plain).join("")}]`, "gu")

/** Diacritics of Latin, Greek and Cyrillic. Vowel signs of other scripts are not removed. */
const marks = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/gu
/** Invisible characters: soft hyphens, joiners, emoji variation selectors. */
const unseen = /[\p{Cf}\ufe00-\ufe0f]/gu
const apostrophes = /['\u2018\u2019\u201a\u201b\u2032\u02bc\u02b9`\u00b4\uff07]/gu
const word = "[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}]*"
/** Compounds joined by single characters: `AC/DC`, `don't`, `Jay-Z`, `S.N.L.` */
const compounds = new RegExp(`${word}(?:['./&+_-]${word})*`, "gu")
const letterByLetter = /^[\p{L}\p{N}]\p{M}*(?:\.[\p{L}\p{N}]\p{M}*)+$/u

/** Printable ASCII, which normalisation leaves as it is. Most names are. */
const ascii = /^[\x20-\x7e]*$/

/** Normalised text: NFKC, lower case, no diacritics, one kind of quote and dash. */
const folded = (text: string): string =>
  ascii.test(text) ? text.replaceAll("`", "'").toLowerCase() : foldedMarks(text)

const foldedMarks = (text: string): string =>
  text
    .replace(apostrophes, "'")
    .normalize("NFKC")
    .replace(apostrophes, "'")
    .replace(/\p{Pd}/gu, "-")
    .replace(unseen, "")
    .toLowerCase()
    .normalize("NFKD")
    .replace(marks, "")
    .replace(special, (letter) => plain[letter] ?? letter)
    .normalize("NFC")

const cut = (text: string): string =>
  text.length <= maxWordLength ? text : Array.from(text).slice(0, maxWordLength).join("")

/** The terms of a compound. Acronyms and words with an apostrophe are one term; a hyphen or slash separates two. */
const partsOf = (compound: string): ReadonlyArray<string> =>
  letterByLetter.test(compound) ? [compound.replaceAll(".", "")] : compound.replaceAll("'", "").split(/[./&+_-]/u)

/**
 * The terms of a query, normalised and in order. Any other character, such as `-`, `(`, `"` or `*`, only separates
 * words, and AND is a word. Empty if there is no word.
 */
export const termsOf = (text: string): ReadonlyArray<string> => termsIn(compoundsOf(text))

const compoundsOf = (text: string): ReadonlyArray<string> => folded(text).match(compounds) ?? []

const termsIn = (compoundWords: ReadonlyArray<string>): ReadonlyArray<string> => compoundWords.flatMap(partsOf).map(cut)

/**
 * The index words of a text, in order: its terms, and for compounds also the whole (`acdc`) and the parts (`amour` of
 * `l'amour`).
 */
export const wordsOf = (text: string): ReadonlyArray<string> => wordsIn(compoundsOf(text))

const wordsIn = (compoundWords: ReadonlyArray<string>): ReadonlyArray<string> =>
  compoundWords
    .flatMap((compound) => {
      if (!/['./&+_-]/u.test(compound)) return [compound]
      const parts = partsOf(compound)
      if (letterByLetter.test(compound)) return parts
      return [...new Set([...parts, ...compound.split(/['./&+_-]/u), compound.replace(/['./&+_-]/gu, "")])]
    })
    .map(cut)

/** Searchable length of a body, characters. */
const bodyLimit = 12_000

const keyLimit = 120

/** An index entry: normalised words by field. */
export interface IndexedDocument {
  /** The title's terms in one line, for searches by the beginning of a title. */
  readonly titleKey: string
  readonly title: ReadonlyArray<string>
  readonly subtitle: ReadonlyArray<string>
  readonly body: ReadonlyArray<string>
}

/** The terms of a title or query in one line. */
export const keyOf = (terms: ReadonlyArray<string>): string => {
  const line = terms.join(" ")
  return line.length <= keyLimit ? line : Array.from(line).slice(0, keyLimit).join("")
}

/** The first 12,000 characters of a body, without a broken surrogate pair. */
export const searchedBody = (body: string): string => body.slice(0, bodyLimit).replace(/[\ud800-\udbff]$/u, "")

export const indexDocument = ({
  body,
  subtitle,
  title
}: Pick<Document, "title" | "subtitle" | "body">): IndexedDocument => {
  const inTitle = compoundsOf(title)
  return {
    titleKey: keyOf(termsIn(inTitle)),
    title: wordsIn(inTitle),
    subtitle: wordsOf(subtitle ?? ""),
    body: wordsOf(searchedBody(body ?? ""))
  }
}
