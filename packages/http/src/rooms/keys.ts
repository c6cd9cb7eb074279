import { Keys } from "@daybook/core/keys"
import { BadInput, Calendar, parseRange } from "@daybook/core/shared"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Clock, type Context, Effect, Schema } from "effect"
import { Authentication } from "../middleware/Authentication.js"
import { body } from "../shared/body.js"
import { created } from "../shared/created.js"
import { Forbidden, NotFound, TooLarge } from "../shared/errors.js"
import { id } from "../shared/params.js"
import { room } from "../shared/room.js"
import { IssuedKey, KeyView, NewKey, issuedKey, keyView } from "./keyViews.js"

const Revoked = Schema.Struct({ message: Schema.String, id: Schema.Number })

/** Key management (contract §12). */
export class KeysApi extends HttpApiGroup.make("keys")
  .add(HttpApiEndpoint.post("create", "/").setPayload(body(NewKey)).addSuccess(created(IssuedKey)).addError(TooLarge)
    .annotate(Description, "Makes a key. Its text is in this answer and nowhere else."))
  .add(HttpApiEndpoint.get("list", "/").addSuccess(Schema.Struct({ data: Schema.Array(KeyView) }))
    .annotate(Description, "Every key ever made, without its text."))
  .add(HttpApiEndpoint.del("revoke", "/:id").setPath(Schema.Struct({ id: id("The key's id") })).addSuccess(Revoked).addError(NotFound)
    .annotate(Description, "Revokes a key at once."))
  .annotate(Description, "API keys. Needs an admin key.")
  .prefix("/admin/keys")
  .addError(Forbidden)
  .middleware(Authentication)
{}

export const keys = room(KeysApi)(Effect.map(Effect.all([Keys, Calendar]), ([keys, calendar]) => ({
  create: ({ payload }) =>
    Effect.flatMap(instantOf(calendar, payload.expires_at ?? undefined), (expiresAt) =>
      Effect.map(keys.create({ name: payload.name, scope: payload.scope ?? "read", expiresAt, rateLimit: payload.rate_limit ?? undefined }), issuedKey)),
  list: () => Effect.zipWith(keys.list, Clock.currentTimeMillis, (all, now) => ({ data: all.map((key) => keyView(key, now)) })),
  revoke: ({ path: { id } }) => Effect.as(keys.revoke(id), { message: "Revoked", id })
})))

/** A bare day means its first instant in the home zone, as a time without an offset is meant there. */
const instantOf = (calendar: Context.Tag.Service<typeof Calendar>, text: string | undefined): Effect.Effect<number | undefined, BadInput> =>
  text === undefined
    ? Effect.succeed(undefined)
    : Effect.mapBoth(parseRange(calendar, { from: text }), {
      onFailure: () => new BadInput({ message: "expires_at must be an ISO 8601 day or timestamp" }),
      onSuccess: ({ from }) => from ?? undefined
    })
