import {
  DeliveryView,
  EnabledHookView,
  HookTestResult,
  HookView,
  Hooks,
  IssuedHook,
  RelayedListenView,
  deliveryView,
  enabledHookView,
  hookTestResult,
  hookView,
  issuedHook,
  relayedListenView
} from "@daybook/core/hooks"
import { BadInput, Calendar, Timestamp, field, listOf, paginationOf, parseRange } from "@daybook/core/shared"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { type Context, Effect, Schema } from "effect"
import { Authentication } from "../kit/authentication.js"
import { body } from "../kit/body.js"
import { Deleted, created, dataOf, del, deleted, get, patch, post } from "../kit/endpoints.js"
import { Contradiction, Forbidden, NotFound, TooLarge } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"
import { byId, id, limit, oneOf, page, query } from "../kit/params.js"
import { HookUpdate, NewHook, ReplayPayload, fieldsOf } from "./hookRequests.js"

const Replayed = Schema.Struct({
  replayed: field(
    Schema.Number,
    "Number of messages that are sent again; a message that is being sent is none of them",
    12
  )
}).annotations({ identifier: "HookReplayed" })

const Rotated = Schema.Struct({
  ...IssuedHook.fields,
  overlap_until: field(Timestamp, "Until then the replaced secret signs as well", "2026-03-15T20:15:00.000Z")
}).annotations({ identifier: "RotatedHook" })

const Log = query(
  {
    state: oneOf(["due", "done", "dead"], "Only messages that are to be sent (due), arrived (done) or did not (dead)"),
    limit: limit(200),
    page
  },
  { limit: 50, page: 1 }
)

const Listens = query(
  {
    state: oneOf(
      ["waiting", "sent", "refused"],
      "Only listens that are to be sent (waiting), were accepted (sent) or never will be (refused)"
    ),
    limit: limit(200),
    page
  },
  { limit: 50, page: 1 }
)

const hookId = byId("Id of the hook")
const MessagePath = Schema.Struct({
  id: id("Id of the hook"),
  message: Schema.String.annotations({ description: "Id of the message, such as msg_01JD9ZK3W8T4M2P0Q7R5S1V6X9" })
})

export class HooksApi extends HttpApiGroup.make("hooks")
  .add(
    post("create", "/", "Create a hook")
      .setPayload(body(NewHook))
      .addSuccess(created(IssuedHook))
      .addError(Contradiction)
      .addError(TooLarge)
      .annotate(
        Description,
        "Creates a webhook (Standard Webhooks), a build hook, or a hook that passes listens on to ListenBrainz or" +
          " Last.fm. Only this response contains the secret. An address in a private network needs" +
          " `DAYBOOK_HOOKS_ALLOW`."
      )
  )
  .add(
    get("list", "/", "List hooks")
      .addSuccess(dataOf(Schema.Array(HookView)))
      .annotate(Description, "All hooks with their state, without secrets.")
  )
  .add(
    get("get", "/:id", "Hook detail")
      .setPath(hookId)
      .addSuccess(HookView)
      .addError(NotFound)
      .annotate(Description, "One hook with its state, without its secret.")
  )
  .add(
    patch("update", "/:id", "Change a hook")
      .setPath(hookId)
      .setPayload(body(HookUpdate))
      .addSuccess(HookView)
      .addError(NotFound)
      .addError(Contradiction)
      .addError(TooLarge)
      .annotate(Description, "Changes the fields that are given. Messages that wait are sent to the new address.")
  )
  .add(
    del("remove", "/:id", "Delete a hook")
      .setPath(hookId)
      .addSuccess(Deleted)
      .addError(NotFound)
      .annotate(Description, "Deletes a hook with its messages. Nothing more is sent.")
  )
  .add(
    post("test", "/:id/test", "Test a hook")
      .setPath(hookId)
      .addSuccess(HookTestResult)
      .addError(NotFound)
      .annotate(
        Description,
        "Sends `hook.test` now, or starts a build, and answers the result. The state stays as it is."
      )
  )
  .add(
    post("rotate", "/:id/rotate", "Replace a hook's secret")
      .setPath(hookId)
      .addSuccess(Rotated)
      .addError(NotFound)
      .annotate(Description, "Makes a new secret. For 24 hours messages are signed with the old one as well.")
  )
  .add(
    post("enable", "/:id/enable", "Enable a hook")
      .setPath(hookId)
      .addSuccess(EnabledHookView)
      .addError(NotFound)
      .annotate(Description, "Sends to a disabled hook again. `replay` sends what it missed.")
  )
  .add(
    get("deliveries", "/:id/deliveries", "List a hook's deliveries")
      .setPath(hookId)
      .setUrlParams(Log.params)
      .addSuccess(listOf(DeliveryView))
      .addError(NotFound)
      .annotate(Description, "Messages of a hook with their attempts, newest first.")
  )
  .add(
    get("listens", "/:id/listens", "List the listens that a hook passes on")
      .setPath(hookId)
      .setUrlParams(Listens.params)
      .addSuccess(listOf(RelayedListenView))
      .addError(NotFound)
      .annotate(
        Description,
        "Listens that scrobblers submitted since the hook exists, newest first, with the reason of a refusal. Empty" +
          " unless the hook is for a service."
      )
  )
  .add(
    post("replay", "/:id/deliveries/:message/replay", "Send a message again")
      .setPath(MessagePath)
      .addSuccess(Replayed)
      .addError(NotFound)
      .addError(Contradiction)
      .annotate(Description, "Sends a message again with the same id and body.")
  )
  .add(
    post("replayMany", "/:id/replay", "Send messages again")
      .setPath(hookId)
      .setPayload(body(ReplayPayload))
      .addSuccess(Replayed)
      .addError(NotFound)
      .addError(Contradiction)
      .addError(TooLarge)
      .annotate(Description, "Sends messages since a time again with the same ids. Of a build hook only the newest.")
  )
  .annotate(Description, "Outbound webhooks, build hooks, and listens that are passed on. Needs an admin key.")
  .prefix("/admin/hooks")
  .addError(Forbidden)
  .middleware(Authentication) {}

/** A date means its start in the home time zone. */
const sinceOf = (calendar: Context.Tag.Service<typeof Calendar>, text: string): Effect.Effect<number, BadInput> =>
  Effect.flatMap(
    Effect.orElseSucceed(parseRange(calendar, { from: text }), () => ({ from: null })),
    ({ from }) =>
      from === null
        ? new BadInput({ message: "since must be an ISO 8601 day or timestamp such as 2026-03-14T20:15:00Z" })
        : Effect.succeed(from)
  )

const overlapMs = 86_400_000

export const hooks = handlersFor(HooksApi)([Hooks, Calendar], (hooks, calendar) => ({
  create: ({ payload: { kind = "webhook", signature, ...payload } }) =>
    Effect.map(hooks.create({ ...fieldsOf(payload), kind, signature }), ({ hook, secret }) => issuedHook(hook, secret)),
  list: () => Effect.map(hooks.list, (all) => ({ data: all.map(hookView) })),
  get: ({ path }) => Effect.map(hooks.get(path.id), hookView),
  update: ({ path, payload }) => Effect.map(hooks.change(path.id, fieldsOf(payload)), hookView),
  remove: ({ path }) => Effect.as(hooks.remove(path.id), deleted(path.id)),
  test: ({ path }) => Effect.map(hooks.test(path.id), hookTestResult),
  rotate: ({ path }) =>
    Effect.zipWith(hooks.rotate(path.id), Effect.clock, ({ hook, secret }, clock) => ({
      ...issuedHook(hook, secret),
      overlap_until: new Date(clock.unsafeCurrentTimeMillis() + overlapMs).toISOString()
    })),
  enable: ({ path }) => Effect.map(hooks.enable(path.id), enabledHookView),
  deliveries: ({ path, urlParams }) =>
    Log.use(urlParams, ({ limit, page, state }) =>
      Effect.map(hooks.deliveries(path.id, state ?? null, { page, limit }), ({ rows, total }) => ({
        data: rows.map(deliveryView),
        pagination: paginationOf({ page, limit }, total)
      }))
    ),
  listens: ({ path, urlParams }) =>
    Listens.use(urlParams, ({ limit, page, state }) =>
      Effect.map(hooks.listens(path.id, state ?? null, { page, limit }), ({ rows, total }) => ({
        data: rows.map(relayedListenView),
        pagination: paginationOf({ page, limit }, total)
      }))
    ),
  replay: ({ path }) => Effect.map(hooks.replay(path.id, path.message), (again) => ({ replayed: again ? 1 : 0 })),
  replayMany: ({ path, payload }) =>
    Effect.flatMap(sinceOf(calendar, payload.since), (since) =>
      Effect.map(hooks.replayMany(path.id, { since, failedOnly: payload.failed_only ?? true }), (replayed) => ({
        replayed
      }))
    )
}))
