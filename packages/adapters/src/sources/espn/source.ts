import { attendingWriter } from "@daybook/core/attending"
import { Effect } from "effect"
import { enrichmentSource } from "../kit/SourceDefinition.js"
import * as Espn from "./client.js"
import { enrichments } from "./enrichment.js"
import { missing, settings } from "./settings.js"

/** Football, basketball and soccer: scores, teams, players. */
export const espn = enrichmentSource({
  id: "espn",
  writer: attendingWriter,
  syncType: "games",
  missing,
  byDefault: true,
  settings,
  enrichments: (values) => Effect.flatMap(Espn.make(values), (espn) => enrichments(espn, values))
})
