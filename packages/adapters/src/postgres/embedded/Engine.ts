import { PGlite } from "@electric-sql/pglite"
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm"
import { unaccent } from "@electric-sql/pglite/contrib/unaccent"
import { NodeFS } from "@electric-sql/pglite/nodefs"
import { fdatasyncSync } from "node:fs"
import { startupMessage, stringAt, type } from "./protocol.js"
import { database, username } from "./session.js"

/** One PostgreSQL session in this thread. */
export interface Engine {
  /** What a server reports of itself when a connection starts. */
  readonly parameters: ReadonlyMap<string, string>
  /** Runs wire messages to their end, which blocks this thread; `onReply` sees memory that it must not keep. */
  readonly exec: (messages: Uint8Array, onReply: (bytes: Uint8Array) => void) => Promise<void>
  /** Runs statements of our own between two transactions. */
  readonly run: (sql: string) => Promise<ReadonlyArray<Record<string, unknown>>>
  /** Writes a checkpoint and ends the session. */
  readonly close: () => Promise<void>
}

/**
 * Opens, or creates, the database in `folder`. `onDeath` is told when the engine can go on no longer and must not
 * return: PGlite would try the same message for ever.
 */
export const openEngine = async (folder: string, onDeath: (cause: unknown) => never): Promise<Engine> => {
  let lastWords = ""
  const onStderr = (line: string) => {
    if (/FATAL|PANIC/.test(line)) lastWords = line.replace(/^.*(?:FATAL|PANIC): */, "")
    return false
  }
  const fail = (cause: unknown) => lastWords === "" ? inWords(cause) : new Error(lastWords, { cause })
  const pglite = new PGlite({
    fs: durableFiles(folder),
    onStderr,
    startParams: [...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"), ...settings],
    extensions: { pg_trgm, unaccent }
  })
  // It asks the catalogue for the types of arrays, for a client of its own that nobody uses here.
  pglite._initArrayTypes = () => Promise.resolve()
  await pglite.waitReady.catch((cause: unknown) => Promise.reject(fail(cause)))
  const die = (cause: unknown) => onDeath(fail(cause))
  stopAtDeath(pglite, die)
  const parameters = reportedParameters(pglite)
  // The first statement repeats what was just reported; done here, nobody takes it for a change.
  await pglite.exec("SELECT 1")
  return {
    parameters,
    exec: (messages, onRawData) => pglite.execProtocolRawStream(messages, { syncToFs: false, onRawData }).catch(die),
    run: async (sql) => (await pglite.exec(sql)).at(-1)?.rows ?? [],
    close: () => pglite.close()
  }
}

/** Errors of the engine's file system are a number alone: WASI's, https://wasi.dev/ `errno`. */
const inWords = (cause: unknown): unknown => {
  if (!(cause instanceof Object && "errno" in cause) || "message" in cause && cause.message !== undefined) return cause
  return new Error(cause.errno === noSpace ? "no space left on the disk" : `error ${String(cause.errno)} of the file system`, { cause })
}

const noSpace = 51

const settings = [
  "wal_sync_method=fsync",
  // Half of PostgreSQL's usual: 70 MB less memory for scans that are about a tenth slower.
  "shared_buffers=64MB",
  // How much of the log is kept for use again.
  "min_wal_size=32MB",
  "max_wal_size=96MB"
].flatMap((setting) => ["-c", setting])

/** PGlite leaves flushing to the operating system; with this a commit is on the disk before it is acknowledged. */
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

/** The part of the engine's file system that has no type of its own. */
interface FileSystems {
  readonly NODEFS: { readonly stream_ops: { fsync?: (stream: { readonly nfd: number }) => number } }
}

/** The status with which the engine leaves a statement that failed, which is no death. */
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

/** Starts the session as a client would, which also makes the engine report changes of its parameters. */
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
