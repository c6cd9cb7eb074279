import { Effect } from "effect"
import { cacheable } from "../front/content.js"
import { type AdmittedListener, admissionOf } from "../front/requests.js"
import type { ResponseCache } from "../front/ResponseCache.js"
import type { WarmOptions } from "../front/WarmAnswers.js"
import { joinedMetrics } from "../metrics/joined.js"
import { metricsPath } from "../pages/pages.js"
import { forwardTo, pageOf, type WorkingProcess } from "./forward.js"

/** How long the page of metrics waits for those of the working process. */
const metricsPatienceMs = 2_000

/** The metrics of this process and of the one that works for it. */
export const pageOfHost = (own: Effect.Effect<string>, working: WorkingProcess | undefined) =>
  working === undefined
    ? own
    : Effect.zipWith(
        own,
        Effect.promise(() => pageOf(working, metricsPath, metricsPatienceMs)),
        (answering, works) => (works === null ? answering : joinedMetrics(answering, works)),
        { concurrent: true }
      )

/** Answers that the process that works computes in idle time. */
export const warmedElsewhere = (cache: ResponseCache, working: WorkingProcess | undefined): WarmOptions["elsewhere"] =>
  working === undefined
    ? undefined
    : { next: forwardTo(working), keep: (admission, headers, body) => void cacheable(cache, admission, headers, body) }

/** Passes on what belongs to the process that works. */
export const withWork = (answer: AdmittedListener, working: WorkingProcess | undefined): AdmittedListener => {
  if (working === undefined) return answer
  const forward = forwardTo(working)
  return (request, response) =>
    admissionOf(request).route.works === true ? forward(request, response) : answer(request, response)
}
