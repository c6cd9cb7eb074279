import { declaredWriter } from "@daybook/core/domain"
import { places } from "@daybook/core/places"
import { recogniseTables } from "../kit/exportFile/csvTables.js"
import { fileSource } from "../kit/SourceDefinition.js"
import { exportFile, formats } from "./exportFile.js"

/** Flights from the export of Flighty. */
export const flighty = fileSource({
  id: "flighty",
  about: { title: "Flighty", brings: "Flights, from the export of Flighty." },
  writer: declaredWriter(places),
  syncType: "flights",
  importFile: exportFile,
  recognise: recogniseTables(formats)
})
