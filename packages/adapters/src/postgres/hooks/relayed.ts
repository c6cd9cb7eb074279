import {
  type HookMessageType,
  type HookStore,
  type ListenCounts,
  type ListenResult,
  type RelayKind,
  type RelayedListen,
  type StoredListen,
  isRelay,
  type HookKind,
  listenStates,
  listensBody,
  maxBytes,
  maxListens
} from "@daybook/core/hooks"
import { Effect } from "effect"
import { type RowOf, bigint, instant, nullable, number, oneOf, text } from "../kit/columns.js"
import { inTransaction } from "../inTransaction.js"
import { countOf, every, ifPresent, pageOf, paged } from "../kit/query.js"
import { sql } from "../kit/sql.js"
import type { Queries } from "../kit/store.js"
import { table } from "../kit/table.js"
import { hasBatch, messages, newMessageId, toDate } from "./rows.js"

/** Messages that are never replayed: a test, and those whose listens are queued on their own. */
export const ownMessages: ReadonlyArray<HookMessageType> = ["hook.test", "listens", "playing"]

/** Days after which a listen that was passed on is forgotten. Last.fm takes none that is older than two weeks. */
export const listenDays = 90

const listenOf = (body: string) => JSON.parse(body) as RelayedListen

const waitingColumns = { id: bigint, body: text, most: nullable(number) }

/** The first listens that fit in one request. A listen that was refused in a batch limits the next one. */
const batchOf = (kind: RelayKind, rows: ReadonlyArray<RowOf<typeof waitingColumns>>) => {
  const batch: Array<RowOf<typeof waitingColumns>> = []
  let max = maxListens[kind]
  let bytes = 0
  for (const row of rows) {
    max = Math.min(max, row.most ?? max)
    bytes += Buffer.byteLength(row.body)
    if (batch.length > 0 && (batch.length >= max || bytes > maxBytes)) break
    batch.push(row)
  }
  return batch
}

/**
 * Makes a message of the listens of a hook that are due. The caller holds the hook. True: none, or another host was
 * faster.
 */
export const collectListens = (id: number, kind: RelayKind, now: number) =>
  Effect.gen(function* () {
    const rows = yield* sql(waitingColumns)`
      SELECT listens.id, listens.body, listens.most FROM hook_listens AS listens JOIN hooks ON hooks.id = listens.hook
      WHERE hooks.id = ${id} AND listens.state = 'waiting' AND listens.due_at <= ${toDate(now)} AND NOT ${hasBatch}
      ORDER BY listens.due_at, listens.id LIMIT ${maxListens[kind]}`
    const batch = batchOf(kind, rows)
    if (batch.length === 0) return true
    const body = listensBody(
      kind,
      batch.map((row) => listenOf(row.body))
    )
    const message = { id: newMessageId(now), hook: id, type: "listens", body }
    yield* messages.insert([{ ...message, state: "due", createdAt: now, dueAt: now, finishedAt: null }])
    yield* sql`
      UPDATE hook_listens SET message = ${message.id}, place = batch.place - 1
      FROM unnest(${batch.map((row) => row.id)}::bigint[]) WITH ORDINALITY AS batch (id, place)
      WHERE hook_listens.id = batch.id`
    return true
  })

const exceptions = table("hook_listens", { place: number, reason: text, dueAt: nullable(instant) })

/** Stores what became of the listens of a message, in the transaction that records the attempt. */
export const recordListens = (message: string, result: ListenResult, now: number) =>
  Effect.gen(function* () {
    const ofMessage = sql`message = ${message} AND state = 'waiting'`
    switch (result.state) {
      case "refused":
        return yield* sql`
          UPDATE hook_listens SET state = 'refused', reason = ${result.reason}, finished_at = ${toDate(now)},
            message = NULL WHERE ${ofMessage}`
      case "waiting":
        return yield* sql`
          UPDATE hook_listens SET message = NULL, most = coalesce(${result.most}::int, most) WHERE ${ofMessage}`
      case "sent": {
        if (result.except.length > 0)
          yield* sql`
            UPDATE hook_listens SET reason = failed.reason, message = NULL,
              state = CASE WHEN failed.due_at IS NULL THEN 'refused' ELSE 'waiting' END,
              due_at = coalesce(failed.due_at, hook_listens.due_at),
              finished_at = CASE WHEN failed.due_at IS NULL THEN ${toDate(now)}::timestamptz END
            FROM ${exceptions.valuesOf(result.except, "failed")}
            WHERE ${ofMessage} AND hook_listens.place = failed.place`
        return yield* sql`
          UPDATE hook_listens SET state = 'sent', reason = NULL, finished_at = ${toDate(now)}, message = NULL
          WHERE ${ofMessage}`
      }
    }
  })

/**
 * Deletes the listens of a hook that were played and ended so many days ago, and remembers the newest of them: what is
 * as old is not passed on any more, as its row may be one of those. The lock waits for submissions that have read the
 * horizon before, and they wait for it.
 */
export const pruneListens = (hook: number, now: number) =>
  inTransaction(
    Effect.gen(function* () {
      yield* sql`SELECT FROM hooks WHERE id = ${hook} FOR UPDATE`
      yield* sql`
        WITH old AS (
          DELETE FROM hook_listens
          WHERE hook = ${hook} AND state <> 'waiting'
            AND greatest(played_at, finished_at) < ${toDate(now)}::timestamptz - make_interval(days => ${listenDays}::int)
          RETURNING played_at, state
        )
        UPDATE hooks SET listen_horizon = greatest(listen_horizon, sums.newest),
          sent_before_horizon = sent_before_horizon + sums.sent
        FROM (SELECT max(played_at) AS newest, count(*) FILTER (WHERE state = 'sent') AS sent FROM old) AS sums
        WHERE hooks.id = ${hook} AND sums.newest IS NOT NULL`
    })
  )

const countColumns = { hook: number, waiting: number, sent: number, refused: number, lastRefusal: nullable(text) }

/** The listens of the hooks that pass them on. */
export const countsOf = (hooks: ReadonlyArray<{ readonly id: number; readonly kind: HookKind }>) =>
  Effect.gen(function* () {
    const ids = hooks.filter(({ kind }) => isRelay(kind)).map(({ id }) => id)
    if (ids.length === 0) return new Map<number, ListenCounts>()
    const rows = yield* sql(countColumns)`
      SELECT hook.id AS hook,
        (SELECT count(*)::float8 FROM hook_listens WHERE hook = hook.id AND state = 'waiting') AS waiting,
        (SELECT count(*)::float8 FROM hook_listens WHERE hook = hook.id AND state = 'sent')
          + (SELECT sent_before_horizon FROM hooks WHERE id = hook.id) AS sent,
        (SELECT count(*)::float8 FROM hook_listens WHERE hook = hook.id AND state = 'refused') AS refused,
        (SELECT reason FROM hook_listens WHERE hook = hook.id AND state = 'refused'
          ORDER BY id DESC LIMIT 1) AS last_refusal
      FROM unnest(${ids}::int[]) AS hook (id)`
    return new Map(rows.map(({ hook, ...counts }) => [hook, counts]))
  })

const listenColumns = {
  body: text,
  state: oneOf(listenStates),
  reason: nullable(text),
  finishedAt: nullable(instant),
  total: number
}

const toListen = ({ body, finishedAt, reason, state }: RowOf<typeof listenColumns>): StoredListen => {
  const { album, artist, playedAt, track } = listenOf(body)
  return { album, artist, playedAt, track, state, reason: state === "refused" ? reason : null, finishedAt }
}

/** Newest first. */
export const listensOf: Queries<typeof HookStore.Service>["listens"] = (id, state, page) => {
  const where = every([sql`hook = ${id}`, ifPresent(state, (one) => sql`state = ${one}`)])
  const rows = sql(listenColumns)`
    SELECT body, state, reason, finished_at, count(*) OVER ()::float8 AS total
    FROM hook_listens WHERE ${where} ORDER BY id DESC ${pageOf(page)}`
  return paged(page, rows, toListen, countOf(sql`SELECT count(*) FROM hook_listens WHERE ${where}`))
}
