import { type IssuedScrobbler, type Scrobbler, Scrobblers } from "@daybook/core/listening"
import { Timestamp, createdAtField, field, idField, iso, isoOrNull } from "@daybook/core/shared"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { Authentication } from "../kit/authentication.js"
import { body } from "../kit/body.js"
import { created, dataOf, del, get, post } from "../kit/endpoints.js"
import { Forbidden, NotFound, TooLarge } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"
import { byId } from "../kit/params.js"

const scrobblerName = field(Schema.String, "Name of the client, 1 to 100 characters", "living room")

/** The request for a new scrobbler. */
const NewScrobbler = Schema.Struct({ name: scrobblerName }).annotations({ identifier: "NewScrobbler" })

/** A new scrobbler: the only response that contains its token. */
const IssuedScrobblerView = Schema.Struct({
  id: idField,
  name: scrobblerName,
  token: field(
    Schema.String,
    "The token; shown only in this answer. It is the ListenBrainz token and the AudioScrobbler password",
    "3f0c1d9a-6b1e-4a57-8d39-0c7f5e2ab914"
  ),
  api_key: field(
    Schema.String,
    "API key for clients of AudioScrobbler 2.0 that need one; clients with a key of their own keep it",
    "5d1c8f0e2b7a49638c1de0f4a6b27c95"
  ),
  shared_secret: field(Schema.String, "Shared secret of the API key", "a94b1f6c03de4785b2c6d90e7f15a83c"),
  created_at: createdAtField,
  message: field(Schema.String, "One-line description of the result", "Done")
}).annotations({ identifier: "IssuedScrobbler" })

const ScrobblerView = Schema.Struct({
  id: idField,
  name: scrobblerName,
  token_hint: field(Schema.String, "Last four characters of the token", "b914"),
  client: field(Schema.NullOr(Schema.String), "What the program last called itself", "navidrome 0.55.0"),
  listen_count: field(Schema.Number, "Number of listens that it added", 1204),
  created_at: createdAtField,
  last_used_at: field(Schema.NullOr(Timestamp), "Time of the last use", "2026-03-14T20:15:00.000Z"),
  last_submitted_at: field(Schema.NullOr(Timestamp), "Time when it last submitted listens", "2026-03-14T20:15:00.000Z"),
  is_active: field(Schema.Boolean, "Whether the token is valid: not revoked")
}).annotations({ identifier: "Scrobbler" })

const RevokedScrobblerView = Schema.Struct({
  message: field(Schema.String, "One-line description of the result", "Done"),
  id: idField
}).annotations({ identifier: "RevokedScrobbler" })

const issuedView = ({ apiKey, scrobbler, sharedSecret, token }: IssuedScrobbler): typeof IssuedScrobblerView.Type => ({
  id: scrobbler.id,
  name: scrobbler.name,
  token,
  api_key: apiKey,
  shared_secret: sharedSecret,
  created_at: iso(scrobbler.createdAt),
  message: "Store this token now: it is not shown again"
})

const scrobblerView = (scrobbler: Scrobbler): typeof ScrobblerView.Type => ({
  id: scrobbler.id,
  name: scrobbler.name,
  token_hint: scrobbler.hint,
  client: scrobbler.client,
  listen_count: scrobbler.listens,
  created_at: iso(scrobbler.createdAt),
  last_used_at: isoOrNull(scrobbler.lastUsedAt),
  last_submitted_at: isoOrNull(scrobbler.submittedAt),
  is_active: scrobbler.revokedAt === null
})

export class ScrobblersApi extends HttpApiGroup.make("scrobblers")
  .add(
    post("create", "/", "Create a scrobbler")
      .setPayload(body(NewScrobbler))
      .addSuccess(created(IssuedScrobblerView))
      .addError(TooLarge)
      .annotate(
        Description,
        "Creates a token for a client that submits listens to `/apis/listenbrainz/`, `/apis/audioscrobbler/2.0/` or `/apis/audioscrobbler_legacy/`. Only this response contains the token."
      )
  )
  .add(
    get("list", "/", "List scrobblers")
      .addSuccess(dataOf(Schema.Array(ScrobblerView)))
      .annotate(Description, "The clients that may submit listens, including revoked ones, oldest first.")
  )
  .add(
    del("revoke", "/:id", "Revoke a scrobbler")
      .setPath(byId("Id of the scrobbler"))
      .addSuccess(RevokedScrobblerView)
      .addError(NotFound)
      .annotate(Description, "Revokes the token of a client on every host. Its listens stay.")
  )
  .annotate(Description, "Clients that submit listens. Needs an admin key.")
  .prefix("/admin/scrobblers")
  .addError(Forbidden)
  .middleware(Authentication) {}

export const scrobblers = handlersFor(ScrobblersApi)([Scrobblers], (scrobblers) => ({
  create: ({ payload }) => Effect.map(scrobblers.create(payload.name), issuedView),
  list: () => Effect.map(scrobblers.list, (all) => ({ data: all.map(scrobblerView) })),
  revoke: ({ path: { id } }) => Effect.as(scrobblers.revoke(id), { message: "Revoked", id })
}))
