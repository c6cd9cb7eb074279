import type { Domain } from "@daybook/core"
import type { Correction, RecordKey } from "@daybook/core/corrections"
import { sql } from "../kit/sql.js"
import { corrections } from "./CorrectionStore.js"

/** The corrections of a domain, in the order in which they were made. */
export const correctionsOf = (domain: Domain) => sql(corrections.columns)`
  SELECT ${corrections.select("corrections")} FROM corrections WHERE domain = ${domain} ORDER BY id`

/** The keys of the records of a type that corrections hide. */
export const hiddenKeys = (
  corrections: ReadonlyArray<Pick<Correction, "kind" | "subject" | "type">>,
  type: string
): ReadonlyArray<RecordKey> =>
  corrections.flatMap((one) => (one.kind === "hide" && one.type === type ? [one.subject] : []))
