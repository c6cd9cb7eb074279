import { type Cells, csv } from "../kit/exportFile/formats.js"
import { Unreadable } from "../kit/exportFile/Format.js"
import type { Save } from "../kit/saves/saveFile.js"
import { cleanTags, cleanText, cleanTitle, instantOf } from "../kit/saves/text.js"

/**
 * The complete archive as CSV, without ids, progress or highlights. Exports before 2024 lack the last column:
 *
 *   URL,Title,Selection,Folder,Timestamp,Tags
 *   https://example.com/tides,"Tides, and ""spring"" ones",,Archive,1763600000,"[""Sea""]"
 *
 * An article may occur twice, in its folder and in “Starred”, which does not say where it is filed.
 */
export const format = csv({ columns: ["url", "timestamp"] })

export const readArticle = (value: Cells): Save | Unreadable => {
  const url = cleanText(value("url"))
  const seconds = Number(value("timestamp").trim())
  if (url === "" || value("timestamp").trim() === "" || !Number.isFinite(seconds))
    return new Unreadable({ reason: "it has no address or no time" })
  const list = value("folder").trim()
  const isOwn = !["", "unread", "archive", "starred"].includes(list.toLowerCase())
  return {
    article: {
      sourceId: null,
      url,
      title: cleanTitle(value("title")),
      description: cleanText(value("selection")) || null,
      folder: isOwn ? list : null,
      archived: list.toLowerCase() === "archive",
      starred: list.toLowerCase() === "starred",
      progress: 0,
      isProgressUnknown: true,
      progressAt: null,
      savedAt: instantOf(seconds),
      tags: cleanTags(tagsOf(value("tags")))
    },
    passages: [],
    isWhole: false
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
