import { type Context, Effect, type Exit, FiberSet, Option, Ref, Schedule } from "effect"
import type { Domain } from "../domains.js"
import type { StorageFailure } from "../shared/errors.js"
import { keepAlive, failureOf } from "./runLifecycle.js"
import { recordLog } from "./runLog.js"
import type { SourceFailure } from "./SourceFailure.js"
import { type JobProgress, SyncStore } from "./SyncStore.js"
import type { StartedRun } from "./Triggers.js"

/** The outcome of a job: the number of changed records, and the result for the operator. */
export interface JobReport {
  readonly changed: number
  readonly result: Readonly<Record<string, unknown>>
  /** Failures of providers; the run reports the first. */
  readonly failures?: ReadonlyArray<SourceFailure>
}

/** Background work that an operator starts. */
export interface Job {
  /** At most one job of a name is active across all hosts. */
  readonly name: string
  readonly domain: Domain
  readonly work: (progress: (progress: JobProgress) => Effect.Effect<void>) => Effect.Effect<JobReport, StorageFailure>
}

type Store = Context.Tag.Service<SyncStore>

/** How often progress is stored; work reports it far more often. */
const reportEvery = "1 second"

/** Starts jobs and returns before they finish. Each job is a run; it ends with the scope at the latest. */
export class Jobs extends Effect.Service<Jobs>()("@daybook/core/Jobs", {
  scoped: Effect.gen(function* () {
    const store = yield* SyncStore
    const fibers = yield* FiberSet.make()
    const claim = ({ domain, name }: Pick<Job, "domain" | "name">) =>
      store.claim({ source: name, domain, syncType: "job", trigger: "admin", isJob: true })
    return {
      /** Runs the job in this fiber. False if it is active already, on this host or another one. */
      perform: (job: Job): Effect.Effect<boolean, StorageFailure> =>
        Effect.uninterruptible(
          Effect.flatMap(claim(job), ({ _tag, run }) =>
            _tag === "Busy" ? Effect.succeed(false) : Effect.as(runJob(store, job, run), true)
          )
        ),
      /** Starts the job, or returns the active run of the same name. */
      start: (job: Job): Effect.Effect<StartedRun, StorageFailure> =>
        Effect.uninterruptible(
          Effect.gen(function* () {
            const { _tag, run } = yield* claim(job)
            if (_tag === "Claimed") yield* FiberSet.run(fibers, runJob(store, job, run))
            return { source: job.name, run }
          })
        ).pipe(Effect.withSpan("Jobs.start"))
    }
  })
}) {}

/** Runs the work and records how it ended. */
const runJob = (store: Store, job: Job, run: number) =>
  Effect.gen(function* () {
    const changed = yield* Ref.make(0)
    const finish = (exit: Exit.Exit<unknown, unknown>) =>
      Effect.flatMap(Ref.get(changed), (changed) =>
        store.finish(run, { added: 0, changed, removed: 0 }, failureOf(job.name, exit, job.name))
      )
    yield* Effect.interruptible(
      recordLog(
        store,
        run,
        Effect.raceFirst(workWithReports(store, job, run, changed), keepAlive(store, job.name, run))
      )
    ).pipe(
      Effect.tapErrorCause((cause) => Effect.logError(`${job.name} failed`, cause)),
      Effect.onExit((exit) => Effect.ignoreLogged(finish(exit))),
      Effect.ignore
    )
  })

const workWithReports = (store: Store, { work }: Job, run: number, changed: Ref.Ref<number>) =>
  Effect.gen(function* () {
    const latest = yield* Ref.make<Option.Option<JobProgress>>(Option.none())
    const storeProgress = Effect.flatMap(Ref.get(latest), (progress) =>
      store.report(run, { progress, result: Option.none() })
    )
    const reporting = Effect.raceFirst(
      work((progress) => Ref.set(latest, Option.some(progress))),
      Effect.zipRight(Effect.repeat(Effect.ignoreLogged(storeProgress), Schedule.spaced(reportEvery)), Effect.never)
    )
    const report = yield* reporting
    yield* Ref.set(changed, report.changed)
    yield* store.report(run, { progress: yield* Ref.get(latest), result: Option.some(report.result) })
    const [failure] = report.failures ?? []
    if (failure !== undefined) return yield* failure
  })
