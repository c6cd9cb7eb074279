import { Schema } from "effect"
import { randomBytes } from "node:crypto"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import { isAbsolute, join } from "node:path"

/** Where the owner of a data folder listens: a folder with a Unix socket, or a loopback port with a password. */
export interface Address {
  readonly host: string
  readonly port: number
  readonly password: string | null
}

const Recorded = Schema.parseJson(
  Schema.Struct({ host: Schema.String, port: Schema.Number, password: Schema.NullOr(Schema.String) })
)

/** Unix limits the length of a socket's path. */
const longestPath = 103
const standardPort = 5432

export const socketFile = (address: Address): string | undefined =>
  isAbsolute(address.host) ? join(address.host, `.s.PGSQL.${address.port}`) : undefined

/** The default address of the data folder, else the address that its owner recorded, else none yet. */
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

/** Prepares an address to listen on, for the owner only: the requested one if possible. Port 0 means any free port. */
export const prepareAddress = (dataDir: string, wished: Address | undefined, loopback: boolean): Address => {
  if (loopback) return wished ?? { host: "127.0.0.1", port: 0, password: randomBytes(24).toString("base64url") }
  const address = wished !== undefined && (wished.host === dataDir || isPrivate(wished.host)) ? wished : shortAddress()
  removeSocket(address)
  return address
}

/** Records an address that other processes cannot derive from the data folder. */
export const recordAddress = (dataDir: string, address: Address): void => {
  if (address.host === dataDir) return
  const file = recordOf(dataDir)
  fs.writeFileSync(`${file}.new`, Schema.encodeSync(Recorded)(address), { mode: 0o600 })
  fs.renameSync(`${file}.new`, file)
}

/** Removes the files of an address that no process listens on any more. */
export const forgetAddress = (dataDir: string, address: Address): void => {
  removeSocket(address)
  if (address.host === dataDir) return
  fs.rmSync(recordOf(dataDir), { force: true })
  if (!isAbsolute(address.host)) return
  try {
    fs.rmdirSync(address.host)
  } catch {
    // Not empty: another program stores files there.
  }
}

/**
 * Removes the socket of a killed process. `fs.rm` and `fs.rmSync` must not do it: after they remove a socket, Node 20
 * resolves symbolic links of packages wrongly, and imports fail.
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

const shortAddress = (): Address => ({
  host: fs.mkdtempSync(join(tmpdir(), "daybook-")),
  port: standardPort,
  password: null
})

/** Whether only this user can access a folder outside the data folder. Creates the folder if it was cleaned up. */
const isPrivate = (folder: string): boolean => {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stats = fs.lstatSync(folder)
  return stats.isDirectory() && stats.uid === process.getuid?.() && (stats.mode & 0o077) === 0
}
