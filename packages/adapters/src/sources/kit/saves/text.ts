const longestTitle = 500
const longestText = 20_000
/** Until then every zone's local date has a four-digit year. */
const lastSecond = 253_402_128_000
/** Larger numbers are milliseconds: as seconds they would be after the year 5138. */
const mostSeconds = 100_000_000_000

/** Whole seconds, as milliseconds. */
export const instantOf = (time: number): number =>
  Math.max(0, Math.min(lastSecond, Math.floor(time > mostSeconds ? time / 1000 : time))) * 1000

export const cleanText = (text: string, longest = longestText): string =>
  text
    .replaceAll("\0", "")
    .slice(0, longest)
    .replace(/[\ud800-\udbff]$/u, "")
    .trim()

export const cleanTitle = (title: string): string => cleanText(title.replace(/\s+/gu, " ").trim(), longestTitle)

/** Removes duplicates and keeps the spelling. */
export const cleanTags = (tags: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(tags.map((tag) => cleanText(tag, longestTitle)).filter((tag) => tag !== ""))
]
