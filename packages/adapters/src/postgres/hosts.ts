import type { SqlClient, Statement } from "@effect/sql"
import { isHeld } from "./Presence.js"

/** How long a host's last beat counts where its connection is lost. It beats every five seconds. */
const hostSilence = "20 seconds"

/** SQL condition on a row of `hosts`: the host's lock, which is the hash of its name, is held. */
export const isHostHeld = (sql: SqlClient.SqlClient): Statement.Fragment => isHeld(sql, "host", sql`hashtext(name)`)

/** SQL condition on a row of `hosts`: the process is there, or was a moment ago. */
export const isHostAlive = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql`(beat_at > now() - ${hostSilence}::interval OR ${isHostHeld(sql)})`
