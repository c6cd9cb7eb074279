import { Schema } from "effect"
import { randomBytes } from "node:crypto"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { isAbsolute, join } from "node:path"

/** Where the owner of a data folder answers: a folder with a socket in it, or a loopback port with a password. */
export interface Address {
  readonly host: string
  readonly port: number
  readonly password: string | null
}

const Recorded = Schema.parseJson(Schema.Struct({
  host: Schema.String,
  port: Schema.Number,
  password: Schema.NullOr(Schema.String)
}))

/** Unix has no room for a longer path to a socket. */
const longestPath = 103
const standardPort = 5432

export const socketFile = (address: Address): string | undefined =>
  isAbsolute(address.host) ? join(address.host, `.s.PGSQL.${address.port}`) : undefined

/**
 * The address that follows from the data folder alone, else the one its owner wrote down, else none yet.
 */
export const findAddress = (dataDir: string, loopback: boolean): Address | undefined => {
  if (!loopback) {
    const address = { host: dataDir, port: standardPort, password: null }
    if (Buffer.byteLength(socketFile(address)!) <= longestPath) return address
  }
  try {
    return Schema.decodeSync(Recorded)(fs.readFileSync(recordOf(dataDir), "utf8"))
  } catch {
    return undefined
  }
}

/** For the owner alone: an address that it can listen on, the wished one if possible. Port 0: any free one. */
export const prepareAddress = (dataDir: string, wished: Address | undefined, loopback: boolean): Address => {
  if (loopback) return wished ?? { host: "127.0.0.1", port: 0, password: randomBytes(24).toString("base64url") }
  const address = wished !== undefined && (wished.host === dataDir || isPrivate(wished.host)) ? wished : shortAddress()
  removeSocket(address)
  return address
}

/** Writes an address down that nobody could tell otherwise. */
export const recordAddress = (dataDir: string, address: Address): void => {
  if (address.host === dataDir) return
  const file = recordOf(dataDir)
  fs.writeFileSync(`${file}.new`, Schema.encodeSync(Recorded)(address), { mode: 0o600 })
  fs.renameSync(`${file}.new`, file)
}

/** Takes away all that stands for an address which nobody answers any longer. */
export const forgetAddress = (dataDir: string, address: Address): void => {
  removeSocket(address)
  if (address.host === dataDir) return
  fs.rmSync(recordOf(dataDir), { force: true })
  if (!isAbsolute(address.host)) return
  try {
    fs.rmdirSync(address.host)
  } catch {
    // Not empty: somebody else keeps something there.
  }
}

/**
 * A process that was killed leaves its socket behind. `fs.rm` and `fs.rmSync` must not remove it: after they have
 * removed a socket, Node 20 resolves symbolic links of packages wrongly, and imports fail.
 */
const removeSocket = (address: Address): void => {
  const file = socketFile(address)
  if (file === undefined) return
  try {
    fs.unlinkSync(file)
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error
  }
}

const recordOf = (dataDir: string) => join(dataDir, "pg.address")

const shortAddress = (): Address => ({ host: fs.mkdtempSync(join(tmpdir(), "daybook-")), port: standardPort, password: null })

/** Whether a folder outside of the data folder is ours alone; made anew where somebody cleaned it away. */
const isPrivate = (folder: string): boolean => {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const found = fs.lstatSync(folder)
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0
}
