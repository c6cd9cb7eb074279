import { watchRank } from "@daybook/core/watching"
import { identity } from "effect"
import { watches } from "../kit/watches/watchFile.js"
import { fileSource } from "../kit/SourceDefinition.js"
import { format } from "./exportFile.js"

/** Marks from the personal data of TV Time, which closed in July 2026. */
export const tvtime = fileSource({
  id: "tvtime",
  about: { title: "TV Time", brings: "Episodes and films, from the personal data of TV Time." },
  rank: watchRank({ rank: 120, naming: -7, rates: ["viewings", "title"] }),
  ...watches,
  format,
  read: identity,
  fileTitle: "personal data of TV Time",
  expected: "give the zip file that TV Time sent or TV Time Out saved, or tracking-prod-records-v2.csv of it"
})
