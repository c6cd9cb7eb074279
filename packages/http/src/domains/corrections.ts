import type { Domain } from "@daybook/core"
import {
  AddedCorrection,
  CorrectionView,
  Corrections,
  PreviewView,
  RequestedCorrection,
  SuggestionView,
  correctionJob,
  checkedView,
  correctionView,
  previewView,
  requestedCorrection,
  suggestionView
} from "@daybook/core/corrections"
import { field } from "@daybook/core/shared"
import { Jobs } from "@daybook/core/sync"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { Authentication } from "../kit/authentication.js"
import { body } from "../kit/body.js"
import { Deleted, Works, created, dataOf, del, deleted, get, post } from "../kit/endpoints.js"
import { Contradiction, Forbidden, NotFound, TooLarge } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"
import { SyncQueued, queued } from "../kit/jobs.js"
import { byId, limit, query } from "../kit/params.js"

const Suggestions = query({ limit: limit(200) }, { limit: 50 })

/** A correction of many plays: they are corrected by a run. */
const QueuedCorrection = Schema.Struct({
  ...SyncQueued.fields,
  correction: field(CorrectionView, "The correction")
}).annotations({ identifier: "QueuedCorrection", ...HttpApiSchema.annotations({ status: 202 }) })

const inPages =
  "If it concerns more than 10,000 plays, the answer is 202 with a run that corrects them in pages, from the oldest; " +
  "`GET /v1/admin/sync/runs/{id}` has its progress. An interrupted run goes on by itself."

const correctionId = byId("Id of the correction")

/** The owner's corrections of names and records. */
export class CorrectionsApi extends HttpApiGroup.make("corrections")
  .add(
    get("list", "/", "List corrections")
      .addSuccess(dataOf(Schema.Array(CorrectionView)))
      .annotate(Description, "All corrections, oldest first.")
  )
  .add(
    post("create", "/", "Make a correction")
      .setPayload(body(RequestedCorrection))
      .addSuccess(created(AddedCorrection))
      .addSuccess(QueuedCorrection)
      .addError(Contradiction)
      .addError(TooLarge)
      .annotate(Works, true)
      .annotate(
        Description,
        "Applies a correction to all plays, stored and future. 400 if it names nothing or its kind is not supported for " +
          "the type; 409 if it contradicts another one, which the error names. " +
          inPages
      )
  )
  .add(
    post("preview", "/preview", "Preview a correction")
      .setPayload(body(RequestedCorrection))
      .addSuccess(PreviewView)
      .addError(Contradiction)
      .addError(TooLarge)
      .annotate(Description, "What a correction would change, without making it. Fails as making it would.")
  )
  .add(
    get("suggestions", "/suggestions", "Suggest corrections")
      .setUrlParams(Suggestions.params)
      .addSuccess(dataOf(Schema.Array(SuggestionView)))
      .annotate(
        Description,
        "Pairs that may be one, those first that would change most. Decide with `same` or `different`; a decided pair " +
          "is not suggested again."
      )
  )
  .add(
    get("get", "/:id", "Correction detail")
      .setPath(correctionId)
      .addSuccess(CorrectionView)
      .addError(NotFound)
      .annotate(Description, "One correction.")
  )
  .add(
    del("remove", "/:id", "Take back a correction")
      .setPath(correctionId)
      .addSuccess(Deleted)
      .addSuccess(SyncQueued)
      .addError(NotFound)
      .annotate(Works, true)
      .annotate(Description, `Removes a correction. Answers are what they would be without it. ${inPages}`)
  )
  .annotate(Description, "The owner's corrections of names and records. Needs an admin key.")
  .prefix("/admin/corrections")
  .addError(Forbidden)
  .middleware(Authentication) {}

export const corrections = handlersFor(CorrectionsApi)([Corrections, Jobs], (corrections, jobs) => {
  const startRun = (domain: string) =>
    Effect.map(jobs.start(correctionJob(corrections, domain as Domain)), (run) => queued([run]))
  return {
    list: () => Effect.map(corrections.all, (all) => ({ data: all.map(correctionView) })),
    create: ({ payload }) =>
      Effect.gen(function* () {
        const { affected, correction, waiting } = yield* corrections.add(requestedCorrection(payload))
        const view = correctionView(correction)
        if (waiting === 0) return { ...view, affected }
        return { ...(yield* startRun(correction.domain)), correction: view }
      }),
    preview: ({ payload }) => Effect.map(corrections.preview(requestedCorrection(payload)), previewView),
    suggestions: ({ urlParams }) =>
      Suggestions.use(urlParams, ({ limit }) =>
        Effect.map(corrections.suggestions(limit), (pairs) => ({ data: pairs.map(suggestionView) }))
      ),
    get: ({ path: { id } }) => Effect.map(corrections.get(id), checkedView),
    remove: ({ path: { id } }) =>
      Effect.gen(function* () {
        const { correction, waiting } = yield* corrections.remove(id)
        if (waiting === 0) return deleted(id)
        return yield* startRun(correction.domain)
      })
  }
})
