/** Longer words are cut off, on both sides alike: nobody types them to their end. */
const longest = 64

/** Letters that no decomposition takes a mark off. */
const plain: Readonly<Record<string, string>> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", ł: "l", þ: "th", ı: "i", ħ: "h", ŧ: "t", ŋ: "n", ĸ: "k", ſ: "s" }
const special = new RegExp(`[${Object.keys(plain).join("")}]`, "gu")

/** Accents and the like of Latin, Greek and Cyrillic. The vowel signs of other scripts are no marks to leave away. */
const marks = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/gu
/** What is not seen: soft hyphens, joiners, the marks that choose between an emoji and a sign. */
const unseen = /[\p{Cf}\ufe00-\ufe0f]/gu
const apostrophes = /['\u2018\u2019\u201a\u201b\u2032\u02bc\u02b9`\u00b4\uff07]/gu
const word = "[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}]*"
/** Words that single characters hold together: `AC/DC`, `don't`, `Jay-Z`, `S.N.L.` */
const compounds = new RegExp(`${word}(?:['./&+_-]${word})*`, "gu")
const letterByLetter = /^[\p{L}\p{N}]\p{M}*(?:\.[\p{L}\p{N}]\p{M}*)+$/u

/** Text in one spelling: NFKC, lower case, without accents; quotes are one kind, dashes another. */
const folded = (text: string): string =>
  text.replace(apostrophes, "'").normalize("NFKC").replace(apostrophes, "'").replace(/\p{Pd}/gu, "-").replace(unseen, "").toLowerCase()
    .normalize("NFKD").replace(marks, "").replace(special, (letter) => plain[letter] ?? letter).normalize("NFC")

const cut = (text: string): string => text.length <= longest ? text : Array.from(text).slice(0, longest).join("")

/** The parts of a compound as they are asked for. Acronyms and words with an apostrophe are one; a hyphen or a slash parts two. */
const partsOf = (compound: string): ReadonlyArray<string> =>
  letterByLetter.test(compound) ? [compound.replaceAll(".", "")] : compound.replaceAll("'", "").split(/[./&+_-]/u)

/**
 * What is looked for, in its order: every word in one spelling. Anything else, such as `-`, `(`, `"`, AND or `*`, is
 * text like any other: it parts words and means nothing. Empty where there is no word.
 */
export const termsOf = (text: string): ReadonlyArray<string> => Array.from(folded(text).matchAll(compounds), ([compound]) => partsOf(compound)).flat().map(cut)

/**
 * What a text can be found by: its terms, and for words that are held together also the whole (`acdc`) and the parts
 * (`amour` of `l'amour`), in the order of the text.
 */
export const wordsOf = (text: string): ReadonlyArray<string> =>
  Array.from(folded(text).matchAll(compounds), ([compound]) => {
    const parts = partsOf(compound)
    if (!/['./&+_-]/u.test(compound) || letterByLetter.test(compound)) return parts
    return [...new Set([...parts, ...compound.split(/['./&+_-]/u), compound.replace(/['./&+_-]/gu, "")])]
  }).flat().map(cut)
