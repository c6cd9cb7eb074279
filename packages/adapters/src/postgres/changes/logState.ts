import { Effect } from "effect"
import { number, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { changesTopic } from "./writeChanges.js"

/** Settings: which history the numbers of the log belong to, and the highest number of a purged deletion. */
export const epochSetting = "changes_epoch"
export const purgedSetting = "changes_purged"

export const stateColumns = { epoch: text, head: number, purged: number }

export const selectState = sql`
  SELECT coalesce((SELECT value FROM settings WHERE name = ${epochSetting}), '0') AS epoch,
    coalesce((SELECT version FROM versions WHERE topic = ${changesTopic}), 0) AS head,
    coalesce((SELECT value::bigint FROM settings WHERE name = ${purgedSetting}), 0) AS purged`

export const noState = { epoch: "0", head: 0, purged: 0 }

/** The state of the log. In a transaction that has written to it, `head` is its last change. */
export const logState = Effect.map(sql(stateColumns)`${selectState}`, ([row]) => row ?? noState)
