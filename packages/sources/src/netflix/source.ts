import { watchRank } from "@daybook/core/watching"
import { identity } from "effect"
import { watches } from "../kit/watches/watchFile.js"
import { fileSource } from "../kit/SourceDefinition.js"
import { format, settings } from "./exportFile.js"

/** Viewings from the files that Netflix gives. It has no API. */
export const netflix = fileSource({
  id: "netflix",
  about: {
    title: "Netflix",
    brings: "Films and episodes that you watched, from the files of your account.",
    exports: "https://www.netflix.com/account/getmyinfo"
  },
  // It rounds times to the end of a session, and one of its two files has days alone.
  rank: watchRank({ rank: 60, isPlayer: true, naming: -10, names: "local", listsDays: true }),
  ...watches,
  settings,
  format,
  read: identity,
  fileTitle: "a viewing activity of Netflix",
  expected: "give ViewingActivity.csv or NetflixViewingHistory.csv, or the zip file that Netflix sent"
})
