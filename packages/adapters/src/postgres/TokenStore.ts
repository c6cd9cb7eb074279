import { type StoredToken, TokenStore, UnreadableToken } from "@daybook/core/tokens"
import { Effect, Layer, Option, Schema } from "effect"
import { Secret } from "../Secret.js"
import { seal, unseal } from "../SecretBox.js"
import { holder, isDead } from "./claim.js"
import { boolean, number, text } from "./kit/columns.js"
import { sql } from "./kit/sql.js"
import { implement } from "./kit/store.js"
import * as Presence from "./Presence.js"
import { topic as settingsTopic } from "./setup/SettingStore.js"
import { bump } from "./Versions.js"

/** The plain text inside a sealed token. */
const SealedToken = Schema.parseJson(
  Schema.Struct({
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
  })
)
const encode = Schema.encodeSync(SealedToken)
const decode = Schema.decodeOption(SealedToken)

/**
 * A renewal that has not ended by then belongs to a dead host, unless that host is still connected: then it is only
 * busy.
 */
const leaseTime = "120 seconds"

export const layer = Layer.effect(
  TokenStore,
  Effect.gen(function* () {
    const presence = yield* Presence.Presence
    const key = (yield* Secret).keyFor("provider tokens")

    const open = (id: string, { sealed, version }: { readonly sealed: string; readonly version: number }) =>
      Option.match(
        Option.flatMap(unseal(key, id, sealed), (text) => decode(text)),
        {
          onNone: () => Effect.fail(new UnreadableToken({ id })),
          onSome: (token): Effect.Effect<StoredToken> => Effect.succeed({ ...token, version })
        }
      )
    const take = (id: string) =>
      Effect.map(
        sql({ lease: number })`
        INSERT INTO provider_token_leases AS held (id, holder, until)
        VALUES (${id}, ${holder}, now() + ${leaseTime}::interval)
        ON CONFLICT (id) DO UPDATE SET lease = DEFAULT, holder = EXCLUDED.holder, until = EXCLUDED.until
        WHERE held.until < now() AND NOT ${Presence.isHeld("lease", sql`held.lease`)}
        RETURNING lease`,
        ([row]) => Option.map(Option.fromNullable(row), ({ lease }) => lease)
      )
    return yield* implement(TokenStore, {
      get: (id) =>
        Effect.flatMap(
          sql({ sealed: text, version: number })`SELECT sealed, version FROM provider_tokens WHERE id = ${id}`,
          ([row]) => (row === undefined ? Effect.succeedNone : Effect.asSome(open(id, row)))
        ),
      put: (id, token, over) =>
        Effect.tap(
          Effect.map(
            sql`
          INSERT INTO provider_tokens AS stored (id, sealed)
          SELECT ${id}, ${seal(key, id, encode(token))}
          WHERE ${Option.getOrElse(over, () => 0)}::int = 0 OR EXISTS (SELECT FROM provider_tokens WHERE id = ${id})
          ON CONFLICT (id) DO UPDATE SET version = DEFAULT, sealed = EXCLUDED.sealed, updated_at = now()
          WHERE ${Option.isNone(over)}::boolean OR stored.version = ${Option.getOrElse(over, () => 0)}::int
          RETURNING id`,
            (rows) => rows.length > 0
          ),
          // A new login may complete the settings of a source. A renewal changes nothing.
          () => (Option.isNone(over) ? bump(settingsTopic) : Effect.void)
        ),
      remove: (id) =>
        Effect.tap(
          Effect.map(sql`DELETE FROM provider_tokens WHERE id = ${id} RETURNING id`, (rows) => rows.length > 0),
          () => bump(settingsTopic)
        ),
      ids: Effect.map(sql({ id: text })`SELECT id FROM provider_tokens ORDER BY id`, (rows) =>
        rows.map(({ id }) => id)
      ),
      lease: (id) =>
        Effect.tap(
          Effect.gen(function* () {
            const lease = yield* take(id)
            if (Option.isSome(lease)) return lease
            const [other] = yield* sql({ lease: number, holder: text, held: boolean })`
              SELECT lease, holder, ${Presence.isHeld("lease", sql`lease`)} AS held
              FROM provider_token_leases WHERE id = ${id}`
            if (other !== undefined && (other.held || !isDead(other.holder))) return lease
            if (other !== undefined) yield* sql`DELETE FROM provider_token_leases WHERE lease = ${other.lease}`
            return yield* take(id)
          }),
          Option.match({ onNone: () => Effect.void, onSome: (lease: number) => presence.hold("lease", lease) })
        ),
      release: (lease) =>
        Effect.ensuring(
          Effect.asVoid(sql`DELETE FROM provider_token_leases WHERE lease = ${lease}`),
          presence.release("lease", lease)
        )
    })
  })
).pipe(Layer.provide(Presence.layer))
