import { Stream } from "effect"
import { baseName } from "../kit/exportFile/members.js"
import { decodeText } from "../kit/exportFile/text.js"
import { bookmarksIn } from "../kit/saves/bookmarkHtml.js"
import { hasColumns } from "../kit/exportFile/csvRecords.js"
import { csvSaves } from "../kit/saves/rows.js"
import { type SaveFile, type SaveRow, saveOf, savesFromFile, secondsOf } from "../kit/saves/saveFile.js"
import { numberOf } from "../kit/jsonValues.js"

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

/**
 * The export of Pocket, which closed in July 2025: a zip of CSV files, or the page `ril_export.html` of earlier years.
 *
 *   title,url,time_added,tags,status
 *   On tides,https://example.org/tides,1514764800,sea|slow,archive
 */
export const pocketFile: SaveFile = {
  id,
  about: { title: "Pocket", brings: "Saved articles with their tags from the last export." },
  title: "a Pocket export",
  expected: "give the zip that Pocket sent, its part_000000.csv, or ril_export.html",
  isMember: (name) => /^part_\d+\.csv$/.test(name) || name === "ril_export.html",
  recognise: ({ head, members }) =>
    hasColumns(head, columns) ||
    isPage(head) ||
    members.some((name) => /^(?:part_\d+\.csv|ril_export\.html)$/.test(baseName(name))),
  rows: (member, tally, head) =>
    isPage(head) || member.name.toLowerCase().endsWith("ril_export.html")
      ? bookmarksIn(decodeText(member.bytes), () => tally.cutShort(`${member.name} has no end`)).pipe(
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
      : csvSaves(member, tally, { source: id, needed: columns }, (value) =>
          readRow({
            url: value("url"),
            title: value("title"),
            time: value("time_added"),
            tags: value("tags").split("|"),
            isArchived: value("status").trim().toLowerCase() === "archive"
          })
        )
}

export const pocket = savesFromFile(pocketFile)
