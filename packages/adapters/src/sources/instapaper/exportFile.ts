import type { ReadingRecord, SavedArticle } from "@daybook/core/reading"
import type { ImportFile, Page, Recognise, SourceFailure } from "@daybook/core/sync"
import { Clock, Effect, Stream } from "effect"
import { isInFuture } from "../kit/clockSkew.js"
import { type CsvRow, csvRows, placeOf } from "../kit/exportFile/csv.js"
import { badFile, exportPages, makeTally } from "../kit/exportFile/exportPages.js"
import { decodeText } from "../kit/exportFile/text.js"
import { id } from "./login.js"
import { mergeDuplicates } from "../kit/saves/duplicates.js"
import { cleanTags, cleanText, cleanTitle, instantOf } from "../kit/saves/text.js"

type Column = "url" | "title" | "selection" | "folder" | "timestamp" | "tags"
const columns: ReadonlyArray<Column> = ["url", "title", "selection", "folder", "timestamp", "tags"]

/**
 * The complete archive as CSV, without ids, progress or highlights. Exports before 2024 lack the last column:
 *
 *   URL,Title,Selection,Folder,Timestamp,Tags
 *   https://example.com/tides,"Tides, and ""spring"" ones",,Archive,1763600000,"[""Sea""]"
 *
 * The file is read completely before anything is stored: an article may occur twice, in its folder and in “Starred”,
 * which does not say where it is filed.
 */
export const exportFile = (file: ImportFile): Stream.Stream<Page<ReadingRecord>, SourceFailure> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const reader = articleReader(yield* Clock.currentTimeMillis)
      const csv = csvRows(decodeText(file.stream), { layout: reader.layout })
      const rows = yield* Stream.runFoldEffect(csv, [] as Array<SavedArticle>, (all, row) =>
        reader.isKnown()
          ? Effect.sync(() => {
              all.push(...reader.read(row))
              return all
            })
          : notAnExport(file)
      )
      if (!reader.isKnown()) return yield* notAnExport(file)
      const records = mergeDuplicates(rows).map((article): ReadingRecord => ({ _tag: "Article", article }))
      return exportPages(Stream.fromIterable(records), reader.tally, { source: id, file })
    })
  )

const notAnExport = (file: ImportFile): SourceFailure =>
  badFile(
    id,
    `${file.name} is not an Instapaper export`,
    "give the CSV file of instapaper.com/user, with the columns URL, Title, Selection, Folder, Timestamp"
  )

const layoutOf = (values: ReadonlyArray<string>): ReadonlyArray<Column | null> | null => {
  const names = values.map((name) => columns.find((column) => column === name.trim().toLowerCase()) ?? null)
  return names.includes("url") && names.includes("timestamp") ? names : null
}

/** Recognises the columns of articles. */
export const recognise: Recognise = ({ rows }) => rows.slice(0, 1).some((row) => layoutOf(row) !== null)

const articleReader = (now: number) => {
  let header: ReadonlyArray<Column | null> | null = null
  const tally = makeTally()
  return {
    layout: (values: ReadonlyArray<string>) => {
      header = layoutOf(values)
      return header === null ? null : { columns: header.length, isHeader: true }
    },
    read: (placed: CsvRow): ReadonlyArray<SavedArticle> => {
      const { isCut, line, values } = placed
      const row = values === null || header === null ? null : toRow(header, values)
      if (isCut) tally.cutShort(`it ends within the row at line ${line}`)
      else if (row === null)
        tally.leaveOut(
          placeOf(placed),
          values === null ? "it has another number of values than the columns" : "it has no address or no time"
        )
      else if (isInFuture(row.savedAt, now)) tally.skip("in the future", `line ${line}`)
      else tally.read()
      return row === null || isInFuture(row.savedAt, now) ? [] : [row]
    },
    isKnown: () => header !== null,
    tally: tally.tally
  }
}

const toRow = (header: ReadonlyArray<Column | null>, row: ReadonlyArray<string>): SavedArticle | null => {
  const value = (column: Column) => row[header.indexOf(column)] ?? ""
  const url = cleanText(value("url"))
  const seconds = Number(value("timestamp").trim())
  if (url === "" || value("timestamp").trim() === "" || !Number.isFinite(seconds)) return null
  const list = value("folder").trim()
  const own = !["", "unread", "archive", "starred"].includes(list.toLowerCase())
  return {
    sourceId: null,
    url,
    title: cleanTitle(value("title")),
    description: cleanText(value("selection")) || null,
    folder: own ? list : null,
    archived: list.toLowerCase() === "archive",
    starred: list.toLowerCase() === "starred",
    progress: 0,
    isProgressUnknown: true,
    progressAt: null,
    savedAt: instantOf(seconds),
    tags: cleanTags(tagsOf(value("tags")))
  }
}

/** Tags as a JSON array; empty if the text is not one. */
const tagsOf = (text: string): ReadonlyArray<string> => {
  if (text.trim() === "") return []
  try {
    const tags: unknown = JSON.parse(text)
    return Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : []
  } catch {
    return []
  }
}
