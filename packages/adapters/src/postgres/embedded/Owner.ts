import { Deferred, Effect, Runtime, type Scope } from "effect"
import { createRequire } from "node:module"
import { Worker } from "node:worker_threads"
import { type Address, socketFile } from "./Address.js"
import { folderOf } from "./createDatabase.js"
import type { EmbeddedFailure } from "./EmbeddedFailure.js"
import { failureOf } from "./failureOf.js"
import type { WorkerOptions, WorkerReport } from "./WorkerReport.js"

export interface Engine {
  /** Where it listens, the port being the one that it got. */
  readonly address: Address
  /** Done, with the reason, when the engine has ended unasked. */
  readonly ended: Effect.Effect<string>
}

const entry = () => createRequire(import.meta.url).resolve("#embedded/worker")

/** Long enough for a last checkpoint on a slow disk. */
const closingTime = "30 seconds"

/** Runs the engine in a thread; with the scope it writes its last checkpoint and ends. */
export const startEngine = (
  dataDir: string,
  address: Address,
  idleTransactionMillis: number
): Effect.Effect<Engine, EmbeddedFailure, Scope.Scope> =>
  Effect.gen(function*() {
    const ready = yield* Deferred.make<number, EmbeddedFailure>()
    const ended = yield* Deferred.make<string>()
    const run = Runtime.runSync(yield* Effect.runtime<never>())
    const events: ThreadEvents = {
      onReady: (port) => run(Deferred.succeed(ready, port)),
      onEnd: (cause) => {
        run(Deferred.fail(ready, failureOf(dataDir, cause)))
        run(Deferred.succeed(ended, `the embedded database ended and is started again: ${cause.message}`))
      }
    }
    const options: WorkerOptions = {
      folder: folderOf(dataDir),
      socketFile: socketFile(address),
      host: address.host,
      port: address.port,
      password: address.password ?? undefined,
      idleTransactionMillis
    }
    yield* Effect.acquireRelease(
      Effect.sync(() => startThread(options, events)),
      (worker) =>
        Effect.sync(() => worker.postMessage("close")).pipe(
          Effect.zipRight(Deferred.await(ended)),
          Effect.timeout(closingTime),
          Effect.catchAll(() => Effect.promise(() => worker.terminate()))
        )
    )
    const port = yield* Deferred.await(ready)
    return { address: { ...address, port }, ended: Deferred.await(ended) }
  })

interface ThreadEvents {
  readonly onReady: (port: number) => void
  /** Once the thread is gone, and with it every file and socket that it had open. */
  readonly onEnd: (cause: Error) => void
}

const startThread = (workerData: WorkerOptions, events: ThreadEvents): Worker => {
  const worker = new Worker(entry(), { workerData, execArgv: [] })
  let cause = new Error("it said nothing")
  worker.on("message", (report: WorkerReport) => {
    if (report._tag === "Ready") events.onReady(report.port)
    else cause = Object.assign(new Error(report.message), { code: report.code })
  })
  worker.on("error", (error) => cause = error)
  worker.once("exit", () => events.onEnd(cause))
  return worker
}
