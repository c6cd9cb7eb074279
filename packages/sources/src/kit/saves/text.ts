const maxTitleLength = 500
const maxTextLength = 20_000
/** Until then every zone's local date has a four-digit year. */
const lastSecond = 253_402_128_000
/** Larger numbers are milliseconds or microseconds: as seconds they would be after the year 5138. */
const maxSeconds = 100_000_000_000

/** Whole seconds, as milliseconds. */
export const instantOf = (time: number): number => {
  const unit = time > maxSeconds * 1_000 ? 1_000_000 : time > maxSeconds ? 1_000 : 1
  return Math.max(0, Math.min(lastSecond, Math.floor(time / unit))) * 1000
}

/** A text that can be stored: PostgreSQL has no NUL, and JSON in it no half of a character. */
export const cleanText = (text: string, maxLength = maxTextLength): string =>
  text
    .replaceAll("\0", "")
    .slice(0, maxLength)
    .replace(/[\ud800-\udbff]$/u, "")
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .trim()

export const cleanTitle = (title: string): string => cleanText(title.replace(/\s+/gu, " ").trim(), maxTitleLength)

/** Removes duplicates and keeps the spelling. */
export const cleanTags = (tags: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(tags.map((tag) => cleanText(tag, maxTitleLength)).filter((tag) => tag !== ""))
]
