/**
 * One saved article as its source reports it. Its natural key is `(source, sourceId)`. Export files have no ids: their
 * rows match an article with the same address (`addressKey`).
 */
export interface SavedArticle {
  /** The id at the source; null in export files. */
  readonly sourceId: number | null
  /** As the source reports it; not always a web address. */
  readonly url: string
  /** Empty if the source has none. */
  readonly title: string
  readonly description: string | null
  /** The title of the owner's folder that contains it. */
  readonly folder: string | null
  readonly archived: boolean
  /** True if the source does not report the folder. The stored one then stays. */
  readonly isPlaceGuessed?: boolean
  readonly starred: boolean
  /** 0 to 1. */
  readonly progress: number
  /** True if the source does not report the progress. `progress` is then 0. */
  readonly isProgressUnknown?: boolean
  /** When the progress last changed, epoch milliseconds; null for never. */
  readonly progressAt: number | null
  /** Epoch milliseconds, whole seconds. */
  readonly savedAt: number
  readonly tags: ReadonlyArray<string>
}

/** A highlighted passage; `sourceId` is its natural key. */
export interface MarkedPassage {
  readonly sourceId: number
  readonly text: string
  /** Undefined if this response does not contain it. The stored value then stays. */
  readonly note: string | null | undefined
  readonly position: number | null
  /** Epoch milliseconds. */
  readonly createdAt: number
}

/**
 * A record of a reading source: an article, a star, or the passages of an article. `whole` means that it has no others.
 */
export type ReadingRecord =
  | { readonly _tag: "Article"; readonly article: SavedArticle }
  | { readonly _tag: "Star"; readonly articleId: number; readonly starred: boolean }
  | {
      readonly _tag: "Highlights"
      readonly articleId: number
      readonly passages: ReadonlyArray<MarkedPassage>
      readonly whole: boolean
    }

/** `archived` is an article from an export file that is archived without a progress. */
export const statuses = ["unread", "reading", "finished", "skipped", "abandoned", "archived"] as const
export type Status = (typeof statuses)[number]

/** From this progress on, an article counts as finished. */
const finishedFrom = 0.75

/** The progress decides, then whether the article is archived. */
export const statusOf = ({
  archived,
  isProgressUnknown,
  progress
}: Pick<SavedArticle, "archived" | "isProgressUnknown" | "progress">): Status => {
  if (archived && isProgressUnknown === true) return "archived"
  if (progress >= finishedFrom) return "finished"
  if (archived) return progress > 0 ? "abandoned" : "skipped"
  return progress > 0 ? "reading" : "unread"
}
