import type { Report } from "@daybook/core/running"
import type { SourceFailure } from "@daybook/core/sync"
import { Effect, Option } from "effect"
import type { Strava, Urgency } from "./Strava.js"
import { shoeBeside, toDetail, toRun } from "./toRecords.js"

/** A run in full and, where they are told beside it, its shoes. */
interface Read {
  readonly told: Extract<Report, { readonly _tag: "Detailed" }>
  readonly shoes: ReadonlyArray<Report>
}

/** A run as Strava has it now; none where it has no such activity, or one that is no run. */
export const readActivity = (strava: Strava, id: number, urgency: Urgency): Effect.Effect<Option.Option<Read>, SourceFailure> =>
  strava.activity(id, urgency).pipe(
    Effect.map((activity) => Option.map(Option.fromNullable(toRun(activity)), (run): Read => {
      const shoe = shoeBeside(activity)
      return { told: { _tag: "Detailed", run, detail: toDetail(activity) }, shoes: shoe === null ? [] : [{ _tag: "Shoes", shoe }] }
    })),
    Effect.catchIf(({ state }) => state === "not_found", () => Effect.succeedNone)
  )
