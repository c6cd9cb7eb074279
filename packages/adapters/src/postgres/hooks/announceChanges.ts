import { type UnnumberedChange, cursorAt, feedItemType, fullId, hrefOf, loggerOf } from "@daybook/core/changes"
import { type HookEvent, relayKinds, addPending, changesFor, event, newsWithin } from "@daybook/core/hooks"
import { iso } from "@daybook/core/shared"
import type { SqlClient } from "@effect/sql"
import type { SqlError } from "@effect/sql/SqlError"
import { Clock, Effect } from "effect"
import { logState } from "../changes/logState.js"
import { domainName, entityTypeName } from "../entities.js"
import { type RowOf, bigint, boolean, instant, nullable, number, text, texts } from "../kit/columns.js"
import { toJson } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { bump } from "../Versions.js"
import { announce, hooksTopic } from "./outbox.js"
import { pendingColumn, toDate } from "./rows.js"

const subscriberColumns = {
  id: number,
  domains: texts,
  wantsChanges: boolean,
  wantsItems: boolean,
  pending: pendingColumn,
  firstAt: nullable(instant),
  lastAt: nullable(instant)
}

type Subscriber = RowOf<typeof subscriberColumns>

/** The hooks that follow changes, held until the transaction ends. */
const subscribers = sql(subscriberColumns)`
  SELECT id, domains, kind <> 'webhook' OR 'changes.available' = ANY(events) AS wants_changes,
    'feed.item.created' = ANY(events) AS wants_items, pending, first_at, last_at
  FROM hooks WHERE kind <> 'webhook' AND NOT kind = ANY(${relayKinds}::text[])
    OR events && '{changes.available,feed.item.created}'::text[]
  ORDER BY id FOR NO KEY UPDATE`

const itemColumns = {
  id: number,
  domain: domainName,
  eventType: text,
  title: text,
  occurredAt: instant,
  entityType: entityTypeName,
  entityId: bigint
}

const toEvent = (
  { domain, entityId, entityType, eventType, id, occurredAt, title }: RowOf<typeof itemColumns>,
  now: number
): HookEvent => {
  const item = { domain, type: feedItemType, id: String(id) }
  const record = { domain, type: entityType, id: String(entityId) }
  return event("feed.item.created", domain, now, {
    id: fullId(item),
    domain,
    event_type: eventType,
    title,
    occurred_at: iso(occurredAt),
    href: hrefOf(loggerOf(domain, entityType) === "publisher" ? record : item)
  })
}

/** The recent feed items that this transaction created. Their time of creation is the transaction's. */
const createdItems = (changes: ReadonlyArray<UnnumberedChange>, now: number) => {
  const ids = changes.flatMap(({ id, op, type }) => (type === feedItemType && op === "upsert" ? [Number(id)] : []))
  return ids.length === 0
    ? Effect.succeed([])
    : Effect.map(
        sql(itemColumns)`
          SELECT id, domain, event_type, title, occurred_at, entity_type, entity_id FROM feed_items
          WHERE id = ANY(${ids}::int[]) AND created_at = now() AND occurred_at >= ${toDate(now - newsWithin)}
          ORDER BY occurred_at, id`,
        (items) => items.map((item) => toEvent(item, now))
      )
}

/** The number of changed records by domain. */
const countsOf = (changes: ReadonlyArray<UnnumberedChange>): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const key of new Set(changes.map(fullId))) {
    const domain = key.slice(0, key.indexOf("/"))
    counts[domain] = (counts[domain] ?? 0) + 1
  }
  return counts
}

const addChanges = (
  hooks: ReadonlyArray<Subscriber>,
  changes: ReadonlyArray<UnnumberedChange>,
  now: number
): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    if (hooks.length === 0) return
    const all = { cursor: cursorAt(yield* logState), counts: countsOf(changes) }
    let wasIdle = false
    for (const hook of hooks) {
      const own = changesFor(hook, all)
      if (own === null) continue
      wasIdle ||= hook.firstAt === null
      yield* sql`
        UPDATE hooks SET pending = ${toJson(addPending(hook.pending, own))}::jsonb,
          first_at = ${toDate(hook.firstAt ?? now)}, last_at = ${toDate(Math.max(hook.lastAt ?? now, now))}
        WHERE id = ${hook.id}`
    }
    // Later changes of a burst only defer the call: the sender finds that out when it looks.
    if (wasIdle) yield* bump(hooksTopic)
  })

/**
 * Writes the changes of a transaction to their log, and stores what hooks are sent because of them. These are the last
 * statements of the transaction. Hooks are locked first, then the log, so that no two transactions wait for each other.
 */
export const announceChanges = (
  changes: ReadonlyArray<UnnumberedChange>,
  write: Effect.Effect<void, SqlError, SqlClient.SqlClient>
): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    if (changes.length === 0) return
    const hooks = yield* subscribers
    yield* write
    if (hooks.length === 0) return
    const now = yield* Clock.currentTimeMillis
    if (hooks.some(({ wantsItems }) => wantsItems)) yield* announce(yield* createdItems(changes, now))
    yield* addChanges(
      hooks.filter(({ wantsChanges }) => wantsChanges),
      changes,
      now
    )
  })
