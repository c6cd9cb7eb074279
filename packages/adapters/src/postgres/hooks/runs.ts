import { type HookEvent, errorOf, event, runEvent } from "@daybook/core/hooks"
import type { Domain } from "@daybook/core"
import { type Drift, type Run, type SourceState, hasJustPaused, pauseWindow, unexplainedOf } from "@daybook/core/sync"
import { Clock, Effect, Option } from "effect"
import { boolean, nullable, oneOf } from "../kit/columns.js"
import { sql } from "../kit/sql.js"
import { Versions } from "../Versions.js"
import { announce, hooksTopic } from "./outbox.js"

/** Why runs fail. */
export const sourceStates = [
  "unauthorized",
  "forbidden",
  "not_found",
  "rate_limited",
  "unavailable",
  "bad_answer",
  "bad_file",
  "bad_source",
  "mass_removal",
  "interrupted"
] satisfies ReadonlyArray<SourceState>

/** The outcomes of the source's newest runs. Runs of webhooks do not count, as in the sync status. */
const newestOutcomes = (source: string) =>
  Effect.map(
    sql({ state: nullable(oneOf(sourceStates)) })`
      SELECT failure_state AS state FROM sync_runs
      WHERE source = ${source} AND NOT is_job AND trigger <> 'webhook' AND status <> 'running'
      ORDER BY id DESC LIMIT ${pauseWindow}`,
    (rows) => rows.map(({ state }) => state)
  )

/**
 * Whether there may be hooks to announce a run to. Without hooks, the end of a run needs no transaction. It is asked
 * once for each change of the hooks.
 */
export const hookPresence = Effect.gen(function* () {
  const versions = yield* Effect.serviceOption(Versions)
  if (Option.isNone(versions)) return Effect.succeed(true)
  const { latest } = versions.value
  const ask = Effect.map(
    sql({ some: boolean })`SELECT EXISTS (SELECT FROM hooks) AS some`,
    ([row]) => row?.some ?? true
  )
  let presence = { version: latest(hooksTopic), some: yield* Effect.orElseSucceed(ask, () => true) }
  return Effect.suspend(() => {
    const version = latest(hooksTopic)
    return version === presence.version
      ? Effect.succeed(presence.some)
      : Effect.map(ask, (some) => {
          presence = { version, some }
          return some
        })
  })
})

type EndedRun = Pick<Run, "id" | "source" | "domain" | "added" | "changed" | "removed">

/** Announces the end of a sync or import, in the transaction that records it. */
export const announceRun = (run: EndedRun, failure: Run["failure"]) =>
  Effect.gen(function* () {
    const at = yield* Clock.currentTimeMillis
    const why = Option.getOrNull(failure)
    const events: Array<HookEvent> = [runEvent(run, why, at)]
    const { domain, source } = run
    if (why !== null && hasJustPaused(yield* newestOutcomes(source)))
      events.push(event("source.paused", domain, at, { source, domain, state: why.state, error: errorOf(why) }))
    yield* announce(events)
  })

/** Announces a confirmed difference to the provider's number of records, in the transaction that stores it. */
export const announceDrift = (source: string, domain: Domain, drift: Drift) =>
  announce([
    event("source.drifted", domain, drift.checkedAt, {
      source,
      domain,
      unit: drift.unit,
      provider: drift.provider,
      stored: drift.stored,
      unexplained: unexplainedOf(drift)
    })
  ])
