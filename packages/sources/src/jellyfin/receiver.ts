import { BadInput, type Calendar } from "@daybook/core/shared"
import type { Publisher } from "@daybook/core/publishing"
import { type WatchingRecord, type WatchingRecords, watchingWriter } from "@daybook/core/watching"
import {
  type Receiver,
  receiver as receiverOf,
  Refused,
  type VerifiedRequest,
  type WebhookHead,
  type WebhookRequest
} from "@daybook/core/webhooks"
import { Effect, Either, Option, type Redacted } from "effect"
import { type Fields, fieldsOf, textOf, wordOf } from "../kit/jsonValues.js"
import { type Reading, reread } from "../kit/mediaServer/pull.js"
import { itemId } from "../kit/mediaServer/wire.js"
import { isWebhookSecret } from "../kit/webhookSecret.js"

/**
 * The requests of the Webhook plugin with "Send all properties": a flat object, whose content type is text. It is not
 * signed, and the plugin sends events of all users, so a secret is required and an event only names what to read again:
 *
 *   {"NotificationType":"PlaybackStop","ItemType":"Episode","ItemId":"77c0…","UserId":"9a8b…",
 *    "NotificationUsername":"ada","PlayedToCompletion":true,"UtcTimestamp":"2025-03-14T20:59:03.1234567Z"}
 */
export const receiver = (
  reading: Reading,
  secret: Option.Option<Redacted.Redacted>
): Receiver<WatchingRecords | Publisher | Calendar> => {
  const admit = (head: WebhookHead): Effect.Effect<void, Refused> => {
    if (Option.isNone(secret)) return new Refused({ why: "DAYBOOK_JELLYFIN_WEBHOOK_SECRET is not set" })
    return isWebhookSecret(secret.value, head) ? Effect.void : new Refused({ why: "the secret is missing or wrong" })
  }
  const verify = (request: WebhookRequest): Effect.Effect<VerifiedRequest, BadInput | Refused> =>
    Effect.gen(function* () {
      yield* admit(request)
      const payload = yield* payloadOf(request)
      return {
        reply: { success: true, message: "received" },
        events: isOf(payload, reading.user) ? eventsOf(payload) : []
      }
    })
  return receiverOf<WatchingRecord, WatchingRecords | Publisher | Calendar>({
    source: "jellyfin",
    writer: watchingWriter,
    admit,
    verify,
    handle: ({ payload }) => reread(reading, payload)
  })
}

const payloadOf = ({ text }: WebhookRequest): Effect.Effect<Fields, BadInput> =>
  Either.try((): unknown => JSON.parse(text)).pipe(
    Either.flatMap((value) => Either.fromNullable(fieldsOf(value), () => undefined)),
    Either.mapLeft(() => new BadInput({ message: "the body must be a JSON object: turn on Send All Properties" }))
  )

/** Events that do not say whose they are count: reading again decides. */
const isOf = (payload: Fields, user: string): boolean => {
  const userName = user.trim().toLowerCase()
  const name = textOf(payload["NotificationUsername"])?.trim().toLowerCase() ?? ""
  const id = itemId(payload["UserId"])
  return (name === "" && id === null) || name === userName || id === userName.replaceAll("-", "")
}

/** Templates write values as texts. */
const isTrue = (value: unknown): boolean => value === true || /^true$/i.test(textOf(value) ?? "")

const eventsOf = (payload: Fields): VerifiedRequest["events"] => {
  const type = textOf(payload["NotificationType"])
  const item = itemId(payload["ItemId"])
  const isVideo = ["Movie", "Episode"].includes(textOf(payload["ItemType"]) ?? "")
  const isWatched =
    (type === "PlaybackStop" && isTrue(payload["PlayedToCompletion"])) ||
    (type === "UserDataSaved" && isTrue(payload["Played"]))
  if (item === null || !isVideo || !isWatched) return []
  const at = wordOf(payload["UtcTimestamp"]) ?? wordOf(payload["Timestamp"]) ?? wordOf(payload["LastPlayedDate"]) ?? ""
  return [{ key: `${type}:${item}:${at}`.slice(0, 200), payload: item }]
}
