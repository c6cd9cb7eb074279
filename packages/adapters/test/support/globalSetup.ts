import { Effect, Exit, Redacted, Scope } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type {} from "vitest"
import type { TestProject } from "vitest/node"
import { open } from "../../src/postgres/embedded/Embedded.js"
import { findServer } from "./findServer.js"

declare module "vitest" {
  interface ProvidedContext {
    /** The PostgreSQL of this run, on which tests create databases. */
    readonly databaseUrl: string
    /** Another PostgreSQL server, on which tests may create databases; null if none answers. */
    readonly serverUrl: string | null
    /** A folder that the test files of one run share. */
    readonly runFolder: string
  }
}

/** Nothing that a test writes has to survive. */
const settings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  shared_buffers: "128MB",
  max_connections: "300",
  max_wal_size: "1GB",
  autovacuum: "off"
}

/** Runs once: starts the database and provides values for `inject`. Returns the teardown. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const runFolder = mkdtempSync(join(tmpdir(), "daybook-run-"))
  const scope = Effect.runSync(Scope.make())
  const url = await Effect.runPromise(Scope.extend(open({ dataDir: join(runFolder, "engine"), settings }), scope))
  project.provide("databaseUrl", Redacted.value(url))
  project.provide("serverUrl", await findServer(process.env))
  project.provide("runFolder", runFolder)
  return async () => {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    rmSync(runFolder, { recursive: true, force: true })
  }
}
