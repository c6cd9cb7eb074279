import * as View from "@daybook/core/attending"
import { AttendingAdmin } from "@daybook/core/attending"
import { ImageRecords } from "@daybook/core/images"
import { Calendar, listOf } from "@daybook/core/shared"
import { Jobs, Triggers } from "@daybook/core/sync"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Clock, type Context, Effect, Either, Option, Schema } from "effect"
import { Authentication } from "../middleware/Authentication.js"
import { Backfill, Queued, backfillOf } from "../shared/backfill.js"
import { body } from "../shared/body.js"
import { Contradiction, Forbidden, NotFound, TooLarge } from "../shared/errors.js"
import { Queued as Started, asJob, reportOf, startJob } from "../shared/jobs.js"
import { id, limit, page } from "../shared/params.js"
import { query } from "../shared/query.js"
import { room } from "../shared/room.js"

const List = query({ page, limit: limit(200) }, { page: 1, limit: 50 })
const Mention = Schema.Struct({ id: id("The id of a calendar row, mail or other source of an event") })
const pictured = { performers: "performer", players: "player", venues: "venue" } as const
const Pictures = Backfill(Schema.Literal("performers", "players", "venues"))

const Tested = Schema.Struct({
  status: Schema.Literal("ok", "failed"),
  account: Schema.NullOr(Schema.String).annotations({ description: "The address of the Google account that is read; null where none is logged in or neither mail nor calendar says it" }),
  scopes: Schema.Array(Schema.String).annotations({ description: "What Google allowed for the login; empty where it does not say" }),
  error: Schema.NullOr(Schema.String).annotations({ description: "Why the account could not be asked for; null otherwise" }),
  sources: Schema.Array(Schema.Struct({ source: Schema.Literal("calendar", "tickets"), error: Schema.NullOr(Schema.String) }))
}).annotations({ identifier: "GoogleTest" })

/** Events put right by hand (contract §12). */
export class AttendingAdminApi extends HttpApiGroup.make("attendingAdmin")
  .add(HttpApiEndpoint.get("pending", "/attending/pending").setUrlParams(List.params).addSuccess(listOf(View.PendingMention))
    .annotate(Description, "What waits for a decision: mails that nobody understands, events without a day, concerts that only a calendar knows."))
  .add(HttpApiEndpoint.post("promote", "/attending/sources/:id/promote").setPath(Mention).setPayload(body(View.PromotionBody)).addSuccess(View.Promoted).addError(NotFound).addError(TooLarge)
    .annotate(Description, "Makes an event of what waits, with what it does not say itself."))
  .add(HttpApiEndpoint.post("reject", "/attending/sources/:id/reject").setPath(Mention).addSuccess(View.Rejected).addError(NotFound)
    .annotate(Description, "Leaves a source out for good."))
  .add(HttpApiEndpoint.get("merges", "/attending/merges").setUrlParams(List.params).addSuccess(listOf(View.EventMerge))
    .annotate(Description, "Events that several sources came to, and why."))
  .add(HttpApiEndpoint.post("separate", "/attending/sources/:id/separate").setPath(Mention).addSuccess(View.Separated).addError(NotFound)
    .annotate(Description, "Undoes a merge: takes a source out of its event, for good."))
  .add(HttpApiEndpoint.put("decide", "/attending/events/:id").setPath(Schema.Struct({ id: id("The event's id") })).setPayload(body(View.PresenceBody)).addSuccess(View.EventDetail).addError(NotFound).addError(TooLarge)
    .annotate(Description, "Says whether the person was there, whatever the sources say."))
  .add(HttpApiEndpoint.post("importManual", "/sync/attending/manual-import").setPayload(body(View.ManualImport)).addSuccess(View.Imported).addError(Contradiction).addError(TooLarge)
    .annotate(Description, "Adds an event by hand, or every home game of a season."))
  .add(HttpApiEndpoint.post("reprocess", "/sync/attending/reprocess").addSuccess(Started)
    .annotate(Description, asJob("Works out every event again from all that is stored.")))
  .add(HttpApiEndpoint.post("backfillImages", "/attending/backfill-images").setPayload(body(Pictures)).addSuccess(Queued).addError(TooLarge)
    .annotate(Description, "Has missing pictures looked for again, without waiting for their time."))
  .add(HttpApiEndpoint.post("testGoogle", "/google/test").addSuccess(Tested)
    .annotate(Description, "Says which Google account is read and what it allows, reads one day of the calendar and of the ticket mails, stores nothing, and says what is in the way."))
  .annotate(Description, "Events put right by hand. Needs an admin key.")
  .prefix("/admin")
  .addError(Forbidden)
  .middleware(Authentication)
{}

const tested = (triggers: Triggers, calendar: Context.Tag.Service<Calendar>, admin: AttendingAdmin) =>
  Effect.gen(function*() {
    const access = yield* Effect.either(admin.googleAccess)
    const known = Option.getOrNull(Option.flatten(Either.getRight(access)))
    const today = calendar.dateOf(yield* Clock.currentTimeMillis)
    const sources = yield* Effect.forEach(["calendar", "tickets"] as const, (source) =>
      triggers.rehearse(source, { full: false, days: { from: today, to: today } }).pipe(
        Effect.map(([done]) => ({ source, error: done?.error ?? null })),
        Effect.catchTags({
          Conflict: ({ message }) => Effect.succeed({ source, error: message }),
          NoData: Effect.die
        })
      ))
    const error = Either.isLeft(access) ? `${access.left.message}; ${access.left.next}` : null
    const isWell = error === null && sources.every((source) => source.error === null)
    return { status: isWell ? "ok" as const : "failed" as const, account: known?.account ?? null, scopes: known?.scopes ?? [], error, sources }
  })

export const attendingAdmin = room(AttendingAdminApi)(Effect.map(Effect.all([AttendingAdmin, ImageRecords, Triggers, Calendar, Jobs]), ([admin, images, triggers, calendar, jobs]) => ({
  pending: ({ urlParams }) => List.ask(urlParams, admin.pending),
  promote: ({ path, payload }) => admin.promote(path.id, payload),
  reject: ({ path }) => admin.reject(path.id),
  merges: ({ urlParams }) => List.ask(urlParams, admin.merges),
  separate: ({ path }) => admin.separate(path.id),
  decide: ({ path, payload }) => admin.decide(path.id, payload.attended),
  importManual: ({ payload }) => admin.importManual(payload),
  reprocess: () => startJob(jobs, "reprocess-attending", "attending", () => Effect.map(admin.reprocess, (done) => reportOf(done.changed, done))),
  testGoogle: () => tested(triggers, calendar, admin),
  backfillImages: ({ payload }) =>
    backfillOf(images, "attending", payload.type === undefined ? Object.values(pictured) : [pictured[payload.type]], payload)
})))
