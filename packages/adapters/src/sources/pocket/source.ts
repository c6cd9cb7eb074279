import { addressKey } from "@daybook/core/reading"
import { Chunk, Stream } from "effect"
import { digestOf } from "../kit/digest.js"
import { baseName, jsonRows } from "../kit/exportFile/members.js"
import { decodeText } from "../kit/exportFile/text.js"
import { bookmarksIn } from "../kit/saves/bookmarkHtml.js"
import { hasColumns } from "../kit/exportFile/csvRecords.js"
import { addressId } from "../kit/saves/duplicates.js"
import { csvSaves } from "../kit/saves/rows.js"
import {
  type PlacedSave,
  type SaveFile,
  type SaveRow,
  passageOf,
  saveOf,
  savesFromFile,
  secondsOf
} from "../kit/saves/saveFile.js"
import { fieldsOf, listOf, numberOf, textOf } from "../kit/jsonValues.js"

const id = "pocket"
const columns = ["title", "url", "time_added", "status"]

const isPage = (text: string): boolean => /^\ufeff?\s*</.test(text) && text.includes("time_added=")

/** Pocket has no progress: people archived what they had read. */
const readRow = (value: {
  readonly url: string
  readonly title: string
  readonly time: string
  readonly tags: ReadonlyArray<string>
  readonly isArchived: boolean
}): SaveRow => {
  const savedAt = secondsOf(numberOf(value.time))
  return saveOf({
    url: value.url,
    title: value.title,
    tags: value.tags,
    savedAt,
    archived: value.isArchived,
    progress: null,
    isArchiveRead: true
  })
}

/** A highlight with what it says about its article. The list of articles knows the rest. */
const readHighlight = (url: string, title: string | null, value: unknown): SaveRow => {
  const highlight = fieldsOf(value)
  if (highlight === null) return null
  const quote = textOf(highlight["quote"]) ?? ""
  const markedAt = secondsOf(numberOf(highlight["created_at"]))
  if (markedAt === null) return "without a time"
  const id = digestOf(addressKey(url), quote, markedAt)
  const passage = passageOf({ id, text: quote, createdAt: markedAt })
  if (passage === null) return "without a text"
  return saveOf({
    id: addressId(url),
    url,
    title,
    savedAt: markedAt,
    progress: null,
    isStateUnknown: true,
    isTimeGuessed: true,
    passages: [passage]
  })
}

const highlightsIn = (value: unknown, place: string): ReadonlyArray<PlacedSave> => {
  const article = fieldsOf(value)
  if (article === null) return [{ place, row: null }]
  const [url, title] = [textOf(article["url"]) ?? "", textOf(article["title"])]
  return listOf(article["highlights"]).map((highlight, index) => ({
    place: `${place}, highlight ${index + 1}`,
    row: readHighlight(url, title, highlight)
  }))
}

const hasHighlights = (path: string): boolean => /(?:^|\/)annotations\/[^/]+\.json$/.test(path.toLowerCase())

/**
 * The export of Pocket, which closed in July 2025: a zip of CSV files, or the page `ril_export.html` of earlier years.
 *
 *   title,url,time_added,tags,status
 *   On tides,https://example.org/tides,1514764800,sea|slow,archive
 *
 * Highlights are in files of their own, in the folder `annotations` of the zip:
 *
 *   [{"url":"https://example.org/tides","title":"On tides","highlights":[
 *     {"quote":"Slow water keeps.","created_at":1514764900}]}]
 */
export const pocketFile: SaveFile = {
  id,
  about: { title: "Pocket", brings: "Saved articles with their tags and highlights from the last export." },
  title: "a Pocket export",
  expected: "give the zip that Pocket sent, its part_000000.csv, or ril_export.html",
  isMember: (name, path) => /^part_\d+\.csv$/.test(name) || name === "ril_export.html" || hasHighlights(path),
  recognise: ({ entries, text }) =>
    hasColumns(text, columns) ||
    isPage(text) ||
    (entries ?? []).some((name) => /^(?:part_\d+\.csv|ril_export\.html)$/.test(baseName(name))),
  rows: (member, tally, head) => {
    if (hasHighlights(member.name))
      return Stream.mapChunks(
        jsonRows(member, tally.cutShort),
        Chunk.flatMap(({ place, value }) => Chunk.unsafeFromArray([...highlightsIn(value, place)]))
      )
    if (!isPage(head) && !member.name.toLowerCase().endsWith("ril_export.html"))
      return csvSaves(member, tally, { source: id, needed: columns }, (value) =>
        readRow({
          url: value("url"),
          title: value("title"),
          time: value("time_added"),
          tags: value("tags").split("|"),
          isArchived: value("status").trim().toLowerCase() === "archive"
        })
      )
    return bookmarksIn(decodeText(member.bytes), () => tally.cutShort(`${member.name} has no end`)).pipe(
      Stream.zipWithIndex,
      Stream.map(([{ attributes, heading, title }, index]) => ({
        place: `${member.name}, link ${index + 1}`,
        row: readRow({
          url: attributes["href"] ?? "",
          title,
          time: attributes["time_added"] ?? "",
          tags: (attributes["tags"] ?? "").split(","),
          isArchived: /archive/i.test(heading)
        })
      }))
    )
  }
}

export const pocket = savesFromFile(pocketFile)
