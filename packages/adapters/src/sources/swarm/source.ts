import { declaredWriter } from "@daybook/core/domain"
import { places } from "@daybook/core/places"
import * as Setting from "../kit/settings.js"
import { enrichmentSource } from "../kit/SourceDefinition.js"
import { exportFile, recogniseSwarm } from "./exportFile.js"

/** Check-ins from the export of Swarm. There is nothing to pull. */
export const swarm = enrichmentSource({
  id: "swarm",
  about: { title: "Swarm", brings: "Check-ins, from the export of Swarm." },
  writer: declaredWriter(places),
  syncType: "checkins",
  settings: Setting.settings({}),
  byDefault: true,
  calls: () => [],
  importFile: exportFile,
  recognise: recogniseSwarm
})
