import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { isBuiltin } from "node:module"
import { displayPath } from "./file.js"

/** A file of the user and the line in it that is wrong, from 1. */
export interface Place {
  readonly file: string
  readonly line: number
}

/** The file and line as editors open them. */
export const describePlace = ({ file, line }: Place): string => `${displayPath(file)}:${line}`

const lineAt = (text: string, index: number) => text.slice(0, index).split("\n").length

const read = (file: string): string => (existsSync(file) ? readFileSync(file, "utf8") : "")

/** The text with comments blanked, so that offsets and lines stay. A comment mark in a text is rare and harmless. */
const withoutComments = (text: string) =>
  text.replace(/\/\*[^]*?\*\/|(?<![:"'`\\])\/\/[^\n]*/g, (comment) => comment.replace(/[^\n]/g, " "))

const escaped = (word: string) => word.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")

/** The line of a nested key: each part of the path is looked for behind the one before. */
export const placeOfKey = (file: string, path: ReadonlyArray<string>): Place => {
  const text = withoutComments(read(file))
  let from = 0
  for (const part of path) {
    const key = new RegExp(`(?<![\\w$.])(["']?)${escaped(part)}\\1\\s*[:,}(]`, "g")
    key.lastIndex = from
    const match = key.exec(text)
    if (match === null) break
    from = match.index + 1
  }
  return { file, line: lineAt(text, from) }
}

/** The line of the n-th element in the list of a key, from 0. */
export const placeOfElement = (file: string, key: string, index: number): Place => {
  const text = withoutComments(read(file))
  const start = new RegExp(`(?<![\\w$.])${key}\\s*:\\s*\\[`).exec(text)
  if (start === null) return placeOfKey(file, [key])
  let depth = 0
  let elements = 0
  let begins = true
  for (let at = start.index + start[0].length; at < text.length; at++) {
    const letter = text[at]!
    if (depth === 0 && begins && !/[\s\]]/.test(letter)) {
      if (elements === index) return { file, line: lineAt(text, at) }
      begins = false
    }
    if (/[[({]/.test(letter)) depth++
    else if (/[\])}]/.test(letter) && --depth < 0) break
    else if (letter === "," && depth === 0) {
      elements++
      begins = true
    }
  }
  return placeOfKey(file, [key])
}

const frame = /(?:file:\/\/)?(\/[^\s():]+|[A-Za-z]:[\\/][^\s():]+):(\d+)(?::\d+)?/g
/** A path with spaces ends a line, or a pair of parentheses. */
const spacedFrame = /(?:file:\/\/)?(\/[^():\n]+|[A-Za-z]:[\\/][^():\n]+):(\d+)(?::\d+)?\)?$/gm

const isOwnCode = (file: string) => !/[\\/]node_modules[\\/]/.test(file) && existsSync(file)

/** Where an error of a configuration file came from: the user's first line in its stack, else any line. */
export const placeOfError = (error: unknown, config: string): Place => {
  const text = error instanceof Error ? `${error.message}\n${error.stack ?? ""}` : String(error)
  const unresolved = missingModule(text)
  if (unresolved !== null) {
    const file = /(?:Require stack:\n- |imported from )([^\n'"]+)/.exec(text)?.[1] ?? config
    const source = withoutComments(read(isOwnCode(file) ? file : config))
    const at = source.search(new RegExp(`["'\`]${escaped(unresolved)}["'\`]`))
    return { file: isOwnCode(file) ? file : config, line: lineAt(source, Math.max(0, at)) }
  }
  const places = [frame, spacedFrame]
    .flatMap((pattern) => Array.from(text.matchAll(pattern)))
    .map(([found, file = "", line = "1"]) => ({
      file: found.startsWith("file:") ? fileURLToPath(`file://${file}`) : file,
      line: Number(line)
    }))
    .filter(({ file }) => existsSync(file))
  const own = places.find(({ file }) => isOwnCode(file) && !file.startsWith(import.meta.dirname))
  return own ?? places.find(({ file }) => !/[\\/]jiti[\\/]/.test(file)) ?? { file: config, line: 1 }
}

/** The module that an error says is missing, as the import names it. */
export const missingModule = (text: string): string | null => {
  const name = /Cannot find (?:module|package) '([^'\n]+)'/.exec(text)?.[1] ?? null
  return name === null || isBuiltin(name) ? null : name
}
