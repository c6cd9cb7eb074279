import { addressKey } from "@daybook/core/reading"
import { Stream, identity } from "effect"
import { digestOf } from "../kit/digest.js"
import { type Placed, eachFile, flatRows, mapRows, oneOf } from "../kit/exportFile/Format.js"
import { csv, jsonRows } from "../kit/exportFile/formats.js"
import { decodeText } from "../kit/exportFile/text.js"
import { type Fields, fieldsOf, listOf, numberOf, textOf } from "../kit/jsonValues.js"
import { bookmarksIn } from "../kit/saves/bookmarkHtml.js"
import { addressId } from "../kit/saves/duplicates.js"
import { type SaveRow, passageOf, saveOf, saves, secondsOf } from "../kit/saves/saveFile.js"
import { fileSource } from "../kit/SourceDefinition.js"

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

const highlightsIn = (article: Fields, place: string): ReadonlyArray<Placed<SaveRow>> => {
  const [url, title] = [textOf(article["url"]) ?? "", textOf(article["title"])]
  return listOf(article["highlights"]).map((highlight, index) => ({
    place: `${place}, highlight ${index + 1}`,
    row: readHighlight(url, title, highlight)
  }))
}

/**
 *   title,url,time_added,tags,status
 *   On tides,https://example.org/tides,1514764800,sea|slow,archive
 */
const table = mapRows(
  csv({ member: /^part_\d+\.csv$/, columns: ["title", "url", "time_added", "status"] }),
  (value): SaveRow =>
    readRow({
      url: value("url"),
      title: value("title"),
      time: value("time_added"),
      tags: value("tags").split("|"),
      isArchived: value("status").trim().toLowerCase() === "archive"
    })
)

/** The page of earlier years. */
const page = eachFile<SaveRow>({
  member: /^ril_export\.html$/,
  begins: ({ text }) => /^\ufeff?\s*</.test(text) && text.includes("time_added="),
  rows: (member, { tally }) =>
    bookmarksIn(decodeText(member.bytes), () => tally.cutShort(`${member.name} has no end`)).pipe(
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
})

/**
 * Highlights are in files of their own, in the folder `annotations` of the zip:
 *
 *   [{"url":"https://example.org/tides","title":"On tides","highlights":[
 *     {"quote":"Slow water keeps.","created_at":1514764900}]}]
 */
const annotations = flatRows(
  jsonRows({
    candidate: (_, path) => /(?:^|\/)annotations\/[^/]+\.json$/.test(path),
    has: ["url", "highlights", "quote"]
  }),
  highlightsIn
)

/** The export of Pocket, which closed in July 2025: a zip of CSV files, or the page `ril_export.html`. */
export const pocket = fileSource({
  id: "pocket",
  about: { title: "Pocket", brings: "Saved articles with their tags and highlights from the last export." },
  ...saves,
  format: oneOf<SaveRow>(table, page, annotations),
  read: identity,
  fileTitle: "a Pocket export",
  expected: "give the zip that Pocket sent, its part_000000.csv, or ril_export.html"
})
