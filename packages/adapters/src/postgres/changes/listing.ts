import { feedItemType } from "@daybook/core/changes"
import { Effect } from "effect"
import { allTables } from "../domains.js"
import { inTransaction } from "../inTransaction.js"
import { sql } from "../kit/sql.js"
import { deleteSetting, storedSetting } from "../kit/storedSettings.js"
import { storage } from "../storage.js"
import { epochSetting, purgedSetting } from "./logState.js"
import { changesTopic } from "./writeChanges.js"

/** Takes the lock of the log's writers. */
const lockLog = sql`
  INSERT INTO versions (topic, version) VALUES (${changesTopic}, 0)
  ON CONFLICT (topic) DO UPDATE SET version = versions.version`

/**
 * Lists every record in a new log and begins another history: cursors of the former one are no longer valid. The
 * numbers go on, so that a host that was notified before does not wait for lower ones.
 */
export const renewLog = Effect.gen(function* () {
  yield* lockLog
  yield* sql`DELETE FROM changes`
  const tables = yield* allTables
  const records = tables
    .map(
      ({ domain, logged }) => sql`
        SELECT ${domain}::text AS domain, entity_type, entity_id FROM (${logged}) AS logged (entity_type, entity_id)
        UNION ALL SELECT domain, ${feedItemType}::text, id::text FROM feed_items WHERE domain = ${domain}`
    )
    .reduce((all, one) => sql`${all} UNION ALL ${one}`)
  yield* sql`
    WITH logged AS (
      INSERT INTO changes (seq, domain, entity_type, entity_id, op, at)
      SELECT head.version + row_number() OVER (), record.domain, record.entity_type, record.entity_id, 'upsert',
        clock_timestamp()
      FROM versions AS head CROSS JOIN (${records}) AS record WHERE head.topic = ${changesTopic}
      RETURNING 1
    ), moved AS (
      UPDATE versions SET version = version + (SELECT count(*) FROM logged) WHERE topic = ${changesTopic}
      RETURNING version
    )
    SELECT pg_notify('daybook_versions', ${`${changesTopic}:`}::text || version) FROM moved`
  yield* deleteSetting(purgedSetting)
  yield* sql`
    INSERT INTO settings (name, value)
    VALUES (${epochSetting}, left(replace(gen_random_uuid()::text, '-', ''), 8))
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`
})

const epoch = storedSetting(epochSetting)

/** Lists the records of a database that has no log yet: of an earlier version, or restored from a backup. */
export const refreshLog = storage("refreshLog")(
  Effect.gen(function* () {
    if ((yield* epoch) !== undefined) return
    yield* inTransaction(
      Effect.gen(function* () {
        yield* lockLog
        if ((yield* epoch) === undefined) yield* renewLog
      })
    )
  })
)

/** Forgets the history, so that the next program that opens the database begins another one. */
export const forgetLog = Effect.gen(function* () {
  yield* sql`DELETE FROM changes`
  yield* sql`DELETE FROM settings WHERE name = ANY(${[epochSetting, purgedSetting]}::text[])`
})
