import { declaredWriter } from "@daybook/core/domain"
import { places } from "@daybook/core/places"
import { recogniseTables } from "../kit/exportFile/csvTables.js"
import { fileSource } from "../kit/SourceDefinition.js"
import { exportFile, formats } from "./exportFile.js"

/** Flights from the export of myFlightradar24. */
export const myFlightradar24 = fileSource({
  id: "myflightradar24",
  about: { title: "myFlightradar24", brings: "Flights, from the export of myFlightradar24." },
  writer: declaredWriter(places),
  syncType: "flights",
  importFile: exportFile,
  recognise: recogniseTables(formats)
})
