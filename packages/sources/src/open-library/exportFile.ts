import type { Entry } from "@daybook/core/books"
import { bookTables } from "../kit/books/bookFile.js"
import { emptyEntry, namesOf, ratingOf } from "../kit/books/values.js"
import type { Cells } from "../kit/exportFile/csvTables.js"
import { numberOf } from "../kit/jsonValues.js"
import { filled } from "../kit/values.js"
import { id } from "./writer.js"

const statuses: ReadonlyMap<string, Entry["status"]> = new Map([
  ["want to read", "to_read"],
  ["currently reading", "reading"],
  ["already read", "read"],
  ["stopped reading", "did_not_finish"]
])

/** A work on a shelf. The day on which it was put there is not in the file. */
const readRow = (cell: Cells): Entry | null => {
  const [entry] = /^OL\d+W$/.exec(cell("work id").trim()) ?? []
  const status = statuses.get(cell("bookshelf").trim().toLowerCase())
  const title = filled(cell("title").replace(/\s+/g, " "))
  if (entry === undefined || status === undefined || title === null) return null
  return {
    ...emptyEntry,
    service: id,
    entry,
    title,
    authors: namesOf(cell("authors").split(" | ")),
    status,
    rating: ratingOf(numberOf(cell("my ratings"))),
    times_read: status === "read" ? 1 : 0
  }
}

/**
 * `OpenLibrary_ReadingLog.csv`. Columns as in Open Library's `plugins/upstream/account.py`; further ones are about the
 * work:
 *
 *   Work ID,Title,Authors,First Publish Year,Edition ID,Edition Count,Bookshelf,My Ratings,…
 *   OL900001W,The Quiet Harbour,Ina Vale | Bo Tarn,1998,OL9M,3,Already Read,4,…
 */
export const readingLog = bookTables({
  name: "the reading log of Open Library",
  columns: ["work id", "title", "authors", "bookshelf"],
  read: readRow
})
