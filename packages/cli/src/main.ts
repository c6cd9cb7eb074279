#!/usr/bin/env node
import { existsSync, readFileSync } from "node:fs"
import { configFile } from "./config/file.js"
import { version } from "./version.js"

const versionWords = new Set(["--version", "-v", "version"])

/** The build writes the scripts next to the program. In a source tree the program generates them. */
const completionsFile = (shell: string): URL => new URL(`completions/${shell}`, import.meta.url)

/** Output that needs no loaded program, which takes half a second: the version and the shell completion scripts. */
const quickAnswer = (words: ReadonlyArray<string>): string | undefined => {
  const [first = "", second = ""] = words
  if (words.length === 1 && versionWords.has(first)) return `${version}\n`
  if (first !== "--completions" || words.length !== 2 || !/^(bash|zsh|fish|sh)$/.test(second)) return undefined
  // A configuration file may add sources, and .env may name one.
  if (configFile(process.env) !== null || existsSync(".env")) return undefined
  const file = completionsFile(second)
  return existsSync(file) ? readFileSync(file, "utf8") : undefined
}

const answer = quickAnswer(process.argv.slice(2))
if (answer === undefined) {
  await import("./program.js")
} else {
  // A reader such as `head` may close the pipe early.
  process.stdout.on("error", () => undefined)
  process.stdout.write(answer)
}
