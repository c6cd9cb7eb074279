import type { ReadingRecord, SavedArticle } from "@daybook/core/reading"
import { addressKey } from "@daybook/core/reading"
import type { ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import { Effect, Stream } from "effect"
import { type CsvRow, csvRows } from "../archive/csv.js"
import { badFile, exportPages, makeTally } from "../archive/exportPages.js"
import { textOf } from "../archive/text.js"
import { id } from "./settings.js"
import { cleanTags, cleanText, cleanTitle, instantOf } from "./toRecords.js"

type Column = "url" | "title" | "selection" | "folder" | "timestamp" | "tags"
const columns: ReadonlyArray<Column> = ["url", "title", "selection", "folder", "timestamp", "tags"]

/** A row, and the list it stands in: one that only says “Starred” says nothing of where it lies. */
interface Row {
  readonly article: SavedArticle
  readonly list: string
}

/**
 * The archive as CSV, whole however long it is, without numbers, progress or highlights; the last column is newer than 2023:
 *
 *   URL,Title,Selection,Folder,Timestamp,Tags
 *   https://example.com/tides,"Tides, and ""spring"" ones",,Archive,1763600000,"[""Sea""]"
 *
 * Read to its end before anything is stored, for an article may stand in it twice: in its folder and among the starred.
 */
export const exportFile = (file: ImportFile): Stream.Stream<Page<ReadingRecord>, SourceFailure> =>
  Stream.unwrap(Effect.gen(function*() {
    const reader = articleReader()
    const given = csvRows(textOf(file.stream), { layout: reader.layout })
    const rows = yield* Stream.runFoldEffect(given, [] as Array<Row>, (all, row) => reader.isKnown()
      ? Effect.sync(() => {
        all.push(...reader.read(row))
        return all
      })
      : foreign(file))
    if (!reader.isKnown()) return yield* foreign(file)
    const records = merged(rows).map((article): ReadingRecord => ({ _tag: "Article", article }))
    return exportPages(Stream.fromIterable(records), reader.tally, { source: id, file })
  }))

const foreign = (file: ImportFile): SourceFailure =>
  badFile(id, `${file.name} is not an Instapaper export`, "give the CSV file of instapaper.com/user, with the columns URL, Title, Selection, Folder, Timestamp")

const articleReader = () => {
  let header: ReadonlyArray<Column | null> | null = null
  const tally = makeTally()
  return {
    layout: (values: ReadonlyArray<string>) => {
      const names = values.map((name) => columns.find((column) => column === name.trim().toLowerCase()) ?? null)
      if (!names.includes("url") || !names.includes("timestamp")) return null
      header = names
      return { columns: names.length, isHeader: true }
    },
    read: ({ isCut, line, values }: CsvRow): ReadonlyArray<Row> => {
      const row = values === null || header === null ? null : toRow(header, values)
      if (isCut) tally.cutShort(`it ends within the row at line ${line}`)
      else if (row === null) tally.leaveOut(`line ${line}`)
      else tally.read()
      return row === null ? [] : [row]
    },
    isKnown: () => header !== null,
    tally: tally.tally
  }
}

const toRow = (header: ReadonlyArray<Column | null>, row: ReadonlyArray<string>): Row | null => {
  const value = (column: Column) => row[header.indexOf(column)] ?? ""
  const url = cleanText(value("url"))
  const seconds = Number(value("timestamp").trim())
  if (url === "" || value("timestamp").trim() === "" || !Number.isFinite(seconds)) return null
  const list = value("folder").trim()
  const own = !["", "unread", "archive", "starred"].includes(list.toLowerCase())
  return {
    list: list.toLowerCase(),
    article: {
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
}

/** A list in JSON, as far as it is one. */
const tagsOf = (text: string): ReadonlyArray<string> => {
  if (text.trim() === "") return []
  try {
    const tags: unknown = JSON.parse(text)
    return Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : []
  } catch {
    return []
  }
}

/** One article of the rows that are the same: the newest, where it lies, starred if one of them says so. */
const merged = (rows: ReadonlyArray<Row>): ReadonlyArray<SavedArticle> => {
  const kept = new Map<string, Row>()
  for (const row of rows) {
    const key = addressKey(row.article.url)
    const before = kept.get(key)
    kept.set(key, before === undefined ? row : together(before, row))
  }
  return Array.from(kept.values(), ({ article }) => article)
}

const together = (a: Row, b: Row): Row => {
  const [newer, older] = b.article.savedAt > a.article.savedAt ? [b, a] : [a, b]
  const placed = newer.list === "starred" && older.article.savedAt === newer.article.savedAt ? older : newer
  const starred = a.article.starred || b.article.starred
  return { list: placed.list, article: { ...newer.article, folder: placed.article.folder, archived: placed.article.archived, starred } }
}
