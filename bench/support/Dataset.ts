import type { LoggedRequest, Size } from "@daybook/adapters/simulators"
import { Effect, Option, Schema, type Scope } from "effect"
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { BenchFailure } from "./BenchFailure.js"
import * as Daybook from "./daybook.js"
import { createDatabase, dropDatabase, type Engine, storageOf } from "./Engine.js"
import { fingerprint } from "./fingerprint.js"
import type { World } from "./World.js"

/** How the first sync of a whole history went. */
export interface FirstSync {
  readonly plays: number
  readonly seconds: number
  /** The most memory that the process had, engine and all, in megabytes. */
  readonly memory: number
  readonly requests: ReadonlyArray<LoggedRequest>
}

/** A synced life to measure on. */
export interface Dataset {
  readonly env: Readonly<Record<string, string>>
  /** Where commands run: no `.env` is there. */
  readonly cwd: string
  /** A read key. */
  readonly key: string
  /** None where the data was kept from an earlier run. */
  readonly firstSync: Option.Option<FirstSync>
}

export interface DatasetOptions {
  readonly size: Size
  readonly engine: Engine
  readonly serverUrl: string
  /** Where the data is kept, or may be found. */
  readonly folder: string
  /** False to make it anew although it is there. */
  readonly reuse: boolean
  /** Whether it stays when the scope closes. */
  readonly keep: boolean
}

const Made = Schema.parseJson(Schema.Struct({ fingerprint: Schema.String, key: Schema.String }))
const Reports = Schema.parseJson(Schema.Array(Schema.Struct({ added: Schema.Number, seconds: Schema.Number })))
const Issued = Schema.parseJson(Schema.Struct({ key: Schema.String }))

/** Each pass looks up what the command's own budget allows; twenty years of artists take a few. */
const lookUpPasses = 8

const databaseOf = ({ keep, size }: DatasetOptions) => `daybook_bench_${size}${keep ? "" : `_${process.pid}`}`

/** The data of a size on an engine: kept data where that is wanted and made by the same packages, else a first sync. */
export const dataset = (world: World, options: DatasetOptions): Effect.Effect<Dataset, BenchFailure, Scope.Scope> =>
  Effect.gen(function*() {
    const database = databaseOf(options)
    const env = { ...storageOf(options.engine, options.folder, options.serverUrl, database), DAYBOOK_TIMEZONE: world.ready.zone }
    const stamp = join(options.folder, "made.json")
    const print = fingerprint()
    const place = { env, cwd: options.folder }
    if (!options.keep) yield* Effect.addFinalizer(() => Effect.ignore(removed(options, database)))
    const known = options.reuse && existsSync(stamp) ? Schema.decodeOption(Made)(readFileSync(stamp, "utf8")) : Option.none()
    if (Option.isSome(known) && known.value.fingerprint === print) {
      yield* sync(world, place, ["--no-followers"])
      yield* world.ask("requests")
      return { ...place, key: known.value.key, firstSync: Option.none() }
    }
    yield* removed(options, database)
    yield* Effect.sync(() => mkdirSync(options.folder, { recursive: true }))
    if (options.engine === "server") yield* createDatabase(options.serverUrl, database)
    const made = yield* make(world, place)
    writeFileSync(stamp, Schema.encodeSync(Made)({ fingerprint: print, key: made.key }))
    return { ...place, ...made }
  })

const removed = ({ engine, folder, serverUrl }: DatasetOptions, database: string) =>
  Effect.zipRight(
    Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
    engine === "server" ? dropDatabase(serverUrl, database) : Effect.void
  )

const sync = (world: World, { cwd, env }: Daybook.DaybookOptions, options: ReadonlyArray<string>) =>
  Daybook.run(["sync", "lastfm", "--json", ...options], {
    cwd,
    // The simulators would switch the catalogue's source on, whose look-ups are spaced for minutes.
    env: { ...world.ready.settings, ...env, DAYBOOK_APPLE_MUSIC_ENABLED: "false" }
  })

/** A first sync of everything into an empty database, and then the look-ups that give artists their genres. */
const make = (world: World, place: Daybook.DaybookOptions) =>
  Effect.gen(function*() {
    yield* Daybook.run(["migrate"], place)
    const { key } = yield* Effect.orDie(Schema.decode(Issued)((yield* Daybook.run(["keys", "create", "--name", "bench", "--json"], place)).stdout))
    yield* world.ask("requests")
    const { memory, stdout } = yield* sync(world, place, ["--no-followers"])
    const requests = yield* world.ask("requests")
    const [report = { added: 0, seconds: 0 }] = yield* Effect.orDie(Schema.decode(Reports)(stdout))
    yield* lookUp(world, place, lookUpPasses)
    return { key, firstSync: Option.some<FirstSync>({ plays: report.added, seconds: report.seconds, memory, requests }) }
  })

const lookUp = (world: World, place: Daybook.DaybookOptions, passes: number): Effect.Effect<void, BenchFailure> =>
  Effect.gen(function*() {
    yield* sync(world, place, [])
    const requests = yield* world.ask("requests")
    const lookedUp = requests.some(({ params }) => params["method"]?.startsWith("artist.") === true)
    if (lookedUp && passes > 1) yield* lookUp(world, place, passes - 1)
  })
