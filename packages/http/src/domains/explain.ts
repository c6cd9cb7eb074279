import { Explanations, ExplanationView } from "@daybook/core/explain"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { admissionOf } from "../front/requests.js"
import { Authentication } from "../kit/authentication.js"
import { get, WithoutLens } from "../kit/endpoints.js"
import { NotFound } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"
import { acceptDomain, domainName } from "../kit/names.js"
import { text } from "../kit/params.js"

const record = Schema.Struct({
  domain: domainName("Domain of the record"),
  type: text("Type of the record, as in `/v1/changes`, or `play`, `performer` or `day`"),
  id: text("Id of the record; the day of a `day`; for a `play` its id or its `scrobbled_at`")
})

/** Why records are as they are. */
export class ExplainApi extends HttpApiGroup.make("explain")
  .add(
    get("record", "/explain/:domain/:type/:id", "Explain a record")
      .setPath(record)
      .addSuccess(ExplanationView)
      .addError(NotFound)
      .annotate(WithoutLens, true)
      .annotate(
        Description,
        "Who reported a record, which rule chose each of its values, what else was said, and why several reports are " +
          "one. `listening/play/2026-03-14T20:15:00.000Z` lists every report of a play; `listening/day/2026-03-14`, and days of the other " +
          "domains, count the reports of a day by source. The rules are in [docs/explain.md](docs/explain.md)."
      )
  )
  .annotate(Description, "Where values come from, and why.")
  .middleware(Authentication) {}

export const explain = handlersFor(ExplainApi)([Explanations], (explanations) => ({
  record: ({ path, request }) =>
    Effect.zipRight(
      acceptDomain(path.domain),
      explanations.of({ ...path, showsMail: admissionOf(request).key?.scope === "admin" })
    )
}))
