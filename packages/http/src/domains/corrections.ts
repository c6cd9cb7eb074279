import {
  AddedCorrection,
  CorrectionView,
  Corrections,
  PreviewView,
  RequestedCorrection,
  SuggestionView,
  correctionView,
  previewView,
  requestedCorrection,
  suggestionView
} from "@daybook/core/corrections"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { Authentication } from "../kit/authentication.js"
import { body } from "../kit/body.js"
import { Deleted, created, dataOf, del, deleted, get, post } from "../kit/endpoints.js"
import { Contradiction, Forbidden, NotFound, TooLarge } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"
import { byId, limit, query } from "../kit/params.js"

const Suggestions = query({ limit: limit(200) }, { limit: 50 })

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
      .addError(Contradiction)
      .addError(TooLarge)
      .annotate(
        Description,
        "Applies a correction to all plays, stored and future. 400 if it names nothing or its kind is not supported for " +
          "the type; 409 if it contradicts another one, which the error names."
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
      .addError(NotFound)
      .annotate(Description, "Removes a correction. Answers are what they would be without it.")
  )
  .annotate(Description, "The owner's corrections of names and records. Needs an admin key.")
  .prefix("/admin/corrections")
  .addError(Forbidden)
  .middleware(Authentication) {}

export const corrections = handlersFor(CorrectionsApi)([Corrections], (corrections) => ({
  list: () => Effect.map(corrections.all, (all) => ({ data: all.map(correctionView) })),
  create: ({ payload }) =>
    Effect.map(corrections.add(requestedCorrection(payload)), ({ affected, correction }) => ({
      ...correctionView(correction),
      affected
    })),
  preview: ({ payload }) => Effect.map(corrections.preview(requestedCorrection(payload)), previewView),
  suggestions: ({ urlParams }) =>
    Suggestions.use(urlParams, ({ limit }) =>
      Effect.map(corrections.suggestions(limit), (pairs) => ({ data: pairs.map(suggestionView) }))
    ),
  get: ({ path: { id } }) => Effect.map(corrections.get(id), correctionView),
  remove: ({ path: { id } }) => Effect.as(corrections.remove(id), deleted(id))
}))
