import { existsSync, readFileSync } from "node:fs"
import { version } from "./version.js"

const versionWords = new Set(["--version", "-v", "version"])

/** The build writes the scripts next to the program; in a source tree the program itself makes them. */
const completionsFile = (shell: string): URL => new URL(`completions/${shell}`, import.meta.url)

/**
 * What can be answered without loading the program, which takes half a second: its version, and the script that
 * completes words, which shells ask for whenever one starts.
 */
export const quickAnswer = (words: ReadonlyArray<string>): string | undefined => {
  const [first = "", second = ""] = words
  if (words.length === 1 && versionWords.has(first)) return `${version}\n`
  if (first !== "--completions" || words.length !== 2 || !/^(bash|zsh|fish|sh)$/.test(second)) return undefined
  const file = completionsFile(second)
  return existsSync(file) ? readFileSync(file, "utf8") : undefined
}
