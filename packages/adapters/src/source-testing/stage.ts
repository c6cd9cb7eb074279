import { type DeclaredDomain, DeclaredDomains } from "@daybook/core/domain"
import { type ImportFile, type Source, Sources, syncDefaults, SyncEngine, type SyncOptions } from "@daybook/core/sync"
import { ConfigProvider, Effect, Layer, Option, Stream } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { writingLayer } from "../Daybook.js"
import { type AnySourceDefinition, SourceDefinitions } from "@daybook/sources/built-in"
import { guarded } from "@daybook/sources/outside"
import { emptyDatabase } from "./database.js"
import { fastClock } from "./fastClock.js"
import { type Respond, serveProvider } from "./provider.js"
import { tablesOf } from "./tables.js"

/** An export file of the provider: a second origin of the same records. */
export interface ExportFile {
  readonly name: string
  readonly content: string | Uint8Array
}

/** A source and what it reads from. */
export interface SourceUnderTest {
  readonly source: AnySourceDefinition
  /** The domain of the source, if a configuration declares it. */
  readonly domains?: ReadonlyArray<DeclaredDomain>
  /**
   * Starts the provider, or its stand-in, once for each check. `address` is where requests arrive; the settings lead
   * the source there. A source that reads no network answers nothing.
   */
  readonly provider: (address: string) => ProviderUnderTest | Promise<ProviderUnderTest>
  /** Files with the same records as the provider's API. They are imported in every order. */
  readonly exportFiles?: ReadonlyArray<ExportFile>
}

export interface ProviderUnderTest {
  readonly respond?: Respond
  /**
   * Variables of the environment, such as `DAYBOOK_GOODREADS_BASE_URL`. With `DAYBOOK_DATABASE_URL`, an empty database,
   * the check uses that server instead of one of its own.
   */
  readonly settings: Readonly<Record<string, string>>
}

const newFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "daybook-source-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

const daybookAt = (
  dataDir: string,
  settings: Readonly<Record<string, string>>,
  sources: ReadonlyArray<AnySourceDefinition>,
  domains: ReadonlyArray<DeclaredDomain> = []
) =>
  writingLayer.pipe(
    Layer.provideMerge(Layer.succeed(DeclaredDomains, domains)),
    Layer.provide(Layer.succeed(SourceDefinitions, sources)),
    Layer.provide(
      Layer.setConfigProvider(
        ConfigProvider.fromMap(
          new Map(Object.entries({ DAYBOOK_TIMEZONE: "UTC", ...settings, DAYBOOK_DATA_DIR: dataDir })),
          { pathDelim: "." }
        )
      )
    )
  )

const chunkBytes = 65_536

const importFileOf = ({ content, name }: ExportFile): ImportFile => {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content
  const parts = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, index) =>
    bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes)
  )
  return {
    name,
    size: bytes.length,
    stream: Stream.fromIterable(parts),
    slice: (from, to) => Effect.sync(() => bytes.slice(from, to))
  }
}

/** A Daybook with an empty database that knows the source alone, and the provider in front of it. */
export const stage = (subject: SourceUnderTest) =>
  Effect.gen(function* () {
    const startedAt = Date.now()
    const served = yield* serveProvider
    // One clock for all runs: a run does not wait for a time that the run before it has passed.
    const clock = fastClock(served.isFailing)
    const { respond, settings } = yield* Effect.promise(async () => subject.provider(served.address))
    if (respond !== undefined) served.respondWith(respond)
    const folder = yield* newFolder
    const database = settings["DAYBOOK_DATABASE_URL"] ?? (yield* emptyDatabase)
    const all = { ...settings, DAYBOOK_DATABASE_URL: database }
    const context = yield* Layer.build(daybookAt(folder, all, [guarded(subject.source)], subject.domains))
    return yield* Effect.gen(function* () {
      const engine = yield* SyncEngine
      const [entry] = yield* Sources
      const source = Option.getOrUndefined(entry?.source ?? Option.none())
      if (source === undefined)
        return yield* Effect.dieMessage(
          `the source is not set up: set ${entry?.missing.join(", ") ?? ""} in the settings`
        )
      return {
        provider: served,
        sync: (options: Partial<SyncOptions> = {}, change: (source: Source<never>) => Source<never> = (one) => one) =>
          Effect.withClock(engine.sync(change(source), { ...syncDefaults("command"), ...options }), clock),
        importFile: (file: ExportFile) =>
          Effect.withClock(engine.import(source, importFileOf(file), syncDefaults("import")), clock),
        tables: Effect.provide(tablesOf(subject.source.domain, startedAt), context)
      }
    }).pipe(Effect.provide(context))
  })

export type Stage = Effect.Effect.Success<ReturnType<typeof stage>>
