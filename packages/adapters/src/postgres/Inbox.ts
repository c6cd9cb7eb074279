import { Inbox, type InboxStanding, type Taken } from "@daybook/core/webhooks"
import { SqlClient } from "@effect/sql"
import { Effect, Layer, Option } from "effect"
import { holder, isDead } from "./holder.js"
import { storage } from "./storage.js"

/** More than this waiting is a flood, not a life. */
const mostDue = 1_000
const mostKept = 5_000
const keptFor = "30 days"
/** Handling takes a call or two; what is not through by then belongs to a host that is gone or stuck. */
const heldFor = "10 minutes"

const instant = (at: number) => new Date(at)

/** The few statements of a row's end. */
const finish = (sql: SqlClient.SqlClient, id: number, state: "done" | "dead", now: number, reason: string | null) =>
  sql`
    UPDATE webhook_events SET state = ${state}, finished_at = ${instant(now)}, reason = ${reason}, holder = NULL, held_until = NULL
    WHERE id = ${id} AND state = 'due'`

/** Lets go of what processes of this machine held that are gone. */
const releaseDead = (sql: SqlClient.SqlClient, source: string) =>
  Effect.gen(function*() {
    const held = yield* sql<{ holder: string }>`SELECT DISTINCT holder FROM webhook_events WHERE source = ${source} AND state = 'due' AND holder IS NOT NULL`
    const dead = held.map((row) => row.holder).filter(isDead)
    if (dead.length > 0) {
      yield* sql`UPDATE webhook_events SET holder = NULL, held_until = NULL WHERE source = ${source} AND state = 'due' AND holder = ANY(${dead}::text[])`
    }
  })

export const layer = Layer.effect(Inbox, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const takeDue = (source: string, now: number) =>
    Effect.map(
      sql<Taken>`
        UPDATE webhook_events SET holder = ${holder}, held_until = now() + ${heldFor}::interval
        WHERE id = (
          SELECT id FROM webhook_events
          WHERE source = ${source} AND state = 'due' AND due_at <= ${instant(now)} AND (held_until IS NULL OR held_until < now())
          ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
        )
        RETURNING id, key, payload, attempts`,
      ([row]) => Option.fromNullable(row)
    )
  return {
    receive: (source, events, now) =>
      storage("Inbox.receive")(Effect.map(
        sql`
          INSERT INTO webhook_events (source, key, payload, received_at, due_at)
          SELECT ${source}, key, payload, ${instant(now)}, ${instant(now)}
          FROM unnest(${events.map((event) => event.key)}::text[], ${events.map((event) => event.payload)}::text[]) AS event (key, payload)
          WHERE (SELECT count(*) FROM webhook_events WHERE source = ${source} AND state = 'due') < ${mostDue}
          ON CONFLICT (source, key) DO NOTHING
          RETURNING id`,
        (rows) => rows.length
      )),
    take: (source, now) => storage("Inbox.take")(Effect.zipRight(releaseDead(sql, source), takeDue(source, now))),
    done: (id, now) => storage("Inbox.done")(Effect.asVoid(finish(sql, id, "done", now, null))),
    retry: (id, dueAt, attempts, reason) =>
      storage("Inbox.retry")(Effect.asVoid(sql`
        UPDATE webhook_events SET due_at = ${instant(dueAt)}, attempts = ${attempts}, reason = ${reason}, holder = NULL, held_until = NULL
        WHERE id = ${id} AND state = 'due'`)),
    giveUp: (id, now, reason) => storage("Inbox.giveUp")(Effect.asVoid(finish(sql, id, "dead", now, reason))),
    prune: (now) =>
      storage("Inbox.prune")(Effect.asVoid(sql`
        DELETE FROM webhook_events WHERE id IN (
          SELECT id FROM (
            SELECT id, finished_at, row_number() OVER (PARTITION BY source ORDER BY id DESC) AS place
            FROM webhook_events WHERE state <> 'due'
          ) AS finished
          WHERE place > ${mostKept} OR finished_at < ${instant(now)}::timestamptz - ${keptFor}::interval
        )`)),
    standings: storage("Inbox.standings")(Effect.map(
      sql<Omit<InboxStanding, "reason"> & { readonly reason: string | null }>`
        SELECT source, count(*) FILTER (WHERE state = 'due')::int AS due, count(*) FILTER (WHERE state = 'dead')::int AS dead,
          (array_agg(reason ORDER BY id DESC) FILTER (WHERE state = 'dead'))[1] AS reason
        FROM webhook_events GROUP BY source ORDER BY source`,
      (rows) => rows.map((row): InboxStanding => ({ ...row, reason: Option.fromNullable(row.reason) }))
    ))
  }
}))
