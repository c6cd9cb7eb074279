import { Effect } from "effect"
import { distance } from "fastest-levenshtein"
import { Usage } from "./failures.js"
import { isCallable, type Page } from "./help.js"

/** ` (did you mean …?)` when a candidate is at most two edits away, else an empty string. */
export const suggestion = (word: string, candidates: ReadonlyArray<string>): string => {
  const [nearest] = candidates
    .map((candidate) => ({ candidate, distance: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  return nearest !== undefined && nearest.distance <= 2 ? ` (did you mean ${nearest.candidate}?)` : ""
}

/** The words before `--`. Words after it are never options. */
const beforeDashes = (words: ReadonlyArray<string>) =>
  words.includes("--") ? words.slice(0, words.indexOf("--")) : words

/** Whether the words ask for help, or name a group of commands without a subcommand. */
export const asksForHelp = (pages: ReadonlyArray<Page>, words: ReadonlyArray<string>): boolean => {
  if (
    words.length === 0 ||
    words[0] === "help" ||
    beforeDashes(words).some((word) => word === "--help" || word === "-h")
  )
    return true
  const { page, rest } = findPage(pages, words)
  return page !== undefined && !isCallable(page) && rest.length === 0
}

/** The help page of the command, and the words after its name. No page: unknown command. */
export const findPage = (
  pages: ReadonlyArray<Page>,
  words: ReadonlyArray<string>
): { readonly page: Page | undefined; readonly rest: ReadonlyArray<string> } => {
  const [first = "", ...rest] = words
  const page = pages.find(({ name }) => name.split(" ").at(-1) === first)
  if (page === undefined) return { page, rest: words }
  const deeper = findPage(page.subcommands, rest)
  return deeper.page === undefined ? { page, rest } : deeper
}

/** Rejects unknown commands and options and suggests the right one. The parser checks the rest. */
export const checkNames = (pages: ReadonlyArray<Page>, words: ReadonlyArray<string>): Effect.Effect<void, Usage> => {
  if (words[0]?.startsWith("-") === true) return Effect.void
  const { page, rest } = findPage(pages, words)
  if (page === undefined) return unknownCommand(pages, "daybook", rest[0] ?? "")
  return isCallable(page)
    ? checkOptions(page, beforeDashes(rest))
    : unknownCommand(page.subcommands, `daybook ${page.name}`, rest[0] ?? "")
}

const unknownCommand = (choices: ReadonlyArray<Page>, command: string, word: string) => {
  const names = choices.map(({ name }) => name.split(" ").at(-1)!)
  return new Usage({
    message: `there is no command \`${command} ${word}\`${suggestion(word, names)}; choose one of ${names.join(", ")}`
  })
}

const checkOptions = (page: Page, words: ReadonlyArray<string>): Effect.Effect<void, Usage> => {
  const takesValue = new Map(page.options.map(({ label }) => [label.split(" ")[0]!, label.includes(" ")]))
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!
    if (!/^-./.test(word)) continue
    const name = word.split("=")[0]!
    const needsValue = takesValue.get(name)
    if (needsValue === undefined) {
      const names = Array.from(takesValue.keys())
      return new Usage({
        message: `\`daybook ${page.name}\` has no option ${name}${suggestion(name, names)}; see \`daybook ${page.name} --help\``
      })
    }
    if (!needsValue || word.includes("=")) continue
    index++
    if (index >= words.length)
      return new Usage({ message: `${name} needs a value; see \`daybook ${page.name} --help\`` })
  }
  return Effect.void
}
