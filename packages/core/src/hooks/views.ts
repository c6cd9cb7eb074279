import { Schema } from "effect"
import { Domain } from "../domains.js"
import { Timestamp, createdAtField, field, idField, iso, isoOrNull } from "../shared/fields.js"
import {
  type AttemptResult,
  type Hook,
  hookEventTypes,
  hookKinds,
  isBuild,
  isRelay,
  signatureVersions
} from "./model.js"
import { type Delivery, type EnabledHook, type StoredListen, listenStates } from "./ports.js"

const OptionalTimestamp = Schema.NullOr(Timestamp)
const OptionalNumber = Schema.NullOr(Schema.Number)
const OptionalText = Schema.NullOr(Schema.String)
const seconds = (description: string, example: number) =>
  field(OptionalNumber, `${description}; null for a webhook`, example)

const hookFields = {
  id: idField,
  kind: field(
    Schema.Literal(...hookKinds),
    "What is called: a webhook, the build hook of a site, or a service that listens are passed on to",
    "webhook"
  ),
  url: field(Schema.String, "Address; of a build hook only its last four characters", "https://n8n.example/in/7"),
  events: field(Schema.Array(Schema.Literal(...hookEventTypes)), "Events that are sent; empty unless it is a webhook", [
    "feed.item.created"
  ]),
  domains: field(Schema.NullOr(Schema.Array(Domain)), "Only events and changes of these domains; null for all", [
    "running"
  ]),
  lens: field(OptionalText, "Name of the lens; null for everything", null),
  description: field(OptionalText, "Purpose of the hook; null if there is none", "posts runs to the club"),
  state: field(
    Schema.Literal("active", "disabled"),
    "A disabled hook is sent nothing until it is enabled; its messages are logged",
    "active"
  ),
  signature: field(
    Schema.NullOr(Schema.Literal(...signatureVersions)),
    "Signature: `v1` is HMAC-SHA256, `v1a` is ed25519; null for a build hook",
    "v1"
  ),
  public_key: field(OptionalText, "Key that verifies `v1a` signatures; null without them", null),
  quiet_s: seconds("Seconds without a change before a build", 60),
  max_wait_s: seconds("Most seconds from the first change to the build", 900),
  min_interval_s: seconds("Least seconds between two builds", 600),
  max_per_day: seconds("Most builds on a day of the home time zone", 24),
  last_success_at: field(
    OptionalTimestamp,
    "Time of the last success; null if there was none",
    "2026-03-14T20:15:00.000Z"
  ),
  failing_since: field(OptionalTimestamp, "Time of the first failure since the last success; null if it works", null),
  failures: field(Schema.Number, "Failures since the last success", 0),
  paused_until: field(OptionalTimestamp, "Nothing is sent before, as the receiver asked; null without a pause", null),
  disabled_at: field(OptionalTimestamp, "Time of the disabling; null if it is active", null),
  disabled_reason: field(OptionalText, "Why it was disabled; null if it is active", null),
  listens: field(
    Schema.NullOr(
      Schema.Struct({
        waiting: field(Schema.Number, "Listens that are to be sent", 0),
        sent: field(Schema.Number, "Listens that the service has accepted", 812),
        refused: field(Schema.Number, "Listens that the service will never accept", 1),
        last_refusal: field(OptionalText, "Why the last one was refused; null if none was", null)
      })
    ),
    "Listens of scrobblers that are passed on; null unless the hook is for a service"
  ),
  created_at: createdAtField
}

export const HookView = Schema.Struct(hookFields).annotations({ identifier: "Hook" })
export type HookView = typeof HookView.Type

/** The answers that contain the secret. */
export const IssuedHook = Schema.Struct({
  ...hookFields,
  secret: field(
    OptionalText,
    "Secret that verifies the signatures (`whsec_…`; with `v1a` the public key `whpk_…`); shown only in this answer. Null for a build hook",
    "whsec_ZXhhbXBsZS1vZi1hLXNlY3JldC1mb3ItdGhlLWRvY3M="
  ),
  message: field(Schema.String, "One-line description of the result", "Store this secret now: it is not shown again")
}).annotations({ identifier: "IssuedHook" })

export const EnabledHookView = Schema.Struct({
  ...hookFields,
  missed: field(Schema.Number, "Messages that were logged and not sent while it was disabled", 12),
  replay: field(
    Schema.NullOr(
      Schema.Struct({
        since: field(Timestamp, "Time of the oldest of them", "2026-03-14T20:15:00.000Z"),
        failed_only: field(Schema.Literal(true), "Only messages that did not arrive")
      })
    ),
    "Body for `POST /v1/admin/hooks/{id}/replay` that sends them; null if there are none"
  )
}).annotations({ identifier: "EnabledHook" })

/** A secret address by its end. */
const addressOf = ({ hint, url }: Hook): string => url ?? `…${hint ?? ""}`

export const hookView = (hook: Hook): HookView => ({
  id: hook.id,
  kind: hook.kind,
  url: addressOf(hook),
  events: hook.events,
  domains: hook.domains.length === 0 ? null : hook.domains,
  lens: null,
  description: hook.description,
  state: hook.state,
  signature: hook.signature,
  public_key: hook.publicKey,
  quiet_s: hook.timing?.quiet ?? null,
  max_wait_s: hook.timing?.maxWait ?? null,
  min_interval_s: hook.timing?.minInterval ?? null,
  max_per_day: hook.timing?.maxPerDay ?? null,
  last_success_at: isoOrNull(hook.lastSuccessAt),
  failing_since: isoOrNull(hook.failingSince),
  failures: hook.failures,
  paused_until: isoOrNull(hook.pausedUntil),
  disabled_at: isoOrNull(hook.disabledAt),
  disabled_reason: hook.disabledReason,
  listens:
    hook.listens === null
      ? null
      : {
          waiting: hook.listens.waiting,
          sent: hook.listens.sent,
          refused: hook.listens.refused,
          last_refusal: hook.listens.lastRefusal
        },
  created_at: iso(hook.createdAt)
})

export const issuedHook = (hook: Hook, secret: string | null): typeof IssuedHook.Type => ({
  ...hookView(hook),
  secret,
  message: issuedMessage(hook)
})

const issuedMessage = ({ kind }: Hook): string => {
  if (isRelay(kind)) return "Listens that scrobblers submit from now on are passed on"
  return isBuild(kind) ? "The address is sealed and not shown again" : "Store this secret now: it is not shown again"
}

export const enabledHookView = ({ hook, missed, since }: EnabledHook): typeof EnabledHookView.Type => ({
  ...hookView(hook),
  missed,
  replay: since === null ? null : { since: iso(since), failed_only: true }
})

const resultFields = {
  status: field(OptionalNumber, "Status of the response; null without one", 200),
  duration_ms: field(Schema.Number, "Duration in milliseconds", 132),
  reply: field(Schema.String, "First 2 KiB of the response, or why there was none", "ok")
}

export const HookTestResult = Schema.Struct({
  success: field(Schema.Boolean, "Whether the receiver answered 2xx"),
  ...resultFields
}).annotations({ identifier: "HookTestResult" })

export const hookTestResult = ({
  accepted = true,
  duration,
  reply,
  status
}: AttemptResult): typeof HookTestResult.Type => ({
  success: accepted && status !== null && status >= 200 && status < 300,
  status,
  duration_ms: duration,
  reply
})

export const DeliveryView = Schema.Struct({
  id: field(Schema.String, "Id of the message, sent as `webhook-id`", "msg_01JD9ZK3W8T4M2P0Q7R5S1V6X9"),
  type: field(
    Schema.String,
    "Type of the event, or `build`, or for a service `listens` or `playing`",
    "feed.item.created"
  ),
  state: field(
    Schema.Literal("due", "done", "dead"),
    "`due`: it is sent again; `done`: it arrived; `dead`: it did not",
    "done"
  ),
  created_at: createdAtField,
  next_attempt_at: field(OptionalTimestamp, "Time of the next attempt; null if there is none", null),
  attempts: field(
    Schema.Array(
      Schema.Struct({ at: field(Timestamp, "Time of the attempt", "2026-03-14T20:15:00.000Z"), ...resultFields })
    ),
    "Attempts, oldest first"
  )
}).annotations({ identifier: "HookDelivery" })

export const deliveryView = (delivery: Delivery): typeof DeliveryView.Type => ({
  id: delivery.id,
  type: delivery.type,
  state: delivery.state,
  created_at: iso(delivery.createdAt),
  next_attempt_at: isoOrNull(delivery.dueAt),
  attempts: delivery.attempts.map(({ at, duration, reply, status }) => ({
    at: iso(at),
    status,
    duration_ms: duration,
    reply
  }))
})

export const RelayedListenView = Schema.Struct({
  played_at: field(Timestamp, "Time of the listen", "2026-03-14T20:15:00.000Z"),
  artist: field(Schema.String, "Name of the artist", "Velmora Tide"),
  track: field(Schema.String, "Name of the track", "Leaving Dusk"),
  album: field(OptionalText, "Name of the album; null if it is unknown", "Second Daylight"),
  state: field(
    Schema.Literal(...listenStates),
    "`waiting`: it is to be sent; `sent`: the service accepted it; `refused`: it never will",
    "sent"
  ),
  reason: field(OptionalText, "Why the service refused it; null unless it did", null),
  finished_at: field(OptionalTimestamp, "Time of the answer; null while it waits", "2026-03-14T20:15:02.000Z")
}).annotations({ identifier: "RelayedListen" })

export const relayedListenView = (listen: StoredListen): typeof RelayedListenView.Type => ({
  played_at: iso(listen.playedAt),
  artist: listen.artist,
  track: listen.track,
  album: listen.album,
  state: listen.state,
  reason: listen.reason,
  finished_at: isoOrNull(listen.finishedAt)
})
