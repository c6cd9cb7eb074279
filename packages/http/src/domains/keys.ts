import { type ApiKey, Keys, highestRateLimit } from "@daybook/core/keys"
import { Lenses } from "@daybook/core/lenses"
import {
  BadInput,
  Calendar,
  Timestamp,
  iso,
  parseRange,
  field,
  idField,
  nameField,
  createdAtField,
  withExample
} from "@daybook/core/shared"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Clock, type Context, Effect, Option, Schema } from "effect"
import { created, dataOf, del, get, post } from "../kit/endpoints.js"
import { Authentication } from "../kit/authentication.js"
import { body } from "../kit/body.js"
import { Forbidden, NotFound, TooLarge } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"
import { byId } from "../kit/params.js"

const Scope = Schema.Literal("read", "admin", "publish")
const OptionalTimestamp = Schema.NullOr(Timestamp)

/** The request for a new key. */
const NewKey = Schema.Struct({
  name: field(Schema.String, "Purpose of the key, 1 to 100 characters", "my site"),
  scope: Schema.optional(
    Scope.annotations({
      description:
        "read allows every GET, admin allows everything, publish what a lens shows from pages of its origins; read by default",
      default: "read"
    })
  ),
  expires_at: field(
    Schema.optional(
      Schema.NullOr(Schema.String.annotations({ description: "Expiry time, ISO 8601; never by default" }))
    ),
    "Expiry time; null if the key does not expire",
    "2027-01-01T00:00:00.000Z"
  ),
  rate_limit: field(
    Schema.optional(
      Schema.NullOr(
        Schema.Number.pipe(Schema.int(), Schema.between(1, highestRateLimit)).annotations({
          description: "Own limit of the key in requests per 60 seconds",
          message: () => ({ message: `must be a whole number from 1 to ${highestRateLimit}`, override: true })
        })
      )
    ),
    "Own limit in requests per 60 seconds; null for the host's default. Of a publishable key: of each address",
    100
  ),
  lens: field(Schema.optional(Schema.NullOr(Schema.String)), "Lens that says what the key sees; null for none", "site"),
  origins: withExample(
    Schema.optional(
      Schema.Array(Schema.String).annotations({ description: "Sites that may use a publishable key, at most 20" })
    ),
    ["https://me.example"]
  ),
  no_origin: field(
    Schema.optional(Schema.Boolean),
    "Whether programs that send no `Origin` may use a publishable key, such as the build of a site; false by default",
    false
  )
}).annotations({ identifier: "NewKey" })

/** A new key: the only response that contains the key itself. */
const IssuedKey = Schema.Struct({
  id: idField,
  key: field(Schema.String, "The key; shown only in this answer", "svc_live_EXAMPLEexampleEXAMPLEexample0123456"),
  name: nameField,
  scope: field(Scope, "Scope: `read` allows every GET, `admin` allows everything, `publish` what its lens shows"),
  key_prefix: field(Schema.String, "First characters of the key", "svc_live_E"),
  key_hint: field(Schema.String, "Last four characters of the key", "3456"),
  lens: field(Schema.NullOr(Schema.String), "Lens that says what the key sees; null for none", null),
  created_at: createdAtField,
  message: field(Schema.String, "One-line description of the result", "Done")
}).annotations({ identifier: "IssuedKey" })

const KeyView = Schema.Struct({
  id: idField,
  name: field(Schema.String, "Name of the key", "my site"),
  scope: field(Scope, "Scope: `read` allows every GET, `admin` allows everything, `publish` what its lens shows"),
  key_prefix: field(Schema.String, "First characters of the key", "svc_live_E"),
  key_hint: field(Schema.String, "Last four characters of the key", "3456"),
  lens: field(Schema.NullOr(Schema.String), "Lens that says what the key sees; null for none", null),
  origins: field(Schema.Array(Schema.String), "Sites that may use a publishable key", []),
  no_origin: field(Schema.Boolean, "Whether programs that send no `Origin` may use a publishable key", false),
  rate_limit_rpm: field(
    Schema.NullOr(Schema.Number),
    "Own limit in requests per 60 seconds; null for the host's default",
    100
  ),
  last_used_at: field(OptionalTimestamp, "Time of the last use", "2026-03-14T20:15:00.000Z"),
  request_count: field(Schema.NullOr(Schema.Number), "Number of requests made with the key", 1204),
  expires_at: field(OptionalTimestamp, "Expiry time; null if the key does not expire", "2027-01-01T00:00:00.000Z"),
  exposed_to: field(
    Schema.NullOr(Schema.String),
    "Site whose page used the key, which shows everything, since the host started; null if none",
    null
  ),
  is_active: field(Schema.Boolean, "Whether the key is valid: neither revoked nor expired"),
  created_at: createdAtField
}).annotations({ identifier: "Key" })

const isoOrNull = (instant: Option.Option<number>) => Option.getOrNull(Option.map(instant, iso))

const issuedKey = ({ key, token }: { readonly key: ApiKey; readonly token: string }): typeof IssuedKey.Type => ({
  id: key.id,
  key: token,
  name: key.name,
  scope: key.scope,
  key_prefix: key.prefix,
  key_hint: key.hint,
  lens: key.lens ?? null,
  created_at: iso(key.createdAt),
  message: "Store this key now: it is not shown again"
})

const keyView = (key: ApiKey, exposedTo: string | null, now: number): typeof KeyView.Type => ({
  id: key.id,
  name: key.name,
  scope: key.scope,
  key_prefix: key.prefix,
  key_hint: key.hint,
  lens: key.lens ?? null,
  origins: key.origins ?? [],
  no_origin: key.noOrigin ?? false,
  rate_limit_rpm: Option.getOrNull(key.rateLimit),
  last_used_at: isoOrNull(key.lastUsedAt),
  request_count: key.requestCount,
  expires_at: isoOrNull(key.expiresAt),
  exposed_to: exposedTo,
  is_active: Option.isNone(key.revokedAt) && !Option.exists(key.expiresAt, (at) => at <= now),
  created_at: iso(key.createdAt)
})

const Revoked = Schema.Struct({
  message: field(Schema.String, "One-line description of the result", "Done"),
  id: idField
})

export class KeysApi extends HttpApiGroup.make("keys")
  .add(
    post("create", "/", "Create a key")
      .setPayload(body(NewKey))
      .addSuccess(created(IssuedKey))
      .addError(TooLarge)
      .annotate(Description, "Creates a key. Only this response contains the key itself.")
  )
  .add(
    get("list", "/", "List keys")
      .addSuccess(dataOf(Schema.Array(KeyView)))
      .annotate(Description, "All keys, including revoked ones, without the keys themselves.")
  )
  .add(
    del("revoke", "/:id", "Revoke a key")
      .setPath(byId("Id of the key"))
      .addSuccess(Revoked)
      .addError(NotFound)
      .annotate(Description, "Revokes a key immediately.")
  )
  .annotate(Description, "API keys. Needs an admin key.")
  .prefix("/admin/keys")
  .addError(Forbidden)
  .middleware(Authentication) {}

export const keys = handlersFor(KeysApi)([Keys, Lenses, Calendar], (keys, lenses, calendar) => ({
  create: ({ payload }) =>
    Effect.gen(function* () {
      const { lens = null, name, no_origin = false, origins = [], scope = "read" } = payload
      const expiresAt = yield* instantOf(calendar, payload.expires_at ?? undefined)
      const rateLimit = payload.rate_limit ?? undefined
      yield* lenses.requireFor(scope, lens)
      return issuedKey(yield* keys.create({ name, scope, expiresAt, rateLimit, lens, origins, noOrigin: no_origin }))
    }),
  list: () =>
    Effect.zipWith(keys.list, Clock.currentTimeMillis, (all, now) => ({
      data: all.map((key) => keyView(key, keys.exposedTo(key), now))
    })),
  revoke: ({ path: { id } }) => Effect.as(keys.revoke(id), { message: "Revoked", id })
}))

/** A date means its start in the home time zone; a time without an offset is in the home time zone. */
const instantOf = (
  calendar: Context.Tag.Service<typeof Calendar>,
  text: string | undefined
): Effect.Effect<number | undefined, BadInput> =>
  text === undefined
    ? Effect.succeed(undefined)
    : Effect.mapBoth(parseRange(calendar, { from: text }), {
        onFailure: () => new BadInput({ message: "expires_at must be an ISO 8601 day or timestamp" }),
        onSuccess: ({ from }) => from ?? undefined
      })
