import {
  type ClaimedMessage,
  HookQueue,
  type HookTarget,
  afterCall,
  bodyOf,
  callDueAt,
  event,
  isRelay,
  messageTypes,
  relayKinds,
  timingOf
} from "@daybook/core/hooks"
import { Calendar, NoData } from "@daybook/core/shared"
import { Clock, type Context, Effect, Layer, Option } from "effect"
import { hookLogDays } from "../../hooks/settings.js"
import { Secret } from "../../Secret.js"
import { inTransaction } from "../inTransaction.js"
import { type RowOf, number, oneOf, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { type Queries, implement } from "../kit/store.js"
import { Versions } from "../Versions.js"
import * as Presence from "../Presence.js"
import { announce, hooksTopic } from "./outbox.js"
import { newHolder, releaseDead } from "./holders.js"
import { collectListens, pruneListens, recordListens } from "./relayed.js"
import {
  debounceColumns,
  messages,
  newMessageId,
  pendingColumn,
  purpose,
  selectPlans,
  targetColumns,
  timingFrom,
  toDate,
  toPlan,
  unsealSecrets
} from "./rows.js"

type HookQueries = Queries<typeof HookQueue.Service>

const leaseTime = "60 seconds"
/** Finished messages of a hook in the log. */
const maxFinished = 10_000

const claimColumns = { id: text, hook: number, type: oneOf(messageTypes), body: text, attempts: number, lease: number }

type OpenTarget = (row: RowOf<typeof targetColumns>) => Option.Option<HookTarget>

const toClaimed = (
  openTarget: OpenTarget,
  row: RowOf<typeof claimColumns>,
  hook: RowOf<typeof targetColumns>
): ClaimedMessage => ({
  ...row,
  target: openTarget(hook),
  health: { lastSuccessAt: hook.lastSuccessAt, failingSince: hook.failingSince, failures: hook.failures }
})

/**
 * The second statement sees what other claims committed before this one got the lock: so a hook has one claimed message
 * at a time.
 */
const claim =
  (openTarget: OpenTarget, holder: string): HookQueries["claim"] =>
  (id, now) =>
    inTransaction(
      Effect.gen(function* () {
        const [hook] = yield* sql(targetColumns)`
          SELECT id, kind, url, sealed, last_success_at, failing_since, failures FROM hooks
          WHERE id = ${id} AND state = 'active' AND (paused_until IS NULL OR paused_until <= ${toDate(now)})
          FOR NO KEY UPDATE SKIP LOCKED`
        if (hook === undefined) return Option.none()
        const [row] = yield* sql(claimColumns)`
          UPDATE hook_messages
          SET holder = ${holder}, held_until = now() + ${leaseTime}::interval, lease = lease + 1
          WHERE id = (
            SELECT id FROM hook_messages
            WHERE hook = ${id} AND state = 'due' AND due_at <= ${toDate(now)} AND NOT EXISTS (
              SELECT FROM hook_messages AS other
              WHERE other.hook = ${id} AND other.state = 'due' AND other.held_until > now()
            )
            ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
          )
          RETURNING id, hook, type, body, attempts, lease`
        return row === undefined ? Option.none() : Option.some(toClaimed(openTarget, row, hook))
      })
    )

const claimTest =
  (openTarget: OpenTarget, holder: string): HookQueries["claimTest"] =>
  (id, now) =>
    inTransaction(
      Effect.gen(function* () {
        const [hook] = yield* sql(targetColumns)`
          SELECT id, kind, url, sealed, last_success_at, failing_since, failures FROM hooks WHERE id = ${id} FOR KEY SHARE`
        if (hook === undefined) return yield* new NoData({ what: `hook ${id}` })
        const [row] = yield* sql(claimColumns)`
          INSERT INTO hook_messages (id, hook, type, body, state, created_at, due_at, holder, held_until, lease)
          VALUES (${newMessageId(now)}, ${id}, 'hook.test', ${bodyOf(event("hook.test", null, now, { hook: id }))}, 'due',
            ${toDate(now)}, ${toDate(now)}, ${holder}, now() + ${leaseTime}::interval, 1)
          RETURNING id, hook, type, body, attempts, lease`
        return toClaimed(openTarget, row!, hook)
      })
    )

const collect =
  (calendar: Context.Tag.Service<Calendar>): HookQueries["collect"] =>
  (id, now) =>
    inTransaction(
      Effect.gen(function* () {
        const [row] = yield* sql({ ...debounceColumns, pending: pendingColumn })`
          SELECT id, kind, quiet, max_wait, min_interval, max_per_day, first_at, last_at, fired_at, fired_day,
            fired_count, pending
          FROM hooks WHERE id = ${id} AND state = 'active' FOR NO KEY UPDATE SKIP LOCKED`
        if (row === undefined) return false
        if (isRelay(row.kind)) return yield* collectListens(id, row.kind, now)
        const dueAt = callDueAt(row, timingOf(row.kind, timingFrom(row)), calendar)
        // Another host was faster.
        if (dueAt === null || dueAt > now) return true
        const { counts, cursor } = row.pending ?? { counts: {}, cursor: null }
        const isWebhook = row.kind === "webhook"
        const type = isWebhook ? ("changes.available" as const) : ("build" as const)
        const data = isWebhook ? { cursor, counts } : { domains: Object.keys(counts), cursor, counts }
        // One build has everything: an earlier one that failed need not be tried again.
        if (!isWebhook)
          yield* sql`
            UPDATE hook_messages SET state = 'dead', finished_at = ${toDate(now)}, holder = NULL, held_until = NULL
            WHERE hook = ${id} AND type = 'build' AND state = 'due' AND (held_until IS NULL OR held_until <= now())`
        const message = { id: newMessageId(now), hook: id, type, body: bodyOf({ type, at: now, data }) }
        yield* messages.insert([{ ...message, state: "due", createdAt: now, dueAt: now, finishedAt: null }])
        const next = afterCall(row, now, calendar)
        yield* sql`
          UPDATE hooks SET pending = NULL, first_at = NULL, last_at = NULL, fired_at = ${toDate(now)},
            fired_day = ${next.firedDay}::date, fired_count = ${next.firedCount}
          WHERE id = ${id}`
        return true
      })
    )

/**
 * Ends here if the sender was stopped while it waited for its presence: without it, another sender would take what this
 * one claims, and send it again.
 */
const unlessStopped = Effect.interruptible(Effect.void)

const states = { delivered: "done", retried: "due", given_up: "dead", disabled: "dead" } as const

const record: HookQueries["record"] = (message, attempt, verdict, listens) =>
  inTransaction(
    Effect.gen(function* () {
      const { hook, id, lease, type } = message
      const [row] = yield* sql({ kind: text })`SELECT kind FROM hooks WHERE id = ${hook} FOR NO KEY UPDATE`
      if (row === undefined) return false
      const now = yield* Clock.currentTimeMillis
      const finishedAt = verdict.dueAt === null ? now : null
      const updated = yield* sql`
        UPDATE hook_messages SET state = ${states[verdict.outcome]}, attempts = attempts + 1,
          due_at = coalesce(${toDate(verdict.dueAt)}::timestamptz, due_at), finished_at = ${toDate(finishedAt)},
          holder = NULL, held_until = NULL
        WHERE id = ${id} AND lease = ${lease} AND state = 'due' AND holder IS NOT NULL RETURNING id`
      if (updated.length === 0) return false
      yield* sql`
        INSERT INTO hook_attempts (message, at, status, duration, reply)
        VALUES (${id}, ${toDate(attempt.at)}, ${attempt.status}, ${attempt.duration}, ${attempt.reply})`
      if (type === "hook.test") return true
      if (listens !== null) yield* recordListens(id, listens, now)
      const { failingSince, failures, lastSuccessAt } = verdict.health
      yield* sql`
        UPDATE hooks SET last_success_at = ${toDate(lastSuccessAt)}, failing_since = ${toDate(failingSince)},
          failures = ${failures}, paused_until = ${toDate(verdict.pausedUntil)}
        WHERE id = ${hook}`
      const reason = verdict.disabledReason
      if (reason === null) return true
      yield* sql`
        UPDATE hooks SET state = 'disabled', disabled_at = ${toDate(now)}, disabled_reason = ${reason} WHERE id = ${hook}`
      yield* sql`
        UPDATE hook_messages SET state = 'dead', finished_at = ${toDate(now)}
        WHERE hook = ${hook} AND state = 'due' AND holder IS NULL`
      yield* announce([event("hook.disabled", null, now, { hook, kind: row.kind, reason })])
      return true
    })
  )

export const layer = Layer.effect(
  HookQueue,
  Effect.gen(function* () {
    const key = (yield* Secret).keyFor(purpose)
    const calendar = yield* Calendar
    const versions = yield* Versions
    const days = yield* hookLogDays.config
    const presence = yield* Presence.Presence
    const { holder, lock } = newHolder()
    const openTarget: OpenTarget = ({ id, kind, sealed, url }) =>
      Option.map(unsealSecrets(key, id, sealed), (secrets) => ({ kind, url, secrets }))
    return yield* implement(HookQueue, {
      plans: Effect.zipRight(
        releaseDead(holder),
        Effect.map(selectPlans, (rows) => rows.map(toPlan))
      ),
      collect: collect(calendar),
      claim: (hook, now) =>
        presence
          .hold("sender", lock)
          .pipe(Effect.zipRight(unlessStopped), Effect.zipRight(claim(openTarget, holder)(hook, now))),
      claimTest: claimTest(openTarget, holder),
      record,
      prune: (now) =>
        // One row per hook in the join: linear in the messages, whatever the planner knows of their number.
        sql`
          WITH edges AS MATERIALIZED (
            SELECT hooks.id AS hook, edge.created_at, edge.id FROM hooks LEFT JOIN LATERAL (
              SELECT created_at, id FROM hook_messages WHERE hook = hooks.id AND state <> 'due'
              ORDER BY created_at DESC, id DESC OFFSET ${maxFinished} LIMIT 1
            ) AS edge ON true
          )
          DELETE FROM hook_messages AS message USING edges AS edge
          WHERE message.hook = edge.hook AND message.state <> 'due' AND (
            message.finished_at < ${toDate(now)}::timestamptz - make_interval(days => ${days}::int)
            OR (message.created_at, message.id) <= (edge.created_at, edge.id)
          )`.pipe(
          Effect.zipRight(
            sql({ id: number })`SELECT id FROM hooks WHERE kind = ANY(${relayKinds}::text[]) ORDER BY id`
          ),
          Effect.flatMap(Effect.forEach(({ id }) => pruneListens(id, now), { discard: true }))
        ),
      latest: () => versions.latest(hooksTopic),
      passed: (version: number) => versions.passed(hooksTopic, version)
    })
  })
).pipe(Layer.provide(Presence.layer))
