import type { Setting } from "@daybook/adapters"
import { ConfigProvider, Effect, Either, Option } from "effect"
import { existsSync, readFileSync, statSync } from "node:fs"
import { suggestion } from "../commandLine.js"
import { Usage, reason } from "../failures.js"
import type { SettingName } from "../settingNames.js"
import { describePlace, placeOfKey } from "./place.js"

type AnySetting = Setting.Setting<unknown>

/** `minIntervalMs` becomes `MIN_INTERVAL_MS`. */
const variableWords = (key: string) => key.replace(/(?<=[a-z\d])[A-Z]/g, (letter) => `_${letter}`).toUpperCase()

const prefix = "DAYBOOK_"

/** The variables that a path in the configuration file may stand for. Some standard ones have no prefix. */
const variablesOf = (path: ReadonlyArray<string>) => {
  const words = path.map(variableWords).join("_")
  return [`${prefix}${words}`, words]
}

/** How the configuration file writes a variable: `DAYBOOK_LASTFM_API_KEY` is `lastfmApiKey`, however it is nested. */
const flatName = (variable: string) =>
  variable
    .replace(prefix, "")
    .toLowerCase()
    .replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())

/** A value at its place in the configuration file. */
interface Leaf {
  readonly path: ReadonlyArray<string>
  readonly value: unknown
}

const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const leavesOf = (values: Readonly<Record<string, unknown>>, path: ReadonlyArray<string> = []): ReadonlyArray<Leaf> =>
  Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : isGroup(value) ? leavesOf(value, [...path, name]) : [{ path: [...path, name], value }]
  )

/** The text of a value as the variable would have it; undefined for what no setting can be. */
const textOf = (value: unknown): string | undefined => {
  if (Array.isArray(value))
    return value.every((one) => typeof one === "string" || typeof one === "number") ? value.join(",") : undefined
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : undefined
  return typeof value === "string" || typeof value === "boolean" ? String(value) : undefined
}

/** The message about an invalid text; none if the setting accepts it. */
const refusalOf = ({ config, name }: AnySetting, text: string): Option.Option<string> =>
  Either.getLeft(
    Effect.runSync(Effect.either(Effect.withConfigProvider(config, ConfigProvider.fromMap(new Map([[name, text]])))))
  ).pipe(Option.map(reason))

const problemOf = (
  { path, value }: Leaf,
  settings: ReadonlyArray<AnySetting>
): Either.Either<readonly [AnySetting, string], string> => {
  const name = path.join(".")
  const setting = settings.find((one) => variablesOf(path).includes(one.name))
  if (setting === undefined) {
    const names = settings.map((one) => flatName(one.name))
    return Either.left(
      `there is no setting ${name}${suggestion(flatName(variablesOf(path)[1]!), names)}; docs/settings.md lists them`
    )
  }
  if (setting.isSecret)
    return Either.left(
      `${name} is a secret and stays out of this file: set ${setting.name} in the environment or .env, or name a file in ${setting.name}_FILE`
    )
  const text = textOf(value)
  if (text === undefined) return Either.left(`${name} must be a text, a number, true, false or a list of texts`)
  return Option.match(refusalOf(setting, text), {
    onNone: () => Either.right([setting, text] as const),
    onSome: (message) => Either.left(message.replaceAll(setting.name, name))
  })
}

/** Sets the variables that the configuration file names and that the environment does not have. Returns their names. */
export const applySettings = (
  file: string,
  values: unknown,
  settings: ReadonlyArray<AnySetting>
): Effect.Effect<ReadonlySet<string>, Usage> =>
  Effect.gen(function* () {
    if (!isGroup(values))
      return yield* new Usage({
        message: `${describePlace(placeOfKey(file, ["settings"]))}: settings must be an object`
      })
    const names = new Set<string>()
    const applied = new Set<string>()
    for (const leaf of leavesOf(values)) {
      const refuse = (message: string) =>
        new Usage({ message: `${describePlace(placeOfKey(file, ["settings", ...leaf.path]))}: ${message}` })
      const [{ isSet, name }, text] = yield* Either.mapLeft(problemOf(leaf, settings), refuse)
      if (names.has(name)) return yield* refuse(`${leaf.path.join(".")} is given twice: leave one out`)
      names.add(name)
      // A variable that cannot be read is refused where it is used.
      if (yield* Effect.orElseSucceed(isSet, () => true)) continue
      process.env[name] = text
      applied.add(name)
    }
    return applied
  })

const fileSuffix = "_FILE"

/** The variables that name a file with a secret. */
export const secretFileNames = (settings: ReadonlyArray<SettingName>): ReadonlyArray<string> =>
  settings.filter(({ isSecret }) => isSecret).map(({ name }) => `${name}${fileSuffix}`)

/** No secret is longer. */
const maxBytes = 65_536

/** Reads the secrets whose files are named, such as `DAYBOOK_SECRET_FILE`. A variable with the secret itself wins. */
export const readSecretFiles = (settings: ReadonlyArray<SettingName>): Effect.Effect<void, Usage> =>
  Effect.forEach(
    secretFileNames(settings),
    (variable) => {
      const path = process.env[variable]?.trim() ?? ""
      const name = variable.slice(0, -fileSuffix.length)
      if (path === "" || (process.env[name]?.trim() ?? "") !== "") return Effect.void
      return Effect.try({
        try: () => {
          if (!existsSync(path)) throw new Error("there is no such file")
          if (statSync(path).size > maxBytes) throw new Error("it is too large for a secret")
          process.env[name] = readFileSync(path, "utf8").replace(/\r?\n$/, "")
        },
        catch: (cause) =>
          new Usage({
            message: `${variable} names ${path}, which cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`
          })
      })
    },
    { discard: true }
  )
