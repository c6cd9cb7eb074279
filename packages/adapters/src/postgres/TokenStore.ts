import { type HeldToken, TokenStore, UnreadableToken } from "@daybook/core/tokens"
import { SqlClient } from "@effect/sql"
import { Effect, Layer, Option, Schema } from "effect"
import { Secret } from "../Secret.js"
import { holder, isDead } from "./holder.js"
import * as Presence from "./Presence.js"
import { seal, unseal } from "./sealed.js"
import { storage } from "./storage.js"

/** The plain text inside of what is sealed. */
const Held = Schema.parseJson(Schema.Struct({
  token: Schema.Struct({
    access: Schema.Redacted(Schema.String),
    refresh: Schema.OptionFromNullOr(Schema.Redacted(Schema.String)),
    secret: Schema.OptionFromNullOr(Schema.Redacted(Schema.String)),
    expiresAt: Schema.OptionFromNullOr(Schema.Number),
    refreshExpiresAt: Schema.OptionFromNullOr(Schema.Number),
    account: Schema.Record({ key: Schema.String, value: Schema.String })
  }),
  obtainedAt: Schema.Number,
  seeds: Schema.Array(Schema.String)
}))
const encode = Schema.encodeSync(Held)
const decode = Schema.decodeOption(Held)

/** A renewal that has not ended by then belongs to a host that is gone, unless that host is still connected: then it is busy. */
const leaseTime = "120 seconds"

export const layer = Layer.effect(TokenStore, Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const presence = yield* Presence.Presence
  const key = (yield* Secret).keyFor("provider tokens")

  const open = (id: string, { sealed, version }: { readonly sealed: string; readonly version: number }) =>
    Option.match(Option.flatMap(unseal(key, id, sealed), (text) => decode(text)), {
      onNone: () => Effect.fail(new UnreadableToken({ id })),
      onSome: (held): Effect.Effect<HeldToken> => Effect.succeed({ ...held, version })
    })
  const take = (id: string) =>
    Effect.map(
      sql<{ lease: number }>`
        INSERT INTO provider_token_leases AS held (id, holder, until) VALUES (${id}, ${holder}, now() + ${leaseTime}::interval)
        ON CONFLICT (id) DO UPDATE SET lease = DEFAULT, holder = EXCLUDED.holder, until = EXCLUDED.until
        WHERE held.until < now() AND NOT ${Presence.isHeld(sql, "lease", sql`held.lease`)}
        RETURNING lease`,
      ([row]) => Option.map(Option.fromNullable(row), ({ lease }) => lease)
    )
  return {
    get: (id) =>
      storage("TokenStore.get")(sql<{ sealed: string; version: number }>`SELECT sealed, version FROM provider_tokens WHERE id = ${id}`).pipe(
        Effect.flatMap(([row]) => row === undefined ? Effect.succeedNone : Effect.asSome(open(id, row)))
      ),
    put: (id, held, over) =>
      storage("TokenStore.put")(Effect.map(
        sql`
          INSERT INTO provider_tokens AS stored (id, sealed)
          SELECT ${id}, ${seal(key, id, encode(held))}
          WHERE ${Option.getOrElse(over, () => 0)}::int = 0 OR EXISTS (SELECT FROM provider_tokens WHERE id = ${id})
          ON CONFLICT (id) DO UPDATE SET version = DEFAULT, sealed = EXCLUDED.sealed, updated_at = now()
          WHERE ${Option.isNone(over)}::boolean OR stored.version = ${Option.getOrElse(over, () => 0)}::int
          RETURNING id`,
        (rows) => rows.length > 0
      )),
    remove: (id) => storage("TokenStore.remove")(Effect.map(sql`DELETE FROM provider_tokens WHERE id = ${id} RETURNING id`, (rows) => rows.length > 0)),
    ids: storage("TokenStore.ids")(Effect.map(sql<{ id: string }>`SELECT id FROM provider_tokens ORDER BY id`, (rows) => rows.map(({ id }) => id))),
    lease: (id) =>
      Effect.tap(storage("TokenStore.lease")(Effect.gen(function*() {
        const taken = yield* take(id)
        if (Option.isSome(taken)) return taken
        const [other] = yield* sql<{ lease: number; holder: string; held: boolean }>`
          SELECT lease, holder, ${Presence.isHeld(sql, "lease", sql`lease`)} AS held FROM provider_token_leases WHERE id = ${id}`
        if (other !== undefined && (other.held || !isDead(other.holder))) return taken
        if (other !== undefined) yield* sql`DELETE FROM provider_token_leases WHERE lease = ${other.lease}`
        return yield* take(id)
      })), Option.match({ onNone: () => Effect.void, onSome: (lease: number) => presence.hold("lease", lease) })),
    release: (lease) =>
      Effect.ensuring(
        storage("TokenStore.release")(Effect.asVoid(sql`DELETE FROM provider_token_leases WHERE lease = ${lease}`)),
        presence.release("lease", lease)
      )
  }
})).pipe(Layer.provide(Presence.layer))
