import {
  type AnySourceDefinition,
  guardedSource,
  settingsOfSources,
  SourceDefinitions,
  sourceProblem
} from "@daybook/adapters"
import * as Daybook from "@daybook/adapters"
import { domains } from "@daybook/core"
import {
  clashIn,
  type DeclaredDomain,
  DeclaredDomains,
  domain,
  type DomainOptions,
  type Records
} from "@daybook/core/domain"
import { Effect, Layer } from "effect"
import { createRequire } from "node:module"
import { resolve } from "node:path"
import { suggestion } from "../commandLine.js"
import { Usage } from "../failures.js"
import { allSettings } from "../settings.js"
import { displayPath, isInside, pathProblem } from "./file.js"
import { LoadedConfig } from "./loaded.js"
import { originsOf } from "./origins.js"
import { describePlace, missingModule, type Place, placeOfElement, placeOfError, placeOfKey } from "./place.js"
import { applySettings } from "./settings.js"

const refuse = (place: Place, message: string) => new Usage({ message: `${describePlace(place)}: ${message}` })

/** The package of a module: `@daybook/core` of `@daybook/core/domain`. */
const packageOf = (module: string): string =>
  module
    .split("/")
    .slice(0, module.startsWith("@") ? 2 : 1)
    .join("/")

/** What an error says, without the place and the stack that jiti and Node add. */
const messageOf = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error)
  const missing = missingModule(text)
  if (missing !== null)
    return `cannot find ${missing}: ${/^[./]/.test(missing) ? "correct the path" : `run \`npm install ${packageOf(missing)}\``}`
  return text
    .replace(/^ParseError: /, "")
    .replace(/\s+(?:file:\/\/)?\/\S+:\d+:\d+\s*$/, "")
    .replace(/\n\s*\/[^\n]+:\d+:\d+\s*$/, "")
    .replace(/\s+/g, " ")
    .trim()
}

type Import = (name: string) => Promise<unknown>

/** The import of the configuration file: TypeScript is stripped, lines stay, nothing is written to the disk. */
const importer = async (file: string): Promise<Import> => {
  const { createJiti } = await import("jiti")
  const own = createRequire(import.meta.url).resolve("@daybook/cli/config")
  const jiti = createJiti(file, { fsCache: false, interopDefault: false, alias: { "@daybook/cli/config": own } })
  return (name) => jiti.import(name)
}

const importConfig = (file: string) =>
  Effect.gen(function* () {
    const load = yield* Effect.promise(() => importer(file))
    const exported = yield* Effect.tryPromise({
      try: async () => {
        const module = (await load(file)) as { readonly default?: unknown }
        return { config: await module.default }
      },
      catch: (error) => refuse(placeOfError(error, file), messageOf(error))
    })
    return { ...exported, load }
  })

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const members = ["domains", "sources", "settings"]

/** The members of the exported configuration. */
const membersOf = (file: string, config: unknown) =>
  Effect.gen(function* () {
    if (!isObject(config))
      return yield* refuse(
        { file, line: 1 },
        "it has no configuration as its default export: write `export default defineConfig({ … })`"
      )
    for (const name of Object.keys(config)) {
      if (!members.includes(name))
        return yield* refuse(
          placeOfKey(file, [name]),
          `there is no ${name} in a configuration${suggestion(name, members)}; it has ${members.join(", ")}`
        )
    }
    const listOf = (name: string) => {
      const list = config[name] ?? []
      return Array.isArray(list)
        ? Effect.succeed(list as ReadonlyArray<unknown>)
        : refuse(placeOfKey(file, [name]), `${name} must be a list`)
    }
    return { domains: yield* listOf("domains"), sources: yield* listOf("sources"), settings: config["settings"] ?? {} }
  })

/** The domains of the configuration, each checked again: its module may be plain JavaScript. */
const domainsOf = (file: string, values: ReadonlyArray<unknown>) =>
  Effect.gen(function* () {
    const declared: Array<DeclaredDomain> = []
    for (const [index, value] of values.entries()) {
      const refuseIt = (message: string) =>
        refuse(placeOfElement(file, "domains", index), `domains[${index}]: ${message}`)
      if (!isObject(value)) return yield* refuseIt("make it with `domain` of @daybook/core/domain")
      declared.push(
        yield* Effect.try({
          try: (): DeclaredDomain => domain(value as unknown as DomainOptions<string, Records>),
          catch: (error) => refuseIt(messageOf(error))
        })
      )
      const clash = clashIn(declared)
      if (clash !== null) return yield* refuseIt(clash)
    }
    return declared
  })

/** The sources of the configuration, each checked and guarded. */
const sourcesOf = (file: string, values: ReadonlyArray<unknown>, domainNames: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const builtIn = yield* SourceDefinitions
    const connectables = yield* Daybook.connectables
    const owners = new Map<string, string>([
      ...domainNames.map((name) => [name, "a domain"] as const),
      ...connectables.map(({ name }) => [name, "Daybook itself"] as const)
    ])
    const sources: Array<AnySourceDefinition> = []
    for (const [index, value] of values.entries()) {
      const problem = sourceProblem(value, { domains: domainNames, taken: owners })
      if (problem !== null) return yield* refuse(placeOfElement(file, "sources", index), `sources[${index}] ${problem}`)
      const source = value as AnySourceDefinition
      owners.set(source.id, "another source of this file")
      sources.push(source)
    }
    return { all: [...builtIn, ...sources.map(guardedSource)], sources }
  })

/** Data folders hold what came from elsewhere, such as a restored backup: nothing in them is run. */
const refuseDataFolder = (file: string) =>
  isInside(file, resolve(process.env["DAYBOOK_DATA_DIR"]?.trim() || ".daybook"))
    ? Effect.fail(new Usage({ message: `${displayPath(file)} is in the data folder: move it to another folder` }))
    : Effect.void

/**
 * The domains and sources of the configuration file, and the settings of its sources. What it says of settings is in
 * the environment then.
 */
export const load = (file: string) =>
  Effect.gen(function* () {
    const problem = pathProblem(file)
    if (problem !== null) return yield* new Usage({ message: `DAYBOOK_CONFIG is ${file}: ${problem}` })
    const path = resolve(file)
    yield* refuseDataFolder(path)
    const { config, load: importModule } = yield* importConfig(path)
    const members = yield* membersOf(path, config)
    const declared = yield* domainsOf(path, members.domains)
    const domainNames = [...domains, ...declared.map(({ name }) => name)]
    const { all, sources } = yield* sourcesOf(path, members.sources, domainNames)
    const settings = settingsOfSources(sources)
    const applied = yield* applySettings(path, members.settings, [...allSettings, ...settings])
    yield* refuseDataFolder(path)
    const parts = yield* Effect.promise(() =>
      originsOf(path, importModule, [
        ...members.domains.map((value, index) => ({ kind: "domain" as const, name: declared[index]!.name, value })),
        ...sources.map((source) => ({ kind: "source" as const, name: source.id, value: source }))
      ])
    )
    const layer = Layer.mergeAll(
      Layer.succeed(DeclaredDomains, declared),
      Layer.succeed(SourceDefinitions, all),
      Layer.succeed(Daybook.ConfigFileSettings, applied),
      Layer.succeed(LoadedConfig, { file: path, parts })
    )
    return { layer, settings }
  })
