import type { LoggedRequest, Size } from "@daybook/adapters/simulators"
import { Console, Duration, Effect, Option, Schema, type Scope } from "effect"
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { BenchFailure } from "./BenchFailure.js"
import * as Daybook from "./daybook.js"
import { createDatabase, dropDatabase, type Engine, storageOf, tend } from "./Engine.js"
import { fingerprint } from "./fingerprint.js"
import { helper } from "./helper.js"
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
  /** An admin key, which may read too. */
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
  /** Whether anybody reads more of it than plays, so that rooms must be filled and look-ups done. */
  readonly whole: boolean
}

const Made = Schema.parseJson(Schema.Struct({ fingerprint: Schema.String, key: Schema.String }))
const Reports = Schema.parseJson(Schema.Array(Schema.Struct({ added: Schema.Number, seconds: Schema.Number })))
const Issued = Schema.parseJson(Schema.Struct({ key: Schema.String }))

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
      yield* sync(world, place, ["lastfm"])
      yield* world.ask("requests")
      return { ...place, key: known.value.key, firstSync: Option.none() }
    }
    yield* removed(options, database)
    yield* Effect.sync(() => mkdirSync(options.folder, { recursive: true }))
    if (options.engine === "server") yield* createDatabase(options.serverUrl, database)
    const made = yield* make(world, place, options.whole)
    if (options.engine === "server") yield* tend(options.serverUrl, database)
    writeFileSync(stamp, Schema.encodeSync(Made)({ fingerprint: print, key: made.key }))
    return { ...place, ...made }
  })

const removed = ({ engine, folder, serverUrl }: DatasetOptions, database: string) =>
  Effect.zipRight(
    Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
    engine === "server" ? dropDatabase(serverUrl, database) : Effect.void
  )

/** A sync of the given sources, or of every source where none is given. */
const sync = (world: World, { cwd, env }: Daybook.DaybookOptions, sources: ReadonlyArray<string>) =>
  Daybook.run(["sync", ...sources, "--json", "--no-followers"], { cwd, env: { ...world.ready.settings, ...env, DAYBOOK_APPLE_MUSIC_ENABLED: "false" } })

/** Says how long a step took, for whoever waits. */
const told = <A, E, R>(step: string, work: Effect.Effect<A, E, R>) =>
  Effect.tap(Effect.timed(work), ([duration]) => Console.error(`${step.padEnd(12)} ${Duration.toSeconds(duration).toFixed(1).padStart(6)} s`)).pipe(Effect.map(([, done]) => done))

/** A first sync of the plays into an empty database, and then of all else. */
const make = (world: World, place: Daybook.DaybookOptions, whole: boolean) =>
  Effect.gen(function*() {
    yield* Daybook.run(["migrate"], place)
    const { key } = yield* Effect.orDie(Schema.decode(Issued)((yield* Daybook.run(["keys", "create", "--name", "bench", "--type", "admin", "--json"], place)).stdout))
    yield* world.ask("requests")
    const { memory, stdout } = yield* told("… plays", sync(world, place, ["lastfm"]))
    const requests = yield* world.ask("requests")
    const [report = { added: 0, seconds: 0 }] = yield* Effect.orDie(Schema.decode(Reports)(stdout))
    if (whole) yield* fill(world, place)
    yield* world.ask("requests")
    return { key, firstSync: Option.some<FirstSync>({ plays: report.added, seconds: report.seconds, memory, requests }) }
  })

/** What the other rooms hold, and the look-ups that give artists their genres and films their directors. */
const fill = (world: World, place: Daybook.DaybookOptions) =>
  Effect.gen(function*() {
    yield* told("… rooms", sync(world, place, []))
    yield* told("… look-ups", Effect.scoped(helper("lookUps", null, {
      cwd: place.cwd,
      // The simulators would switch the catalogue's source on, whose look-ups are spaced for minutes.
      env: { ...world.ready.settings, ...place.env, DAYBOOK_APPLE_MUSIC_ENABLED: "false", DAYBOOK_LOG_LEVEL: "warning" }
    })))
  })
