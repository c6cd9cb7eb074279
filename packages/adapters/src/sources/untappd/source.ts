import { declaredWriter } from "@daybook/core/domain"
import { places } from "@daybook/core/places"
import type { Recognise } from "@daybook/core/sync"
import { recogniseTables } from "../kit/exportFile/csvTables.js"
import * as Setting from "../kit/settings.js"
import { enrichmentSource } from "../kit/SourceDefinition.js"
import { exportFile, formats, recogniseJson } from "./exportFile.js"

const recognise: Recognise = (sample) => recogniseTables(formats)(sample) || recogniseJson(sample)

/** Drinks from the history of Untappd. There is nothing to pull. */
export const untappd = enrichmentSource({
  id: "untappd",
  about: { title: "Untappd", brings: "Drinks, from the history of Untappd." },
  writer: declaredWriter(places),
  syncType: "drinks",
  settings: Setting.settings({}),
  byDefault: true,
  calls: () => [],
  importFile: exportFile,
  recognise
})
