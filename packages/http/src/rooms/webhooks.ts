import { Webhooks } from "@daybook/core/webhooks"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import type { HttpServerRequest } from "@effect/platform/HttpServerRequest"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Option, Schema } from "effect"
import { alsoTakes } from "../shared/documented.js"
import { NotFound, Refusal, TooLarge } from "../shared/errors.js"
import { room } from "../shared/room.js"
import { webhookRequest } from "../shared/webhookRequest.js"

const Reply = Schema.Record({ key: Schema.String, value: Schema.Unknown }).annotations({
  identifier: "WebhookReply",
  description: "What the provider wants to read, such as `{\"hub.challenge\": …}` or `{\"status\": \"ok\"}`"
})

const source = Schema.String.annotations({ description: "The source that the webhook is of, such as `strava`" })
const secret = Schema.String.annotations({ description: "What only the provider was told" })
const plain = Schema.Struct({ source })
const withSecret = Schema.Struct({ source, secret })

/** What providers send: the fitness tracker JSON, the media server a form. Other members are passed over. */
const bodies = [
  {
    type: "application/json",
    schema: { type: "object", description: "The provider's event", additionalProperties: true },
    example: { aspect_type: "create", event_time: 1773500400, object_id: 42, object_type: "activity", owner_id: 7, subscription_id: 1 }
  },
  {
    type: "multipart/form-data",
    schema: { type: "object", properties: { payload: { type: "string", description: "The provider's event as JSON" } }, required: ["payload"] },
    example: { payload: "{\"event\":\"media.scrobble\"}" }
  }
] as const

const confirms = "Answers a provider that asks whether this address takes its webhooks. Needs no key."
const receives = "Takes a webhook. Nothing in it is believed: it is verified and kept, and the record is read at the provider afterwards. Needs no key."

/** Where providers send their webhooks (contract §11). */
export class WebhooksApi extends HttpApiGroup.make("webhooks")
  .add(HttpApiEndpoint.get("confirm", "/:source").setPath(plain).addSuccess(Reply).annotate(Description, confirms))
  .add(HttpApiEndpoint.get("confirmSecret", "/:source/:secret").setPath(withSecret).addSuccess(Reply).annotate(Description, confirms))
  .add(HttpApiEndpoint.post("receive", "/:source").setPath(plain).addSuccess(Reply).addError(TooLarge)
    .annotateContext(alsoTakes(...bodies)).annotate(Description, receives))
  .add(HttpApiEndpoint.post("receiveSecret", "/:source/:secret").setPath(withSecret).addSuccess(Reply).addError(TooLarge)
    .annotateContext(alsoTakes(...bodies)).annotate(Description, receives))
  .annotate(Description, "Where providers say that something changed. Needs no key.")
  .prefix("/webhooks")
  .addError(NotFound)
  .addError(Refusal)
{}

export const webhooks = room(WebhooksApi)(Effect.map(Webhooks, (webhooks) => {
  const take = ({ path, request }: { readonly path: { readonly source: string; readonly secret?: string }; readonly request: HttpServerRequest }) =>
    Effect.flatMap(webhookRequest(request, Option.fromNullable(path.secret)), (asked) => webhooks.receive(path.source, asked))
  return { confirm: take, confirmSecret: take, receive: take, receiveSecret: take }
}))
