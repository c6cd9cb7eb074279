import { Cause, Clock, Effect, Exit, Option, Queue, Schedule, type Stream } from "effect"
import { BadInput, Conflict, FileTooLarge, type FullDisk, NoData, type StorageFailure } from "../shared/errors.js"
import { type JobReport, Jobs } from "../sync/Jobs.js"
import { importerNamed, recogniseSource } from "../sync/recognise.js"
import { Sources } from "../sync/Sources.js"
import { SyncEngine } from "../sync/SyncEngine.js"
import { type Attempt, attempt } from "./attempt.js"
import type { Import } from "./model.js"
import { ImportFiles, ImportStore } from "./ports.js"
import { sweepImports } from "./sweep.js"

export interface ImportRequest {
  /** Without it the content of the file decides. */
  readonly source: string | undefined
  readonly isDryRun: boolean
  readonly name: string | undefined
  /** Bytes that the client announces. */
  readonly announced: number | null
}

const maxNameLength = 200
const unnamed = "upload"

/** The last part of a path, without control characters. */
const titleOf = (name: string | undefined): string =>
  (name ?? "")
    .split(/[\\/]/)
    .at(-1)!
    .replace(/\p{Cc}/gu, "")
    .trim()
    .slice(0, maxNameLength) || unnamed

const progressEvery = "1 second"
/** How soon a host sees what another one was asked for, and how soon it tries again where a source is busy. */
const lookEvery = "5 seconds"
const sweepEvery = "10 minutes"

const isActive = ({ state }: Import) => state === "checking" || state === "importing"
const isPending = (one: Import) => one.state === "waiting" || isActive(one)

/** Export files that clients hand in: receives them, and imports them one at a time. */
export class Imports extends Effect.Service<Imports>()("@daybook/core/Imports", {
  effect: Effect.gen(function* () {
    const files = yield* ImportFiles
    const store = yield* ImportStore
    const entries = yield* Sources
    const engine = yield* SyncEngine
    const jobs = yield* Jobs
    const wake = yield* Queue.sliding<void>(1)

    const get = (id: number) =>
      Effect.flatMap(
        store.get(id),
        Option.match({ onNone: () => new NoData({ what: `import ${id}` }), onSome: Effect.succeed })
      )

    /** The source of a complete file. */
    const sourceOf = (file: string, name: string) =>
      Effect.scoped(Effect.flatMap(files.open(file, name), files.sample)).pipe(
        Effect.mapError(({ message, next }) => new BadInput({ message: `${message}; ${next}` })),
        Effect.flatMap((sample) => recogniseSource(entries, sample, name))
      )

    /** Reports how much of a file has arrived, until it is interrupted. */
    const reporting = (id: number, received: () => number) =>
      Clock.currentTimeMillis.pipe(
        Effect.flatMap((now) => store.received(id, received(), now)),
        Effect.ignoreLogged,
        Effect.delay(progressEvery),
        Effect.forever
      )

    const stopped = (id: number) =>
      Effect.repeat(Effect.delay(store.get(id), progressEvery), {
        until: Option.match({ onNone: () => true, onSome: (one) => !isActive(one) })
      })

    const end = (one: Import, { failure, result }: Attempt) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        if (failure !== null) {
          const { message, next } = failure
          yield* store.fail(one.id, { message, next }, one.isDryRun ? null : result, now)
        } else if ((yield* store.complete(one.id, result, now)) && !one.isDryRun) yield* files.remove(one.file)
        const { added, changed, removed, rows } = result
        return {
          changed: one.isDryRun ? 0 : added + changed + removed,
          result: { rows },
          failures: failure === null ? [] : [failure]
        } satisfies JobReport
      })

    const nothing: JobReport = { changed: 0, result: {} }

    /** A failure that a retry does not cure ends the import. */
    const giveUp = (one: Import, cause: Cause.Cause<StorageFailure>) =>
      Effect.gen(function* () {
        if (Cause.isInterruptedOnly(cause)) return nothing
        const failure = Option.getOrNull(Cause.failureOption(cause))
        if (Cause.isInterrupted(cause) || failure?.unavailable === true) return yield* Effect.failCause(cause)
        const failed = {
          message: `${one.name} was not read: Daybook failed`,
          next: "see the log of the host, then start it again"
        }
        yield* store.fail(one.id, failed, null, yield* Clock.currentTimeMillis)
        return yield* Effect.failCause(cause)
      })

    const work = (id: number): Effect.Effect<JobReport, StorageFailure> =>
      Effect.gen(function* () {
        if (!(yield* store.begin(id, yield* Clock.currentTimeMillis))) return nothing
        const begun = yield* store.get(id)
        if (Option.isNone(begun)) return nothing
        const one = begun.value
        const entry = entries.find((candidate) => candidate.id === one.source)
        const reading = attempt({ engine, files, store }, entry, one).pipe(
          Effect.flatMap((ended) => end(one, ended)),
          Effect.catchTag("Busy", () =>
            Effect.as(
              Effect.flatMap(Clock.currentTimeMillis, (now) => store.defer(id, now)),
              nothing
            )
          ),
          Effect.catchAllCause((cause) => giveUp(one, cause))
        )
        return yield* Effect.raceFirst(reading, Effect.as(stopped(id), nothing))
      })

    const round = Effect.gen(function* () {
      for (const { domain, file, id } of (yield* store.all).filter(isPending).toReversed())
        if (yield* files.has(file)) yield* jobs.perform({ name: `import-${id}`, domain, work: () => work(id) })
    }).pipe(
      Effect.catchAllCause((cause) =>
        Cause.isInterruptedOnly(cause) ? Effect.failCause(cause) : Effect.logWarning("imports wait", cause)
      )
    )

    const changeOr = (id: number, change: Effect.Effect<boolean, StorageFailure>, refusal: (one: Import) => string) =>
      Effect.gen(function* () {
        const isDone = yield* change
        const one = yield* get(id)
        if (!isDone) return yield* new Conflict({ message: refusal(one) })
        yield* Queue.offer(wake, undefined)
        return one
      })

    return {
      /** Receives a file and queues it. One that does not arrive, or that nothing recognises, leaves nothing behind. */
      receive: <E>(
        request: ImportRequest,
        body: Stream.Stream<Uint8Array, E>
      ): Effect.Effect<Import, E | BadInput | Conflict | FileTooLarge | FullDisk | StorageFailure> =>
        Effect.gen(function* () {
          const name = titleOf(request.name)
          const { announced, isDryRun } = request
          const named = request.source === undefined ? undefined : yield* importerNamed(entries, request.source)
          if (announced !== null && announced > files.maxBytes) return yield* tooLarge(files.maxBytes)
          const file = yield* files.newName
          const create = Effect.flatMap(Clock.currentTimeMillis, (now) =>
            store.create({ file, name, isDryRun, announced, now })
          )
          const arrive = (id: number) =>
            Effect.gen(function* () {
              let received = 0
              const receiving = files.receive(file, body, (bytes) => void (received = bytes), announced)
              const size = yield* Effect.raceFirst(
                receiving,
                reporting(id, () => received)
              )
              if (size === 0)
                return yield* new BadInput({ message: "the body is empty: send the export file as the body" })
              const { domain, id: source } = named ?? (yield* sourceOf(file, name))
              const now = yield* Clock.currentTimeMillis
              yield* store.enqueue(id, { source, domain, size, now })
              yield* Queue.offer(wake, undefined)
              return yield* Effect.catchTag(
                get(id),
                "NoData",
                () => new Conflict({ message: `import ${id} was deleted while it arrived` })
              )
            })
          return yield* Effect.acquireUseRelease(create, arrive, (id, exit) =>
            Exit.isSuccess(exit)
              ? Effect.void
              : Effect.zipRight(files.remove(file), Effect.ignoreLogged(store.remove(id)))
          )
        }).pipe(Effect.withSpan("Imports.receive")),
      list: store.all,
      get: Effect.fn("Imports.get")(get),
      /** Imports what a dry run read, or goes on after a stop or a failure. */
      start: Effect.fn("Imports.start")(function* (id: number) {
        yield* get(id)
        return yield* changeOr(
          id,
          Effect.flatMap(Clock.currentTimeMillis, (now) => store.start(id, now)),
          ({ name, state }) =>
            state === "completed"
              ? `${name} was imported already; send the file again`
              : `${name} is ${state}; wait, or stop it first`
        )
      }),
      /** Stops a dry run or an import. What is stored stays; `start` goes on. */
      stop: Effect.fn("Imports.stop")(function* (id: number) {
        yield* get(id)
        return yield* changeOr(
          id,
          Effect.flatMap(Clock.currentTimeMillis, (now) => store.stop(id, now)),
          ({ name, state }) => `${name} is ${state}; nothing is there to stop`
        )
      }),
      /** Deletes an import with its file. Records that it stored stay. */
      remove: Effect.fn("Imports.remove")(function* (id: number) {
        const { file } = yield* get(id)
        yield* store.remove(id)
        yield* files.remove(file)
      }),
      /** Imports what waits and what a stopped host left, until the scope closes. */
      run: Effect.gen(function* () {
        const rounds = Effect.forever(
          Effect.zipRight(round, Effect.raceFirst(Queue.take(wake), Effect.sleep(lookEvery)))
        )
        yield* Effect.forkScoped(rounds)
        yield* Effect.forkScoped(
          Effect.repeat(Effect.ignoreLogged(sweepImports(store, files)), Schedule.spaced(sweepEvery))
        )
      })
    }
  })
}) {}

const tooLarge = (maxBytes: number) =>
  new FileTooLarge({ message: `the file is larger than ${maxBytes} bytes; import it with \`daybook import\`` })
