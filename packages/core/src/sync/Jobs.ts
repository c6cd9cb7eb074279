import { type Context, Effect, type Exit, FiberSet, Option, Ref, Schedule } from "effect"
import type { Domain } from "../rooms.js"
import type { StorageFailure } from "../shared/errors.js"
import { alive } from "./alive.js"
import { failureOf } from "./failureOf.js"
import type { SourceFailure } from "./SourceFailure.js"
import { type JobProgress, SyncStore } from "./SyncStore.js"
import type { Triggered } from "./Triggers.js"

/** What a job did: how many records it changed, and what its operator wants to know. */
export interface JobReport {
  readonly changed: number
  readonly result: Readonly<Record<string, unknown>>
  /** Providers that stopped, the first of which the run says. */
  readonly failures?: ReadonlyArray<SourceFailure>
}

/** Work that an operator starts and nobody waits for. */
export interface Job {
  /** At most one job of a name is alive, over all hosts. */
  readonly name: string
  readonly domain: Domain
  readonly work: (progress: (progress: JobProgress) => Effect.Effect<void>) => Effect.Effect<JobReport, StorageFailure>
}

type Store = Context.Tag.Service<SyncStore>

/** How often progress is stored: providers and portions report more often than anybody looks. */
const reportEvery = "1 second"

/** Starts jobs and answers before they are done (contract §15). Each is a run; it ends with the scope at the latest. */
export class Jobs extends Effect.Service<Jobs>()("@daybook/core/Jobs", {
  scoped: Effect.gen(function*() {
    const store = yield* SyncStore
    const fibers = yield* FiberSet.make()
    return {
      /** The run of the job, or that of the same name which is under way. */
      start: (job: Job): Effect.Effect<Triggered, StorageFailure> =>
        Effect.uninterruptible(Effect.gen(function*() {
          const of = { source: job.name, domain: job.domain, syncType: "job", trigger: "admin", isJob: true } as const
          const claim = yield* store.claim(of)
          if (claim._tag === "Claimed") yield* FiberSet.run(fibers, carriedOut(store, job, claim.run))
          return { source: job.name, run: claim.run }
        })).pipe(Effect.withSpan("Jobs.start"))
    }
  })
}) {}

/** Does the work, and writes down how it ended, however it ended. */
const carriedOut = (store: Store, job: Job, run: number) =>
  Effect.gen(function*() {
    const changed = yield* Ref.make(0)
    const finish = (exit: Exit.Exit<unknown, unknown>) =>
      Effect.flatMap(Ref.get(changed), (changed) =>
        store.finish(run, { added: 0, changed, removed: 0 }, failureOf(job.name, exit, job.name)))
    yield* Effect.interruptible(Effect.raceFirst(reported(store, job, run, changed), alive(store, job.name, run))).pipe(
      Effect.tapErrorCause((cause) => Effect.logError(`${job.name} failed`, cause)),
      Effect.onExit((exit) => Effect.ignoreLogged(finish(exit))),
      Effect.ignore
    )
  })

const reported = (store: Store, { work }: Job, run: number, changed: Ref.Ref<number>) =>
  Effect.gen(function*() {
    const latest = yield* Ref.make<Option.Option<JobProgress>>(Option.none())
    const tell = Effect.flatMap(Ref.get(latest), (progress) => store.report(run, { progress, result: Option.none() }))
    const watched = Effect.raceFirst(
      work((progress) => Ref.set(latest, Option.some(progress))),
      Effect.zipRight(Effect.repeat(Effect.ignoreLogged(tell), Schedule.spaced(reportEvery)), Effect.never)
    )
    const report = yield* watched
    yield* Ref.set(changed, report.changed)
    yield* store.report(run, { progress: yield* Ref.get(latest), result: Option.some(report.result) })
    const [failure] = report.failures ?? []
    if (failure !== undefined) return yield* failure
  })
