import { BadInput, NoData } from "@daybook/core/shared"
import { Refused, type WebhookRequest, Webhooks } from "@daybook/core/webhooks"
import { Effect, Layer, Option } from "effect"

/** A source `strava` that echoes requests; its query, text or field `be` makes it fail. */
const receive = (source: string, request: WebhookRequest) => {
  if (source !== "strava") return new NoData({ what: source })
  const be = request.query["be"] ?? request.fields["be"] ?? request.text
  if (be === "bad") return new BadInput({ message: "payload must be JSON" })
  if (be === "refused") return new Refused({ why: "another server" })
  return Effect.succeed({ ...request, secret: Option.getOrNull(request.secret) })
}

/** Webhooks without a queue. */
export const webhooks = Layer.mock(Webhooks, {
  _tag: "@daybook/core/Webhooks",
  admit: (source) => (source === "strava" ? Effect.succeed(1_048_576) : new NoData({ what: source })),
  receive,
  start: Effect.void,
  statuses: Effect.succeed([])
})
