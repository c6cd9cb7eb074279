/** Lower case without diacritics, the same on every engine. NFKD turns ™ and ℠ into letters. */
export const withoutMarks = (name: string): string => name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()

/** Maximum length of a stored name in characters. Only broken clients send longer ones. */
const maxLength = 500

/** Cleans a name for storage: removes NULs, lone surrogates and surrounding blanks. Null if nothing is left. */
export const cleanName = (text: string | null | undefined): string | null => {
  if (text === null || text === undefined) return null
  const name = text
    .replace(/\0/g, "")
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .trim()
  if (name === "") return null
  // A character takes at most two code units. Cutting first avoids splitting a huge text.
  return name.length > maxLength ? [...name.slice(0, 2 * maxLength)].slice(0, maxLength).join("").trim() : name
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A MusicBrainz identifier in lower case, or null if the text is not one. */
export const musicBrainzId = (text: string | null | undefined): string | null =>
  text !== null && text !== undefined && uuid.test(text.trim()) ? text.trim().toLowerCase() : null

/** The beginning of a text, in UTF-16 units, without half of a surrogate pair at its end. */
export const wholeStart = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "")
