import { attendingWriter } from "@daybook/core/attending"
import { Effect } from "effect"
import { enrichmentSource } from "../kit/SourceDefinition.js"
import * as Espn from "./client.js"
import { enrichments } from "./enrichment.js"

/** Football, basketball and soccer: scores, teams, players. */
export const espn = enrichmentSource({
  id: "espn",
  about: { title: "ESPN", brings: "Scores, teams and box scores of games you attended." },
  writer: attendingWriter,
  syncType: "games",
  byDefault: true,
  settings: Espn.settings,
  calls: ({ baseUrl }) => [baseUrl],
  enrichments: (values) => Effect.flatMap(Espn.make(values), (espn) => enrichments(espn, values))
})
