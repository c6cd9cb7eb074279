import type { Publisher } from "@daybook/core/publishing"
import { type Report, type RunningRecords, runningRoom } from "@daybook/core/running"
import { BadInput } from "@daybook/core/shared"
import { type Page, SourceFailure } from "@daybook/core/sync"
import { receiver as receiverOf, Refused, type Verified, type WebhookRequest } from "@daybook/core/webhooks"
import { Clock, Duration, Effect, Either, Option, Redacted, Ref, Schema, Stream } from "effect"
import { createHash, timingSafeEqual } from "node:crypto"
import { lookFor } from "./readActivity.js"
import { type Settings, settings } from "./settings.js"
import * as Strava from "./Strava.js"
import { WebhookEvent } from "./wire.js"

/** An activity can be announced before it can be read. */
const arrival = Duration.toMillis("10 minutes")

const Sent = Schema.parseJson(WebhookEvent)
const decode = Schema.decodeUnknownEither(Sent)
const encode = Schema.encodeSync(Sent)

/** What is known of the application's and the athlete's ids; null until somebody asked. */
interface Known {
  readonly owner: number | null
  readonly subscriptions: ReadonlyArray<string> | null
}

/** Strava's webhooks: a subscription's handshake, and events that say which activity to read again. */
export const receiver = Effect.gen(function*() {
  const given = yield* settings
  const strava = yield* Strava.make(given)
  const known = yield* Ref.make<Known>({ owner: null, subscriptions: Option.getOrNull(Option.map(given.subscription, (id) => [id])) })
  return receiverOf<Report, RunningRecords | Publisher>({
    source: "strava",
    room: runningRoom,
    verify: (request) => verify(given, known, request),
    concerns: ({ payload }) => concerns(strava, known, payload),
    handle: ({ payload }) => Stream.fromEffect(handle(strava, payload))
  })
})

const isSame = (given: string | undefined, secret: Redacted.Redacted) => {
  const print = (text: string) => createHash("sha256").update(text).digest()
  return timingSafeEqual(print(given ?? ""), print(Redacted.value(secret)))
}

const verify = (given: Settings, known: Ref.Ref<Known>, request: WebhookRequest): Effect.Effect<Verified, BadInput | Refused> =>
  Effect.gen(function*() {
    const { verifyToken } = given
    if (Option.isSome(request.secret) && (Option.isNone(verifyToken) || !isSame(request.secret.value, verifyToken.value))) {
      return yield* new Refused({ why: "the path holds another secret" })
    }
    if (request.method === "GET") return yield* handshake(given, request)
    const event = Either.getOrNull(decode(request.text))
    if (event === null) return yield* new BadInput({ message: "the body must be an event of Strava's webhooks" })
    const reply = { status: "ok" }
    const isOurs = mayBeOurs(yield* Ref.get(known), event) && (event.object_type === "activity" || event.object_type === "athlete")
    // Events that other ids were forged into must not stand in for true ones, so that every id is part of the key.
    const { aspect_type, event_time, object_id, object_type, owner_id, subscription_id } = event
    const key = [object_type, object_id, aspect_type, event_time, owner_id, subscription_id].join(":")
    return { reply, events: isOurs ? [{ key, payload: encode(event) }] : [] }
  })

const handshake = ({ verifyToken }: Settings, { query }: WebhookRequest): Effect.Effect<Verified, BadInput> => {
  const challenge = query["hub.challenge"]
  if (query["hub.mode"] !== "subscribe" || challenge === undefined) return new BadInput({ message: "hub.mode must be subscribe, with a hub.challenge" })
  return Option.isSome(verifyToken) && isSame(query["hub.verify_token"], verifyToken.value)
    ? Effect.succeed({ reply: { "hub.challenge": challenge }, events: [] })
    : new BadInput({ message: "hub.verify_token is wrong" })
}

/** False where the event is certainly somebody else's. */
const mayBeOurs = ({ owner, subscriptions }: Known, event: WebhookEvent) =>
  (owner === null || owner === event.owner_id) && (subscriptions === null || subscriptions.includes(String(event.subscription_id)))

const nothing: Page<Report> = { records: [], gone: [], covers: Option.none(), cursor: Option.none(), total: Option.none() }

const concerns = Effect.fn("strava.concerns")(function*(strava: Strava.Strava, known: Ref.Ref<Known>, payload: string) {
  const event = Either.getOrNull(decode(payload))
  if (event === null) return false
  if (event.object_type === "activity") return yield* isOurs(strava, known, event)
  yield* checkLogin(strava, known, event)
  return false
})

const handle = Effect.fn("strava.handle")(function*(strava: Strava.Strava, payload: string) {
  const event = Either.getOrNull(decode(payload))
  if (event === null) return nothing
  const found = yield* lookFor(strava, event.object_id, "now")
  if (typeof found !== "string") return { ...nothing, records: [found.told, ...found.shoes] }
  const age = (yield* Clock.currentTimeMillis) - event.event_time * 1000
  if (found === "absent" && event.aspect_type === "create" && age < arrival) return yield* notYet
  return { ...nothing, gone: [String(event.object_id)] }
})

const notYet = new SourceFailure({
  source: "strava",
  state: "unavailable",
  message: "Strava does not show the new activity yet",
  next: "it is asked again in a minute"
})

/** Compares with what Strava itself says of the application and the athlete; where it says nothing of subscriptions, the athlete decides. */
const isOurs = Effect.fn("strava.isOurs")(function*(strava: Strava.Strava, known: Ref.Ref<Known>, event: WebhookEvent) {
  const before = yield* Ref.get(known)
  const subscriptions = before.subscriptions ?? (yield* strava.subscriptions.pipe(
    Effect.catchIf(({ state }) => state === "unauthorized", () => Effect.succeed([])),
    Effect.catchIf(({ state }) => state === "not_found", () => Effect.succeed(null))
  ))
  const owner = yield* strava.athlete
  // A subscription that was made after the first event must be seen: none is no answer to keep.
  const now = { owner, subscriptions: subscriptions?.length === 0 ? null : subscriptions }
  yield* Ref.set(known, now)
  return owner === event.owner_id && (subscriptions === null || subscriptions.includes(String(event.subscription_id)))
})

/** "The athlete has left" is believed when Strava refuses the login, and not before. */
const checkLogin = Effect.fn("strava.checkLogin")(function*(strava: Strava.Strava, known: Ref.Ref<Known>, event: WebhookEvent) {
  if (!mayBeOurs(yield* Ref.get(known), event) || (yield* strava.isAuthorised)) return
  yield* Effect.ignoreLogged(strava.forget)
  yield* Effect.logWarning("the athlete no longer lets Daybook read Strava: the login is forgotten; run `daybook connect strava` to go on")
})
