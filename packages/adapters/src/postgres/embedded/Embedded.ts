import { Deferred, Duration, Effect, Option, Redacted, Ref, Schedule, type Scope } from "effect"
import * as fs from "node:fs"
import { Socket } from "node:net"
import { resolve } from "node:path"
import type { Duplex } from "node:stream"
import { NoDatabase, waiting } from "../../Opening.js"
import { makeFolder } from "../../Settings.js"
import { type Address, findAddress, forgetAddress, prepareAddress, recordAddress } from "./Address.js"
import { ensureDatabase } from "./createDatabase.js"
import { EmbeddedFailure, failureOf } from "./EmbeddedFailure.js"
import { beatEvery, type Lock, makeLock } from "./Lock.js"
import { type Engine, startEngine } from "./Owner.js"
import { database, username } from "./protocol.js"
import { Unanswered, watch } from "./Watch.js"

export interface EmbeddedOptions {
  /** The database is in the subfolder `pg`. */
  readonly dataDir: string
  /** Creates a missing folder or database, by default. Otherwise a missing one is a failure. */
  readonly creates?: boolean
  /** How long an idle transaction may wait for its client before it is rolled back: 30 seconds by default. */
  readonly idleTransaction?: Duration.DurationInput
  /** Listen on a loopback port with a password. Always so on systems without Unix sockets. */
  readonly loopback?: boolean
}

/** Where `PgClient` reaches the database, whichever process currently runs the engine. */
export interface EmbeddedDatabase {
  /** A folder with a socket, or a loopback address. */
  readonly host: string
  readonly port: number
  readonly username: string
  readonly database: string
  readonly password: Option.Option<Redacted.Redacted>
  /** Whether this process currently runs the engine. */
  readonly owner: Effect.Effect<boolean>
  /** The stream for a new connection: a port of the engine's thread if this process runs it, else a socket. */
  readonly stream: () => Duplex
}

/**
 * Opens the embedded database and creates it on first use. The first process runs the engine in a thread and shares it.
 * Other processes connect to it; when it ends, one of them takes over at the same address.
 */
export const open = (
  options: EmbeddedOptions
): Effect.Effect<EmbeddedDatabase, EmbeddedFailure | NoDatabase, Scope.Scope> =>
  Effect.gen(function* () {
    const creates = options.creates ?? true
    if (!creates && !fs.existsSync(options.dataDir)) return yield* new NoDatabase({ place: resolve(options.dataDir) })
    const dataDir = yield* prepareFolder(options.dataDir)
    const ready = yield* Deferred.make<Address, EmbeddedFailure | NoDatabase>()
    const engine = yield* Ref.make<Engine | undefined>(undefined)
    const current = yield* Ref.make<Address | undefined>(undefined)
    const part: Part = {
      dataDir,
      creates,
      lock: makeLock(dataDir),
      loopback: options.loopback ?? process.platform === "win32",
      idleTransactionMillis: Duration.toMillis(options.idleTransaction ?? "30 seconds"),
      known: current
    }
    const once = Effect.scoped(
      Effect.gen(function* () {
        const attached = yield* attach(part)
        yield* Ref.set(engine, attached.engine)
        yield* Ref.set(current, attached.address)
        yield* Deferred.succeed(ready, attached.address)
        const reason = yield* attached.ended
        yield* attached.engine !== undefined ? Effect.logWarning(reason) : Effect.logDebug(reason)
      })
    ).pipe(Effect.ensuring(Ref.set(engine, undefined)))
    yield* once.pipe(
      Effect.catchAllDefect((cause) => Effect.fail(failureOf(dataDir, cause))),
      Effect.catchAll((failure) => reportFailure(ready, failure)),
      Effect.forever,
      Effect.forkScoped
    )
    const address = yield* waiting(`opening the database in ${dataDir}`)(Deferred.await(ready))
    return {
      host: address.host,
      port: address.port,
      username,
      database,
      password: Option.map(Option.fromNullable(address.password), Redacted.make),
      owner: Effect.map(Ref.get(engine), (engine) => engine !== undefined),
      stream: () => Effect.runSync(Ref.get(engine))?.connect() ?? new Socket()
    }
  })

/**
 * Reports a failure to the caller of the first attempt. Later failures are only logged, and the next attempt may
 * succeed.
 */
const reportFailure = (
  ready: Deferred.Deferred<Address, EmbeddedFailure | NoDatabase>,
  failure: EmbeddedFailure | NoDatabase
) =>
  Effect.gen(function* () {
    if (yield* Deferred.fail(ready, failure)) return yield* Effect.never
    yield* Effect.logError(failure.message)
    yield* Effect.sleep("2 seconds")
  })

interface Part {
  readonly dataDir: string
  readonly creates: boolean
  readonly lock: Lock
  readonly loopback: boolean
  readonly idleTransactionMillis: number
  /** The address that this process's clients already use. */
  readonly known: Ref.Ref<Address | undefined>
}

interface Attached {
  /** The engine, if this process runs it. */
  readonly engine: Engine | undefined
  readonly address: Address
  /** Completes with one line to log. */
  readonly ended: Effect.Effect<string>
}

/** How long to wait for a living owner that does not answer: it may be starting, or busy with a long query. */
const answerTimeout = "60 seconds"
const lookEvery = "25 millis"

const attach = (part: Part): Effect.Effect<Attached, EmbeddedFailure | NoDatabase, Scope.Scope> =>
  Effect.gen(function* () {
    const attempt = yield* Effect.acquireRelease(part.lock.attempt, (attempt) =>
      attempt._tag === "Held" ? attempt.release : Effect.void
    )
    if (attempt._tag === "Taken") return yield* follow(part, attempt.pid)
    yield* Effect.forkScoped(Effect.repeat(attempt.beat, Schedule.spaced(beatEvery)))
    return yield* own(part)
  }).pipe(
    Effect.retry({
      while: (failure) => failure._tag === "Unanswered",
      schedule: Schedule.spaced(lookEvery).pipe(Schedule.upTo(answerTimeout))
    }),
    Effect.catchTag("Unanswered", ({ pid }) => Effect.fail(locked(part.dataDir, pid)))
  )

const own = (part: Part): Effect.Effect<Attached, EmbeddedFailure | NoDatabase, Scope.Scope> =>
  Effect.gen(function* () {
    yield* ensureDatabase(part.dataDir, part.creates)
    const wished = (yield* Ref.get(part.known)) ?? findAddress(part.dataDir, part.loopback)
    const prepared = yield* Effect.acquireRelease(
      attempt(part.dataDir, () => prepareAddress(part.dataDir, wished, part.loopback)),
      (address) => Effect.ignore(attempt(part.dataDir, () => forgetAddress(part.dataDir, address)))
    )
    const engine = yield* startEngine(part.dataDir, prepared, part.idleTransactionMillis)
    const { address, ended } = engine
    yield* attempt(part.dataDir, () => recordAddress(part.dataDir, address))
    return { engine, address, ended }
  })

const follow = (part: Part, pid: number): Effect.Effect<Attached, EmbeddedFailure | Unanswered, Scope.Scope> =>
  Effect.gen(function* () {
    const address = findAddress(part.dataDir, part.loopback)
    if (address === undefined) return yield* new Unanswered({ pid })
    const ended = yield* Effect.timeoutFail(watch(address, pid), {
      duration: answerTimeout,
      onTimeout: () => locked(part.dataDir, pid)
    })
    return { engine: undefined, address, ended }
  })

const locked = (dataDir: string, pid: number) =>
  new EmbeddedFailure({
    reason: "Locked",
    message: `the data folder ${dataDir} is in use by another program (process ${pid}) that does not answer: stop it, or wait until it ends`
  })

const prepareFolder = (dataDir: string) =>
  attempt(dataDir, () => {
    makeFolder(resolve(dataDir))
    return fs.realpathSync(dataDir)
  })

const attempt = <A>(dataDir: string, evaluate: () => A) =>
  Effect.try({ try: evaluate, catch: (cause) => failureOf(dataDir, cause) })
