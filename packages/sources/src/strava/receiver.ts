import { BadInput } from "@daybook/core/shared"
import { type Page, SourceFailure } from "@daybook/core/sync"
import {
  receiver as receiverOf,
  Refused,
  type VerifiedRequest,
  type WebhookHead,
  type WebhookRequest
} from "@daybook/core/webhooks"
import { Clock, Duration, Effect, Either, Option, Ref, Schema, Stream } from "effect"
import { isSecret } from "../kit/webhookSecret.js"
import type { RunRecord } from "../kit/runs/runPages.js"
import { runsWriter } from "../kit/runs/writer.js"
import { activityRowOf, findActivity, isOtherActivity } from "./activities.js"
import * as Strava from "./client.js"
import type { StravaServices } from "./enrichment.js"
import type { Settings } from "./login.js"
import { WebhookEvent } from "./wire.js"

/** Strava may announce an activity before it can be read. */
const arrival = Duration.toMillis("10 minutes")

/** Events have some hundred bytes. */
const maxEventBytes = 4_096

const EventText = Schema.parseJson(WebhookEvent)
const decode = Schema.decodeUnknownEither(EventText)
const encode = Schema.encodeSync(EventText)

/** Ids of the application and the athlete; null until requested. */
interface AccountIds {
  readonly owner: number | null
  readonly subscriptions: ReadonlyArray<string> | null
}

/** Strava's webhooks: the subscription handshake, and events that name an activity to read again. */
export const receiver = Effect.fnUntraced(function* (configuration: Settings) {
  const strava = yield* Strava.make(configuration)
  const accountIds = yield* Ref.make<AccountIds>({
    owner: null,
    subscriptions: Option.getOrNull(Option.map(configuration.subscription, (id) => [id]))
  })
  return receiverOf<RunRecord, StravaServices>({
    source: "strava",
    writer: runsWriter,
    maxBytes: maxEventBytes,
    admit: (head) => admit(configuration, head),
    verify: (request) => verify(configuration, accountIds, request),
    concerns: ({ payload }) => concerns(strava, accountIds, payload),
    handle: ({ payload }) => Stream.fromEffect(handle(strava, payload))
  })
})

const admit = ({ verifyToken }: Settings, { secret }: WebhookHead): Effect.Effect<void, Refused> =>
  Option.isNone(secret) || (Option.isSome(verifyToken) && isSecret(secret.value, verifyToken.value))
    ? Effect.void
    : new Refused({ why: "the path holds another secret" })

const verify = (
  configuration: Settings,
  accountIds: Ref.Ref<AccountIds>,
  request: WebhookRequest
): Effect.Effect<VerifiedRequest, BadInput | Refused> =>
  Effect.gen(function* () {
    yield* admit(configuration, request)
    if (request.method === "GET") return yield* handshake(configuration, request)
    const event = Either.getOrNull(decode(request.text))
    if (event === null) return yield* new BadInput({ message: "the body must be an event of Strava's webhooks" })
    const reply = { status: "ok" }
    const isOurs =
      mayBeOurs(yield* Ref.get(accountIds), event) &&
      (event.object_type === "activity" || event.object_type === "athlete")
    // Forged ids must not replace genuine events, so every id is part of the key.
    const { aspect_type, event_time, object_id, object_type, owner_id, subscription_id } = event
    const key = [object_type, object_id, aspect_type, event_time, owner_id, subscription_id].join(":")
    return { reply, events: isOurs ? [{ key, payload: encode(event) }] : [] }
  })

const handshake = ({ verifyToken }: Settings, { query }: WebhookRequest): Effect.Effect<VerifiedRequest, BadInput> => {
  const challenge = query["hub.challenge"]
  if (query["hub.mode"] !== "subscribe" || challenge === undefined)
    return new BadInput({ message: "hub.mode must be subscribe, with a hub.challenge" })
  return Option.isSome(verifyToken) && isSecret(query["hub.verify_token"], verifyToken.value)
    ? Effect.succeed({ reply: { "hub.challenge": challenge }, events: [] })
    : new BadInput({ message: "hub.verify_token is wrong" })
}

/** False only when the event certainly belongs to another account. */
const mayBeOurs = ({ owner, subscriptions }: AccountIds, event: WebhookEvent) =>
  (owner === null || owner === event.owner_id) &&
  (subscriptions === null || subscriptions.includes(String(event.subscription_id)))

const nothing: Page<RunRecord> = {
  records: [],
  deleted: [],
  covers: Option.none(),
  cursor: Option.none(),
  total: Option.none()
}

const concerns = Effect.fn("strava.concerns")(function* (
  strava: Strava.Strava,
  accountIds: Ref.Ref<AccountIds>,
  payload: string
) {
  const event = Either.getOrNull(decode(payload))
  if (event === null) return false
  if (event.object_type === "activity") return yield* isOurs(strava, accountIds, event)
  yield* checkLogin(strava, accountIds, event)
  return false
})

const handle = Effect.fn("strava.handle")(function* (strava: Strava.Strava, payload: string) {
  const event = Either.getOrNull(decode(payload))
  if (event === null) return nothing
  const activity = yield* findActivity(strava, event.object_id, "now")
  if (isOtherActivity(activity)) {
    const records = activity.other === null ? [] : [yield* activityRowOf(activity.other)]
    // As a run it is deleted: it may have been one before.
    return { ...nothing, records, deleted: [String(event.object_id)] }
  }
  if (activity !== "absent") return { ...nothing, records: [activity.report, ...activity.shoes] }
  const age = (yield* Clock.currentTimeMillis) - event.event_time * 1000
  if (event.aspect_type === "create" && age < arrival) return yield* notYet
  return { ...nothing, deleted: [String(event.object_id)] }
})

const notYet = new SourceFailure({
  source: "strava",
  state: "unavailable",
  message: "Strava does not show the new activity yet",
  next: "it is requested again in a minute"
})

/** Compares the event with the ids that Strava reports. Without subscriptions the athlete's id decides. */
const isOurs = Effect.fn("strava.isOurs")(function* (
  strava: Strava.Strava,
  accountIds: Ref.Ref<AccountIds>,
  event: WebhookEvent
) {
  const before = yield* Ref.get(accountIds)
  const subscriptions =
    before.subscriptions ??
    (yield* strava.subscriptions.pipe(
      Effect.catchIf(
        ({ state }) => state === "unauthorized",
        () => Effect.succeed([])
      ),
      Effect.catchIf(
        ({ state }) => state === "not_found",
        () => Effect.succeed(null)
      )
    ))
  const owner = yield* strava.athlete
  // A subscription created after the first event must be found, so an empty list is not cached.
  const now = { owner, subscriptions: subscriptions?.length === 0 ? null : subscriptions }
  yield* Ref.set(accountIds, now)
  return owner === event.owner_id && (subscriptions === null || subscriptions.includes(String(event.subscription_id)))
})

/** A deauthorisation event is unsigned; it counts only when Strava refuses the login. */
const checkLogin = Effect.fn("strava.checkLogin")(function* (
  strava: Strava.Strava,
  accountIds: Ref.Ref<AccountIds>,
  event: WebhookEvent
) {
  if (!mayBeOurs(yield* Ref.get(accountIds), event) || (yield* strava.isAuthorised)) return
  yield* Effect.ignoreLogged(strava.forget)
  yield* Effect.logWarning(
    "the athlete revoked access to Strava: the login was deleted; run `daybook connect strava` to log in again"
  )
})
