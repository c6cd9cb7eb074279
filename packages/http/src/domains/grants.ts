import { type Grant, Grants, grantScopes } from "@daybook/core/grants"
import { Timestamp, createdAtField, field, idField, iso } from "@daybook/core/shared"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { Authentication } from "../kit/authentication.js"
import { dataOf, del, get } from "../kit/endpoints.js"
import { Forbidden, NotFound } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"
import { byId } from "../kit/params.js"

const GrantView = Schema.Struct({
  id: idField,
  client_name: field(Schema.String, "Name that the client gives itself", "Example Assistant"),
  client_host: field(
    Schema.String,
    "Host of the client's metadata document; of its redirect address if it registered itself",
    "assistant.example"
  ),
  scopes: field(
    Schema.Array(Schema.Literal(...grantScopes)),
    "What the client may do: `read` reads, `write` also has the tools that write"
  ),
  lens: field(Schema.NullOr(Schema.String), "Lens that limits what the client sees; null for none", null),
  created_at: createdAtField,
  last_used_at: field(Schema.NullOr(Timestamp), "Time of the last use", "2026-03-14T20:15:00.000Z"),
  expires_at: field(Timestamp, "Expiry time; the client then asks again", "2027-01-01T00:00:00.000Z")
}).annotations({ identifier: "Grant" })

const EndedGrant = Schema.Struct({
  message: field(Schema.String, "One-line description of the result", "Done"),
  id: idField
}).annotations({ identifier: "EndedGrant" })

const grantView = (grant: Grant): typeof GrantView.Type => ({
  id: grant.id,
  client_name: grant.clientName,
  client_host: grant.clientHost,
  scopes: grant.scopes,
  lens: grant.lens,
  created_at: iso(grant.createdAt),
  last_used_at: grant.lastUsedAt === null ? null : iso(grant.lastUsedAt),
  expires_at: iso(grant.expiresAt)
})

export class GrantsApi extends HttpApiGroup.make("grants")
  .add(
    get("list", "/", "List grants")
      .addSuccess(dataOf(Schema.Array(GrantView)))
      .annotate(Description, "The hosted assistants that the owner gave access with OAuth, oldest first.")
  )
  .add(
    del("revoke", "/:id", "Revoke a grant")
      .setPath(byId("Id of the grant"))
      .addSuccess(EndedGrant)
      .addError(NotFound)
      .annotate(Description, "Ends the access of an assistant: its tokens end on every host within a second.")
  )
  .annotate(Description, "Access of hosted assistants. Needs an admin key.")
  .prefix("/admin/grants")
  .addError(Forbidden)
  .middleware(Authentication) {}

export const grants = handlersFor(GrantsApi)([Grants], (grants) => ({
  list: () => Effect.map(grants.list, (all) => ({ data: all.map(grantView) })),
  revoke: ({ path: { id } }) => Effect.as(grants.revoke(id), { message: "Revoked", id })
}))
