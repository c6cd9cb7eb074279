import { SettingStore } from "@daybook/core/setup"
import { ConfigProvider, Effect, Layer, Option, Redacted } from "effect"
import { topic } from "../postgres/setup/SettingStore.js"
import { Versions } from "../postgres/Versions.js"
import { SourceDefinitions } from "@daybook/sources/built-in"
import type { Setting } from "@daybook/sources/setting"
import { settingsOf, SourceConfig } from "@daybook/sources/kit"

/** Whether the environment sets a setting. A variable that cannot be read is refused where it is used. */
const isInEnvironment = (setting: Setting<unknown>) => Effect.orElseSucceed(setting.isSet, () => true)

/** Reads the stored settings at the start, and again whenever any host changes them. */
export const layer = Layer.scoped(
  SourceConfig,
  Effect.gen(function* () {
    const store = yield* SettingStore
    const versions = yield* Versions
    const definitions = yield* SourceDefinitions
    const environment = yield* Effect.configProviderWith(Effect.succeed)
    const declared = new Map(definitions.flatMap(settingsOf).map((one) => [one.name, one]))
    const reactions: Array<Effect.Effect<void>> = []
    const lock = yield* Effect.makeSemaphore(1)

    let values: ReadonlyMap<string, Option.Option<Redacted.Redacted>> = new Map()
    let texts: ReadonlyMap<string, string> = new Map()
    let provider = environment

    const readEnvironment = Effect.withConfigProvider(environment)
    let loaded = versions.latest(topic)
    const load = Effect.gen(function* () {
      const version = versions.latest(topic)
      const all = yield* store.all
      const inUse = new Map<string, string>()
      for (const [name, value] of all) {
        const setting = declared.get(name)
        if (setting !== undefined && Option.isSome(value) && !(yield* readEnvironment(isInEnvironment(setting))))
          inUse.set(name, Redacted.value(value.value))
      }
      loaded = version
      values = all
      texts = inUse
      provider = ConfigProvider.orElse(
        ConfigProvider.fromMap(new Map([...inUse]), { pathDelim: "\u0000" }),
        () => environment
      )
    })
    const reload = lock.withPermits(1)(
      Effect.zipRight(
        load,
        Effect.suspend(() => Effect.all([...reactions], { discard: true }))
      )
    )
    const watch = Effect.gen(function* () {
      for (let version = versions.latest(topic); ;) {
        yield* versions.passed(topic, version)
        version = versions.latest(topic)
        yield* Effect.catchAll(reload, (failure) => Effect.logWarning(failure.message))
      }
    })
    yield* load
    const unreadable = Array.from(values).flatMap(([name, value]) => (Option.isNone(value) ? [name] : []))
    if (unreadable.length > 0)
      yield* Effect.logWarning(
        `the values of ${unreadable.join(", ")} were encrypted with another secret: set the old DAYBOOK_SECRET, or enter them again`
      )
    yield* Effect.forkScoped(watch)
    return {
      read: (effect) => Effect.suspend(() => Effect.withConfigProvider(effect, provider)),
      readEnvironment,
      stored: () => values,
      valueOf: (name) => texts.get(name),
      reload,
      catchUp: Effect.zipRight(
        versions.catchUp,
        Effect.suspend(() => (versions.latest(topic) > loaded ? reload : Effect.void))
      ),
      onChange: (follow) => Effect.sync(() => void reactions.push(follow))
    }
  })
)

/** Learns what other processes have committed, settings of sources included. */
export const catchUp = Effect.flatMap(SourceConfig, (config) => config.catchUp)
