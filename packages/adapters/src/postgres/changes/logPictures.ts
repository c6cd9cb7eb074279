import type { Domain } from "@daybook/core"
import { feedItemType, loggerOf, logRecords } from "@daybook/core/changes"
import type { EntityRef } from "@daybook/core/shared"
import { Effect } from "effect"
import { text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"

/**
 * Logs the records whose picture changed, if the log lists them. Entities that are several kinds of records in the log
 * have ids that are unique over these kinds.
 */
export const logPictures = Effect.fn("logPictures")(function* (domain: Domain, entities: ReadonlyArray<EntityRef>) {
  if (entities.length === 0) return
  const ids = entities.map(({ id }) => String(id))
  const rows = yield* sql({ type: text, id: text })`
    SELECT entity_type AS type, entity_id AS id FROM changes
    WHERE domain = ${domain} AND entity_type <> ${feedItemType} AND entity_id = ANY(${ids}::text[]) AND op = 'upsert'`
  const isChanged = (record: { readonly type: string; readonly id: string }) =>
    entities.some(
      ({ id, type }) =>
        String(id) === record.id &&
        (loggerOf(domain, type) === "store" || (loggerOf(domain, type) === "publisher" && type === record.type))
    )
  yield* logRecords(rows.filter(isChanged).map((record) => ({ ...record, domain, op: "upsert" })))
})
