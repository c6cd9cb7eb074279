import { existsSync, realpathSync, statSync } from "node:fs"
import { isAbsolute, relative, resolve, sep } from "node:path"

const names = ["ts", "mts", "js", "mjs"].map((extension) => `daybook.config.${extension}`)

type Environment = Readonly<Record<string, string | undefined>>

/** The configuration file: what `DAYBOOK_CONFIG` names, or else the first of the usual names. Null without one. */
export const configFile = (env: Environment, folder = process.cwd()): string | null => {
  const named = env["DAYBOOK_CONFIG"]?.trim() ?? ""
  if (named !== "") return named
  return names.map((name) => resolve(folder, name)).find((path) => existsSync(path)) ?? null
}

/** The path as a person would write it: relative to the working folder where it is in there. */
export const displayPath = (path: string, folder = process.cwd()): string => {
  const short = relative(folder, path)
  return short === "" || short.startsWith("..") || isAbsolute(short) ? path : short
}

const realPath = (path: string) => (existsSync(path) ? realpathSync(path) : resolve(path))

/** Whether a file is in a folder, whatever links lead there. */
export const isInside = (path: string, folder: string): boolean =>
  `${realPath(path)}${sep}`.startsWith(`${realPath(folder)}${sep}`)

/** Why a path cannot be a configuration file; null if it can. */
export const pathProblem = (path: string): string | null => {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(path)) return "a configuration file is read from this machine only: give a path"
  if (!existsSync(path)) return "there is no such file: correct DAYBOOK_CONFIG, or run `daybook init`"
  if (!statSync(path).isFile()) return "it is no file"
  return /\.m?[jt]s$/.test(path) ? null : "its name must end in .ts, .mts, .js or .mjs"
}
