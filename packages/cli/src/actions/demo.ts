import * as Daybook from "@daybook/adapters"
import { Keys, type Scope } from "@daybook/core/keys"
import type { ServeSimulatorsOptions, Size } from "@daybook/simulators"
import { type HomeControl, HomeControls } from "@daybook/core/setup"
import { Sources } from "@daybook/core/sync"
import * as FileSystem from "@effect/platform/FileSystem"
import { Array as Arrays, Clock, ConfigProvider, Duration, Effect, Layer, Option, Schema } from "effect"
import { join } from "node:path"
import { Failure, Usage } from "../failures.js"
import { selectSources } from "../sourceSelection.js"
import { awaitFirstRecords } from "../firstSyncs.js"
import { runHost } from "../host.js"
import { type HostSettings, hostSettings } from "../hostSettings.js"
import * as print from "../print.js"
import { hasSimulators, noProviders, restoreSample } from "../sample.js"
import { simulators } from "../simulators.js"
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

/** Time for enrichment of a demo that does not serve. A host does it while it serves. */
const enrichmentTime = Duration.seconds(10)
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

type Settings = Readonly<Record<string, string>>

/** The settings of a demo: sample data instead of the operator's accounts. */
const settingsOf = (own: Settings): Settings =>
  Object.fromEntries([
    ...hostSettingNames.flatMap((name) =>
      process.env[name] === undefined ? [] : [[name, process.env[name]] as const]
    ),
    ...Object.entries(own)
  ])

const simulated = (settings: Settings) =>
  Layer.setConfigProvider(ConfigProvider.fromMap(new Map(Object.entries(settings)), { pathDelim: "." }))

/** What the program itself takes from the environment, also in a demo. */
const ofProgram = /^DAYBOOK_(LOG_|CONFIG$|DOMAINS$)/

/** The environment of the process that works for a demo. */
const workEnvOf = (settings: Settings): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith("DAYBOOK_") || ofProgram.test(name))
  ),
  ...settings
})

/** Serves the simulators on the same port as before, because stored links lead there. */
const startSimulators = Effect.fn("demo.startSimulators")(function* (
  state: DemoState,
  options: ServeSimulatorsOptions
) {
  const { port } = yield* state.read
  const before = port === undefined ? Option.none() : yield* simulators({ ...options, port })
  if (Option.isSome(before)) return before.value
  const started = yield* simulators(options)
  if (Option.isNone(started))
    return yield* new Failure({ message: "no port of this machine is free for the simulators" })
  if (port === undefined) yield* state.update({ port: Number(new URL(started.value.url).port) })
  return started.value
})

/** Serves on the configured port or the next free one. */
const hostOnFreePort = (
  settings: HostSettings,
  workEnv: NodeJS.ProcessEnv,
  tries = portsTried
): ReturnType<typeof runHost> =>
  Effect.catchTag(runHost(settings, { schedule: true, workEnv }), "ListenFailure", (failure) =>
    failure.taken && tries > 0
      ? hostOnFreePort({ ...settings, port: settings.port + 1 }, workEnv, tries - 1)
      : Effect.fail(failure)
  )

/** Domains that are synced at a time. Those of one domain share its tables and wait for each other. */
const domainsAtATime = 3

/** Syncs every source from the simulators, for a demo that does not serve. */
const syncAll = Effect.gen(function* () {
  const sources = yield* selectSources(yield* Sources, [])
  const byDomain = Arrays.groupBy(sources, ({ domain }) => domain)
  const outcomes = yield* Effect.forEach(
    Object.values(byDomain),
    (ofDomain) =>
      Effect.forEach(ofDomain, (source) =>
        syncOne(source, { full: false, dryRun: false, allowMassDelete: false }, false)
      ),
    { concurrency: domainsAtATime }
  )
  yield* orFail(outcomes.flat())
  yield* enrich({ domains: Object.keys(byDomain), sources: [] }, enrichmentTime)
})

/** The sample's home time zone and units are those that it was started with. */
const sampleHome = (units: HostSettings["units"]): HomeControl => ({
  units: () => units,
  fixesUnits: true,
  fixesZone: true,
  reopen: null,
  problem: null
})

const serveDemo = Effect.fn("demo.serve")(function* (state: DemoState, workEnv: NodeJS.ProcessEnv) {
  const keys = yield* demoKeys(state)
  const address = yield* hostOnFreePort(yield* hostSettings.config, workEnv)
  yield* awaitFirstRecords
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
        const settings = settingsOf({ ...noProviders, ...own })
        const served = noServe ? Effect.asVoid(demoKeys(state)) : serveDemo(state, workEnvOf(settings))
        return yield* Effect.zipRight(
          restoreSample(dataDir),
          Effect.scoped(Effect.provide(served, Daybook.answeringLayer))
        ).pipe(Effect.provide(simulated(settings)), Effect.provideService(HomeControls, control))
      }
      const providers = yield* startSimulators(state, { size, live: true, zone })
      const settings = settingsOf({ ...providers.settings, ...own })
      // The host stops before the simulators.
      const filled = Effect.asVoid(Effect.zipRight(syncAll, demoKeys(state)))
      yield* Effect.scoped(
        Effect.if(noServe, { onTrue: () => filled, onFalse: () => serveDemo(state, workEnvOf(settings)) })
      ).pipe(
        Effect.provide(Daybook.answeringLayer),
        Effect.provide(simulated(settings)),
        Effect.provideService(HomeControls, control)
      )
    })
  )
