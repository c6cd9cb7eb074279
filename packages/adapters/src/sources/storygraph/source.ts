import { booksWriter } from "@daybook/core/books"
import { recogniseTables } from "../kit/exportFile/csvTables.js"
import * as Setting from "../kit/settings.js"
import { enrichmentSource } from "../kit/SourceDefinition.js"
import { exportFile, formats } from "./exportFile.js"

/** Books from the export of StoryGraph. There is nothing to pull: it has no API. */
export const storygraph = enrichmentSource({
  id: "storygraph",
  about: { title: "StoryGraph", brings: "Your books with the start and end of each reading, ratings and reviews." },
  writer: booksWriter,
  syncType: "books",
  settings: Setting.settings({}),
  byDefault: true,
  calls: () => [],
  importFile: exportFile,
  recognise: recogniseTables(formats)
})
