import { Effect } from "effect"
import { execFile, execFileSync } from "node:child_process"
import { appendFileSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

const debianFolder = "/usr/lib/postgresql"

/** The newest folder with PostgreSQL's server programs, as Debian and Ubuntu install them. */
const binaries: string | undefined = existsSync(debianFolder)
  ? readdirSync(debianFolder)
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(debianFolder, version, "bin"))
      .find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "pg_ctl")))
  : undefined

/** PostgreSQL refuses to run as root. Root starts it as the user that the package creates. */
const account = (): { readonly uid: number; readonly gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (option: string) =>
    Number(execFileSync("id", [option, "postgres"], { stdio: ["ignore", "pipe", "ignore"] }))
  return { uid: idOf("-u"), gid: idOf("-g") }
}

const missing = (): string | null => {
  if (binaries === undefined) return `no PostgreSQL server programs below ${debianFolder}`
  try {
    account()
    return null
  } catch {
    return "root has no user postgres to start a server as"
  }
}

/** Why no own server can be started here, or null. */
export const whyNoCluster: string | null = missing()

const freePort = Effect.async<number>((resume) => {
  const probe = createServer()
  probe.listen(0, "127.0.0.1", () => {
    const address = probe.address()
    probe.close(() => resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : 0)))
  })
})

/** `immediate` ends the server without a checkpoint, as a crash does. */
export type StopMode = "fast" | "immediate"

/** A PostgreSQL server of this test alone, stopped and deleted with the scope. */
export const cluster = Effect.gen(function* () {
  const user = account()
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const path = mkdtempSync(join(tmpdir(), "daybook-cluster-"))
      if (user !== undefined) chownSync(path, user.uid, user.gid)
      return path
    }),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
  )
  const program = (name: string, ...args: ReadonlyArray<string>) =>
    Effect.promise(() => promisify(execFile)(join(binaries!, name), args, { ...user, cwd: folder }))
  const data = join(folder, "data")
  const port = yield* freePort
  const control = (...args: ReadonlyArray<string>) => program("pg_ctl", "-D", data, "-w", "-t", "60", ...args)
  const start = control("-l", join(folder, "log"), "start")
  const stop = (mode: StopMode) => control("-m", mode, "stop")
  yield* program("initdb", "-D", data, "-U", "daybook", "-A", "trust", "-E", "UTF8", "--no-sync")
  const settings = [`port=${port}`, "listen_addresses='127.0.0.1'", `unix_socket_directories='${folder}'`]
  yield* Effect.sync(() => appendFileSync(join(data, "postgresql.conf"), `${settings.join("\n")}\n`))
  yield* Effect.acquireRelease(start, () => Effect.ignore(Effect.sandbox(stop("immediate"))))
  return { url: `postgres://daybook@127.0.0.1:${port}/postgres`, start, stop }
})
