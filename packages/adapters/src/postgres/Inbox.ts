import { Inbox, type InboxStatus, type ClaimedEvent } from "@daybook/core/webhooks"
import { type Context, Effect, Layer, Option } from "effect"
import { holder, isDead } from "./claim.js"
import { type ColumnsOf, nullable, number, text } from "./kit/columns.js"
import { sql } from "./kit/sql.js"
import { type Queries, implement } from "./kit/store.js"
import { table } from "./kit/table.js"
import { Versions } from "./Versions.js"

const newEvents = table("webhook_events", { key: text, payload: text })

const claimedColumns: ColumnsOf<ClaimedEvent> = { ...newEvents.columns, id: number, attempts: number }

const statusColumns = { source: text, due: number, dead: number, reason: nullable(text) }

/** Limit of waiting events. Real use stays far below it. */
const maxDue = 1_000
const maxEntries = 5_000
const retention = "30 days"
/** Handling an event takes one or two requests. After this time its host is dead or stuck. */
const heldFor = "10 minutes"

const instant = (at: number) => new Date(at)

/** Ends the handling of a row, with few statements. */
const finish = (id: number, state: "done" | "dead", now: number, reason: string | null) =>
  sql`
    UPDATE webhook_events SET state = ${state}, finished_at = ${instant(now)}, reason = ${reason}, holder = NULL, held_until = NULL
    WHERE id = ${id} AND state = 'due'`

/** Releases the rows of dead processes on this machine. */
const releaseDead = (source: string) =>
  Effect.gen(function* () {
    const pending = yield* sql({ holder: text })`
      SELECT DISTINCT holder FROM webhook_events WHERE source = ${source} AND state = 'due' AND holder IS NOT NULL`
    const dead = pending.map((row) => row.holder).filter(isDead)
    if (dead.length > 0) {
      yield* sql`
        UPDATE webhook_events SET holder = NULL, held_until = NULL
        WHERE source = ${source} AND state = 'due' AND holder = ANY(${dead}::text[])`
    }
  })

const takeDue = (source: string, now: number) =>
  Effect.map(
    sql(claimedColumns)`
        UPDATE webhook_events SET holder = ${holder}, held_until = now() + ${heldFor}::interval
        WHERE id = (
          SELECT id FROM webhook_events
          WHERE source = ${source} AND state = 'due' AND due_at <= ${instant(now)} AND (held_until IS NULL OR held_until < now())
          ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
        )
        RETURNING id, key, payload, attempts`,
    ([row]) => Option.fromNullable(row)
  )

/** The version that events raise. It wakes those who handle them. */
const topic = "webhooks"

const queries = ({ bump, latest, passed }: Context.Tag.Service<Versions>): Queries<typeof Inbox.Service> => ({
  receive: (source, events, now) =>
    sql`
          INSERT INTO webhook_events (source, key, payload, received_at, due_at)
          SELECT ${source}, key, payload, ${instant(now)}, ${instant(now)}
          FROM ${newEvents.valuesOf(events)}
          WHERE (SELECT count(*) FROM webhook_events WHERE source = ${source} AND state = 'due') < ${maxDue}
          ON CONFLICT (source, key) DO NOTHING
          RETURNING id`.pipe(
      Effect.map((rows) => rows.length),
      Effect.tap((count) => (count > 0 ? bump(topic) : Effect.void))
    ),
  claim: (source, now) => Effect.zipRight(releaseDead(source), takeDue(source, now)),
  done: (id, now) => Effect.asVoid(finish(id, "done", now, null)),
  retry: (id, dueAt, attempts, reason) =>
    Effect.asVoid(sql`
        UPDATE webhook_events SET due_at = ${instant(dueAt)}, attempts = ${attempts}, reason = ${reason}, holder = NULL, held_until = NULL
        WHERE id = ${id} AND state = 'due'`),
  giveUp: (id, now, reason) => Effect.asVoid(finish(id, "dead", now, reason)),
  prune: (now) =>
    Effect.asVoid(sql`
        DELETE FROM webhook_events WHERE id IN (
          SELECT id FROM (
            SELECT id, finished_at, row_number() OVER (PARTITION BY source ORDER BY id DESC) AS place
            FROM webhook_events WHERE state <> 'due'
          ) AS finished
          WHERE place > ${maxEntries} OR finished_at < ${instant(now)}::timestamptz - ${retention}::interval
        )`),
  statuses: Effect.map(
    sql(statusColumns)`
        SELECT source, count(*) FILTER (WHERE state = 'due')::int AS due, count(*) FILTER (WHERE state = 'dead')::int AS dead,
          (array_agg(reason ORDER BY id DESC) FILTER (WHERE state = 'dead'))[1] AS reason
        FROM webhook_events GROUP BY source ORDER BY source`,
    (rows) => rows.map((row): InboxStatus => ({ ...row, reason: Option.fromNullable(row.reason) }))
  ),
  latest: () => latest(topic),
  passed: (version) => passed(topic, version)
})

export const layer = Layer.effect(
  Inbox,
  Effect.flatMap(Versions, (versions) => implement(Inbox, queries(versions)))
)
