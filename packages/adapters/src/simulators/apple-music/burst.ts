import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Clock, Duration, Effect } from "effect"

/** More than `calls` within `within` are refused for as long as `phase`. */
export interface BurstRule {
  readonly calls: number
  readonly within: Duration.DurationInput
  readonly phase: Duration.DurationInput
}

/** As seen at the real service: ten calls in about three seconds, then a minute or two of 403. */
const usual: BurstRule = { calls: 10, within: "3 seconds", phase: "90 seconds" }

/** Off until it is switched on. Refusals carry no `Retry-After`; calls during the phase do not lengthen it. */
export const makeBurstGuard = () => {
  let rule: BurstRule | undefined
  let recent: Array<number> = []
  let refusedUntil = 0
  const guard = (answer: Effect.Effect<HttpServerResponse.HttpServerResponse>) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (rule === undefined) return answer
      if (now < refusedUntil) return Effect.succeed(forbidden)
      const oldest = now - Duration.toMillis(rule.within)
      recent = [...recent.filter((at) => at > oldest), now]
      if (recent.length <= rule.calls) return answer
      refusedUntil = now + Duration.toMillis(rule.phase)
      recent = []
      return Effect.succeed(forbidden)
    })
  const setBursts = (next: "off" | "usual" | BurstRule) =>
    Effect.sync(() => {
      rule = next === "off" ? undefined : next === "usual" ? usual : next
      recent = []
      refusedUntil = 0
    })
  return { guard, setBursts }
}

const forbidden = HttpServerResponse.html("<html><head><title>403 Forbidden</title></head><body><h1>Forbidden</h1></body></html>").pipe(
  HttpServerResponse.setStatus(403)
)
