import { type ApiKey, highestRateLimit } from "@daybook/core/keys"
import { Timestamp, iso } from "@daybook/core/shared"
import { Option, Schema } from "effect"

const Scope = Schema.Literal("read", "admin")
const OptionalTimestamp = Schema.NullOr(Timestamp)

/** A key as it is asked for (contract §12). */
export const NewKey = Schema.Struct({
  name: Schema.String.annotations({ description: "What the key is for, 1 to 100 characters" }),
  scope: Schema.optional(Scope.annotations({ description: "read opens every GET, admin everything; read by default", default: "read" })),
  expires_at: Schema.optional(Schema.NullOr(Schema.String.annotations({ description: "ISO 8601; never by default" }))),
  rate_limit: Schema.optional(Schema.NullOr(Schema.Number.pipe(Schema.int(), Schema.between(1, highestRateLimit)).annotations({
    description: "Requests in 60 seconds, where the key is to have a limit of its own",
    message: () => ({ message: `must be a whole number from 1 to ${highestRateLimit}`, override: true })
  })))
}).annotations({ identifier: "NewKey" })

/** A key at its making: the only time that its text is told. */
export const IssuedKey = Schema.Struct({
  id: Schema.Number,
  key: Schema.String,
  name: Schema.String,
  scope: Scope,
  key_prefix: Schema.String,
  key_hint: Schema.String,
  created_at: Timestamp,
  message: Schema.String
}).annotations({ identifier: "IssuedKey" })

export const KeyView = Schema.Struct({
  id: Schema.Number,
  name: Schema.String,
  scope: Scope,
  key_prefix: Schema.String,
  key_hint: Schema.String,
  rate_limit_rpm: Schema.NullOr(Schema.Number),
  last_used_at: OptionalTimestamp,
  request_count: Schema.NullOr(Schema.Number),
  expires_at: OptionalTimestamp,
  is_active: Schema.Boolean,
  created_at: Timestamp
}).annotations({ identifier: "Key" })

const isoOrNull = (instant: Option.Option<number>) => Option.getOrNull(Option.map(instant, iso))

export const issuedKey = ({ key, token }: { readonly key: ApiKey; readonly token: string }): typeof IssuedKey.Type => ({
  id: key.id,
  key: token,
  name: key.name,
  scope: key.scope,
  key_prefix: key.prefix,
  key_hint: key.hint,
  created_at: iso(key.createdAt),
  message: "Keep this key now: it is not shown again"
})

export const keyView = (key: ApiKey, now: number): typeof KeyView.Type => ({
  id: key.id,
  name: key.name,
  scope: key.scope,
  key_prefix: key.prefix,
  key_hint: key.hint,
  rate_limit_rpm: Option.getOrNull(key.rateLimit),
  last_used_at: isoOrNull(key.lastUsedAt),
  request_count: key.requestCount,
  expires_at: isoOrNull(key.expiresAt),
  is_active: Option.isNone(key.revokedAt) && !Option.exists(key.expiresAt, (at) => at <= now),
  created_at: iso(key.createdAt)
})
