import * as Daybook from "@daybook/adapters"
import { Keys, type Scope } from "@daybook/core/keys"
import type { ServeSimulatorsOptions, Size } from "@daybook/simulators"
import { type HomeControl, HomeControls } from "@daybook/core/setup"
import { Sources } from "@daybook/core/sync"
import * as FileSystem from "@effect/platform/FileSystem"
import { Clock, ConfigProvider, Duration, Effect, Layer, Option, Schema } from "effect"
import { join } from "node:path"
import { Failure, Usage } from "../failures.js"
import { selectSources } from "../sourceSelection.js"
import { runHost } from "../host.js"
import { type HostSettings, hostSettings } from "../hostSettings.js"
import * as print from "../print.js"
import { hasSimulators, noProviders, restoreSample } from "../sample.js"
import { enrich, orFail, syncOne } from "../syncing.js"

const State = Schema.Struct({
  /** The loopback port of the simulators. */
  port: Schema.optional(Schema.Int.pipe(Schema.between(1, 65_535))),
  read: Schema.optional(Schema.String),
  admin: Schema.optional(Schema.String)
})
type State = typeof State.Type
const Text = Schema.parseJson(State)

/** What a demo stores next to its sample data, so that a restart is identical. An unreadable file counts as empty. */
interface DemoState {
  readonly read: Effect.Effect<State>
  readonly update: (changes: State) => Effect.Effect<void, Failure>
}

/** The state file in a data folder. The first update creates the folder. */
const demoState = (dataDir: string): Effect.Effect<DemoState, never, FileSystem.FileSystem> =>
  Effect.map(FileSystem.FileSystem, (files) => {
    const path = join(dataDir, "demo.json")
    const read = files.readFileString(path).pipe(
      Effect.flatMap(Schema.decode(Text)),
      Effect.orElseSucceed((): State => ({}))
    )
    const write = (state: State) =>
      files.makeDirectory(dataDir, { recursive: true, mode: 0o700 }).pipe(
        Effect.zipRight(files.writeFileString(path, Schema.encodeSync(Text)(state), { mode: 0o600 })),
        Effect.mapError(
          () => new Failure({ message: `the folder ${dataDir} cannot be written: choose another folder with --data` })
        )
      )
    return { read, update: (changes) => Effect.flatMap(read, (state) => write({ ...state, ...changes })) }
  })

/** The demo's two keys. Unlike a real instance, the demo stores them in plain text and prints the same ones again. */
const demoKeys = Effect.fn("demoKeys")(function* (state: DemoState) {
  const keys = yield* Keys
  yield* keys.refresh
  const now = yield* Clock.currentTimeMillis
  const previous = yield* state.read
  const keyFor = (scope: Scope, token: string | undefined) =>
    token !== undefined && keys.find(token, now)?.scope === scope
      ? Effect.succeed(token)
      : Effect.map(keys.create({ name: `demo ${scope}`, scope }), (issued) => issued.token)
  const pair = { read: yield* keyFor("read", previous.read), admin: yield* keyFor("admin", previous.admin) }
  yield* state.update(pair)
  return pair
})

/** Time for enrichment before the host serves: the first pictures. The host does the rest. */
const firstEnrichment = Duration.seconds(10)
const portsTried = 50
/** The sample owner's time zone, unless DAYBOOK_TIMEZONE is set. */
const sampleTimeZone = "America/Los_Angeles"

interface DemoOptions {
  readonly small: boolean
  readonly large: boolean
  readonly data: Option.Option<string>
  readonly noServe: boolean
}

/** The settings that the demo reads from the environment. Accounts and databases of the operator are not used. */
const { units, ...passedOn } = hostSettings.fields
const hostSettingNames = Object.values(passedOn).map(({ name }) => name)

/** The settings of a demo: sample data instead of the operator's accounts. */
const simulated = (settings: Readonly<Record<string, string>>) => {
  const fromEnvironment = hostSettingNames.flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]] as const]
  )
  return Layer.setConfigProvider(
    ConfigProvider.fromMap(new Map([...fromEnvironment, ...Object.entries(settings)]), { pathDelim: "." })
  )
}

/** Serves the simulators on the same port as before, because stored links lead there. */
const startSimulators = Effect.fn("demo.startSimulators")(function* (
  state: DemoState,
  options: ServeSimulatorsOptions
) {
  const { port } = yield* state.read
  const { serveSimulators } = yield* Effect.promise(() => import("@daybook/simulators"))
  return yield* port === undefined
    ? Effect.tap(serveSimulators(options), ({ url }) => state.update({ port: Number(new URL(url).port) }))
    : Effect.catchTag(serveSimulators({ ...options, port }), "ServeError", () => serveSimulators(options))
})

/** Serves on the configured port or the next free one. */
const hostOnFreePort = (settings: HostSettings, tries = portsTried): ReturnType<typeof runHost> =>
  Effect.catchTag(runHost(settings, true), "ListenFailure", (failure) =>
    failure.taken && tries > 0
      ? hostOnFreePort({ ...settings, port: settings.port + 1 }, tries - 1)
      : Effect.fail(failure)
  )

/** Syncs every source from the simulators. */
const syncAll = Effect.fn("demo.syncAll")(function* (noServe: boolean, state: DemoState) {
  const sources = yield* selectSources(yield* Sources, [])
  const outcomes = yield* Effect.forEach(sources, (source) =>
    syncOne(source, { full: false, dryRun: false, allowMassDelete: false }, false)
  )
  yield* orFail(outcomes)
  const domains = new Set(sources.map(({ domain }) => domain))
  const isFirstStart = (yield* state.read).read === undefined
  if (isFirstStart || noServe) yield* enrich({ domains: [...domains], sources: [] }, firstEnrichment)
})

/** The sample's home time zone and units are those that it was started with. */
const sampleHome = (units: HostSettings["units"]): HomeControl => ({
  units: () => units,
  fixesUnits: true,
  fixesZone: true,
  reopen: null,
  problem: null
})

const serveDemo = Effect.fn("demo.serve")(function* (noServe: boolean, state: DemoState) {
  const keys = yield* demoKeys(state)
  if (noServe) return
  const address = yield* hostOnFreePort(yield* hostSettings.config)
  yield* print.line(`page  ${address}/#key=${keys.read}`)
  yield* print.line(`read key  ${keys.read}`)
  yield* print.line(`admin key  ${keys.admin}`)
  yield* Effect.never
})

const smallOnly =
  "the package contains the small sample only: leave out --large, or run `npm start -- --large` in a clone of Daybook"

export const demo = ({ data, large, noServe, small }: DemoOptions) =>
  Effect.scoped(
    Effect.gen(function* () {
      if (large && small) return yield* new Usage({ message: "give --small or --large, not both" })
      const size: Size = large ? "large" : "small"
      const standard = join(yield* Daybook.instanceSettings.fields.dataDir.config, large ? "demo-large" : "demo")
      const dataDir = Option.getOrElse(data, () => standard)
      const state = yield* demoState(dataDir)
      const zone = Option.match(yield* Daybook.instanceSettings.fields.timeZone.config, {
        onNone: () => sampleTimeZone,
        onSome: ({ zone }) => zone
      })
      const control = sampleHome(yield* units.config)
      const own = { DAYBOOK_DATA_DIR: dataDir, DAYBOOK_TIMEZONE: zone }
      if (!hasSimulators()) {
        if (large) return yield* new Failure({ message: smallOnly })
        return yield* Effect.zipRight(
          restoreSample(dataDir, zone),
          Effect.scoped(Effect.provide(serveDemo(noServe, state), Daybook.hostLayer))
        ).pipe(Effect.provide(simulated({ ...noProviders, ...own })), Effect.provideService(HomeControls, control))
      }
      const simulators = yield* startSimulators(state, { size, live: true, zone })
      // The host stops before the simulators.
      yield* Effect.scoped(Effect.zipRight(syncAll(noServe, state), serveDemo(noServe, state))).pipe(
        Effect.provide(Daybook.hostLayer),
        Effect.provide(simulated({ ...simulators.settings, ...own })),
        Effect.provideService(HomeControls, control)
      )
    })
  )
