import { Effect, RcRef, Redacted, Scope } from "effect"
import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "pg"
import * as Database from "../postgres/Database.js"
import * as Embedded from "../postgres/embedded/Embedded.js"
import { migrate } from "../postgres/migrate.js"

/** What checks write need not survive. */
const settings = { fsync: "off", full_page_writes: "off", synchronous_commit: "off" }
const template = "daybook_template"

let dataDir: string | undefined
let migrated: Promise<void> | undefined

/** One data folder for all checks of a process. */
const folder = (): string => {
  if (dataDir !== undefined) return dataDir
  const path = mkdtempSync(join(tmpdir(), "daybook-sources-"))
  process.once("exit", () => rmSync(path, { recursive: true, force: true }))
  dataDir = path
  return path
}

const urlOf = (server: string, database: string): string => {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

/** Names of databases are our own and need no quotes. */
const run = async (server: string, statement: string): Promise<void> => {
  const client = new Client(server)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const makeTemplate = async (server: string): Promise<void> => {
  await run(server, `CREATE DATABASE ${template}`)
  await Effect.runPromise(Effect.provide(migrate, Database.layer(Redacted.make(urlOf(server, template)))))
}

/** Checks follow each other, and a server that is about to be asked again need not stop in between. */
const idleTime = "3 seconds"

/** The server of all checks of this process. It ends with the process, whatever the process holds. */
const server = Effect.runSync(
  RcRef.make({
    acquire: Effect.map(
      Effect.orDie(Effect.suspend(() => Embedded.open({ dataDir: folder(), settings }))),
      Redacted.value
    ),
    idleTimeToLive: idleTime
  }).pipe(Scope.extend(Effect.runSync(Scope.make())))
)

/** The address of an empty, migrated database, which is dropped with the scope. */
export const emptyDatabase: Effect.Effect<string, never, Scope.Scope> = Effect.gen(function* () {
  const address = yield* RcRef.get(server)
  yield* Effect.promise(() => (migrated ??= makeTemplate(address)))
  const name = `daybook_source_${randomBytes(6).toString("hex")}`
  yield* Effect.acquireRelease(
    Effect.promise(() => run(address, `CREATE DATABASE ${name} TEMPLATE ${template}`)),
    () => Effect.promise(() => run(address, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
  )
  return urlOf(address, name)
})
