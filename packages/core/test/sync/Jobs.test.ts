import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Layer, Option, Scope, TestClock } from "effect"
import { type Job, Jobs } from "../../src/sync/Jobs.js"
import { SourceFailure } from "../../src/sync/SourceFailure.js"
import { type Run, SyncStore } from "../../src/sync/SyncStore.js"

/** A store of runs in memory, and the run id of each progress report. */
const memory = () => {
  const runs: Array<Run> = []
  const reports: Array<number> = []
  const change = (id: number, to: Partial<Run>) => Effect.sync(() => void (runs[id - 1] = { ...runs[id - 1]!, ...to }))
  const layer = Layer.mock(SyncStore, {
    claim: ({ isJob: _, ...of }) =>
      Effect.sync(() => {
        const alive = runs.find(({ source, status }) => source === of.source && status === "running")
        if (alive !== undefined) return { _tag: "Busy", run: alive.id }
        const id = runs.length + 1
        runs.push({
          ...of,
          id,
          status: "running",
          startedAt: 0,
          finishedAt: Option.none(),
          added: 0,
          changed: 0,
          removed: 0,
          failure: Option.none()
        })
        return { _tag: "Claimed", run: id }
      }),
    heartbeat: () => Effect.succeed(true),
    report: (run, job) =>
      Effect.zipRight(
        Effect.sync(() => reports.push(run)),
        change(run, { job })
      ),
    finish: (run, counts, failure) =>
      change(run, { ...counts, failure, status: Option.isNone(failure) ? "completed" : "failed" })
  })
  return { runs, reports, layer }
}

const job = (work: Job["work"], name = "recompute"): Job => ({ name, domain: "running", work })
const done = { changed: 2, result: { fine: true } }
const runPending = TestClock.adjust("1 millis")

/** Uses the service while its scope is open. */
const within = <A, E>({ layer }: ReturnType<typeof memory>, use: (jobs: Jobs) => Effect.Effect<A, E>) =>
  Effect.scoped(
    Effect.flatMap(Layer.build(Layer.provide(Jobs.Default, layer)), (context) =>
      Effect.provide(Effect.flatMap(Jobs, use), context)
    )
  )

describe("a job", () => {
  it.effect("returns before it is done, and only one of its name is active", () =>
    Effect.gen(function* () {
      const runStore = memory()
      const mayEnd = yield* Deferred.make<void>()
      yield* within(runStore, (jobs) =>
        Effect.gen(function* () {
          const start = jobs.start(job(() => Effect.as(Deferred.await(mayEnd), done)))
          expect(yield* start).toEqual({ source: "recompute", run: 1 })
          expect(yield* start).toEqual({ source: "recompute", run: 1 })
          expect(yield* jobs.start(job(() => Effect.succeed(done), "other"))).toEqual({ source: "other", run: 2 })
          yield* Deferred.succeed(mayEnd, undefined)
          yield* runPending
          expect(
            runStore.runs.map(({ changed, job, status }) => [status, changed, Option.getOrNull(job!.result)])
          ).toEqual([
            ["completed", 2, { fine: true }],
            ["completed", 2, { fine: true }]
          ])
          expect(yield* start).toEqual({ source: "recompute", run: 3 })
        })
      )
    })
  )

  it.effect("stores its progress at most once a second, however often it reports it", () =>
    Effect.gen(function* () {
      const runStore = memory()
      yield* within(runStore, (jobs) =>
        Effect.gen(function* () {
          yield* jobs.start(
            job((progress) =>
              Effect.as(
                Effect.forEach(Array.from({ length: 100 }), (_, index) =>
                  Effect.zipRight(progress({ done: index, total: 100 }), Effect.sleep("30 millis"))
                ),
                done
              )
            )
          )
          yield* TestClock.adjust("2500 millis")
          expect(runStore.reports.length).toBeLessThanOrEqual(4)
          expect(Option.getOrThrow(runStore.runs[0]!.job!.progress).done).toBeGreaterThan(50)
          yield* TestClock.adjust("1 second")
          expect(runStore.runs[0]).toMatchObject({
            status: "completed",
            job: { progress: Option.some({ done: 99, total: 100 }) }
          })
        })
      )
    })
  )

  it.effect("reports how it failed: the provider, a defect in Daybook, or the host's shutdown", () =>
    Effect.gen(function* () {
      const runStore = memory()
      const scope = yield* Scope.make()
      const jobs = yield* Layer.buildWithScope(Layer.provide(Jobs.Default, runStore.layer), scope)
      const start = (one: Job) =>
        Effect.provide(
          Effect.flatMap(Jobs, (jobs) => jobs.start(one)),
          jobs
        )
      const refusal = new SourceFailure({
        source: "lastfm",
        state: "unauthorized",
        message: "the key was refused",
        next: "give another"
      })
      yield* start(job(() => Effect.succeed({ ...done, failures: [refusal] }), "a"))
      yield* start(job(() => Effect.die("a bug"), "b"))
      yield* start(job(() => Effect.never, "c"))
      yield* runPending
      yield* Scope.close(scope, Exit.void)
      expect(runStore.runs.map(({ failure }) => Option.getOrThrow(failure).message)).toEqual([
        "the key was refused",
        "b failed inside Daybook",
        "c was stopped"
      ])
      expect(runStore.runs.map(({ job, status }) => [status, Option.getOrNull(job?.result ?? Option.none())])).toEqual([
        ["failed", { fine: true }],
        ["failed", null],
        ["failed", null]
      ])
    })
  )
})
