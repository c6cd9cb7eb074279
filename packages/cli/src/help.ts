import { type Entry, isCallable, type Page } from "./manual.js"
import { bold, dim } from "./print.js"

const heading = "Daybook: one person's life from the services that hold it, behind one read-only HTTP API"

/** What `daybook --help` shows: every command with an example. */
export const overview = (pages: ReadonlyArray<Page>): string => {
  const leaves = pages.flatMap(leavesOf)
  const width = Math.max(...leaves.map(({ name }) => name.length))
  return [
    heading,
    "",
    bold("daybook COMMAND [options]"),
    "",
    ...leaves.flatMap(({ example, name, says }) => [
      `  ${bold(name.padEnd(width))}  ${says}`,
      `  ${" ".repeat(width)}  ${dim(`$ ${example}`)}`
    ]),
    "",
    "`daybook COMMAND --help` shows a command's options, `daybook --version` the version.",
    "`daybook --completions SHELL` prints what completes words and options in bash, zsh, fish or sh.",
    "Settings are environment variables and the lines of a .env file in the working folder; `daybook sources` names them."
  ].join("\n")
}

/** What can be called: a command that takes a word of its own besides those of its subcommands, too. */
const leavesOf = (page: Page): ReadonlyArray<Page> => isCallable(page) ? [page, ...page.subcommands] : page.subcommands

/** What `daybook COMMAND --help` shows. */
export const details = (page: Page): string =>
  leavesOf(page).map((leaf) => [
    bold(`daybook ${leaf.usage}`),
    "",
    leaf.says,
    ...listed(leaf.args),
    ...listed(leaf.options),
    "",
    `  ${dim(`$ ${leaf.example}`)}`
  ].join("\n")).join("\n\n")

const listed = (entries: ReadonlyArray<Entry>): ReadonlyArray<string> => {
  const width = Math.max(...entries.map(({ label }) => label.length))
  return entries.length === 0 ? [] : ["", ...entries.map(({ label, says }) => `  ${label.padEnd(width)}  ${says}`.trimEnd())]
}
