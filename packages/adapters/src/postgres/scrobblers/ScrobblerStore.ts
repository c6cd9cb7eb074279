import { ScrobblerStore, clockTolerance } from "@daybook/core/listening"
import { Effect, Layer } from "effect"
import { inTransaction } from "../inTransaction.js"
import { instant, nullable, number, text } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { implement } from "../kit/store.js"
import { table } from "../kit/table.js"
import { Versions } from "../Versions.js"

const topic = "scrobblers"

const scrobblers = table("scrobblers", {
  id: number,
  name: text,
  hint: text,
  hash: text,
  sealedDigest: text,
  createdAt: instant,
  lastUsedAt: nullable(instant),
  client: nullable(text),
  listens: number,
  submittedAt: nullable(instant),
  lastAdded: number,
  revokedAt: nullable(instant)
})

const at = (time: number) => new Date(time)

export const layer = Layer.effect(
  ScrobblerStore,
  Effect.gen(function* () {
    const versions = yield* Versions
    return yield* implement(ScrobblerStore, {
      create: ({ createdAt, hash, hint, name, sealedDigest }) =>
        inTransaction(
          Effect.gen(function* () {
            const [row] = yield* sql(scrobblers.columns)`
              INSERT INTO scrobblers (name, hint, hash, sealed_digest, created_at)
              VALUES (${name}, ${hint}, ${hash}, ${sealedDigest}, ${at(createdAt)})
              RETURNING ${scrobblers.select("scrobblers")}`
            yield* versions.bump(topic)
            return row!
          })
        ),
      all: sql(scrobblers.columns)`SELECT ${scrobblers.select("scrobblers")} FROM scrobblers ORDER BY id`,
      revoke: (id, now) =>
        inTransaction(
          Effect.gen(function* () {
            const rows = yield* sql`
              UPDATE scrobblers SET revoked_at = ${at(now)} WHERE id = ${id} AND revoked_at IS NULL RETURNING id`
            if (rows.length === 0) return false
            yield* sql`DELETE FROM scrobbler_playing WHERE scrobbler_id = ${id}`
            yield* versions.bump(topic)
            return true
          })
        ),
      recordUse: (id, use) =>
        Effect.asVoid(sql`
          UPDATE scrobblers SET last_used_at = ${at(use.at)}, client = coalesce(${use.client}, client)
          WHERE id = ${id}`),
      recordSubmission: (id, use, added) =>
        Effect.map(
          sql`
            UPDATE scrobblers SET last_used_at = ${at(use.at)}, submitted_at = ${at(use.at)},
              client = coalesce(${use.client}, client), listens = listens + ${added}, last_added = ${added}
            WHERE id = ${id} AND revoked_at IS NULL RETURNING id`,
          (rows) => rows.length > 0
        ),
      // Times beyond the tolerance are refused before, so older ones are no longer needed.
      claimHandshake: (id, time) =>
        inTransaction(
          Effect.gen(function* () {
            yield* sql`
              DELETE FROM scrobbler_handshakes
              WHERE scrobbler_id = ${id} AND time < extract(epoch FROM now())::bigint - ${4 * clockTolerance}`
            const rows = yield* sql`
              INSERT INTO scrobbler_handshakes (scrobbler_id, time) VALUES (${id}, ${time})
              ON CONFLICT DO NOTHING RETURNING scrobbler_id`
            return rows.length > 0
          })
        ),
      allowLogin: (hash, id, expiresAt) =>
        Effect.asVoid(sql`
          WITH expired AS (DELETE FROM scrobbler_logins WHERE expires_at < now() - interval '1 day')
          INSERT INTO scrobbler_logins (hash, scrobbler_id, expires_at) VALUES (${hash}, ${id}, ${at(expiresAt)})
          ON CONFLICT (hash) DO UPDATE SET scrobbler_id = excluded.scrobbler_id, expires_at = excluded.expires_at`),
      loginOf: (hash, now) =>
        Effect.map(
          sql({ id: number })`
            DELETE FROM scrobbler_logins WHERE hash = ${hash} AND expires_at > ${at(now)} RETURNING scrobbler_id AS id`,
          ([row]) => row?.id ?? null
        ),
      version: Effect.sync(() => versions.latest(topic))
    })
  })
)
