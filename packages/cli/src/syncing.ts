import { Followers, type Report, type Source, SyncEngine, type SyncOptions } from "@daybook/core/sync"
import { type Duration, Effect, Either, Option, Ref } from "effect"
import { reason } from "./explain.js"
import { Failure } from "./Failure.js"
import * as print from "./print.js"
import { withProgress } from "./progress.js"

export type Outcome =
  | { readonly source: string; readonly report: Report }
  | { readonly source: string; readonly error: string }

/** Runs one source with a progress bar on a terminal and one line at its end elsewhere. Its failure is an outcome. */
export const syncOne = (source: Source<never>, options: Omit<SyncOptions, "onProgress" | "trigger">, quiet: boolean) =>
  Effect.gen(function*() {
    const engine = yield* SyncEngine
    const run = withProgress(source.id, (onProgress) => engine.sync(source, { ...options, trigger: "command", onProgress }))
    return yield* told(source.id, run, quiet)
  })

/** Turns how a run ended into an outcome and says so. */
export const told = <E, R>(source: string, run: Effect.Effect<Report, E, R>, quiet: boolean) =>
  Effect.gen(function*() {
    const result = yield* Effect.either(run)
    const outcome: Outcome = Either.match(result, {
      onLeft: (error) => ({ source, error: reason(error) }),
      onRight: (report) => ({ source, report })
    })
    if (!quiet && process.stderr.isTTY !== true && "report" in outcome) yield* print.note(`${source}: ${summary(outcome.report)}`)
    return outcome
  })

const summary = (report: Report) =>
  `${report.added} added, ${report.changed} changed, ${report.removed} removed in ${report.seconds.toFixed(1)} s`

/** The table that ends a sync or an import. */
export const tableOf = (outcomes: ReadonlyArray<Outcome>) => {
  const rows = outcomes.flatMap((outcome) => "report" in outcome
    ? [[outcome.source, outcome.report.added, outcome.report.changed, outcome.report.removed, outcome.report.seconds.toFixed(1)]]
    : [])
  return rows.length === 0 ? Effect.void : print.table(["source", "added", "changed", "removed", "seconds"], rows)
}

/** What `--json` prints of a sync or an import. */
export const dataOf = (outcomes: ReadonlyArray<Outcome>) => outcomes.map((outcome) => "report" in outcome ? outcome.report : outcome)

/** Fails when any of the runs did, with a line for each. */
export const orFail = (outcomes: ReadonlyArray<Outcome>): Effect.Effect<void, Failure> => {
  const failed = outcomes.flatMap((outcome) => "error" in outcome ? [outcome.error] : [])
  return failed.length > 0 ? new Failure({ message: failed.join("\n") }) : Effect.void
}

/** Does the look-ups that follow syncs of some domains, all side by side, as far as the budget lets. */
export const follow = (domains: ReadonlyArray<Source<never>["domain"]>, budget: Duration.DurationInput) =>
  Effect.gen(function*() {
    const followers = yield* Followers
    const counts = yield* Ref.make<ReadonlyMap<string, Count>>(new Map())
    const sumOf = (all: ReadonlyMap<string, Count>, of: keyof Count) => [...all.values()].reduce((sum, one) => sum + one[of], 0)
    const followed = yield* withProgress("look-ups", (report) =>
      followers.drain(domains, {
        budget,
        onProgress: (id, step) =>
          Effect.gen(function*() {
            const all = yield* Ref.updateAndGet(counts, (known) =>
              new Map(known).set(id, { done: (known.get(id)?.done ?? 0) + step.done, left: step.left }))
            const done = sumOf(all, "done")
            yield* report({ seen: done, total: Option.some(done + sumOf(all, "left")) })
          })
      }))
    yield* Effect.forEach(followed.failures, (failure) => print.note(`note: ${reason(failure)} (${later})`), { discard: true })
    const left = sumOf(yield* Ref.get(counts), "left")
    if (followed.isCut && left > 0) yield* print.note(`note: ${left} look-ups are left (${later})`)
  })

interface Count {
  readonly done: number
  readonly left: number
}

const later = "the look-ups go on in the running host, or with the next sync"
