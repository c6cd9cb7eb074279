import { decodeHTMLStrict } from "entities"

export { cleanName, musicBrainzId as mbidOf } from "@daybook/core/shared"

/** Maximum of a PostgreSQL integer. */
const maxInteger = 2_147_483_647

/** Rounds to the nearest integer; null if there is none or it cannot be stored. */
export const wholeNumber = (value: number | null | undefined): number | null => {
  const rounded = Math.round(value ?? Number.NaN)
  return Math.abs(rounded) <= maxInteger ? rounded : null
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

/** The text without spaces around it; null if nothing is left. */
export const filled = (text: string): string | null => text.trim() || null

/** Coordinates; null where one is missing or not on the globe. */
export const degreesOf = (latitude: number | null, longitude: number | null) =>
  latitude === null || longitude === null || Math.abs(latitude) > 90 || Math.abs(longitude) > 180
    ? { latitude: null, longitude: null }
    : { latitude, longitude }
