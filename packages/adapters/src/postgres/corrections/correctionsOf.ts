import type { Domain } from "@daybook/core"
import { sql } from "../kit/sql.js"
import { corrections } from "./CorrectionStore.js"

/** The corrections of a domain, in the order in which they were made. */
export const correctionsOf = (domain: Domain) => sql(corrections.columns)`
  SELECT ${corrections.select("corrections")} FROM corrections WHERE domain = ${domain} ORDER BY id`
