import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type pg from "pg"
import type {} from "vitest"
import type { TestProject } from "vitest/node"
import { findServer } from "./findServer.js"

declare module "vitest" {
  interface ProvidedContext {
    /** A PostgreSQL server on which tests may create databases; null if none answers. */
    readonly serverUrl: string | null
    /** The template database on the server, created by the first test that needs it. */
    readonly templateDatabase: string
    /** A folder that the test files of one run share. */
    readonly runFolder: string
  }
}

/** Runs once: provides values for `inject`. Returns the teardown. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const serverUrl = await findServer(process.env)
  const templateDatabase = `daybook_test_template_${randomBytes(6).toString("hex")}`
  const runFolder = mkdtempSync(join(tmpdir(), "daybook-run-"))
  project.provide("serverUrl", serverUrl)
  project.provide("templateDatabase", templateDatabase)
  project.provide("runFolder", runFolder)
  return async () => {
    rmSync(runFolder, { recursive: true, force: true })
    if (serverUrl !== null) await dropDatabases(serverUrl, templateDatabase)
  }
}

/** Drops the template and its idle copies. */
const dropDatabases = async (serverUrl: string, template: string): Promise<void> => {
  // Vitest resolves static imports from the root, which lacks this package's dependencies.
  const { Client }: typeof pg = createRequire(import.meta.url)("pg")
  const client = new Client(serverUrl)
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    "SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)",
    [template]
  )
  for (const { name } of rows)
    await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`)
  await client.end()
}
