import { type Entry, booksWriter } from "@daybook/core/books"
import { type CsvFormat, tables } from "../exportFile/csvTables.js"
import { recordOf, recordPages } from "../exportFile/recordFile.js"

/** Entries per page. After each page the books of all entries are written again. */
const perPage = 5_000

/** What sources have in common whose files are tables of books. */
export const bookTables = (format: CsvFormat<Entry>) => ({
  writer: booksWriter,
  syncType: "books",
  toPages: recordPages("entry", perPage),
  format: tables([format]),
  read: recordOf
})
