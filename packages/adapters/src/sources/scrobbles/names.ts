/** Longest name kept, in characters: beyond it only broken clients write. */
const longest = 500

/** A name as it is stored: without NULs and halves of characters, which no database takes, and without blank ends; null when nothing is left. */
export const cleanName = (given: string | null | undefined): string | null => {
  if (given === null || given === undefined) return null
  const name = given.replace(/\0/g, "").replace(/\p{Surrogate}/gu, "\ufffd").trim()
  if (name === "") return null
  // A character takes two places at most, so that a huge text is not taken apart whole.
  return name.length > longest ? [...name.slice(0, 2 * longest)].slice(0, longest).join("").trim() : name
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A MusicBrainz identifier, or null where the provider gives none or something else. */
export const mbidOf = (given: string | null | undefined): string | null =>
  given !== null && given !== undefined && uuid.test(given.trim()) ? given.trim().toLowerCase() : null
