import { type RowOf, boolean, choice, date, instant, integer, number, text, texts } from "../kit/record.js"

/**
 * `archived` is an article from an export file that is archived without a progress. `saved` is one of a source that
 * does not say whether it was read.
 */
export const statuses = ["unread", "reading", "finished", "skipped", "abandoned", "archived", "saved"] as const
export type Status = (typeof statuses)[number]

export const articleHeading = {
  title: text({ sensitivity: "public", description: "Title of the article", example: "In praise of flatbread" }),
  author: text({ nullable: true, sensitivity: "public", description: "Author", example: "Senzufell Tannewick" })
}

export const articleSite = {
  domain: text({
    nullable: true,
    sensitivity: "public",
    description: "Site of the article",
    example: "notebook.example"
  }),
  siteName: text({
    nullable: true,
    sensitivity: "public",
    description: "Name of the site",
    example: "Holnetide Notebook"
  })
}

export const articleLength = {
  wordCount: integer({ nullable: true, sensitivity: "public", description: "Number of words", example: 1281 })
}

export const articleProgress = {
  status: choice(statuses)({
    sensitivity: "public",
    description: "Status, derived from folder and progress",
    example: "reading"
  }),
  statusInferred: boolean({
    sensitivity: "public",
    description: "Whether the article counts as finished only because its source archives what was read",
    example: false
  }),
  progress: number({ sensitivity: "public", description: "0 to 1", example: 0.42 }),
  starred: boolean({ sensitivity: "public", description: "Whether the article is starred", example: false })
}

export const articleOrigin = {
  tags: texts({ sensitivity: "public", description: "Tags", example: ["cooking"] }),
  source: text({ sensitivity: "public", description: "Source that reported the record", example: "lastfm" })
}

export const articleTimes = {
  savedAt: instant({ sensitivity: "public", example: "2026-03-12T13:49:46.000Z" }),
  startedAt: instant({
    nullable: true,
    sensitivity: "public",
    description: "Time at which reading progress was first seen",
    example: "2026-03-13T16:10:36.000Z"
  }),
  finishedAt: instant({
    nullable: true,
    sensitivity: "public",
    description: "Time of finishing",
    example: "2026-03-14T21:02:10.000Z"
  })
}

/** What a source reports of an article. Times are epoch milliseconds, in whole seconds. */
export const savedFields = {
  /** The id at the source; null in export files. */
  sourceId: text({ nullable: true }),
  /** As the source reports it; not always a web address. */
  url: text(),
  /** Empty if the source has none. */
  title: articleHeading.title,
  description: text({ nullable: true }),
  /** The title of the owner's folder that contains it. */
  folder: text({ nullable: true }),
  archived: boolean(),
  starred: articleProgress.starred,
  progress: articleProgress.progress,
  /** When the progress last changed; null for never. */
  progressAt: instant({ nullable: true }),
  savedAt: articleTimes.savedAt,
  tags: articleOrigin.tags
}

/** What is stored of an article from its source: the report and what follows from it. */
export const stateFields = {
  ...savedFields,
  address: text(),
  domain: articleSite.domain,
  status: articleProgress.status,
  statusInferred: articleProgress.statusInferred,
  savedOn: date(),
  startedAt: articleTimes.startedAt,
  finishedAt: articleTimes.finishedAt,
  finishedOn: date({ nullable: true })
}

/** What the answers about an article show, except its title. */
export const answeredFields = {
  id: integer(),
  sourceId: savedFields.sourceId,
  url: savedFields.url,
  author: articleHeading.author,
  ...articleSite,
  /** The source's own description. */
  description: savedFields.description,
  /** The page's own description. */
  pageDescription: text({ nullable: true }),
  ...articleLength,
  ...articleProgress,
  ...articleOrigin,
  ...articleTimes
}

/** What the shared services publish of an article, as it is stored. */
export const publishedFields = {
  id: integer(),
  source: articleOrigin.source,
  sourceId: savedFields.sourceId,
  author: articleHeading.author,
  siteName: articleSite.siteName,
  url: savedFields.url,
  imageUrl: text({ nullable: true }),
  savedAt: articleTimes.savedAt,
  savedOn: stateFields.savedOn
}

/**
 * One saved article as its source reports it. Its natural key is `(source, sourceId)`. Export files have no ids: their
 * rows match an article with the same address (`addressKey`).
 */
export interface SavedArticle extends RowOf<typeof savedFields> {
  /** True if the source does not report the folder. The stored one then stays. */
  readonly isPlaceGuessed?: boolean
  /** True if the source does not report the progress. `progress` is then 0. */
  readonly isProgressUnknown?: boolean
  /** True if the owner archives here what was read: archived without a progress then counts as finished. */
  readonly isArchiveRead?: boolean
  /** True if the source does not report whether the article was read. */
  readonly isStateUnknown?: boolean
  /** True if the source does not report the time of saving, but a later one. The earliest report then stays. */
  readonly isTimeGuessed?: boolean
}

/** A passage that the owner marked. */
export const passageFields = {
  text: text({
    sensitivity: "public",
    description: "Highlighted text",
    example: "Architects photograph the tram network in the morning."
  }),
  note: text({ nullable: true, sensitive: true, description: "Note on the highlight", example: "Tell the others." }),
  position: number({
    nullable: true,
    sensitivity: "public",
    description: "Position in the article, starting at 0; in a book the location or page",
    example: 0
  })
}
export const passageTime = { createdAt: instant({ sensitivity: "public", example: "2026-03-14T20:16:02.120Z" }) }

/** A highlighted passage; `sourceId` is its natural key. */
export interface MarkedPassage extends Omit<RowOf<typeof passageFields>, "note">, RowOf<typeof passageTime> {
  readonly sourceId: string
  /** Undefined if this response does not contain it. The stored value then stays. */
  readonly note: string | null | undefined
}

/** Passages of an article, by the source's id of the article. `whole` means that it has no others. */
export interface ArticlePassages {
  readonly articleId: string
  readonly passages: ReadonlyArray<MarkedPassage>
  readonly whole: boolean
}

/**
 * A record of a reading source: an article, a star, or the passages of an article.
 */
export type ReadingRecord =
  | { readonly _tag: "Article"; readonly article: SavedArticle }
  | { readonly _tag: "Star"; readonly articleId: string; readonly starred: boolean }
  | ({ readonly _tag: "Highlights" } & ArticlePassages)

/** From this progress on, an article counts as finished. */
const finishedFrom = 0.75

type Reported = Pick<SavedArticle, "archived" | "isArchiveRead" | "isProgressUnknown" | "isStateUnknown" | "progress">

/** Whether an article is finished only because it is archived. */
export const isInferred = ({ archived, isArchiveRead, progress }: Reported): boolean =>
  archived && isArchiveRead === true && progress < finishedFrom

/** The progress decides, then whether the article is archived. */
export const statusOf = (reported: Reported): Status => {
  const { archived, isProgressUnknown, isStateUnknown, progress } = reported
  if (progress >= finishedFrom || isInferred(reported)) return "finished"
  if (isStateUnknown === true && progress === 0) return "saved"
  if (archived && isProgressUnknown === true) return "archived"
  if (archived) return progress > 0 ? "abandoned" : "skipped"
  return progress > 0 ? "reading" : "unread"
}
