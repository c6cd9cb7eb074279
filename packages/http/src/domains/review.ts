import { AttendingAdmin } from "@daybook/core/attending"
import { CollectingAdmin } from "@daybook/core/collecting"
import { FilterRules } from "@daybook/core/listening"
import { type PageOf, Timestamp, type StorageFailure, field, listOf, paginationOf } from "@daybook/core/shared"
import { RunningAdmin } from "@daybook/core/running"
import { WatchingAdmin } from "@daybook/core/watching"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { Authentication } from "../kit/authentication.js"
import { get } from "../kit/endpoints.js"
import { Forbidden } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"
import { limit, oneOf, page, query } from "../kit/params.js"
import {
  type Listing,
  disc,
  episode,
  event,
  eventMerge,
  film,
  filter,
  record,
  runMerge,
  viewingMerge
} from "./reviewItems.js"

/** What a person decides, those that wait for it first. */
const kinds = [
  "event",
  "film",
  "episode",
  "record",
  "disc",
  "event_merge",
  "viewing_merge",
  "run_merge",
  "filter"
] as const
type Kind = (typeof kinds)[number]

/** Nothing is uncertain about these: they list what was decided and can be undone. */
const decidedKinds: ReadonlySet<Kind> = new Set<Kind>(["event_merge", "viewing_merge", "run_merge", "filter"])

const kindField = field(
  Schema.Literal(...kinds),
  "What is decided: a mention of an event, a film or an episode that TMDB does not find, the album of a record, the film of a disc," +
    " a merge of events, of viewings or of runs, or a filter"
)

const Decision = Schema.Struct({
  decision: field(Schema.Literal("accept", "reject", "separate", "remove"), "Kind of decision"),
  label: field(Schema.String, "Text of a button", "It is this album"),
  method: field(Schema.Literal("POST", "PUT", "DELETE"), "Method of the request that decides"),
  path: field(Schema.String, "Path of the request that decides", "/v1/admin/attending/sources/42/promote"),
  body: field(
    Schema.NullOr(Schema.Record({ key: Schema.String, value: Schema.Unknown })),
    "Body of the request; null for none",
    { same: true }
  ),
  needs: field(
    Schema.Array(Schema.Literal("event_date", "tmdb_id", "season", "episode")),
    "Fields that the person adds to the body",
    []
  )
}).annotations({ identifier: "ReviewDecision" })

const ReviewItem = Schema.Struct({
  id: field(Schema.String, "Id of the item in this list", "event:42"),
  kind: kindField,
  title: field(Schema.String, "What it is about", "Harbor City at Tidewater"),
  detail: field(Schema.NullOr(Schema.String), "Date, place or source, as one line", "14 June 2026, Tidewater Park"),
  reason: field(Schema.String, "What is unsure and why", "Known only from a calendar."),
  excerpt: field(Schema.NullOr(Schema.String), "Beginning of the mail, if it was stored", "Thank you for your order"),
  reported_at: field(Schema.NullOr(Timestamp), "When it was reported; null if unknown", "2026-05-02T17:30:00.000Z"),
  decisions: field(Schema.Array(Decision), "What a person may decide")
}).annotations({ identifier: "ItemForReview" })

const ReviewCounts = Schema.Struct({
  waiting: field(Schema.Number, "Number of items that wait for a decision", 7),
  kinds: field(
    Schema.Array(
      Schema.Struct({
        kind: kindField,
        count: field(Schema.Number, "Number of items", 3),
        waits: field(Schema.Boolean, "Whether the items wait for a decision; false for decisions that can be undone")
      })
    ),
    "Every kind with its number of items"
  )
}).annotations({ identifier: "ReviewCounts" })

const List = query(
  { kind: oneOf(kinds, "Only items of this kind"), page, limit: limit(100) },
  { kind: "event", page: 1, limit: 20 }
)

export class ReviewApi extends HttpApiGroup.make("review")
  .add(
    get("counts", "/", "Count what waits for a person")
      .addSuccess(ReviewCounts)
      .annotate(
        Description,
        "How much waits for a decision: pending events and mails, and unsure matches; and how many merges and filters" +
          " can be undone."
      )
  )
  .add(
    get("items", "/items", "List what waits for a person")
      .setUrlParams(List.params)
      .addSuccess(listOf(ReviewItem))
      .annotate(
        Description,
        "Items of one kind, each with what is unsure and why, and the requests that decide it. `needs` names what the" +
          " body of such a request still lacks."
      )
  )
  .annotate(Description, "Decisions that wait for a person. Needs an admin key.")
  .prefix("/admin/review")
  .addError(Forbidden)
  .middleware(Authentication) {}

/** A list that is only counted. */
const first: PageOf = { page: 1, limit: 1 }

export const review = handlersFor(ReviewApi)(
  [AttendingAdmin, WatchingAdmin, CollectingAdmin, RunningAdmin, FilterRules],
  (attending, watching, collecting, running, filters) => {
    const lists: Readonly<Record<Kind, (page: PageOf) => Effect.Effect<Listing, StorageFailure>>> = {
      event: (page) => Effect.map(attending.pending(page), event),
      film: (page) => Effect.map(watching.unmatched(page), film),
      episode: (page) => Effect.map(watching.unnumbered(page), episode),
      record: (page) => Effect.map(collecting.unsureRecords(page), record),
      disc: (page) => Effect.map(collecting.unsureFilms(page), disc),
      event_merge: (page) => Effect.map(attending.merges(page), eventMerge),
      viewing_merge: (page) => Effect.map(watching.merges(page), viewingMerge),
      run_merge: (page) => Effect.map(running.merges(page), runMerge),
      filter: (page) => Effect.map(filters.all, filter(page))
    }
    return {
      counts: () =>
        Effect.map(
          Effect.forEach(kinds, (kind) =>
            Effect.map(lists[kind](first), ({ total }) => ({ kind, count: total, waits: !decidedKinds.has(kind) }))
          ),
          (all) => ({ waiting: all.reduce((sum, { count, waits }) => (waits ? sum + count : sum), 0), kinds: all })
        ),
      items: List.handle(({ kind, ...page }) =>
        Effect.map(lists[kind](page), ({ items, total }) => ({
          data: items.map((item) => ({ ...item, id: `${kind}:${item.id}`, kind })),
          pagination: paginationOf(page, total)
        }))
      )
    }
  }
)
