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

/** What Strava has of an activity now: a run, something that is no run, or nothing. */
export const lookFor = (strava: Strava, id: number, urgency: Urgency): Effect.Effect<Read | "other" | "absent", SourceFailure> =>
  strava.activity(id, urgency).pipe(
    Effect.map((activity) => {
      const run = toRun(activity)
      if (run === null) return "other"
      const shoe = shoeBeside(activity)
      return { told: { _tag: "Detailed", run, detail: toDetail(activity) }, shoes: shoe === null ? [] : [{ _tag: "Shoes", shoe }] } satisfies Read
    }),
    Effect.catchIf(({ state }) => state === "not_found", () => Effect.succeed("absent" as const))
  )

/** A run as Strava has it now; none where it has no such activity, or one that is no run. */
export const readActivity = (strava: Strava, id: number, urgency: Urgency): Effect.Effect<Option.Option<Read>, SourceFailure> =>
  Effect.map(lookFor(strava, id, urgency), (found) => typeof found === "string" ? Option.none() : Option.some(found))
