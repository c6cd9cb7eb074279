import { books } from "@daybook/core/books"
import { DeclaredDomains } from "@daybook/core/domain"
import { type FileReport, Sources, SyncEngine, noReport, recogniseSource, syncDefaults } from "@daybook/core/sync"
import { NodeContext } from "@effect/platform-node"
import { SqlClient } from "@effect/sql"
import { ConfigProvider, Context, Effect, Either, Layer, Redacted } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SourceDefinitions, openImportFile, optionalDomains, sampleOf, writingLayer } from "../../src/index.js"
import * as Database from "../../src/postgres/Database.js"
import { postgres } from "../support/database.js"

const folder = new URL("./", import.meta.url).pathname

/** Files as owners reported them, or made after such reports, with what is right about them. */
export interface Case {
  readonly files: ReadonlyArray<string>
  readonly source: string
  /** What a query of the domain answers. */
  readonly stored: ReadonlyArray<string>
  /** What an import says that fails, or stores a part. */
  readonly says?: string
  /** Rows that were left out on purpose, by reason. */
  readonly leftOut?: Readonly<Record<string, number>>
}

/** What an import of a case ends with. */
interface CaseImport {
  readonly source: string
  readonly failure: string | null
  readonly report: FileReport
}

const dataFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "daybook-cases-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

/** All of Daybook on a new database, at home in Los Angeles, with the domain of books. */
export const daybook = () =>
  Layer.unwrapScoped(
    Effect.gen(function* () {
      const address = yield* postgres.address
      const settings = new Map([
        ["DAYBOOK_DATABASE_URL", Redacted.value(address)],
        ["DAYBOOK_DATA_DIR", yield* dataFolder],
        ["DAYBOOK_TIMEZONE", "America/Los_Angeles"]
      ])
      const builtIn = Context.get(Context.empty(), SourceDefinitions)
      const sources = optionalDomains.find(({ domain }) => domain.name === books.name)!.sources
      return writingLayer.pipe(
        Layer.provideMerge(Database.layer(address)),
        Layer.provideMerge(Layer.succeed(DeclaredDomains, [books])),
        Layer.provideMerge(Layer.succeed(SourceDefinitions, [...builtIn, ...sources])),
        Layer.provide(Layer.merge(NodeContext.layer, Layer.setConfigProvider(ConfigProvider.fromMap(settings))))
      )
    })
  )

/** Empties all tables that imports fill. */
const emptied = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()
      AND tablename ~ '^(listening|running|watching|collecting|reading|books|feed|search|sync|changes|image|enrichment)'`
  yield* sql`TRUNCATE ${sql.literal(tables.map(({ name }) => name).join(", "))} RESTART IDENTITY CASCADE`
})

const importOne = (path: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      let report: FileReport = noReport
      const engine = yield* SyncEngine
      const file = yield* openImportFile("import", path)
      // As a person gives it: nobody says what it is.
      const { archive, id } = yield* recogniseSource(yield* Sources, yield* sampleOf(file), path)
      const onReport = (one: FileReport) => Effect.sync(() => void (report = one))
      const run = yield* Effect.either(engine.import(archive, { ...file, onReport }, syncDefaults("import")))
      const failure = Either.isLeft(run) ? String((run.left as { readonly message?: string }).message) : null
      return { source: id, failure, report } satisfies CaseImport
    })
  )

/** Imports files into empty tables, one after the other. Paths are relative to this folder, or absolute. */
const importCase = (files: ReadonlyArray<string>) =>
  Effect.zipRight(
    emptied,
    Effect.forEach(files, (file) => importOne(file.startsWith("/") ? file : join(folder, file)))
  )

/** The first column of a query. */
export const linesOf = (query: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(sql<{ line: string }>`${sql.literal(query)}`, (rows) => rows.map(({ line }) => line))
  )

/** An instant of a column, in UTC. */
export const instantText = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS')`

/** What is stored after a case was imported, in the form of its expectation. */
export const storedBy = (folder: string, query: string, { files, leftOut }: Case) =>
  Effect.gen(function* () {
    const imports = yield* importCase(files.map((file) => (file.startsWith("/") ? file : `${folder}/${file}`)))
    const reasons = imports.flatMap(({ report }) => report.reasons)
    const countOf = (reason: string) => reasons.find((one) => one.reason === reason)?.count
    return {
      files,
      source: Array.from(new Set(imports.map(({ source }) => source))).join(),
      stored: yield* linesOf(query),
      ...(imports.some(({ failure }) => failure !== null)
        ? { says: imports.map(({ failure }) => failure ?? "").join("") }
        : {}),
      ...(leftOut === undefined
        ? {}
        : { leftOut: Object.fromEntries(Object.keys(leftOut).map((reason) => [reason, countOf(reason)])) })
    }
  })
