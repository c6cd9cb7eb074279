import type { MarkedPassage, SavedArticle } from "@daybook/core/reading"
import type { Bookmark, Highlight } from "./wire.js"

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

const clean = cleanText

export const cleanTitle = (title: string): string => clean(title.replace(/\s+/gu, " ").trim(), longestTitle)

/** Removes duplicates and keeps the spelling. */
export const cleanTags = (tags: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(tags.map((tag) => clean(tag, longestTitle)).filter((tag) => tag !== ""))
]

/** Where a bookmark is filed: `unread`, `archive`, or a folder of the user's own. */
export interface Place {
  readonly folder: string | null
  readonly archived: boolean
}

export const toArticle = (bookmark: Bookmark, { archived, folder }: Place): SavedArticle => ({
  sourceId: bookmark.id,
  url: clean(bookmark.url),
  title: cleanTitle(bookmark.title),
  description: clean(bookmark.description) || null,
  folder,
  archived,
  starred: bookmark.starred,
  progress: Math.max(0, Math.min(1, bookmark.progress)),
  progressAt: bookmark.progressTime > 0 ? instantOf(bookmark.progressTime) : null,
  savedAt: instantOf(bookmark.time),
  tags: cleanTags(bookmark.tags)
})

export const toPassage = ({ id, note, position, text, time }: Highlight): MarkedPassage => ({
  sourceId: id,
  text: clean(text),
  note: note == null ? note : clean(note) || null,
  position,
  createdAt: instantOf(time)
})
