import {
  type Grant,
  GrantStore,
  type TokenPair,
  accessLifetime,
  grantScopes,
  judgeCode,
  judgeRefresh
} from "@daybook/core/grants"
import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Layer } from "effect"
import { inTransaction } from "../inTransaction.js"
import { type RowOf, instant, nullable, number, text, texts } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { type Queries, implement } from "../kit/store.js"
import { table } from "../kit/table.js"
import { Versions, bump } from "../Versions.js"

const topic = "grants"
const day = 86_400_000
/** How long the grant of a code that nobody used stays. */
const unusedFor = 600_000

const grants = table("oauth_grants", {
  id: number,
  clientId: text,
  clientName: text,
  clientHost: text,
  scopes: texts,
  lens: nullable(text),
  createdAt: instant,
  lastUsedAt: nullable(instant),
  expiresAt: instant
})

const uses = table("oauth_grants", { id: number, lastUsedAt: instant })

const toGrant = ({ scopes, ...row }: RowOf<typeof grants.columns>): Grant => ({
  ...row,
  scopes: grantScopes.filter((scope) => scopes.includes(scope))
})

const at = (time: number) => new Date(time)

const changed = bump(topic)

/**
 * Locks a grant until the transaction ends. Every transaction locks the grant first, then its codes and tokens, then
 * the version: revoking cascades in that order, so no two wait for each other.
 */
const lock = (id: number) => sql`SELECT FROM oauth_grants WHERE id = ${id} FOR UPDATE`

/** Locks the grant of a code or token; false if there is none. */
const lockGrantOf = (owner: Effect.Effect<ReadonlyArray<{ readonly grantId: number }>, SqlError, SqlClient>) =>
  Effect.flatMap(owner, ([row]) =>
    row === undefined ? Effect.succeed(false) : Effect.map(lock(row.grantId), (rows) => rows.length > 0)
  )

const grantIdColumns = { grantId: number }
const lockForCode = (hash: string) =>
  lockGrantOf(sql(grantIdColumns)`SELECT grant_id FROM oauth_codes WHERE hash = ${hash}`)
const lockForToken = (hash: string) =>
  lockGrantOf(sql(grantIdColumns)`SELECT grant_id FROM oauth_tokens WHERE hash = ${hash}`)

/** Ends the grant with its codes and tokens, on every host. */
const end = (id: number) => Effect.zipRight(sql`DELETE FROM oauth_grants WHERE id = ${id}`, changed)

const grantOf = (id: number) =>
  Effect.map(sql(grants.columns)`SELECT ${grants.select("oauth_grants")} FROM oauth_grants WHERE id = ${id}`, ([row]) =>
    toGrant(row!)
  )

const insertPair = (grant: Grant, { access, now, refresh }: TokenPair) => {
  const accessUntil = Math.min(now + accessLifetime, grant.expiresAt)
  return sql`
    INSERT INTO oauth_tokens (hash, grant_id, kind, expires_at)
    VALUES (${access}, ${grant.id}, 'access', ${at(accessUntil)}),
      (${refresh}, ${grant.id}, 'refresh', ${at(grant.expiresAt)})`
}

/** Rows that nothing needs any more, and grants whose code nobody used. Rows that are in use wait for the next time. */
const purge = (now: number) =>
  Effect.all(
    [
      sql`DELETE FROM oauth_grants WHERE id IN (
        SELECT id FROM oauth_grants g WHERE expires_at <= ${at(now)}
          OR (created_at <= ${at(now - unusedFor)}
            AND NOT EXISTS (SELECT FROM oauth_tokens WHERE grant_id = g.id AND kind = 'refresh'))
        ORDER BY id FOR UPDATE SKIP LOCKED)`,
      sql`DELETE FROM oauth_tokens WHERE hash IN (
        SELECT hash FROM oauth_tokens WHERE kind = 'access' AND expires_at <= ${at(now - day)}
        FOR UPDATE SKIP LOCKED)`
    ],
    { discard: true }
  )

const codeColumns = {
  grantId: number,
  clientId: text,
  redirectUri: text,
  challenge: text,
  expiresAt: instant,
  usedAt: nullable(instant)
}

const redeem: Queries<typeof GrantStore.Service>["redeem"] = (hash, use, pair) =>
  inTransaction(
    Effect.gen(function* () {
      if (!(yield* lockForCode(hash))) return "invalid"
      const [code] = yield* sql(codeColumns)`
        SELECT g.id AS grant_id, g.client_id, c.redirect_uri, c.challenge, c.expires_at, c.used_at
        FROM oauth_codes c JOIN oauth_grants g ON g.id = c.grant_id WHERE c.hash = ${hash}`
      if (code === undefined) return "invalid"
      const verdict = judgeCode(code, use, pair.now)
      if (verdict === "reused") yield* end(code.grantId)
      if (verdict !== "issue") return verdict
      yield* sql`UPDATE oauth_codes SET used_at = ${at(pair.now)} WHERE hash = ${hash}`
      const grant = yield* grantOf(code.grantId)
      yield* insertPair(grant, pair)
      return grant
    })
  )

const refreshColumns = { grantId: number, clientId: text, expiresAt: instant, usedAt: nullable(instant) }

const rotate: Queries<typeof GrantStore.Service>["rotate"] = (hash, clientId, pair) =>
  inTransaction(
    Effect.gen(function* () {
      if (!(yield* lockForToken(hash))) return "invalid"
      const [token] = yield* sql(refreshColumns)`
        SELECT g.id AS grant_id, g.client_id, t.expires_at, t.used_at
        FROM oauth_tokens t JOIN oauth_grants g ON g.id = t.grant_id
        WHERE t.hash = ${hash} AND t.kind = 'refresh'`
      if (token === undefined) return "invalid"
      const verdict = judgeRefresh(token, clientId, pair.now)
      if (verdict === "reused") yield* end(token.grantId)
      if (verdict !== "issue") return verdict
      yield* sql`UPDATE oauth_tokens SET used_at = ${at(pair.now)} WHERE hash = ${hash} AND used_at IS NULL`
      const grant = yield* grantOf(token.grantId)
      yield* insertPair(grant, pair)
      return grant
    })
  )

const endToken: Queries<typeof GrantStore.Service>["endToken"] = (hash, clientId) =>
  inTransaction(
    Effect.gen(function* () {
      if (!(yield* lockForToken(hash))) return
      const [token] = yield* sql({ grantId: number, kind: text })`
        SELECT g.id AS grant_id, t.kind FROM oauth_tokens t JOIN oauth_grants g ON g.id = t.grant_id
        WHERE t.hash = ${hash} AND g.client_id = ${clientId}`
      if (token === undefined) return
      if (token.kind === "refresh") return yield* end(token.grantId)
      yield* sql`DELETE FROM oauth_tokens WHERE hash = ${hash}`
      yield* changed
    })
  )

const isUsed = sql`EXISTS (SELECT FROM oauth_tokens WHERE grant_id = oauth_grants.id)`

export const layer = Layer.effect(
  GrantStore,
  Effect.gen(function* () {
    const versions = yield* Versions
    return yield* implement(GrantStore, {
      create: (grant, code) =>
        inTransaction(
          Effect.gen(function* () {
            yield* purge(grant.createdAt)
            const [row] = yield* sql({ id: number })`
              INSERT INTO oauth_grants (client_id, client_name, client_host, scopes, lens, created_at, expires_at)
              VALUES (${grant.clientId}, ${grant.clientName}, ${grant.clientHost}, ${grant.scopes}::text[],
                ${grant.lens}, ${at(grant.createdAt)}, ${at(grant.expiresAt)})
              RETURNING id`
            yield* sql`
              INSERT INTO oauth_codes (hash, grant_id, redirect_uri, challenge, expires_at)
              VALUES (${code.hash}, ${row!.id}, ${code.redirectUri}, ${code.challenge}, ${at(code.expiresAt)})`
          })
        ),
      redeem,
      rotate,
      endToken,
      byAccessToken: (hash, now) =>
        Effect.gen(function* () {
          const [token] = yield* sql({ grantId: number, until: instant })`
            SELECT grant_id, expires_at AS until FROM oauth_tokens
            WHERE hash = ${hash} AND kind = 'access' AND expires_at > ${at(now)}`
          if (token === undefined) return null
          const [row] = yield* sql(grants.columns)`
            SELECT ${grants.select("oauth_grants")} FROM oauth_grants WHERE id = ${token.grantId}`
          return row === undefined ? null : { grant: toGrant(row), expiresAt: token.until }
        }),
      all: (now) =>
        Effect.map(
          sql(grants.columns)`
            SELECT ${grants.select("oauth_grants")} FROM oauth_grants WHERE expires_at > ${at(now)} AND ${isUsed}
            ORDER BY id`,
          (rows) => rows.map(toGrant)
        ),
      revoke: (id) =>
        inTransaction(
          Effect.gen(function* () {
            const rows = yield* sql`DELETE FROM oauth_grants WHERE id = ${id} RETURNING id`
            if (rows.length > 0) yield* changed
            return rows.length > 0
          })
        ),
      approve: ({ code, expiresAt, lens }) =>
        Effect.asVoid(sql`
          INSERT INTO oauth_approvals (code, lens, expires_at) VALUES (${code}, ${lens}, ${at(expiresAt)})
          ON CONFLICT (code) DO UPDATE SET lens = excluded.lens, expires_at = excluded.expires_at`),
      takeApproval: (code, now) =>
        inTransaction(
          Effect.gen(function* () {
            yield* sql`DELETE FROM oauth_approvals WHERE expires_at <= ${at(now)}`
            const [approval] = yield* sql({
              lens: nullable(text)
            })`DELETE FROM oauth_approvals WHERE code = ${code} RETURNING lens`
            return approval ?? null
          })
        ),
      recordUses: (newUses) =>
        inTransaction(
          Effect.gen(function* () {
            const ids = newUses.map(({ id }) => id)
            yield* sql`SELECT FROM oauth_grants WHERE id = ANY(${ids}::integer[]) ORDER BY id FOR UPDATE`
            yield* sql`
              UPDATE oauth_grants SET last_used_at = used.last_used_at
              FROM ${uses.valuesOf(
                newUses.map(({ at: lastUsedAt, id }) => ({ id, lastUsedAt })),
                "used"
              )}
              WHERE oauth_grants.id = used.id`
          })
        ),
      version: Effect.sync(() => versions.latest(topic))
    })
  })
)
