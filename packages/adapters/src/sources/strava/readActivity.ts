import type { Report } from "@daybook/core/running"
import type { SourceFailure } from "@daybook/core/sync"
import { Effect, Option } from "effect"
import type { Strava, Urgency } from "./Strava.js"
import { toDetail, toRun } from "./toRecords.js"

type Detailed = Extract<Report, { readonly _tag: "Detailed" }>

/** A run in full, as Strava has it now; none where it has no such activity, or one that is no run. */
export const readActivity = (strava: Strava, id: number, urgency: Urgency): Effect.Effect<Option.Option<Detailed>, SourceFailure> =>
  strava.activity(id, urgency).pipe(
    Effect.map((activity) => Option.map(Option.fromNullable(toRun(activity)), (run): Detailed => ({ _tag: "Detailed", run, detail: toDetail(activity) }))),
    Effect.catchIf(({ state }) => state === "not_found", () => Effect.succeedNone)
  )
