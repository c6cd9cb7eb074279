import { declaredWriter } from "@daybook/core/domain"
import { places } from "@daybook/core/places"
import { fileSource } from "../kit/SourceDefinition.js"
import { exportFile, recogniseSwarm } from "./exportFile.js"

/** Check-ins from the export of Swarm. */
export const swarm = fileSource({
  id: "swarm",
  about: { title: "Swarm", brings: "Check-ins, from the export of Swarm." },
  writer: declaredWriter(places),
  syncType: "checkins",
  importFile: exportFile,
  recognise: recogniseSwarm
})
