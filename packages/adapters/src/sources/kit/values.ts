import { decodeHTMLStrict } from "entities"

/** Maximum length of a stored name in characters. Only broken clients send longer ones. */
const longest = 500

/** Cleans a name for storage: removes NULs, lone surrogates and surrounding blanks. Null if nothing is left. */
export const cleanName = (text: string | null | undefined): string | null => {
  if (text === null || text === undefined) return null
  const name = text
    .replace(/\0/g, "")
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .trim()
  if (name === "") return null
  // A character takes at most two code units. Cutting first avoids splitting a huge text.
  return name.length > longest ? [...name.slice(0, 2 * longest)].slice(0, longest).join("").trim() : name
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A MusicBrainz identifier in lower case, or null if the text is not one. */
export const mbidOf = (text: string | null | undefined): string | null =>
  text !== null && text !== undefined && uuid.test(text.trim()) ? text.trim().toLowerCase() : null

/** Maximum of a PostgreSQL integer. */
const largest = 2_147_483_647

/** Rounds to the nearest integer; null if there is none or it cannot be stored. */
export const wholeNumber = (value: number | null | undefined): number | null => {
  const rounded = Math.round(value ?? Number.NaN)
  return Math.abs(rounded) <= largest ? rounded : null
}

/**
 * HTML as plain text, with empty lines between paragraphs; null if nothing is left. Plain text stays unchanged, which
 * an HTML parser would not guarantee: `a <b` without an end, or `&copy=` in an address.
 */
export const plainText = (html: string): string | null => {
  const marked = html
    .replace(/<br\s*\/?>/gi, "\n")
    .replace(/<\/p\s*>/gi, "\n\n")
    .replace(/<\/?[a-z][^<>]*>/gi, "")
  const text = decodeHTMLStrict(marked)
    .replace(/\0/g, "")
    .replace(/\r\n?/g, "\n")
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
  return text === "" ? null : text
}
