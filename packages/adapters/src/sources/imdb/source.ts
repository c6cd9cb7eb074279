import { watchingWriter, watchRank } from "@daybook/core/watching"
import { fileSource } from "../kit/SourceDefinition.js"
import { exportFile, recogniseImdb, settings } from "./exportFile.js"

/** Ratings from the CSV file of an IMDb account. It has no API for them. */
export const imdb = fileSource({
  id: "imdb",
  about: { title: "IMDb", brings: "Films and series that you rated.", exports: "https://www.imdb.com/exports/" },
  // A rating says when it was given, at best.
  rank: watchRank({ rank: 130, naming: -5, rates: ["viewings", "title"] }),
  writer: watchingWriter,
  syncType: "ratings",
  settings,
  importFile: exportFile,
  recognise: recogniseImdb
})
