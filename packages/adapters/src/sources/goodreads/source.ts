import { bookRank, booksWriter } from "@daybook/core/books"
import { recogniseTables } from "../kit/exportFile/csvTables.js"
import { fileSource } from "../kit/SourceDefinition.js"
import { exportFile, formats } from "./exportFile.js"

/** Books from the library export of Goodreads.: its API gives out no keys. */
export const goodreads = fileSource({
  id: "goodreads",
  about: {
    title: "Goodreads",
    brings: "Your books with shelves, ratings and reviews.",
    exports: "https://www.goodreads.com/review/import"
  },
  // It has one day of reading for a book.
  rank: bookRank({ rank: 30 }),
  writer: booksWriter,
  syncType: "books",
  importFile: exportFile,
  recognise: recogniseTables(formats)
})
