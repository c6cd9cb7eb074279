import { domainNames } from "@daybook/core/domain"
import { Tickets } from "@daybook/core/keys"
import { LiveHub, type Topic, defaultTopics, topics } from "@daybook/core/live"
import { BadInput, Timestamp, field, iso } from "@daybook/core/shared"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Description } from "@effect/platform/OpenApi"
import { Clock, Context, Effect, Schema } from "effect"
import { admissionOf } from "../front/requests.js"
import { Authentication } from "../kit/authentication.js"
import { ForReaders, Streams, created, get, post } from "../kit/endpoints.js"
import { Forbidden, NotFound } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"
import { query, text } from "../kit/params.js"
import { hasLens, lensedStream, StreamCaller } from "../stream/lensed.js"
import { BatchReads } from "./batch.js"
import { acceptNames } from "./changes.js"

/** Seconds between two heartbeats, as this host is set. */
export class StreamHeartbeat extends Context.Tag("@daybook/http/StreamHeartbeat")<StreamHeartbeat, number>() {}

const Query = query(
  {
    topics: text(`What to send, separated by commas: ${topics.join(", ")}; ${defaultTopics.join(",")} by default`),
    domain: text("Only these domains, separated by commas"),
    since: text("Cursor to resume at; `Last-Event-ID` takes precedence. The current end by default"),
    ticket: text("Ticket from `POST /v1/stream/tickets`, for clients that cannot send headers"),
    key: text("A publishable key, for clients that cannot send headers. Other keys are refused here")
  },
  {}
)

const EventStream = HttpApiSchema.Text({ contentType: "text/event-stream" }).annotations({
  description:
    "Server-Sent Events. `hello` (first): `cursor`, `topics`, `heartbeat_s`. `changes`: an entry of `GET /v1/changes`. " +
    "`feed`: a new or changed feed item with `id`, `domain`, `event_type`, `title`, `occurred_at`. `now_playing`: the " +
    "answer of `GET /v1/listening/now-playing`, when it changed. `sync`: `run`, `source`, `status`, `added`, " +
    "`changed`, `removed`. `reset`: the stream could not resume and goes on at `cursor`. `lagged`: the reader was too " +
    "slow; the connection ends. `bye`: the host ends the connection; connect again. Comments keep the connection open."
})

const Ticket = Schema.Struct({
  ticket: field(Schema.String, "Value of `ticket` in the address of a stream", "tkt_3.mhq2o8w0.Zm9vYmFy"),
  expires_at: field(Timestamp, "When the ticket expires; it ends earlier if its key does", "2026-03-15T08:15:00.000Z")
}).annotations({ identifier: "StreamTicket" })

/** Events as they happen. */
export class StreamApi extends HttpApiGroup.make("stream")
  .add(
    get("open", "/stream", "Stream of events")
      .setUrlParams(Query.params)
      .addSuccess(EventStream)
      .addError(Forbidden)
      .addError(NotFound)
      .annotate(Streams, true)
      .annotate(
        Description,
        "Sends events as they happen, as Server-Sent Events. Events of `changes` and `feed` have an `id`, a cursor of " +
          "`GET /v1/changes`: a client that connects again with `Last-Event-ID` gets what it missed, at most 1,000 " +
          "events; else `reset`. A host has 50 streams unless it is set otherwise, a key 6; more answer 429. " +
          "A stream ends after one hour. A key with a lens gets `feed` and `now_playing`, as far as its lens allows " +
          "them, without `id` and `cursor`, and cannot resume."
      )
  )
  .add(
    post("ticket", "/stream/tickets", "Create a stream ticket")
      .addSuccess(created(Ticket))
      .annotate(ForReaders, true)
      .annotate(
        Description,
        "A ticket stands for the key of this request in the address of a stream, because browsers cannot send headers " +
          "with `EventSource`. It is valid for 12 hours, for streams alone, and ends with its key."
      )
  )
  .annotate(Description, "Events as they happen, for pages that stay up to date.")
  .middleware(Authentication) {}

const isTopic = (name: string): name is Topic => topics.some((topic) => topic === name)

const noResume = new BadInput({ message: "since is not supported with this key, which sees no cursors; leave it out" })

export const stream = handlersFor(StreamApi)(
  [LiveHub, Tickets, StreamHeartbeat, BatchReads],
  (hub, tickets, heartbeat, { sendAs }) => ({
    open: Query.handle(({ domain, since, topics: named }) =>
      Effect.gen(function* () {
        const caller = yield* StreamCaller
        const askedTopics = (yield* acceptNames("topics", named, Effect.succeed(topics)))?.filter(isTopic) ?? null
        const domains = yield* acceptNames("domain", domain, domainNames)
        if (caller === null || !hasLens(caller))
          return HttpServerResponse.raw(
            yield* hub.open({ topics: askedTopics ?? defaultTopics, domains, since, heartbeat })
          )
        if (since !== undefined) return yield* noResume
        // The front has checked the origin of the request.
        const send = sendAs({ ...caller, noOrigin: true })
        return HttpServerResponse.raw(yield* lensedStream({ send, topics: askedTopics, domains, heartbeat }))
      })
    ),
    ticket: ({ request }) =>
      Effect.gen(function* () {
        const { key } = admissionOf(request)
        const { expiresAt, ticket } = tickets.issue(key!, yield* Clock.currentTimeMillis)
        return { ticket, expires_at: iso(expiresAt) }
      })
  })
)
