import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, resolve } from "node:path"
import type { LoadedModule, LoadedPart } from "./loaded.js"

/** A part of the configuration, as the file exports it. */
interface Part {
  readonly kind: LoadedPart["kind"]
  readonly name: string
  readonly value: unknown
}

type Import = (name: string) => Promise<unknown>

/** The names of the modules that a file imports. */
const importsOf = (file: string): ReadonlyArray<string> => [
  ...new Set(
    Array.from(
      readFileSync(file, "utf8").matchAll(/\b(?:from|import)[ \t(]*["']([^"'\n]+)["']/g),
      ([, name = ""]) => name
    )
  )
]

/** The nearest package.json above a file that tells a version. */
const versionAt = (path: string): string | null => {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const file = join(folder, "package.json")
    if (existsSync(file)) {
      const { version } = JSON.parse(readFileSync(file, "utf8")) as { readonly version?: unknown }
      if (typeof version === "string") return version
    }
    if (dirname(folder) === folder) return null
  }
}

const extensions = ["", ".ts", ".mts", ".js", ".mjs", "/index.ts", "/index.js"]

/** The file of an import. A TypeScript file may be imported by the name of the JavaScript that it would become. */
const pathOf = (file: string, name: string): string => {
  if (!name.startsWith(".")) {
    const folders = createRequire(file).resolve.paths(name) ?? []
    const [first = "", second = ""] = name.split("/")
    const packageName = first.startsWith("@") ? `${first}/${second}` : first
    return folders.map((folder) => join(folder, packageName, "package.json")).find((path) => existsSync(path)) ?? name
  }
  const path = resolve(dirname(file), name)
  const candidates = [path, path.replace(/\.js$/, ".ts"), path.replace(/\.mjs$/, ".mts")]
  return (
    candidates.flatMap((one) => extensions.map((extension) => one + extension)).find((one) => existsSync(one)) ?? path
  )
}

const moduleOf = (file: string, name: string): LoadedModule => {
  const path = pathOf(file, name)
  return { name, path, version: existsSync(path) ? versionAt(path) : null }
}

/** Which imported module each part came from. The modules are loaded already, so importing them again is free. */
export const originsOf = async (
  file: string,
  importModule: Import,
  parts: ReadonlyArray<Part>
): Promise<ReadonlyArray<LoadedPart>> => {
  const modules: Array<{ readonly module: LoadedModule; readonly values: ReadonlySet<unknown> }> = []
  for (const name of parts.length === 0 ? [] : importsOf(file)) {
    const loaded = await importModule(name.startsWith(".") ? pathOf(file, name) : name).catch(() => null)
    if (typeof loaded === "object" && loaded !== null)
      modules.push({ module: moduleOf(file, name), values: new Set(Object.values(loaded)) })
  }
  return parts.map(({ kind, name, value }) => ({
    kind,
    name,
    from: modules.find(({ values }) => values.has(value))?.module ?? null
  }))
}
