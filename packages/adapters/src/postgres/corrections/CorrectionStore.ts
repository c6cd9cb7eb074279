import type { Domain } from "@daybook/core"
import { CorrectionStore, type NewCorrection, correctionFields } from "@daybook/core/corrections"
import { Effect } from "effect"
import { domainLock } from "../kit/domainLock.js"
import { columnsOf } from "../kit/record.js"
import { sql } from "../kit/sql.js"
import { storeLayer } from "../kit/store.js"
import { table } from "../kit/table.js"

export const corrections = table("corrections", columnsOf(correctionFields))

/** Keys are stored as text of JSON, which keeps the order of their members. */
const keyOf = (key: object | null) => (key === null ? null : JSON.stringify(key))

/** Stores a correction. Domains whose own addresses make corrections apply it themselves. */
export const addCorrection = ({ domain, kind, object, reason, subject, type, value }: NewCorrection) =>
  Effect.map(
    sql(corrections.columns)`
      INSERT INTO corrections (domain, kind, type, subject, object, value, reason)
      VALUES (${domain}, ${kind}, ${type}, ${keyOf(subject)}::json, ${keyOf(object)}::json, ${value}, ${reason})
      RETURNING ${corrections.select("corrections")}`,
    ([row]) => row!
  )

export const removeCorrection = (id: number) => Effect.asVoid(sql`DELETE FROM corrections WHERE id = ${id}`)

export const layer = storeLayer(CorrectionStore, {
  all: sql(corrections.columns)`SELECT ${corrections.select("corrections")} FROM corrections ORDER BY id`,
  lock: (domain) => domainLock(domain as Domain)(Effect.void),
  add: addCorrection,
  remove: removeCorrection
})
