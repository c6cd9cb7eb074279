import type { LoggedRequest, Size } from "@daybook/simulators"
import { Console, Duration, Effect, Option, Schema, type Scope } from "effect"
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { BenchFailure } from "./BenchFailure.js"
import * as Daybook from "./daybook.js"
import { createDatabase, dropDatabase, type Engine, storageOf, vacuum } from "./Engine.js"
import { fingerprint } from "./fingerprint.js"
import { helper } from "./helper.js"
import type { World } from "./World.js"

/** The result of the first sync of the full history. */
export interface FirstSync {
  readonly plays: number
  readonly seconds: number
  /** Peak memory of the process with the engine, in megabytes. */
  readonly memory: number
  readonly requests: ReadonlyArray<LoggedRequest>
}

/** Synced sample data. */
export interface Dataset {
  readonly env: Readonly<Record<string, string>>
  /** The working folder of commands, without `.env`. */
  readonly cwd: string
  /** An admin key, which may read too. */
  readonly key: string
  /** None when the data was kept from an earlier run. */
  readonly firstSync: Option.Option<FirstSync>
}

export interface DatasetOptions {
  readonly size: Size
  readonly engine: Engine
  readonly serverUrl: string
  /** The folder of the data. */
  readonly folder: string
  /** Whether to reuse existing data. */
  readonly reuse: boolean
  /** Whether to keep the data when the scope closes. */
  readonly keep: boolean
  /** Whether rows need more than plays, so that all domains are synced and enriched. */
  readonly allDomains: boolean
}

const Stamp = Schema.parseJson(Schema.Struct({ fingerprint: Schema.String, key: Schema.String }))
const Reports = Schema.parseJson(Schema.Array(Schema.Struct({ added: Schema.Number, seconds: Schema.Number })))
const Issued = Schema.parseJson(Schema.Struct({ key: Schema.String }))

const databaseOf = ({ keep, size }: DatasetOptions) => `daybook_bench_${size}${keep ? "" : `_${process.pid}`}`

/** The data of a size on an engine: reused when the same code created it, else a first sync. */
export const dataset = (world: World, options: DatasetOptions): Effect.Effect<Dataset, BenchFailure, Scope.Scope> =>
  Effect.gen(function* () {
    const database = databaseOf(options)
    const env = {
      ...storageOf(options.engine, options.folder, options.serverUrl, database),
      DAYBOOK_TIMEZONE: world.ready.zone
    }
    const stampFile = join(options.folder, "made.json")
    const print = fingerprint()
    const place = { env, cwd: options.folder }
    if (!options.keep) yield* Effect.addFinalizer(() => Effect.ignore(remove(options, database)))
    const existing =
      options.reuse && existsSync(stampFile)
        ? Schema.decodeOption(Stamp)(readFileSync(stampFile, "utf8"))
        : Option.none()
    if (Option.isSome(existing) && existing.value.fingerprint === print) {
      yield* sync(world, place, ["lastfm"])
      yield* world.ask("requests")
      return { ...place, key: existing.value.key, firstSync: Option.none() }
    }
    yield* remove(options, database)
    yield* Effect.sync(() => mkdirSync(options.folder, { recursive: true }))
    if (options.engine === "server") yield* createDatabase(options.serverUrl, database)
    const created = yield* create(world, place, options.allDomains)
    if (options.engine === "server") yield* vacuum(options.serverUrl, database)
    writeFileSync(stampFile, Schema.encodeSync(Stamp)({ fingerprint: print, key: created.key }))
    return { ...place, ...created }
  })

const remove = ({ engine, folder, serverUrl }: DatasetOptions, database: string) =>
  Effect.zipRight(
    Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
    engine === "server" ? dropDatabase(serverUrl, database) : Effect.void
  )

/** Syncs the given sources, or every source when the list is empty. */
const sync = (world: World, { cwd, env }: Daybook.DaybookOptions, sources: ReadonlyArray<string>) =>
  Daybook.run(["sync", ...sources, "--json", "--no-followers"], {
    cwd,
    env: { ...world.ready.settings, ...env, DAYBOOK_APPLE_MUSIC_ENABLED: "false" }
  })

/** Prints how long a step took. */
const withTiming = <A, E, R>(step: string, work: Effect.Effect<A, E, R>) =>
  Effect.tap(Effect.timed(work), ([duration]) =>
    Console.error(`${step.padEnd(12)} ${Duration.toSeconds(duration).toFixed(1).padStart(6)} s`)
  ).pipe(Effect.map(([, done]) => done))

/** Syncs the plays into an empty database, and then the other domains. */
const create = (world: World, place: Daybook.DaybookOptions, allDomains: boolean) =>
  Effect.gen(function* () {
    yield* Daybook.run(["migrate"], place)
    const { key } = yield* Effect.orDie(
      Schema.decode(Issued)(
        (yield* Daybook.run(["keys", "create", "--name", "bench", "--type", "admin", "--json"], place)).stdout
      )
    )
    yield* world.ask("requests")
    const { memory, stdout } = yield* withTiming("… plays", sync(world, place, ["lastfm"]))
    const requests = yield* world.ask("requests")
    const [report = { added: 0, seconds: 0 }] = yield* Effect.orDie(Schema.decode(Reports)(stdout))
    if (allDomains) yield* fillDomains(world, place)
    yield* world.ask("requests")
    return {
      key,
      firstSync: Option.some<FirstSync>({ plays: report.added, seconds: report.seconds, memory, requests })
    }
  })

/** Syncs and enriches all domains: genres of artists, directors of films and more. */
const fillDomains = (world: World, place: Daybook.DaybookOptions) =>
  Effect.gen(function* () {
    yield* withTiming("… domains", sync(world, place, []))
    yield* withTiming(
      "… enrichment",
      Effect.scoped(
        helper("enrichment", null, {
          cwd: place.cwd,
          // The simulators enable the Apple Music catalogue, whose calls are spaced over minutes.
          env: {
            ...world.ready.settings,
            ...place.env,
            DAYBOOK_APPLE_MUSIC_ENABLED: "false",
            DAYBOOK_LOG_LEVEL: "warning"
          }
        })
      )
    )
  })
