import type { ArticlePassages, MarkedPassage, ReadingRecord, SavedArticle } from "@daybook/core/reading"
import { readingWriter } from "@daybook/core/reading"
import { Chunk, Stream } from "effect"
import { exportPages } from "../exportFile/exportPages.js"
import type { OpenFile } from "../exportFile/Format.js"
import type { ToPages } from "../exportFile/importer.js"
import { isoInstant } from "../schemas.js"
import { withoutDuplicates } from "./duplicates.js"
import { pastRecords } from "./past.js"
import { cleanTags, cleanText, cleanTitle, instantOf } from "./text.js"

/** Why a readable row is no saved article. Part of the summary of an import: `3 without a time`. */
type LeftOutSave =
  | "no web address"
  | "without a time"
  | "in the future"
  | "not saved"
  | "without a text"
  | "highlights without an article"

/** An article of an export file with its highlights. */
export interface Save {
  readonly article: SavedArticle
  readonly passages: ReadonlyArray<MarkedPassage>
  /** Whether the article has no other highlights. */
  readonly isWhole: boolean
}

/** A save, the reason why a row is none, or null for a row that cannot be read. */
export type SaveRow = Save | LeftOutSave | null

/**
 * What a row of an export says about an article. Absent members are not known. A file of a service that is also synced
 * gives no id: what the API says then stands, whichever comes first.
 */
export interface SaveValues {
  readonly id?: string | null
  readonly url: string | null
  readonly title?: string | null
  readonly description?: string | null
  readonly folder?: string | null
  readonly archived?: boolean
  readonly starred?: boolean
  /** From 0 to 1; null if the service does not report it. */
  readonly progress: number | null
  /** Epoch milliseconds. */
  readonly progressAt?: number | null
  /** Epoch milliseconds. */
  readonly savedAt: number | null
  readonly tags?: ReadonlyArray<string>
  /** Whether people archive here what they have read. */
  readonly isArchiveRead?: boolean
  /** Whether the service does not report what was read. */
  readonly isStateUnknown?: boolean
  /** Whether the time is a later one than that of saving. */
  readonly isTimeGuessed?: boolean
  readonly passages?: ReadonlyArray<MarkedPassage>
  /** Whether the article has no other highlights. */
  readonly isWhole?: boolean
}

const wholeSeconds = (at: number) => instantOf(Math.floor(at / 1000))

/** An article from what a row says. */
export const saveOf = (values: SaveValues): SaveRow => {
  const url = cleanText(values.url ?? "")
  if (!/^https?:\/\/[^/?#\s]/i.test(url)) return "no web address"
  // A time of 0 stands for an unknown one.
  if (values.savedAt === null || values.savedAt <= 0) return "without a time"
  const title = cleanTitle(values.title ?? "")
  return {
    article: {
      sourceId: cleanText(values.id ?? "", 500) || null,
      url,
      title: title === url ? "" : title,
      description: cleanText(values.description ?? "") || null,
      folder: cleanTitle(values.folder ?? "") || null,
      archived: values.archived ?? false,
      starred: values.starred ?? false,
      progress: Math.max(0, Math.min(1, values.progress ?? 0)),
      progressAt: values.progressAt == null ? null : wholeSeconds(values.progressAt),
      savedAt: wholeSeconds(values.savedAt),
      tags: cleanTags(values.tags ?? []),
      ...(values.progress === null ? { isProgressUnknown: true } : {}),
      ...(values.isArchiveRead === true ? { isArchiveRead: true } : {}),
      ...(values.isStateUnknown === true ? { isStateUnknown: true } : {}),
      ...(values.isTimeGuessed === true ? { isTimeGuessed: true } : {})
    },
    passages: values.passages ?? [],
    isWhole: values.isWhole ?? false
  }
}

/** A highlight; null without a text or a time. */
export const passageOf = (values: {
  readonly id: string | null
  readonly text: string | null
  readonly note?: string | null
  readonly position?: number | null
  readonly createdAt: number | null
}): MarkedPassage | null => {
  const text = cleanText(values.text ?? "")
  if (values.id === null || values.id === "" || text === "" || values.createdAt === null) return null
  return {
    sourceId: values.id,
    text,
    note: cleanText(values.note ?? "") || null,
    position: values.position ?? null,
    createdAt: wholeSeconds(values.createdAt)
  }
}

/** Epoch milliseconds of a count of seconds; null for anything else. */
export const secondsOf = (value: number | null): number | null =>
  value === null || !Number.isFinite(value) || value <= 0 ? null : instantOf(value)

/** Epoch milliseconds of an ISO time with an offset, also with a space in place of the T. */
export const writtenInstant = (text: string | null | undefined): number | null =>
  isoInstant(text?.trim().replace(/^(\d{4}-\d{2}-\d{2}) (?=\d)/, "$1T"))

/** The records of a save: the article, and its highlights if it has an id. */
export const recordsOf = ({ article, isWhole, passages }: Save): ReadonlyArray<ReadingRecord> => {
  const marked: ReadonlyArray<ArticlePassages> =
    article.sourceId === null || (passages.length === 0 && !isWhole)
      ? []
      : [{ articleId: article.sourceId, passages, whole: isWhole }]
  return [{ _tag: "Article", article }, ...marked.map((one): ReadingRecord => ({ _tag: "Highlights", ...one }))]
}

const countedRecords = (
  tally: OpenFile["tally"],
  place: string,
  row: SaveRow,
  now: number
): ReadonlyArray<ReadingRecord> => {
  const records = row === null || typeof row === "string" ? [] : pastRecords(recordsOf(row), now)
  if (row === null) tally.leaveOut(place, "it is not a complete row of a saved article")
  else if (typeof row === "string") tally.skip(row, place)
  else if (records.length === 0) tally.skip("in the future", place)
  else tally.readAt(row.article.savedAt)
  return records
}

/** The saved articles and highlights of an export file, in pages. */
const savePages: ToPages<SaveRow, ReadingRecord> = (rows, { file, now, source, tally }) =>
  exportPages(
    withoutDuplicates(
      Stream.mapChunks(
        rows,
        Chunk.flatMap(({ place, row }) => Chunk.unsafeFromArray([...countedRecords(tally, place, row, now)]))
      )
    ),
    tally.tally,
    { source, file }
  )

/** What sources have in common whose files hold saved articles. */
export const saves = { writer: readingWriter, syncType: "bookmarks", toPages: savePages }
