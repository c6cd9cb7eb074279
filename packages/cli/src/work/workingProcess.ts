import * as Daybook from "@daybook/adapters"
import type { WorkingProcess } from "@daybook/http"
import { Deferred, Duration, Effect, Exit, Runtime, Schedule, type Scope } from "effect"
import type { ChildProcess } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startOwn } from "../ownProcess.js"

/** What a working process says to the one that started it, once. */
export const isReady = "ready"
/** What it is told. Without a word it ends at once: the one that started it was killed. */
export const stop = "stop"

/** Pictures are decoded on several threads, and glibc keeps memory of its own for each of them. */
const leanMalloc = { MALLOC_ARENA_MAX: "2" }

/** Maximum length of the path of a socket, on the systems that Daybook runs on. */
const maxPathBytes = 100
/** How long an operation waits for a working process that starts. */
const patienceMs = 30_000
/** How long a working process may take to stop, a little less than the host's own clients. */
const stopWithin = Duration.seconds(9)
/** A new host answers its first readers before it works, unless they ask for work. */
const startDelay = Duration.seconds(1)
/** From a crash to the next start: a process that cannot start must not use up the machine. */
const restarts = Schedule.union(Schedule.exponential("500 millis"), Schedule.spaced("30 seconds"))

/** A folder that only this user opens, and the path of a socket in it. */
const newSocket = Effect.acquireRelease(
  Effect.sync(() => {
    if (process.platform === "win32")
      return { folder: null, path: `\\\\.\\pipe\\daybook-${randomBytes(12).toString("hex")}` }
    const parent = Buffer.byteLength(tmpdir()) > maxPathBytes - 30 ? "/tmp" : tmpdir()
    const folder = mkdtempSync(join(parent, "daybook-work-"))
    return { folder, path: join(folder, "work.sock") }
  }),
  ({ folder }) =>
    Effect.sync(() => {
      if (folder !== null) rmSync(folder, { recursive: true, force: true })
    })
)

export interface WorkOptions {
  readonly schedule: boolean
  /** The environment of the process: its settings. */
  readonly env: NodeJS.ProcessEnv
}

interface Worker extends WorkingProcess {
  /** Starts the process, until the scope closes, and again if it ends. `address` is that of the host. */
  readonly run: (address: string) => Effect.Effect<void, never, Scope.Scope>
}

/** A process that works for this one. It stops when it is told to, and ends when this one does, however that ends. */
export const workingProcess = Effect.fn("workingProcess")(function* ({ env, schedule }: WorkOptions) {
  const { folder, path } = yield* newSocket
  const runtime = yield* Effect.runtime<Effect.Effect.Context<typeof Daybook.catchUp>>()
  let readiness = expectation()

  const start = (address: string) =>
    Effect.sync(() =>
      startOwn("work", [path, address, ...(schedule ? [] : ["--no-schedule"])], { ...leanMalloc, ...env })
    )

  const life = (address: string) =>
    Effect.acquireUseRelease(
      start(address),
      (child) =>
        Effect.async<string>((resume) => {
          child.on("message", (message) => {
            if (message === isReady) readiness.meet(path)
          })
          child.once("error", ({ message }) => resume(Effect.succeed(message)))
          child.once("exit", (code, signal) => resume(Effect.succeed(signal ?? `exit code ${code}`)))
        }),
      (child) => (hasEnded(child) ? Effect.void : end(child))
    ).pipe(
      Effect.tap(() =>
        Effect.sync(() => {
          readiness = readiness.isMet ? expectation() : readiness
          if (folder !== null) rmSync(path, { force: true })
        })
      ),
      Effect.flatMap((how) => Effect.fail(how)),
      Effect.tapError((how) =>
        Effect.logError(`the process that syncs and imports ended (${how}); it is started again`)
      )
    )
  const isNeeded = yield* Deferred.make<void>()
  return {
    socket: () => {
      Deferred.unsafeDone(isNeeded, Exit.void)
      return readiness.isMet ? readiness.promise : Promise.race([readiness.promise, late()])
    },
    catchUp: () => Runtime.runPromise(runtime)(Effect.ignoreLogged(Daybook.catchUp)),
    run: (address) =>
      Effect.raceFirst(Effect.sleep(startDelay), Deferred.await(isNeeded)).pipe(
        Effect.zipRight(Effect.retry(life(address), Schedule.resetAfter(restarts, "1 minute"))),
        Effect.forkScoped,
        Effect.asVoid
      )
  } satisfies Worker
})

/** What operations wait for until a working process is ready. */
const expectation = () => {
  let resolve: (path: string) => void
  const promise = new Promise<string>((resolved) => void (resolve = resolved))
  const one = { promise, isMet: false, meet: (path: string) => (resolve(path), (one.isMet = true)) }
  return one
}

const late = () =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error("the working process does not start")), patienceMs).unref()
  })

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

/** Tells the process to stop, and kills it if it does not. */
const end = (child: ChildProcess) =>
  Effect.async<void>((resume) => {
    child.once("exit", () => resume(Effect.void))
    child.send(stop, () => {})
  }).pipe(
    Effect.interruptible,
    Effect.timeoutOption(stopWithin),
    Effect.tap((ended) => Effect.sync(() => void (ended._tag === "None" && child.kill("SIGKILL"))))
  )
