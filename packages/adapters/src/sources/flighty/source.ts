import { declaredWriter } from "@daybook/core/domain"
import { places } from "@daybook/core/places"
import { recogniseTables } from "../kit/exportFile/csvTables.js"
import * as Setting from "../kit/settings.js"
import { enrichmentSource } from "../kit/SourceDefinition.js"
import { exportFile, formats } from "./exportFile.js"

/** Flights from the export of Flighty. There is nothing to pull. */
export const flighty = enrichmentSource({
  id: "flighty",
  about: { title: "Flighty", brings: "Flights, from the export of Flighty." },
  writer: declaredWriter(places),
  syncType: "flights",
  settings: Setting.settings({}),
  byDefault: true,
  calls: () => [],
  importFile: exportFile,
  recognise: recogniseTables(formats)
})
