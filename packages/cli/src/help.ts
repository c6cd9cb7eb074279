import type { Entry, Page } from "./manual.js"
import { bold, dim } from "./print.js"

const heading = "Daybook: one person's life from the services that hold it, behind one read-only HTTP API"

/** What `daybook --help` shows: every command with an example. */
export const overview = (pages: ReadonlyArray<Page>): string => {
  const leaves = pages.flatMap((page) => page.subcommands.length > 0 ? page.subcommands : [page])
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
    "Settings are environment variables and the lines of a .env file in the working folder; `daybook sources` names them."
  ].join("\n")
}

/** What `daybook COMMAND --help` shows. */
export const details = (page: Page): string => page.subcommands.length > 0
  ? page.subcommands.map(details).join("\n\n")
  : [
    bold(`daybook ${page.usage}`),
    "",
    page.says,
    ...listed(page.args),
    ...listed(page.options),
    "",
    `  ${dim(`$ ${page.example}`)}`
  ].join("\n")

const listed = (entries: ReadonlyArray<Entry>): ReadonlyArray<string> => {
  const width = Math.max(...entries.map(({ label }) => label.length))
  return entries.length === 0 ? [] : ["", ...entries.map(({ label, says }) => `  ${label.padEnd(width)}  ${says}`.trimEnd())]
}
