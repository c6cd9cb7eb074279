import * as View from "@daybook/core/attending"
import { AttendingAdmin } from "@daybook/core/attending"
import { ImageRecords } from "@daybook/core/images"
import { Calendar, listOf, field, withExample } from "@daybook/core/shared"
import { Jobs, Triggers } from "@daybook/core/sync"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Clock, type Context, Effect, Either, Option, Schema } from "effect"
import { Authentication } from "../kit/authentication.js"
import { body } from "../kit/body.js"
import { Works, get, post, put } from "../kit/endpoints.js"
import { Contradiction, Forbidden, NotFound, TooLarge } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"
import {
  Backfill,
  queuesPictures,
  SyncQueued as Started,
  describeJob,
  jobReport,
  queueBackfill,
  startJob
} from "../kit/jobs.js"
import { byId, limit, page, query } from "../kit/params.js"

const List = query({ page, limit: limit(200) }, { page: 1, limit: 50 })
const Mention = byId("Id of a calendar entry, mail or other mention of an event")
const imageTypes = { performers: "performer", players: "player", venues: "venue" } as const
const Pictures = Backfill(Schema.Literal("performers", "players", "venues"))

const GoogleTest = Schema.Struct({
  status: field(Schema.Literal("ok", "failed"), "Status"),
  account: field(
    Schema.NullOr(Schema.String).annotations({
      description:
        "Email address of the connected Google account; null if no account is connected or Google does not report it"
    }),
    "Email address of the connected Google account; null if no account is connected or Google does not report it",
    "me@example.com"
  ),
  scopes: field(
    Schema.Array(Schema.String).annotations({
      description: "Scopes that Google granted; empty if Google does not list them"
    }),
    "Scopes that Google granted; empty if Google does not list them",
    ["https://www.googleapis.com/auth/gmail.readonly"]
  ),
  error: withExample(
    Schema.NullOr(Schema.String).annotations({
      description: "Why the account could not be read and what to do next; null if it was read"
    }),
    "limit must be a whole number from 1 to 50"
  ),
  sources: field(
    Schema.Array(
      Schema.Struct({
        source: field(Schema.Literal("calendar", "tickets"), "Source that reported the record"),
        error: field(Schema.NullOr(Schema.String), "Why the test failed and what to do next; null if it passed", null)
      })
    ),
    "Test results of the calendar and of ticket mails"
  )
}).annotations({ identifier: "GoogleTest" })

/** Manual corrections of events. */
export class AttendingAdminApi extends HttpApiGroup.make("attendingAdmin")
  .add(
    get("pending", "/attending/pending", "List pending mentions")
      .setUrlParams(List.params)
      .addSuccess(listOf(View.PendingMention))
      .annotate(
        Description,
        "Mentions that need a decision: mails that were not understood, events without a date, concerts known" +
          " only from a calendar."
      )
  )
  .add(
    post("promote", "/attending/sources/:id/promote", "Promote a pending mention")
      .setPath(Mention)
      .setPayload(body(View.PromotionBody))
      .addSuccess(View.Promoted)
      .addError(NotFound)
      .addError(TooLarge)
      .annotate(Description, "Turns a pending mention into an event. The body adds what the mention lacks.")
  )
  .add(
    post("reject", "/attending/sources/:id/reject", "Reject a mention")
      .setPath(Mention)
      .addSuccess(View.Rejected)
      .addError(NotFound)
      .annotate(Description, "Rejects a mention for good.")
  )
  .add(
    get("merges", "/attending/merges", "List merged events")
      .setUrlParams(List.params)
      .addSuccess(listOf(View.EventMerge))
      .annotate(Description, "Events that several mentions were merged into, with the reasons.")
  )
  .add(
    post("separate", "/attending/sources/:id/separate", "Separate a merged mention")
      .setPath(Mention)
      .addSuccess(View.Separated)
      .addError(NotFound)
      .annotate(Description, "Undoes a merge: separates a mention from its event for good.")
  )
  .add(
    put("decide", "/attending/events/:id", "Set attendance and notes of an event")
      .setPath(byId("Id of the event"))
      .setPayload(body(View.PresenceBody))
      .addSuccess(View.EventDetail)
      .addError(NotFound)
      .addError(TooLarge)
      .annotate(Description, "Sets whether the person attended, and the person's own notes, regardless of the sources.")
  )
  .add(
    post("importManual", "/sync/attending/manual-import", "Import events by hand")
      .setPayload(body(View.ManualImport))
      .addSuccess(View.Imported)
      .addError(Contradiction)
      .addError(TooLarge)
      .annotate(Description, "Adds one event, or every home game of a season.")
  )
  .add(
    post("reprocess", "/sync/attending/reprocess", "Reprocess all events")
      .addSuccess(Started)
      .annotate(Works, true)
      .annotate(Description, describeJob("Rebuilds all events from the stored mentions."))
  )
  .add(
    queuesPictures("backfillImages", "/attending/backfill-images", "Look for attending pictures", {
      pictures: "pictures",
      request: Pictures
    })
  )
  .add(
    post("testGoogle", "/google/test", "Test the Google connection")
      .addSuccess(GoogleTest)
      .annotate(Works, true)
      .annotate(
        Description,
        "Tests the Google connection: reports the account and its scopes, and reads one day of calendar and " +
          "ticket mails. Stores nothing; errors say what to do next."
      )
  )
  .annotate(Description, "Manual corrections of events. Needs an admin key.")
  .prefix("/admin")
  .addError(Forbidden)
  .middleware(Authentication) {}

const testGoogle = (triggers: Triggers, calendar: Context.Tag.Service<Calendar>, admin: AttendingAdmin) =>
  Effect.gen(function* () {
    const access = yield* Effect.either(admin.googleAccess)
    const account = Option.getOrNull(Option.flatten(Either.getRight(access)))
    const today = calendar.dateOf(yield* Clock.currentTimeMillis)
    const sources = yield* Effect.forEach(["calendar", "tickets"] as const, (source) =>
      triggers.dryRun(source, { full: false, days: { from: today, to: today } }).pipe(
        Effect.map(([done]) => ({ source, error: done?.error ?? null })),
        Effect.catchTags({ Conflict: ({ message }) => Effect.succeed({ source, error: message }), NoData: Effect.die })
      )
    )
    const error = Either.isLeft(access) ? `${access.left.message}; ${access.left.next}` : null
    const isWell = error === null && sources.every((source) => source.error === null)
    return {
      status: isWell ? ("ok" as const) : ("failed" as const),
      account: account?.account ?? null,
      scopes: account?.scopes ?? [],
      error,
      sources
    }
  })

export const attendingAdmin = handlersFor(AttendingAdminApi)(
  [AttendingAdmin, ImageRecords, Triggers, Calendar, Jobs],
  (admin, images, triggers, calendar, jobs) => ({
    pending: List.handle(admin.pending),
    promote: ({ path, payload }) => admin.promote(path.id, payload),
    reject: ({ path }) => admin.reject(path.id),
    merges: List.handle(admin.merges),
    separate: ({ path }) => admin.separate(path.id),
    decide: ({ path, payload }) => admin.decide(path.id, payload),
    importManual: ({ payload }) => admin.importManual(payload),
    reprocess: () =>
      startJob(jobs, "reprocess-attending", "attending", () =>
        Effect.map(admin.reprocess, (done) => jobReport(done.changed, done))
      ),
    testGoogle: () => testGoogle(triggers, calendar, admin),
    backfillImages: ({ payload }) =>
      queueBackfill(
        images,
        "attending",
        payload.type === undefined ? Object.values(imageTypes) : [imageTypes[payload.type]],
        payload
      )
  })
)
