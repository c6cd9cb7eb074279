import { Deferred, Duration, Effect, Option, Redacted, Ref, Schedule, type Scope } from "effect"
import * as fs from "node:fs"
import { resolve } from "node:path"
import { makeFolder } from "../../makeFolder.js"
import { waiting } from "../../Waiting.js"
import { NoDatabase } from "../NoDatabase.js"
import { type Address, findAddress, forgetAddress, prepareAddress, recordAddress } from "./Address.js"
import { ensureDatabase } from "./createDatabase.js"
import { EmbeddedFailure } from "./EmbeddedFailure.js"
import { failureOf } from "./failureOf.js"
import { beatEvery, type Lock, makeLock } from "./Lock.js"
import { startEngine } from "./Owner.js"
import { database, username } from "./session.js"
import { Unanswered, watch } from "./Watch.js"

export interface EmbeddedOptions {
  /** The database lives in its folder `pg`. */
  readonly dataDir: string
  /** Make the folder and the database where they are missing, which is the default; otherwise that is a failure. */
  readonly creates?: boolean
  /** How long a transaction may wait for its client before it is rolled back: 30 seconds by default. */
  readonly idleTransaction?: Duration.DurationInput
  /** Answer on a loopback port, with a password, as is always done where there are no Unix sockets. */
  readonly loopback?: boolean
}

/** Where `PgClient` finds the database, whichever process runs the engine at the moment. */
export interface EmbeddedDatabase {
  /** A folder with a socket in it, or a loopback address. */
  readonly host: string
  readonly port: number
  readonly username: string
  readonly database: string
  readonly password: Option.Option<Redacted.Redacted>
  /** Whether this process runs the engine now. */
  readonly owner: Effect.Effect<boolean>
}

/**
 * Opens the embedded database, and makes it on first use. The process that comes first runs the engine, in a thread,
 * and shares it; others connect to it, and when it ends one of them goes on in its place at the same address.
 */
export const open = (options: EmbeddedOptions): Effect.Effect<EmbeddedDatabase, EmbeddedFailure | NoDatabase, Scope.Scope> =>
  Effect.gen(function*() {
    const creates = options.creates ?? true
    if (!creates && !fs.existsSync(options.dataDir)) return yield* new NoDatabase({ place: resolve(options.dataDir) })
    const dataDir = yield* prepareFolder(options.dataDir)
    const ready = yield* Deferred.make<Address, EmbeddedFailure | NoDatabase>()
    const owner = yield* Ref.make(false)
    const known = yield* Ref.make<Address | undefined>(undefined)
    const part: Part = {
      dataDir,
      creates,
      lock: makeLock(dataDir),
      loopback: options.loopback ?? process.platform === "win32",
      idleTransactionMillis: Duration.toMillis(options.idleTransaction ?? "30 seconds"),
      known
    }
    const once = Effect.scoped(Effect.gen(function*() {
      const attached = yield* attach(part)
      yield* Ref.set(owner, attached.owner)
      yield* Ref.set(known, attached.address)
      yield* Deferred.succeed(ready, attached.address)
      const reason = yield* attached.ended
      yield* attached.owner ? Effect.logWarning(reason) : Effect.logDebug(reason)
    })).pipe(Effect.ensuring(Ref.set(owner, false)))
    yield* once.pipe(
      Effect.catchAllDefect((cause) => Effect.fail(failureOf(dataDir, cause))),
      Effect.catchAll((failure) => complain(ready, failure)),
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
      owner: Ref.get(owner)
    }
  })

/** To who opens, the first time; later there is nobody to tell, and another try may do better. */
const complain = (ready: Deferred.Deferred<Address, EmbeddedFailure | NoDatabase>, failure: EmbeddedFailure | NoDatabase) =>
  Effect.gen(function*() {
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
  /** The address that this process' clients use already. */
  readonly known: Ref.Ref<Address | undefined>
}

interface Attached {
  readonly owner: boolean
  readonly address: Address
  /** With one line to log. */
  readonly ended: Effect.Effect<string>
}

/** How long to wait for an owner that lives and says nothing: it may be starting, or busy with one long query. */
const patience = "60 seconds"
const lookEvery = "25 millis"

const attach = (part: Part): Effect.Effect<Attached, EmbeddedFailure | NoDatabase, Scope.Scope> =>
  Effect.gen(function*() {
    const attempt = yield* Effect.acquireRelease(
      part.lock.attempt,
      (attempt) => attempt._tag === "Held" ? attempt.release : Effect.void
    )
    if (attempt._tag === "Taken") return yield* follow(part, attempt.pid)
    yield* Effect.forkScoped(Effect.repeat(attempt.beat, Schedule.spaced(beatEvery)))
    return yield* own(part)
  }).pipe(
    Effect.retry({
      while: (failure) => failure._tag === "Unanswered",
      schedule: Schedule.spaced(lookEvery).pipe(Schedule.upTo(patience))
    }),
    Effect.catchTag("Unanswered", ({ pid }) => Effect.fail(locked(part.dataDir, pid)))
  )

const own = (part: Part): Effect.Effect<Attached, EmbeddedFailure | NoDatabase, Scope.Scope> =>
  Effect.gen(function*() {
    yield* ensureDatabase(part.dataDir, part.creates)
    const wished = (yield* Ref.get(part.known)) ?? findAddress(part.dataDir, part.loopback)
    const prepared = yield* Effect.acquireRelease(
      attempt(part.dataDir, () => prepareAddress(part.dataDir, wished, part.loopback)),
      (address) => Effect.ignore(attempt(part.dataDir, () => forgetAddress(part.dataDir, address)))
    )
    const { address, ended } = yield* startEngine(part.dataDir, prepared, part.idleTransactionMillis)
    yield* attempt(part.dataDir, () => recordAddress(part.dataDir, address))
    return { owner: true, address, ended }
  })

const follow = (part: Part, pid: number): Effect.Effect<Attached, EmbeddedFailure | Unanswered, Scope.Scope> =>
  Effect.gen(function*() {
    const address = findAddress(part.dataDir, part.loopback)
    if (address === undefined) return yield* new Unanswered({ pid })
    const ended = yield* Effect.timeoutFail(watch(address, pid), {
      duration: patience,
      onTimeout: () => locked(part.dataDir, pid)
    })
    return { owner: false, address, ended }
  })

const locked = (dataDir: string, pid: number) =>
  new EmbeddedFailure({
    reason: "Locked",
    message: `the data folder ${dataDir} is in use by another program (process ${pid}) that does not answer: end it, or wait for it`
  })

const prepareFolder = (dataDir: string) =>
  attempt(dataDir, () => {
    makeFolder(resolve(dataDir))
    return fs.realpathSync(dataDir)
  })

const attempt = <A>(dataDir: string, evaluate: () => A) =>
  Effect.try({ try: evaluate, catch: (cause) => failureOf(dataDir, cause) })
