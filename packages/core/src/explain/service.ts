import { Context, Effect, Option } from "effect"
import type { Domain } from "../domains.js"
import { NoData, type StorageFailure } from "../shared/errors.js"
import { Freshness } from "../sync/Freshness.js"
import type { Explanation } from "./model.js"
import { type ExplanationView, explanationView } from "./views.js"

/** What is to be explained: a record, or a day (`listening/day/2026-03-14`). */
export interface Explained {
  readonly domain: Domain
  readonly type: string
  readonly id: string
  /** Whether mails may be named by subject and sender. */
  readonly showsMail: boolean
}

/** Answered by every domain. */
export class Explains extends Context.Tag("@daybook/core/Explains")<
  Explains,
  {
    /** None if there is no such record, type or domain. */
    readonly explain: (of: Explained) => Effect.Effect<Option.Option<Explanation>, StorageFailure>
  }
>() {}

/** Why records are as they are. */
export class Explanations extends Effect.Service<Explanations>()("@daybook/core/Explanations", {
  effect: Effect.gen(function* () {
    const { explain } = yield* Explains
    const freshness = yield* Freshness
    return {
      of: Effect.fn("Explanations.of")(function* (
        of: Explained
      ): Effect.fn.Return<ExplanationView, NoData | StorageFailure> {
        const id = `${of.domain}/${of.type}/${of.id}`
        const explanation = yield* explain(of)
        if (Option.isNone(explanation)) return yield* new NoData({ what: id })
        return explanationView(id, freshness.latest().get(of.domain)?.at ?? null, explanation.value)
      })
    }
  })
}) {}
