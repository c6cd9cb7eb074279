import { declaredWriter } from "@daybook/core/domain"
import { places } from "@daybook/core/places"
import type { Recognise } from "@daybook/core/sync"
import { recogniseTables } from "../kit/exportFile/csvTables.js"
import { fileSource } from "../kit/SourceDefinition.js"
import { exportFile, formats, recogniseJson } from "./exportFile.js"

const recognise: Recognise = (sample) => recogniseTables(formats)(sample) || recogniseJson(sample)

/** Drinks from the history of Untappd. */
export const untappd = fileSource({
  id: "untappd",
  about: { title: "Untappd", brings: "Drinks, from the history of Untappd." },
  writer: declaredWriter(places),
  syncType: "drinks",
  importFile: exportFile,
  recognise
})
