import type { Publisher } from "@daybook/core/publishing"
import { BadInput } from "@daybook/core/shared"
import { type WatchingRecords, watchingWriter } from "@daybook/core/watching"
import {
  type Receiver,
  receiver as receiverOf,
  Refused,
  type VerifiedRequest,
  type WebhookHead,
  type WebhookRequest
} from "@daybook/core/webhooks"
import { Duration, Effect, Either, Option, Stream } from "effect"
import { isWebhookSecret } from "../kit/webhookSecret.js"
import type { Plex } from "./client.js"
import { accountOf, reread } from "./history.js"
import { itemLookup } from "./library.js"
import type { Settings } from "./login.js"
import { type Raw, isRaw, textOf } from "./wire.js"

/** Events about a viewing or a rating. */
const relevantEvents = ["media.scrobble", "media.rate"]
/** The form has a picture as well. */
const maxFormBytes = 1_048_576
/** Webhook senders time out quickly, so this request must be short. */
const identityTimeout = Duration.millis(800)

/**
 * The media server's webhooks: a form whose field `payload` is JSON. They are unsigned and include other people's
 * plays. An event therefore only names the film or episode to read again, from the history of the configured account.
 */
export const receiver = (plex: Plex, { account, webhookSecret }: Settings): Receiver<WatchingRecords | Publisher> => {
  let machine: string | null = null
  const identity = Effect.suspend(() =>
    machine !== null
      ? Effect.succeed(machine)
      : Effect.map(plex.get("/identity"), ({ container }) => (machine = textOf(container["machineIdentifier"])))
  ).pipe(
    Effect.timeout(identityTimeout),
    Effect.orElseSucceed(() => null)
  )

  const admit = (head: WebhookHead): Effect.Effect<void, Refused> =>
    Option.isSome(webhookSecret) && !isWebhookSecret(webhookSecret.value, head)
      ? new Refused({ why: "the secret is missing or wrong" })
      : Effect.void

  const verify = (request: WebhookRequest): Effect.Effect<VerifiedRequest, BadInput | Refused> =>
    Effect.gen(function* () {
      yield* admit(request)
      const payload = yield* payloadOf(request)
      const server = isRaw(payload["Server"]) ? textOf(payload["Server"]["uuid"]) : null
      if (Option.isNone(webhookSecret) && server === null)
        return yield* new Refused({ why: "it does not say which server sent it" })
      const own = yield* identity
      if (own !== null && server !== null && server !== own)
        return yield* new Refused({ why: "another server sent it" })
      return {
        reply: { success: true, message: "received" },
        events: isMine(payload, account) ? eventsOf(payload) : []
      }
    })

  return receiverOf({
    source: "plex",
    writer: watchingWriter,
    maxBytes: maxFormBytes,
    admit,
    verify,
    handle: ({ payload }) =>
      Stream.unwrap(
        Effect.map(accountOf(plex, account), (id) =>
          reread(plex, id, payload, { watched: [], ...itemLookup(plex, new Map()) })
        )
      )
  })
}

const payloadOf = ({ fields, text }: WebhookRequest): Effect.Effect<Raw, BadInput> =>
  Either.try((): unknown => JSON.parse(fields["payload"] ?? text)).pipe(
    Either.filterOrLeft(isRaw, () => undefined),
    Either.mapLeft(() => new BadInput({ message: "payload must be JSON" }))
  )

/** Without a configured account, every event counts: the history contains only the owner's plays. */
const isMine = (payload: Raw, account: Settings["account"]): boolean => {
  const sender = isRaw(payload["Account"]) ? payload["Account"] : {}
  return Option.match(account, {
    onNone: () => true,
    onSome: (name) => textOf(sender["title"])?.toLowerCase() === name.toLowerCase() || textOf(sender["id"]) === name
  })
}

const eventsOf = (payload: Raw): VerifiedRequest["events"] => {
  const event = textOf(payload["event"])
  const item = payload["Metadata"]
  if (event === null || !relevantEvents.includes(event) || !isRaw(item)) return []
  const ratingKey = textOf(item["ratingKey"])
  if (ratingKey === null || !/^\d{1,12}$/.test(ratingKey) || (item["type"] !== "movie" && item["type"] !== "episode"))
    return []
  const at = textOf(item["lastViewedAt"]) ?? textOf(item["viewCount"]) ?? ""
  const rated = event === "media.rate" ? (textOf(item["userRating"]) ?? textOf(payload["rating"]) ?? "") : ""
  return [{ key: `${event}:${ratingKey}:${at}:${rated}`.slice(0, 200), payload: ratingKey }]
}
