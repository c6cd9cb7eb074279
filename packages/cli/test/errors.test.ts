import { Cause } from "effect"
import { existsSync, readdirSync } from "node:fs"
import { join, resolve } from "node:path"
import { describe, expect, it } from "vitest"
import { explain } from "../src/failures.js"

const packages = resolve(import.meta.dirname, "../..")

/** Every module that a package exports, and the CLI's own errors. */
const entries = [
  ...["core", "sources", "adapters", "http"].flatMap((name) => {
    const src = join(packages, name, "src")
    const below = readdirSync(src, { withFileTypes: true })
      .filter((one) => one.isDirectory())
      .map((one) => join(src, one.name))
    return [src, ...below].map((folder) => join(folder, "index.ts")).filter((file) => existsSync(file))
  }),
  join(packages, "adapters/src/postgres/migrate.ts"),
  join(packages, "adapters/src/postgres/embedded/EmbeddedFailure.ts"),
  join(packages, "adapters/src/postgres/HomeTimeZoneInUse.ts"),
  join(packages, "sources/src/kit/provider/retries.ts"),
  join(packages, "cli/src/failures.ts")
]

/** A value that a test can find in a message. */
const field = "somewhat-particular"
const fields = {
  what: field,
  source: field,
  id: field,
  pid: 4711,
  why: field,
  place: field,
  run: 7,
  operation: field,
  unavailable: false,
  cause: new Error(field),
  message: field,
  reason: "Locked",
  host: field,
  port: 1,
  taken: true,
  state: "unavailable",
  next: field,
  passing: false
}

interface Tagged extends Error {
  readonly _tag: string
}

const isTaggedError = (value: unknown): value is new (fields: object) => Tagged =>
  typeof value === "function" && value.prototype instanceof Error && "pipe" in value.prototype

const errorClasses = new Map<string, new (fields: object) => Tagged>()
for (const entry of entries) {
  const module = (await import(entry)) as Record<string, unknown>
  for (const [name, value] of Object.entries(module)) if (isTaggedError(value)) errorClasses.set(name, value)
}

describe("a tagged error", () => {
  it("is found in every exporting module", () => {
    expect(Array.from(errorClasses.keys())).toEqual(
      expect.arrayContaining([
        "NoData",
        "BadInput",
        "Conflict",
        "StorageFailure",
        "Busy",
        "SourceFailure",
        "UnreadableToken",
        "Refused",
        "NoDatabase",
        "SchemaFailure",
        "BackupFailure",
        "EmbeddedFailure",
        "HomeTimeZoneInUse",
        "ListenFailure",
        "Failure"
      ])
    )
  })

  it.each(Array.from(errorClasses))("%s says what happened, whichever way it is printed", (_, Failure) => {
    const error = new Failure(fields)
    expect(error.message).toMatch(/somewhat-particular|4711/)
    for (const text of [Cause.pretty(Cause.fail(error)), String(error), explain(error).join("\n")]) {
      expect(text).toMatch(/somewhat-particular|4711/)
      expect(text).not.toContain("An error has occurred")
    }
  })
})
