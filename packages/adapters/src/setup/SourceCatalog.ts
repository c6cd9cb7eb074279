import {
  type LoginStatus,
  SettingStore,
  type SettingOrigin,
  type SettingStatus,
  SourceCatalog,
  type SourceDescription
} from "@daybook/core/setup"
import { BadInput, Conflict, NoData } from "@daybook/core/shared"
import { Sources } from "@daybook/core/sync"
import { Tokens } from "@daybook/core/tokens"
import { Config, ConfigProvider, type ConfigError, Effect, Either, Layer, Option, Redacted } from "effect"
import { type AnySourceDefinition, SourceDefinitions } from "@daybook/sources/built-in"
import type { Setting } from "@daybook/sources/setting"
import { destinationProblem, withSecretsOf } from "./destinations.js"
import { ConfigFileSettings, operatorsOwn } from "./fixedSettings.js"
import { settingsOf, SourceConfig } from "@daybook/sources/kit"

type AnySetting = Setting<unknown>

/** No setting needs more. */
const maxValueLength = 4_096

const control = /\p{Cc}/u

/** The message of a `ConfigError` about one setting. */
const messageOf = (error: ConfigError.ConfigError): string =>
  "message" in error && typeof error.message === "string" ? error.message : "the value is not valid"

/** Why a text is not accepted; null if it is. No message repeats a secret. */
const problemOf = ({ config, name }: AnySetting, text: string): string | null => {
  if (text.trim() === "") return `${name} is empty: delete the setting instead`
  if (text.length > maxValueLength) return `${name} is longer than ${maxValueLength} characters`
  if (control.test(text)) return `${name} contains control characters: remove line breaks and tabs`
  const provider = ConfigProvider.fromMap(new Map([[name, text]]), { pathDelim: "\u0000" })
  return Either.match(Effect.runSync(Effect.either(Effect.withConfigProvider(config, provider))), {
    onLeft: messageOf,
    onRight: () => null
  })
}

const fromOutside = (name: string, origin: SettingOrigin) =>
  origin === "file"
    ? `${name} comes from the configuration file: change it there, then start the host again`
    : `${name} comes from the environment: change it there, then start the host again`

export const layer = Layer.effect(
  SourceCatalog,
  Effect.gen(function* () {
    const definitions = yield* SourceDefinitions
    const config = yield* SourceConfig
    const store = yield* SettingStore
    const tokens = yield* Tokens
    const entries = yield* Sources
    const ofFile = yield* ConfigFileSettings

    const originOf = (setting: AnySetting) =>
      Effect.map(
        config.readEnvironment(Effect.orElseSucceed(setting.isSet, () => true)),
        (isSet): SettingOrigin | null => {
          if (isSet) return ofFile.has(setting.name) ? "file" : "environment"
          return config.valueOf(setting.name) === undefined ? null : "stored"
        }
      )

    const textOf = ({ isSecret, name }: AnySetting) =>
      isSecret
        ? Effect.succeed(null)
        : Effect.map(
            Effect.orElseSucceed(config.read(Config.option(Config.string(name))), () => Option.none<string>()),
            Option.getOrNull
          )

    const statusOf = (setting: AnySetting) =>
      Effect.gen(function* () {
        const origin = yield* originOf(setting)
        const fixed =
          origin === "environment" || origin === "file" ? fromOutside(setting.name, origin) : operatorsOwn(setting)
        return {
          name: setting.name,
          sentence: setting.sentence,
          type: setting.type,
          default: setting.default,
          absence: setting.absence ?? null,
          isSecret: setting.isSecret,
          isRequired: setting.isRequired,
          origin,
          fixed,
          value: origin === null ? null : yield* textOf(setting)
        } satisfies SettingStatus
      })

    const loginOf = ({ connect }: AnySourceDefinition, ids: ReadonlyArray<string>) =>
      connect === undefined
        ? Effect.succeed(null)
        : Effect.map(
            config.read(Effect.orElseSucceed(connect.missing, (): ReadonlyArray<string> => [])),
            (missing): LoginStatus => ({
              name: connect.name,
              isConnected: ids.includes(connect.id),
              missing,
              application: connect.application ?? null
            })
          )

    const describe = (definition: AnySourceDefinition, logins: ReadonlyArray<string>) =>
      Effect.gen(function* () {
        const { about, domain, id } = definition
        const entry = entries.find((one) => one.id === id)
        return {
          id,
          domain,
          title: about?.title ?? id,
          brings: about?.brings ?? "",
          keys: about?.keys ?? null,
          exports: about?.exports ?? null,
          readsFiles: Option.isSome(definition.archive.importFile),
          enrichesOnly: definition.enrichesOnly,
          missing: entry?.missing ?? [],
          settings: yield* Effect.forEach(settingsOf(definition), statusOf),
          login: yield* loginOf(definition, logins)
        } satisfies SourceDescription
      })

    const definitionOf = (id: string) => {
      const definition = definitions.find((one) => one.id === id)
      return definition === undefined ? new NoData({ what: `source ${id}` }) : Effect.succeed(definition)
    }

    const settingOf = (definition: AnySourceDefinition, name: string) => {
      const setting = settingsOf(definition).find((one) => one.name === name)
      return setting === undefined
        ? new BadInput({ message: `${definition.id} has no setting of that name: see the settings of the source` })
        : Effect.succeed(setting)
    }

    /** The value to store; fails if the setting is not to be changed here or does not accept the text. */
    const accept = (definition: AnySourceDefinition, name: string, text: string) =>
      Effect.gen(function* () {
        const setting = yield* settingOf(definition, name)
        const { fixed } = yield* statusOf(setting)
        if (fixed !== null) return yield* new Conflict({ message: fixed })
        const problem = problemOf(setting, text)
        if (problem !== null) return yield* new BadInput({ message: problem })
        return [name, Redacted.make(text)] as const
      })

    const checkDestinations = (definition: AnySourceDefinition, values: Readonly<Record<string, string>>) =>
      Effect.gen(function* () {
        const current = yield* Effect.forEach(settingsOf(definition), (setting) =>
          Effect.map(Effect.all([originOf(setting), textOf(setting)]), ([origin, text]) => ({ setting, origin, text }))
        )
        const { connect } = definition
        const login = connect !== undefined && (yield* tokens.has(connect.id)) ? connect.name : null
        const problem = destinationProblem(current, values, login)
        if (problem !== null) return yield* new Conflict({ message: problem })
      })

    return {
      all: Effect.gen(function* () {
        const logins = (yield* tokens.statuses).map(({ id }) => id)
        return yield* Effect.forEach(definitions, (definition) => describe(definition, logins))
      }),
      set: (id, values) =>
        Effect.gen(function* () {
          const definition = yield* definitionOf(id)
          const pairs = Object.entries(values)
          if (pairs.length === 0)
            return yield* new BadInput({ message: "settings is empty: give at least one setting" })
          const accepted = yield* Effect.forEach(pairs, ([name, text]) => accept(definition, name, text))
          yield* checkDestinations(definition, values)
          yield* store.put(new Map(accepted))
          yield* config.reload
        }),
      clear: (id, names) =>
        Effect.gen(function* () {
          const definition = yield* definitionOf(id)
          if (names !== null) yield* Effect.forEach(names, (name) => settingOf(definition, name), { discard: true })
          const settings = settingsOf(definition)
          const removed = yield* store.remove(withSecretsOf(settings, names ?? settings.map(({ name }) => name)))
          yield* config.reload
          return removed
        })
    }
  })
)
