/**
 * One saved article as its source tells of it. `(source, sourceId)` is its natural key; an export file has no ids, so
 * that its rows are the same article as another of the same address (`addressKey`).
 */
export interface SavedArticle {
  /** The source's own number of it; null where an export file tells of it. */
  readonly sourceId: number | null
  /** As the source gives it; may be no web address. */
  readonly url: string
  /** Empty where the source has none. */
  readonly title: string
  readonly description: string | null
  /** The title of the person's own folder it lies in. */
  readonly folder: string | null
  readonly archived: boolean
  /** True where the source did not show where it lies: then what is known of that stands. */
  readonly isPlaceGuessed?: boolean
  readonly starred: boolean
  /** 0 to 1. */
  readonly progress: number
  /** True where the source does not say how far it was read: `progress` is 0 then. */
  readonly isProgressUnknown?: boolean
  /** When the progress was last made, epoch milliseconds; null for never. */
  readonly progressAt: number | null
  /** Epoch milliseconds, whole seconds. */
  readonly savedAt: number
  readonly tags: ReadonlyArray<string>
}

/** A passage that was marked; `sourceId` is its natural key. */
export interface MarkedPassage {
  readonly sourceId: number
  readonly text: string
  /** Undefined where the source does not say in this place: then what is known stands. */
  readonly note: string | null | undefined
  readonly position: number | null
  /** Epoch milliseconds. */
  readonly createdAt: number
}

/** What a source of reading tells: articles, whether one is starred, and passages of one (`whole`: it has no others). */
export type ReadingRecord =
  | { readonly _tag: "Article"; readonly article: SavedArticle }
  | { readonly _tag: "Star"; readonly articleId: number; readonly starred: boolean }
  | { readonly _tag: "Highlights"; readonly articleId: number; readonly passages: ReadonlyArray<MarkedPassage>; readonly whole: boolean }

/** `archived` is what an export file put away without saying how far it was read. */
export const statuses = ["unread", "reading", "finished", "skipped", "abandoned", "archived"] as const
export type Status = typeof statuses[number]

/** From this share on an article counts as read to its end. */
const finishedFrom = 0.75

/** Contract §6: how far it was read decides, and for the rest whether it was put away. */
export const statusOf = ({ archived, isProgressUnknown, progress }: Pick<SavedArticle, "archived" | "isProgressUnknown" | "progress">): Status => {
  if (archived && isProgressUnknown === true) return "archived"
  if (progress >= finishedFrom) return "finished"
  if (archived) return progress > 0 ? "abandoned" : "skipped"
  return progress > 0 ? "reading" : "unread"
}
