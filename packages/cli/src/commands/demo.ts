import * as Daybook from "@daybook/adapters"
import type { ServeSimulatorsOptions, Size } from "@daybook/adapters/simulators"
import { Sources } from "@daybook/core/sync"
import { Command, Options } from "@effect/cli"
import { Config, ConfigProvider, Duration, Effect, Layer, Option } from "effect"
import { join } from "node:path"
import { chosen } from "../choose.js"
import { demoKeys } from "../demoKeys.js"
import { type DemoMemory, demoMemory } from "../DemoMemory.js"
import { Usage } from "../Failure.js"
import { hosting } from "../hosting.js"
import { type HostSettings, hostSettings } from "../HostSettings.js"
import { described } from "../manual.js"
import * as print from "../print.js"
import { follow, orFail, syncOne } from "../syncing.js"

/** Look-ups before the host serves, shared by the domains; what is left then goes on behind it. */
const firstLookUps = Duration.seconds(30)
const portsTried = 50
/** Where the made-up person lives, unless the settings say where the operator does. */
const personHome = "America/Los_Angeles"

const options = {
  small: Options.boolean("small").pipe(Options.withDescription("Three years of life (the default)")),
  large: Options.boolean("large").pipe(Options.withDescription("Twenty years of life: takes minutes")),
  data: Options.text("data").pipe(Options.optional, Options.withDescription("Folder for the sample data")),
  noServe: Options.boolean("no-serve").pipe(Options.withDescription("Fill the folder and stop"))
}

/** What the environment may say to the demo: how to serve. Accounts and a database of the operator's are not for sample data. */
const heeded = ["HOST", "PORT", "PUBLIC_URL", "RATE_LIMIT", "CORS_ORIGINS", "TRUSTED_PROXIES"].map((name) => `DAYBOOK_${name}`)

/** The settings under which the real sources call the simulators. */
const simulated = (settings: Readonly<Record<string, string>>) => {
  const given = heeded.flatMap((name) => process.env[name] === undefined ? [] : [[name, process.env[name]] as const])
  return Layer.setConfigProvider(ConfigProvider.fromMap(new Map([...given, ...Object.entries(settings)]), { pathDelim: "." }))
}

/** Serves the simulators where they were the last time: the links in the stored data lead there. */
const worldOf = Effect.fn("demo.world")(function*(memory: DemoMemory, options: ServeSimulatorsOptions) {
  const { port } = yield* memory.read
  const { serveSimulators } = yield* Effect.promise(() => import("@daybook/adapters/simulators"))
  return yield* port === undefined
    ? Effect.tap(serveSimulators(options), ({ url }) => memory.keep({ port: Number(new URL(url).port) }))
    : Effect.catchTag(serveSimulators({ ...options, port }), "ServeError", () => serveSimulators(options))
})

/** Serves on the wanted port or the next free one. */
const hostNear = (settings: HostSettings, tries = portsTried): ReturnType<typeof hosting> =>
  Effect.catchTag(hosting(settings, true), "ListenFailure", (failure) =>
    failure.taken && tries > 0 ? hostNear({ ...settings, port: settings.port + 1 }, tries - 1) : Effect.fail(failure))

const live = Effect.fn("demo")(function*(noServe: boolean, memory: DemoMemory) {
  const sources = yield* chosen(yield* Sources, [])
  const outcomes = yield* Effect.forEach(sources, (source) => syncOne(source, { full: false, dryRun: false, allowMassDelete: false }, false))
  yield* orFail(outcomes)
  const domains = new Set(sources.map(({ domain }) => domain))
  const isFirstStart = (yield* memory.read).read === undefined
  if (isFirstStart || noServe) yield* follow([...domains], firstLookUps)
  const keys = yield* demoKeys(memory)
  if (noServe) return
  const address = yield* hostNear(yield* hostSettings)
  yield* print.line(`page  ${address}/#key=${keys.read}`)
  yield* print.line(`read key  ${keys.read}`)
  yield* print.line(`admin key  ${keys.admin}`)
  yield* Effect.never
})

export const demo = Command.make("demo", options, ({ data, large, noServe, small }) =>
  Effect.scoped(Effect.gen(function*() {
    if (large && small) return yield* new Usage({ message: "give --small or --large, not both" })
    const size: Size = large ? "large" : "small"
    const standard = join(yield* Config.withDefault(Config.nonEmptyString("DAYBOOK_DATA_DIR"), ".daybook"), large ? "demo-large" : "demo")
    const dataDir = Option.getOrElse(data, () => standard)
    const memory = yield* demoMemory(dataDir)
    const zone = yield* Config.withDefault(Config.nonEmptyString("DAYBOOK_TIMEZONE"), personHome)
    const world = yield* worldOf(memory, { size, live: true, zone })
    // The host ends before what it stands on.
    yield* Effect.scoped(live(noServe, memory)).pipe(
      Effect.provide(Daybook.hostLayer),
      Effect.provide(simulated({ ...world.settings, DAYBOOK_DATA_DIR: dataDir, DAYBOOK_TIMEZONE: zone }))
    )
  }))
).pipe(Command.withDescription(described("Daybook on a made-up life, without any account", "daybook demo")))
