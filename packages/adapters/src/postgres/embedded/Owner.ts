import { Deferred, Effect, Runtime, type Scope } from "effect"
import { createRequire } from "node:module"
import type { Duplex } from "node:stream"
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads"
import { type Address, socketFile } from "./Address.js"
import { folderOf } from "./createDatabase.js"
import { type EmbeddedFailure, failureOf } from "./EmbeddedFailure.js"
import { PortStream } from "./PortStream.js"

/** Startup options for the engine's thread. */
export interface WorkerOptions {
  /** The folder of the database itself. */
  readonly folder: string
  /** The Unix socket to listen on; if undefined, a port. */
  readonly socketFile: string | undefined
  readonly host: string
  readonly port: number
  readonly password: string | undefined
  readonly idleTransactionMillis: number
}

/** Messages to the engine's thread: a new connection from this process, or the request to end. */
export type WorkerCommand = { readonly _tag: "Connect"; readonly port: MessagePort } | { readonly _tag: "End" }

/** Messages from the engine's thread. */
export type WorkerReport =
  | { readonly _tag: "Ready"; readonly port: number }
  | { readonly _tag: "Died"; readonly message: string; readonly code: string | undefined }

export interface Engine {
  /** The address it listens on, with the actual port. */
  readonly address: Address
  /** A new connection from this process, which needs no socket. */
  readonly connect: () => Duplex
  /** Completes with the reason when the engine ends unexpectedly. */
  readonly ended: Effect.Effect<string>
}

const entry = () => createRequire(import.meta.url).resolve("#embedded/worker")

/** Long enough for a last checkpoint on a slow disk. */
const closingTime = "30 seconds"

/** Runs the engine in a thread. Closing the scope writes a last checkpoint and ends the thread. */
export const startEngine = (
  dataDir: string,
  address: Address,
  idleTransactionMillis: number
): Effect.Effect<Engine, EmbeddedFailure, Scope.Scope> =>
  Effect.gen(function* () {
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
    const worker = yield* Effect.acquireRelease(
      Effect.sync(() => startThread(options, events)),
      (worker) =>
        Effect.sync(() => command(worker, { _tag: "End" })).pipe(
          Effect.zipRight(Deferred.await(ended)),
          Effect.timeout(closingTime),
          Effect.catchAll(() => Effect.promise(() => worker.terminate()))
        )
    )
    const port = yield* Deferred.await(ready)
    return { address: { ...address, port }, connect: () => connectTo(worker), ended: Deferred.await(ended) }
  })

const command = (worker: Worker, message: WorkerCommand) =>
  worker.postMessage(message, message._tag === "Connect" ? [message.port] : [])

/** To a thread that has ended, the connection closes at once. */
const connectTo = (worker: Worker): Duplex => {
  const { port1, port2 } = new MessageChannel()
  command(worker, { _tag: "Connect", port: port2 })
  return new PortStream(port1)
}

interface ThreadEvents {
  readonly onReady: (port: number) => void
  /** Called when the thread has ended and all its files and sockets are closed. */
  readonly onEnd: (cause: Error) => void
}

const startThread = (workerData: WorkerOptions, events: ThreadEvents): Worker => {
  const worker = new Worker(entry(), { workerData, execArgv: [] })
  let cause = new Error("it gave no reason")
  worker.on("message", (report: WorkerReport) => {
    if (report._tag === "Ready") events.onReady(report.port)
    else cause = Object.assign(new Error(report.message), { code: report.code })
  })
  worker.on("error", (error) => (cause = error))
  worker.once("exit", () => events.onEnd(cause))
  return worker
}
