import { bookRank, booksWriter } from "@daybook/core/books"
import { recogniseTables } from "../kit/exportFile/csvTables.js"
import { fileSource } from "../kit/SourceDefinition.js"
import { exportFile, formats } from "./exportFile.js"

/** Books from the export of StoryGraph.: it has no API. */
export const storygraph = fileSource({
  id: "storygraph",
  about: { title: "StoryGraph", brings: "Your books with the start and end of each reading, ratings and reviews." },
  // It has start and end of each reading.
  rank: bookRank({ rank: 10 }),
  writer: booksWriter,
  syncType: "books",
  importFile: exportFile,
  recognise: recogniseTables(formats)
})
