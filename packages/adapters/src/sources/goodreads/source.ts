import { booksWriter } from "@daybook/core/books"
import { recogniseTables } from "../kit/exportFile/csvTables.js"
import * as Setting from "../kit/settings.js"
import { enrichmentSource } from "../kit/SourceDefinition.js"
import { exportFile, formats } from "./exportFile.js"

/** Books from the library export of Goodreads. There is nothing to pull: its API gives out no keys. */
export const goodreads = enrichmentSource({
  id: "goodreads",
  about: {
    title: "Goodreads",
    brings: "Your books with shelves, ratings and reviews.",
    exports: "https://www.goodreads.com/review/import"
  },
  writer: booksWriter,
  syncType: "books",
  settings: Setting.settings({}),
  byDefault: true,
  calls: () => [],
  importFile: exportFile,
  recognise: recogniseTables(formats)
})
