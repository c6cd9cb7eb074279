import { PGlite } from "@electric-sql/pglite"
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm"
import { unaccent } from "@electric-sql/pglite/contrib/unaccent"
import { NodeFS } from "@electric-sql/pglite/nodefs"
import { fdatasyncSync } from "node:fs"
import { database, startupMessage, stringAt, type, username } from "./protocol.js"

/** A PostgreSQL session in this thread. */
export interface Engine {
  /** The parameters that a server reports when a connection starts. */
  readonly parameters: ReadonlyMap<string, string>
  /** Runs wire messages to completion, which blocks this thread. `onReply` gets memory that it must copy. */
  readonly exec: (messages: Uint8Array, onReply: (bytes: Uint8Array) => void) => Promise<void>
  /** Runs the engine's own statements between two transactions. */
  readonly run: (sql: string) => Promise<ReadonlyArray<Record<string, unknown>>>
  /** Writes a checkpoint and ends the session. */
  readonly close: () => Promise<void>
}

/**
 * Opens or creates the database in `folder`. `onDeath` is called when the engine cannot continue. It must not return,
 * because PGlite would retry the same message forever.
 */
export const openEngine = async (folder: string, onDeath: (cause: unknown) => never): Promise<Engine> => {
  let lastWords = ""
  const onStderr = (line: string) => {
    if (/FATAL|PANIC/.test(line)) lastWords = line.replace(/^.*(?:FATAL|PANIC): */, "")
    return false
  }
  const fail = (cause: unknown) => (lastWords === "" ? describeError(cause) : new Error(lastWords, { cause }))
  const pglite = new PGlite({
    fs: durableFiles(folder),
    onStderr,
    startParams: [...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"), ...settings],
    extensions: { pg_trgm, unaccent }
  })
  // It queries the catalogue for array types, only for PGlite's own client, which is not used here.
  pglite._initArrayTypes = () => Promise.resolve()
  await pglite.waitReady.catch((cause: unknown) => Promise.reject(fail(cause)))
  const die = (cause: unknown) => onDeath(fail(cause))
  stopAtDeath(pglite, die)
  const parameters = reportedParameters(pglite)
  // The first statement repeats the parameters just reported. Running it here keeps it from counting as a change.
  await pglite.exec("SELECT 1")
  return {
    parameters,
    exec: (messages, onRawData) => pglite.execProtocolRawStream(messages, { syncToFs: false, onRawData }).catch(die),
    run: async (sql) => (await pglite.exec(sql)).at(-1)?.rows ?? [],
    close: () => pglite.close()
  }
}

/** Describes errors of the engine's file system, which are WASI `errno` numbers: https://wasi.dev/ */
const describeError = (cause: unknown): unknown => {
  if (!(cause instanceof Object && "errno" in cause) || ("message" in cause && cause.message !== undefined))
    return cause
  return new Error(
    cause.errno === noSpace ? "no space left on the disk" : `error ${String(cause.errno)} from the file system`,
    { cause }
  )
}

const noSpace = 51

const settings = [
  "wal_sync_method=fsync",
  // A quarter of PostgreSQL's default: saves 120 MB of memory. The system caches the files too.
  "shared_buffers=32MB",
  // The amount of write-ahead log that is recycled.
  "min_wal_size=32MB",
  "max_wal_size=96MB"
].flatMap((setting) => ["-c", setting])

/** PGlite leaves flushing to the operating system. This flushes every commit before it is acknowledged. */
const durableFiles = (folder: string): NodeFS => {
  const files = new NodeFS(folder)
  const init = files.init.bind(files)
  files.init = async (pglite, options) => {
    const { emscriptenOpts } = await init(pglite, options)
    const flush = (module: unknown) => {
      const { NODEFS } = module as FileSystems
      NODEFS.stream_ops.fsync = (stream) => {
        fdatasyncSync(stream.nfd)
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), flush] } }
  }
  return files
}

/** The untyped part of the engine's file system. */
interface FileSystems {
  readonly NODEFS: { readonly stream_ops: { fsync?: (stream: { readonly nfd: number }) => number } }
}

/** The engine throws this exit status after a failed statement, and can continue. */
const statementFailed = 100

const stopAtDeath = (pglite: PGlite, onDeath: (cause: unknown) => never): void => {
  const step = pglite.Module._PostgresMainLoopOnce
  pglite.Module._PostgresMainLoopOnce = () => {
    try {
      step()
    } catch (error) {
      if (!(error instanceof Object && "status" in error && error.status === statementFailed)) onDeath(error)
      throw error
    }
  }
}

/** Starts the session as a client does, which also makes the engine report changes of its parameters. */
const reportedParameters = (pglite: PGlite): ReadonlyMap<string, string> => {
  const greeting = Buffer.from(pglite.execProtocolRawSync(startupMessage({ user: username, database })))
  const parameters = new Map<string, string>()
  for (let at = 0; at + 5 <= greeting.length; at += 1 + greeting.readInt32BE(at + 1)) {
    if (greeting[at] !== type.Parameter) continue
    const [name, next] = stringAt(greeting, at + 5)
    parameters.set(name, stringAt(greeting, next)[0])
  }
  return parameters
}
