import { Effect } from "effect"
import { sql } from "../kit/sql.js"

const withheldReason =
  "it waited when the backup was made; the host that was backed up has probably sent it, so it is not sent again"

/**
 * Ends what a restored backup had to send, and answers the number of messages. The host that was backed up has sent
 * them since, as far as anybody knows: they stay in the log, from which the owner can replay them. The same holds for
 * changes that waited for a call, and for failures: the time since then is unknown.
 */
export const withholdMessages = (now: number) =>
  Effect.gen(function* () {
    const rows = yield* sql`
      UPDATE hook_messages SET state = 'dead', finished_at = to_timestamp(${now / 1_000}::float8), holder = NULL,
        held_until = NULL
      WHERE state = 'due' RETURNING id`
    yield* sql`
      UPDATE hook_listens SET state = 'refused', reason = ${withheldReason}, message = NULL,
        finished_at = to_timestamp(${now / 1_000}::float8)
      WHERE state = 'waiting'`
    yield* sql`
      UPDATE hooks SET pending = NULL, first_at = NULL, last_at = NULL, failing_since = NULL, failures = 0,
        paused_until = NULL`
    return rows.length
  })
