import { type NewRawPayload, type RawPayload, type RawTotals, RawStore, rawKinds } from "@daybook/core/sync"
import type { Statement } from "@effect/sql"
import { Effect, Layer, Option } from "effect"
import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, brotliDecompress, constants } from "node:zlib"
import { rawSettings } from "../raw/settings.js"
import { inTransaction } from "./inTransaction.js"
import { type ColumnsOf, boolean, bytes, instant, nullable, number, oneOf, text } from "./kit/columns.js"
import { every, ifPresent } from "./kit/query.js"
import { sql } from "./kit/sql.js"
import { type Queries, implement } from "./kit/store.js"

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)

/** Maximum number of payloads of one source. */
const maxPerSource = 1_000
const megabyte = 1_048_576
const day = 86_400_000

const columns: ColumnsOf<RawPayload> = {
  id: number,
  source: text,
  kind: oneOf(rawKinds),
  key: text,
  reason: text,
  status: nullable(number),
  mediaType: nullable(text),
  size: number,
  storedSize: number,
  isCut: boolean,
  times: number,
  firstAt: instant,
  lastAt: instant
}

const select = sql`
  id, source, kind, key, reason, status, media_type, size, octet_length(body) AS stored_size, is_cut, times, first_at,
  last_at`

const totalColumns: ColumnsOf<RawTotals> = {
  source: text,
  payloads: number,
  storedSize: number,
  oldestAt: instant,
  newestAt: instant
}

interface Limits {
  readonly maxMb: number
  readonly days: number
  readonly stravaDays: number
}

const isYoung = ({ days, stravaDays }: Limits, now: number): Statement.Fragment => sql`
  last_at >= CASE WHEN source = 'strava' AND kind = 'answer'
    THEN ${new Date(now - Math.min(days, stravaDays) * day)}::timestamptz
    ELSE ${new Date(now - days * day)}::timestamptz END`

/**
 * Deletes what is too old, then, of each source and of all, what exceeds the limits: payloads first that a newer one of
 * the same address or file supersedes, the oldest first.
 */
const prune = (limits: Limits, now: number) => {
  const order = sql`superseded, last_at DESC, id DESC`
  return Effect.asVoid(sql`
    DELETE FROM raw_payloads WHERE id NOT IN (
      SELECT id FROM (
        SELECT id, sum(stored_size) OVER (ORDER BY ${order}) AS total FROM (
          SELECT id, superseded, last_at, stored_size,
            sum(stored_size) OVER (PARTITION BY source ORDER BY ${order}) AS own,
            row_number() OVER (PARTITION BY source ORDER BY ${order}) AS place
          FROM (
            SELECT id, source, last_at, octet_length(body) AS stored_size,
              row_number() OVER (PARTITION BY source, key ORDER BY last_at DESC, id DESC) > 1 AS superseded
            FROM raw_payloads WHERE ${isYoung(limits, now)}
          ) AS young
        ) AS of_source
        WHERE own <= ${(limits.maxMb * megabyte) / 2}::bigint AND place <= ${maxPerSource}
      ) AS of_all
      WHERE total <= ${limits.maxMb * megabyte}::bigint
    )`)
}

const compressed = (payload: Uint8Array) =>
  Effect.promise(() => compress(payload, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }))

const put = Effect.fn("RawStore.put")(function* (limits: Limits, payload: NewRawPayload, now: number) {
  const body = yield* compressed(payload.bytes)
  if (body.length > (limits.maxMb * megabyte) / 2) return Option.none<number>()
  const { isCut, key, kind, mediaType, reason, source, status } = payload
  const at = new Date(now)
  const [row] = yield* inTransaction(
    Effect.tap(
      // One writer at a time, so that the limits hold.
      Effect.zipRight(
        sql`SELECT pg_advisory_xact_lock(hashtext('daybook raw'))`,
        sql({ id: number })`
          INSERT INTO raw_payloads
            (source, kind, key, reason, status, media_type, size, is_cut, sha256, first_at, last_at, body)
          VALUES (${source}, ${kind}, ${key}, ${reason}, ${status}, ${mediaType}, ${payload.bytes.length}, ${isCut},
            ${createHash("sha256").update(payload.bytes).digest()}, ${at}, ${at}, ${body})
          ON CONFLICT (source, kind, sha256) DO UPDATE SET key = excluded.key, reason = excluded.reason,
            status = excluded.status, last_at = excluded.last_at, times = raw_payloads.times + 1
          RETURNING id`
      ),
      () => prune(limits, now)
    )
  )
  return Option.some(row!.id)
})

const get = Effect.fn("RawStore.get")(function* (id: number) {
  const [row] = yield* sql({ ...columns, body: bytes })`SELECT ${select}, body FROM raw_payloads WHERE id = ${id}`
  if (row === undefined) return Option.none<RawPayload & { readonly bytes: Uint8Array }>()
  const { body, ...payload } = row
  return Option.some({ ...payload, bytes: yield* Effect.promise(() => decompress(body)) })
})

const queries = (limits: Limits): Queries<typeof RawStore.Service> => ({
  put: (payload, now) => put(limits, payload, now),
  list: ({ key, limit, source }) =>
    sql(columns)`
      SELECT ${select} FROM raw_payloads
      WHERE ${every([
        ifPresent(source ?? null, (value) => sql`source = ${value}`),
        ifPresent(key ?? null, (value) => sql`key = ${value}`)
      ])}
      ORDER BY last_at DESC, id DESC LIMIT ${limit}`,
  get,
  totals: sql(totalColumns)`
    SELECT source, count(*) AS payloads, sum(octet_length(body))::bigint AS stored_size, min(last_at) AS oldest_at,
      max(last_at) AS newest_at
    FROM raw_payloads GROUP BY source ORDER BY source`,
  prune: (now) => prune(limits, now),
  purge: (source) =>
    Effect.map(
      sql({ id: number })`DELETE FROM raw_payloads WHERE source = ${source} RETURNING id`,
      ({ length }) => length
    )
})

export const layer = Layer.effect(
  RawStore,
  Effect.flatMap(rawSettings.config, (limits) => implement(RawStore, queries(limits)))
)
