const longestTitle = 500
const longestText = 20_000
/** Until then every zone's local date has a four-digit year. */
const lastSecond = 253_402_128_000
/** Larger numbers are milliseconds or microseconds: as seconds they would be after the year 5138. */
const mostSeconds = 100_000_000_000

/** Whole seconds, as milliseconds. */
export const instantOf = (time: number): number => {
  const unit = time > mostSeconds * 1_000 ? 1_000_000 : time > mostSeconds ? 1_000 : 1
  return Math.max(0, Math.min(lastSecond, Math.floor(time / unit))) * 1000
}

/** A text that can be stored: PostgreSQL has no NUL, and JSON in it no half of a character. */
export const cleanText = (text: string, longest = longestText): string =>
  text
    .replaceAll("\0", "")
    .slice(0, longest)
    .replace(/[\ud800-\udbff]$/u, "")
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .trim()

export const cleanTitle = (title: string): string => cleanText(title.replace(/\s+/gu, " ").trim(), longestTitle)

/** Removes duplicates and keeps the spelling. */
export const cleanTags = (tags: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(tags.map((tag) => cleanText(tag, longestTitle)).filter((tag) => tag !== ""))
]
