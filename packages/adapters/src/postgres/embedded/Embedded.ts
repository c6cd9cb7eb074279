import { Effect, Redacted, Schedule, type Scope } from "effect"
import * as fs from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { join, resolve } from "node:path"
import { isRunning } from "../../isRunning.js"
import { NoDatabase, waiting } from "../../Opening.js"
import { makeFolder } from "../../Settings.js"
import { type Account, findAccount } from "./account.js"
import { clusterVersion, createCluster, database, giveTo, makePrivate, sweepDrafts, username } from "./cluster.js"
import { attempt, type EmbeddedFailure, endedSilently, failure, failureOf } from "./EmbeddedFailure.js"
import { type Folders, foldersOf } from "./folders.js"
import { becomes, type Entry, enter, readNote, signOfLast } from "./gate.js"
import { type Keeper, type KeeperOptions, standardPort, startKeeper } from "./keeper.js"
import { findPrograms } from "./programs.js"
import { removeStaleLocks, stopOrphan, sweepKeepers } from "./stale.js"

export interface EmbeddedOptions {
  /** The database is in the subfolder `postgres`. */
  readonly dataDir: string
  /** Creates a missing folder or database, by default. Otherwise a missing one is a failure. */
  readonly creates?: boolean
  /** Listen on a loopback port with a password, as where the path is too long for a Unix socket. */
  readonly loopback?: boolean
  /** Settings of the server that replace ours, for tests that need no durable data. */
  readonly settings?: Readonly<Record<string, string>>
  /** Seconds from one start of a crashing server to the next: 60 by default. */
  readonly restartPause?: number
}

type Failure = EmbeddedFailure | NoDatabase

/** How often a process looks whether what keeps the server running is still there. */
const lookEvery = "5 seconds"

/**
 * Opens the embedded database, a private PostgreSQL in the data folder, and creates it on first use. Each process that
 * has it open keeps the server running; closing the last scope stops it. The answer is the server's address.
 */
export const open = (options: EmbeddedOptions): Effect.Effect<Redacted.Redacted, Failure, Scope.Scope> =>
  Effect.gen(function* () {
    const creates = options.creates ?? true
    if (!creates && !fs.existsSync(options.dataDir)) return yield* new NoDatabase({ place: resolve(options.dataDir) })
    const folders = foldersOf(yield* prepareFolder(options.dataDir))
    const place: Place = { ...options, folders, creates, entry: undefined, port: undefined }
    yield* Effect.addFinalizer(() => leave(place))
    yield* waiting(`opening the database in ${folders.dataDir}`)(enterOrStart(place))
    const address = yield* addressOf(place)
    yield* Effect.forkScoped(Effect.repeat(stayEntered(place), Schedule.spaced(lookEvery)))
    return address
  })

/** This process's place at the gate. */
interface Place extends EmbeddedOptions {
  readonly folders: Folders
  readonly creates: boolean
  entry: Entry | undefined
  /** The port of the address that `open` answered: a server that is started again has to listen there. */
  port: number | undefined
}

const prepareFolder = (dataDir: string) =>
  attempt(dataDir, () => {
    makeFolder(resolve(dataDir))
    return fs.realpathSync(dataDir)
  })

/** Enters again when the keeper was killed, which also ends its server. */
const stayEntered = (place: Place) =>
  Effect.gen(function* () {
    if (place.entry?.isHeld() === true) return
    place.entry?.close()
    place.entry = undefined
    yield* Effect.logWarning(`the database in ${place.folders.dataDir} was stopped from outside and is started again`)
    yield* enterOrStart(place)
  }).pipe(Effect.catchAll((failure) => Effect.logError(failure.message)))

/** Another server is starting or stopping, or another program took the port. */
const transient = /lock file|shared memory block|Address already in use|Is another postmaster/i

/** Time for another process's server to answer or to end. A start of our own takes as long as it needs. */
const patience = 60_000
/** More than the pause between two starts of a crashing server. */
const notePatience = 70_000
const orphanPatience = 3_000

const enterOrStart = (place: Place): Effect.Effect<void, Failure> =>
  Effect.suspend(() => {
    const since = performance.now()
    const attempted = Effect.suspend(() => {
      if (hasEntered(place)) return Effect.succeed(true)
      const waited = performance.now() - since
      if (waited > patience) return Effect.fail(unanswered(place.folders.dataDir))
      if (waited > orphanPatience) stopOrphan(place.folders)
      return start(place)
    })
    return Effect.repeat(attempted, { until: (done) => done, schedule: Schedule.spaced("50 millis") })
  }).pipe(Effect.catchAllDefect((cause) => Effect.fail(failureOf(place.folders.dataDir, cause))))

const unanswered = (dataDir: string) =>
  failure(
    "Unanswered",
    `the database in ${dataDir} is in use by a server that does not answer: wait until it ends, or stop it`
  )

const hasEntered = (place: Place): boolean => {
  place.entry = enter(place.folders)
  return place.entry !== undefined
}

/** Starts the server. False if another process was about to do the same, or its server is just ending. */
const start = (place: Place): Effect.Effect<boolean, Failure> =>
  Effect.gen(function* () {
    const { creates, folders, settings = {}, restartPause = 60 } = place
    if (process.platform === "win32") return yield* noWindows()
    const version = yield* clusterVersion(folders)
    if (version === undefined && !creates) return yield* new NoDatabase({ place: folders.dataDir })
    yield* attempt(folders.dataDir, () => makeFolder(folders.root))
    const programs = yield* findPrograms(folders.libraries, version)
    const account = yield* findAccount(folders, programs.postgres)
    yield* attempt(folders.dataDir, () => prepareFolders(folders, account))
    if (version === undefined) yield* createCluster(folders, account, programs)
    yield* attempt(folders.dataDir, () => removeStaleLocks(folders))
    const isLoopback = place.loopback === true || isTooLong(folders)
    const listen = isLoopback ? (place.port ?? (yield* freePort)) : "socket"
    return yield* throughKeeper(place, { account, folders, listen, programs, settings, restartPause })
  })

const noWindows = () =>
  failure(
    "NoPrograms",
    "the embedded database does not run on Windows itself: run Daybook in WSL, " +
      "or set DAYBOOK_DATABASE_URL to a PostgreSQL server"
  )

const prepareFolders = (folders: Folders, account: Account): void => {
  // A data folder of another user is that user's in whole.
  if (account.owner?.uid === fs.statSync(folders.dataDir).uid) {
    for (const folder of [folders.root, folders.libraries].filter(fs.existsSync)) giveTo(folder, account)
  }
  sweepDrafts(folders.root)
  makePrivate(folders.run, account)
  sweepKeepers(folders)
  // The server's user must reach the cluster if no capability lets it pass.
  if (account.options.uid !== undefined) fs.chmodSync(folders.root, 0o711)
}

/** Unix limits the length of a socket's path. */
const maxSocketPath = 103

const isTooLong = ({ run }: Folders) => Buffer.byteLength(join(run, `.s.PGSQL.${standardPort}`)) > maxSocketPath

const freePort = Effect.async<number>((resume) => {
  const server = createServer()
  server.listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo
    server.close(() => resume(Effect.succeed(port)))
  })
})

/** True once this process has entered by the gate of its keeper or another one. */
const throughKeeper = (place: Place, options: KeeperOptions): Effect.Effect<boolean, EmbeddedFailure> =>
  Effect.acquireUseRelease(
    startKeeper(options),
    (keeper) =>
      Effect.suspend(() => (hasEntered(place) ? Effect.succeed(true) : endOf(place, keeper))).pipe(
        Effect.repeat({ until: (done) => done, schedule: Schedule.spaced("10 millis") }),
        Effect.map(() => place.entry !== undefined)
      ),
    (keeper) => keeper.release
  )

/** Whether the keeper has ended, because another server is starting or stopping. */
const endOf = ({ folders }: Place, keeper: Keeper): Effect.Effect<boolean, EmbeddedFailure> => {
  if (!keeper.hasEnded()) return Effect.succeed(false)
  const complaint = keeper.complaint()
  if (transient.test(complaint)) return Effect.succeed(true)
  return Effect.fail(complaint === "" ? endedSilently(folders.dataDir) : failureOf(folders.dataDir, complaint))
}

/** A server that is just started again has no note yet. */
const addressOf = (place: Place): Effect.Effect<Redacted.Redacted, EmbeddedFailure> =>
  Effect.gen(function* () {
    const { folders } = place
    yield* Effect.promise(() => becomes(() => readNote(folders) !== undefined, notePatience))
    const note = readNote(folders)
    if (note === undefined) return yield* unanswered(folders.dataDir)
    place.port = note.port
    const url = new URL(`postgresql://${username}@127.0.0.1:${note.port}/${database}`)
    if (note.socketFolder !== "") url.searchParams.set("host", note.socketFolder)
    else url.password = yield* attempt(folders.dataDir, () => fs.readFileSync(folders.password, "utf8"))
    return Redacted.make(url.href)
  })

/** Time for a last checkpoint on a slow disk. */
const stopMillis = 30_000

/** Leaves, and waits for the server's end if no other process has the database open. */
const leave = (place: Place): Effect.Effect<void> =>
  Effect.promise(async () => {
    const { entry, folders } = place
    const server = readNote(folders)
    place.entry = undefined
    if (entry === undefined || !(await entry.leave()) || server === undefined) return
    const hasEnded = () => readNote(folders)?.pid !== server.pid || !isRunning(server.pid)
    // A process that came at the last moment keeps the server.
    const isNeeded = () => fs.existsSync(folders.gate) && !fs.existsSync(signOfLast(folders.gate))
    await becomes(() => hasEnded() || isNeeded(), stopMillis)
  })
