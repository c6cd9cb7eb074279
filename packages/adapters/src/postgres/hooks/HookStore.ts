import { type Attempt, type Delivery, HookStore, isRelay, messageTypes } from "@daybook/core/hooks"
import { Conflict, NoData } from "@daybook/core/shared"
import { Effect, Layer, Option } from "effect"
import { Secret } from "../../Secret.js"
import { inTransaction } from "../inTransaction.js"
import { type RowOf, boolean, instant, list, nullable, number, object, oneOf, text } from "../kit/columns.js"
import { countOf, every, ifPresent, pageOf, paged } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import { type Queries, implement } from "../kit/store.js"
import { bump } from "../Versions.js"
import { hooksTopic } from "./outbox.js"
import { countsOf, listensOf, ownMessages } from "./relayed.js"
import { hooks, purpose, sealSecrets, toDate, toHook, unsealSecrets } from "./rows.js"

const maxHooks = 20
/** Attempts that the log lists of a message. */
const maxAttempts = 30

const changed = bump(hooksTopic)
const missing = (id: number) => new NoData({ what: `hook ${id}` })
const unreadable = (id: number) =>
  new Conflict({
    message: `the secrets of hook ${id} were encrypted with another DAYBOOK_SECRET: set that secret again, or remove the hook and add it again`
  })

const selectHooks = sql`SELECT ${hooks.select("hooks")} FROM hooks`

const withCounts = (row: RowOf<typeof hooks.columns>) =>
  Effect.map(countsOf([row]), (counts) => toHook(row, counts.get(row.id) ?? null))

const hookOf = (id: number) =>
  Effect.gen(function* () {
    const [row] = yield* sql(hooks.columns)`${selectHooks} WHERE id = ${id}`
    return row === undefined ? yield* missing(id) : yield* withCounts(row)
  })

const attemptColumn = object<Attempt>({ at: number, status: nullable(number), duration: number, reply: text })

const deliveryColumns = {
  id: text,
  type: oneOf(messageTypes),
  state: oneOf(["due", "done", "dead"]),
  createdAt: instant,
  dueAt: nullable(instant),
  attempts: list(attemptColumn),
  total: number
}

const toDelivery = ({ total: _, ...row }: RowOf<typeof deliveryColumns>): Delivery => row

const attemptsOf = sql`
  SELECT coalesce(json_agg(json_build_object(
    'at', floor(extract(epoch FROM attempt.at) * 1000)::float8, 'status', attempt.status,
    'duration', attempt.duration, 'reply', attempt.reply) ORDER BY attempt.id), '[]'::json)
  FROM (SELECT * FROM hook_attempts WHERE message = messages.id ORDER BY id DESC LIMIT ${maxAttempts}) AS attempt`

const deliveries: Queries<typeof HookStore.Service>["deliveries"] = (id, state, page) =>
  Effect.gen(function* () {
    yield* hookOf(id)
    const where = every([sql`messages.hook = ${id}`, ifPresent(state, (one) => sql`messages.state = ${one}`)])
    const rows = sql(deliveryColumns)`
      SELECT id, type, state, created_at, CASE WHEN state = 'due' THEN due_at END AS due_at, (${attemptsOf}) AS attempts,
        count(*) OVER ()::float8 AS total
      FROM hook_messages AS messages WHERE ${where} ORDER BY created_at DESC, id DESC ${pageOf(page)}`
    return yield* paged(
      page,
      rows,
      toDelivery,
      countOf(sql`SELECT count(*) FROM hook_messages AS messages WHERE ${where}`)
    )
  })

/** Holds the hook, so that it is neither removed nor disabled meanwhile. */
const lockActive = (id: number) =>
  Effect.gen(function* () {
    const [row] = yield* sql(hooks.columns)`${selectHooks} WHERE id = ${id} FOR NO KEY UPDATE`
    if (row === undefined) return yield* missing(id)
    if (row.state === "disabled")
      return yield* new Conflict({ message: `hook ${id} is disabled: enable it first, then replay its messages` })
    return row
  })

const isFree = sql`(held_until IS NULL OR held_until <= now())`

const replay: Queries<typeof HookStore.Service>["replay"] = (id, message, now) =>
  inTransaction(
    Effect.gen(function* () {
      const { kind } = yield* lockActive(id)
      if (isRelay(kind))
        return yield* new Conflict({
          message: `hook ${id} passes listens on: what waits is sent by itself, and what was sent is not sent again`
        })
      // A message that is being sent needs no further attempt now. The returned columns are those after the update: the
      // lease does not change.
      const rows = yield* sql({ again: boolean })`
        UPDATE hook_messages SET state = CASE WHEN ${isFree} THEN 'due' ELSE state END,
          due_at = CASE WHEN ${isFree} THEN ${toDate(now)}::timestamptz ELSE due_at END,
          attempts = CASE WHEN ${isFree} THEN 0 ELSE attempts END,
          finished_at = CASE WHEN ${isFree} THEN NULL ELSE finished_at END
        WHERE hook = ${id} AND id = ${message} RETURNING ${isFree} AS again`
      const [row] = rows
      if (row === undefined) return yield* new NoData({ what: `message ${message} of hook ${id}` })
      if (row.again) yield* changed
      return row.again
    })
  )

/** Messages that wait for their next attempt have failed so far: they are sent now as well. */
const replayMany: Queries<typeof HookStore.Service>["replayMany"] = (id, { failedOnly, since }, now) =>
  inTransaction(
    Effect.gen(function* () {
      const hook = yield* lockActive(id)
      const rows = yield* sql`
        UPDATE hook_messages SET state = 'due', due_at = ${toDate(now)}, attempts = 0, finished_at = NULL
        WHERE id IN (
          SELECT id FROM hook_messages
          WHERE hook = ${id} AND created_at >= ${toDate(since)} AND NOT type = ANY(${ownMessages}::text[]) AND CASE state
            WHEN 'due' THEN attempts > 0 AND ${isFree}
            WHEN 'done' THEN ${!failedOnly}::boolean
            ELSE true END
          ORDER BY created_at DESC, id DESC
          ${hook.kind === "webhook" ? sql`` : sql`LIMIT 1`}
        ) RETURNING id`
      if (rows.length > 0) yield* changed
      return rows.length
    })
  )

const enable: Queries<typeof HookStore.Service>["enable"] = (id) =>
  inTransaction(
    Effect.gen(function* () {
      const [before] = yield* sql({ disabledAt: nullable(instant) })`
        SELECT disabled_at FROM hooks WHERE id = ${id} FOR NO KEY UPDATE`
      if (before === undefined) return yield* missing(id)
      const [missed] = yield* sql({ total: number, since: nullable(instant) })`
        SELECT count(*)::int AS total, min(created_at) AS since FROM hook_messages
        WHERE hook = ${id} AND state = 'dead' AND NOT type = ANY(${ownMessages}::text[]) AND finished_at >= ${toDate(before.disabledAt)}`
      const [row] = yield* sql(hooks.columns)`
        UPDATE hooks SET state = 'active', disabled_at = NULL, disabled_reason = NULL, failing_since = NULL,
          failures = 0, paused_until = NULL
        WHERE id = ${id} RETURNING ${hooks.select("hooks")}`
      yield* changed
      return { hook: yield* withCounts(row!), missed: missed?.total ?? 0, since: missed?.since ?? null }
    })
  )

export const layer = Layer.effect(
  HookStore,
  Effect.gen(function* () {
    const key = (yield* Secret).keyFor(purpose)
    return yield* implement(HookStore, {
      create: (hook, secrets) =>
        inTransaction(
          Effect.gen(function* () {
            yield* sql`SELECT pg_advisory_xact_lock(hashtext('daybook hooks'))`
            const { timing } = hook
            const [row] = yield* sql(hooks.columns)`
              INSERT INTO hooks (kind, url, hint, events, domains, description, signature, public_key, sealed,
                quiet, max_wait, min_interval, max_per_day)
              SELECT ${hook.kind}, ${hook.url}, ${hook.hint}, ${hook.events}::text[], ${hook.domains}::text[],
                ${hook.description}, ${hook.signature}, ${hook.publicKey}, '', ${timing?.quiet ?? null}::int,
                ${timing?.maxWait ?? null}::int, ${timing?.minInterval ?? null}::int, ${timing?.maxPerDay ?? null}::int
              WHERE (SELECT count(*) FROM hooks) < ${maxHooks}
              RETURNING ${hooks.select("hooks")}`
            if (row === undefined)
              return yield* new Conflict({ message: `there are ${maxHooks} hooks already: remove one first` })
            yield* sql`UPDATE hooks SET sealed = ${sealSecrets(key, row.id, secrets)} WHERE id = ${row.id}`
            yield* changed
            return yield* withCounts(row)
          })
        ),
      all: Effect.gen(function* () {
        const rows = yield* sql(hooks.columns)`${selectHooks} ORDER BY id`
        const counts = yield* countsOf(rows)
        return rows.map((row) => toHook(row, counts.get(row.id) ?? null))
      }),
      get: hookOf,
      secrets: (id) =>
        Effect.gen(function* () {
          const [row] = yield* sql({ sealed: text })`SELECT sealed FROM hooks WHERE id = ${id}`
          if (row === undefined) return yield* missing(id)
          const secrets = unsealSecrets(key, id, row.sealed)
          return Option.isSome(secrets) ? secrets.value : yield* unreadable(id)
        }),
      change: (id, { secrets, ...changes }) =>
        inTransaction(
          Effect.gen(function* () {
            const [before] = yield* sql(hooks.columns)`${selectHooks} WHERE id = ${id} FOR NO KEY UPDATE`
            if (before === undefined) return yield* missing(id)
            const next = { ...(yield* withCounts(before)), ...changes }
            const { timing } = next
            const sealed = secrets === undefined ? sql`sealed` : sql`${sealSecrets(key, id, secrets)}`
            yield* sql`
              UPDATE hooks SET url = ${next.url}, hint = ${next.hint}, events = ${next.events}::text[],
                domains = ${next.domains}::text[], description = ${next.description}, public_key = ${next.publicKey},
                quiet = ${timing?.quiet ?? null}, max_wait = ${timing?.maxWait ?? null},
                min_interval = ${timing?.minInterval ?? null}, max_per_day = ${timing?.maxPerDay ?? null},
                sealed = ${sealed}
              WHERE id = ${id}`
            yield* changed
            return next
          })
        ),
      remove: (id) =>
        inTransaction(
          Effect.gen(function* () {
            const rows = yield* sql`DELETE FROM hooks WHERE id = ${id} RETURNING id`
            if (rows.length === 0) return yield* missing(id)
            yield* changed
          })
        ),
      enable,
      deliveries,
      replay,
      replayMany,
      listens: (id, state, page) => Effect.zipRight(hookOf(id), listensOf(id, state, page)),
      dueCount: countOf(sql`SELECT count(*) FROM hook_messages WHERE state = 'due'`)
    })
  })
)
