import type { UnnumberedChange } from "@daybook/core/changes"
import { Array, Effect } from "effect"
import { number, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { table } from "../kit/table.js"

/** The row of `versions` that counts the changes. Its lock orders all writers of the log. */
export const changesTopic = "changes"

const incoming = table("changes", { place: number, domain: text, entityType: text, entityId: text, op: text })

/** Rows per statement. */
const portion = 10_000

/** The last change of each record, in the order of these last changes. */
const newestOf = (changes: ReadonlyArray<UnnumberedChange>): ReadonlyArray<UnnumberedChange> => {
  const newest = new Map<string, UnnumberedChange>()
  for (const change of changes) {
    const key = `${change.domain}\0${change.type}\0${change.id}`
    newest.delete(key)
    newest.set(key, change)
  }
  return Array.fromIterable(newest.values())
}

/**
 * Gives changes their numbers and adds them to the log. It takes the lock that orders all writers of the log and holds
 * it until the transaction ends: it must be the transaction's last statement.
 */
export const writeChanges = (changes: ReadonlyArray<UnnumberedChange>) =>
  Effect.forEach(
    Array.chunksOf(newestOf(changes), portion),
    (some) => {
      const rows = some.map(({ domain, id, op, type }, place) => ({
        place,
        domain,
        entityType: type,
        entityId: id,
        op
      }))
      return sql`
        WITH head AS (
          INSERT INTO versions (topic, version) VALUES (${changesTopic}, ${rows.length})
          ON CONFLICT (topic) DO UPDATE SET version = versions.version + excluded.version
          RETURNING version
        ), logged AS (
          INSERT INTO changes (seq, domain, entity_type, entity_id, op, at)
          SELECT head.version - ${rows.length}::int + incoming.place + 1, domain, entity_type, entity_id, op,
            clock_timestamp()
          FROM ${incoming.valuesOf(rows)} CROSS JOIN head
          ON CONFLICT (domain, entity_type, entity_id)
            DO UPDATE SET seq = excluded.seq, op = excluded.op, at = excluded.at
        )
        SELECT pg_notify('daybook_versions', ${`${changesTopic}:`}::text || version) FROM head`
    },
    { discard: true }
  )
