import { Effect } from "effect"
import { Usage } from "./Failure.js"
import { isCallable, type Page } from "./manual.js"
import { suggestion } from "./nearest.js"

/** What is behind `--` is never an option. */
const before = (words: ReadonlyArray<string>) => words.includes("--") ? words.slice(0, words.indexOf("--")) : words

/** Also where the words stop short of a command. */
export const asksForHelp = (pages: ReadonlyArray<Page>, words: ReadonlyArray<string>): boolean => {
  if (words.length === 0 || words[0] === "help" || before(words).some((word) => word === "--help" || word === "-h")) return true
  const { page, rest } = find(pages, words)
  return page !== undefined && !isCallable(page) && rest.length === 0
}

/** The page that the first words lead to, and the words behind; no page for none of the commands. */
export const find = (pages: ReadonlyArray<Page>, words: ReadonlyArray<string>): { readonly page: Page | undefined; readonly rest: ReadonlyArray<string> } => {
  const [first = "", ...rest] = words
  const page = pages.find(({ name }) => name.split(" ").at(-1) === first)
  if (page === undefined) return { page, rest: words }
  const deeper = find(page.subcommands, rest)
  return deeper.page === undefined ? { page, rest } : deeper
}

/** Refuses commands and options that there are not, in a line that says what there is. The parser checks the rest. */
export const check = (pages: ReadonlyArray<Page>, words: ReadonlyArray<string>): Effect.Effect<void, Usage> => {
  if (words[0]?.startsWith("-") === true) return Effect.void
  const { page, rest } = find(pages, words)
  if (page === undefined) return unknownCommand(pages, "daybook", rest[0] ?? "")
  return isCallable(page)
    ? checkOptions(page, before(rest))
    : unknownCommand(page.subcommands, `daybook ${page.name}`, rest[0] ?? "")
}

const unknownCommand = (choices: ReadonlyArray<Page>, command: string, given: string) => {
  const known = choices.map(({ name }) => name.split(" ").at(-1)!)
  return new Usage({ message: `there is no command \`${command} ${given}\`${suggestion(given, known)}; choose one of ${known.join(", ")}` })
}

const checkOptions = (page: Page, words: ReadonlyArray<string>): Effect.Effect<void, Usage> => {
  const takesValue = new Map(page.options.map(({ label }) => [label.split(" ")[0]!, label.includes(" ")]))
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!
    if (!/^-./.test(word)) continue
    const name = word.split("=")[0]!
    const needsValue = takesValue.get(name)
    if (needsValue === undefined) {
      const known = Array.from(takesValue.keys())
      return new Usage({ message: `\`daybook ${page.name}\` has no option ${name}${suggestion(name, known)}; see \`daybook ${page.name} --help\`` })
    }
    if (!needsValue || word.includes("=")) continue
    index++
    if (index >= words.length) return new Usage({ message: `${name} needs a value; see \`daybook ${page.name} --help\`` })
  }
  return Effect.void
}
