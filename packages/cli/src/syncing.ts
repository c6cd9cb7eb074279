import { type Domain, domains } from "@daybook/core"
import { Enrichments, type SyncReport, type Source, SyncEngine, type SyncOptions } from "@daybook/core/sync"
import { Array as Arrays, type Duration, Effect, Either, Option, Ref } from "effect"
import { LoadedConfig } from "./config/loaded.js"
import { Failure, reason } from "./failures.js"
import * as print from "./print.js"
import { withProgress } from "./progress.js"

export type Outcome =
  { readonly source: string; readonly report: SyncReport } | { readonly source: string; readonly error: string }

/** Syncs one source with a progress bar, or one line at the end when stderr is not a terminal. Never fails. */
export const syncOne = (source: Source<never>, options: Omit<SyncOptions, "onProgress" | "trigger">, quiet: boolean) =>
  Effect.gen(function* () {
    const engine = yield* SyncEngine
    const run = withProgress(source.id, (onProgress) =>
      engine.sync(source, { ...options, trigger: "command", onProgress })
    )
    return yield* toOutcome(source.id, run, quiet)
  })

/** Converts the result of a run to an outcome and prints it unless `quiet`. */
export const toOutcome = <E, R>(source: string, run: Effect.Effect<SyncReport, E, R>, quiet: boolean) =>
  Effect.gen(function* () {
    const result = yield* Effect.either(run)
    const outcome: Outcome = Either.match(result, {
      onLeft: (error) => ({ source, error: reason(error) }),
      onRight: (report) => ({ source, report })
    })
    if (!quiet && process.stderr.isTTY !== true && "report" in outcome)
      yield* print.note(`${source}: ${summary(outcome.report)}`)
    return outcome
  })

/** How a run changed what is stored, and its seconds. */
export const summary = (report: Pick<SyncReport, "added" | "changed" | "removed" | "seconds">) =>
  `${report.added} added, ${report.changed} changed, ${report.removed} removed in ${report.seconds.toFixed(1)} s`

/** Prints the table at the end of a sync or an import. */
export const tableOf = (outcomes: ReadonlyArray<Outcome>) => {
  const rows = outcomes.flatMap((outcome) =>
    "report" in outcome
      ? [
          [
            outcome.source,
            outcome.report.added,
            outcome.report.changed,
            outcome.report.removed,
            outcome.report.seconds.toFixed(1)
          ]
        ]
      : []
  )
  return rows.length === 0 ? Effect.void : print.table(["source", "added", "changed", "removed", "seconds"], rows)
}

/** The `--json` output of a sync or an import. */
export const dataOf = (outcomes: ReadonlyArray<Outcome>) =>
  outcomes.map((outcome) => ("report" in outcome ? outcome.report : outcome))

/** Fails when any run failed, with one line for each failure. */
export const orFail = (outcomes: ReadonlyArray<Outcome>): Effect.Effect<void, Failure> => {
  const failed = outcomes.flatMap((outcome) => ("error" in outcome ? [outcome.error] : []))
  return failed.length > 0 ? new Failure({ message: failed.join("\n") }) : Effect.void
}

/** The enrichment queues to drain: all of some domains, and of other domains those of these sources alone. */
export interface EnrichmentScope {
  readonly domains: ReadonlyArray<Domain>
  readonly sources: ReadonlyArray<string>
}

/**
 * What follows a sync of these sources. For a source of the configuration in a built-in domain it is what the source
 * itself adds: what other providers add is up to the host, and nobody waits for a provider that was not named.
 */
export const enrichmentAfter = (sources: ReadonlyArray<Source<never>>) =>
  Effect.map(LoadedConfig, (config): EnrichmentScope => {
    const configured = new Set((config?.parts ?? []).flatMap(({ kind, name }) => (kind === "source" ? [name] : [])))
    const [others, own] = Arrays.partition(
      sources,
      ({ domain, id }) => configured.has(id) && domains.some((name) => name === domain)
    )
    return { domains: Arrays.dedupe(others.map(({ domain }) => domain)), sources: own.map(({ id }) => id) }
  })

/** Drains enrichment queues concurrently until the budget is spent. */
export const enrich = ({ domains, sources }: EnrichmentScope, budget: Duration.DurationInput) =>
  Effect.gen(function* () {
    const enrichments = yield* Enrichments
    const counts = yield* Ref.make<ReadonlyMap<string, Count>>(new Map())
    const sumOf = (all: ReadonlyMap<string, Count>, of: keyof Count) =>
      [...all.values()].reduce((sum, one) => sum + one[of], 0)
    const result = yield* withProgress("enrichment", (report) =>
      enrichments.drain(
        domains,
        {
          budget,
          onProgress: (id, step) =>
            Effect.gen(function* () {
              const all = yield* Ref.updateAndGet(counts, (before) =>
                new Map(before).set(id, { done: (before.get(id)?.done ?? 0) + step.done, left: step.left })
              )
              const done = sumOf(all, "done")
              yield* report({ seen: done, total: Option.some(done + sumOf(all, "left")) })
            })
        },
        sources
      )
    )
    yield* Effect.forEach(result.failures, (failure) => print.note(`note: ${reason(failure)} (${later})`), {
      discard: true
    })
    const left = sumOf(yield* Ref.get(counts), "left")
    if (result.isCut && left > 0) yield* print.note(`note: ${left} enrichment tasks are left (${later})`)
  })

interface Count {
  readonly done: number
  readonly left: number
}

const later = "enrichment continues in the running host, or with the next sync"
