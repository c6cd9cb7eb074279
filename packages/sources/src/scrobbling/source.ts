import { listeningWriter, playRank, scrobbling as id } from "@daybook/core/listening"
import * as Setting from "../kit/settings.js"
import { enrichmentSource } from "../kit/SourceDefinition.js"

/** Listens that clients submit to this host. There is nothing to pull. */
export const scrobbling = enrichmentSource({
  id,
  about: { title: "Scrobbling", brings: "Plays that your players send to this host." },
  // A player reports here itself, when it plays.
  rank: playRank({ reportsAs: `${id}/`, rank: 10 }),
  writer: listeningWriter,
  syncType: "scrobbles",
  settings: Setting.settings({}),
  byDefault: true,
  calls: () => []
})
