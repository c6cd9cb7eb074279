import { CliConfig, type Command, CommandDescriptor, HelpDoc, Usage } from "@effect/cli"
import { HashSet } from "effect"
import { bold, dim } from "./print.js"

/** A command's description: a summary and an example call. */
export const describeCommand = (summary: string, example: string): HelpDoc.HelpDoc =>
  HelpDoc.sequence(HelpDoc.p(summary), HelpDoc.p(example))

/** The help of one command, extracted from its declaration. */
export interface Page {
  /** For example `keys create`. Empty for `daybook` itself. */
  readonly name: string
  readonly usage: string
  readonly summary: string
  readonly example: string
  readonly args: ReadonlyArray<Entry>
  readonly options: ReadonlyArray<Entry>
  readonly subcommands: ReadonlyArray<Page>
}

/** Whether the command runs without a subcommand. */
export const isCallable = (page: Page): boolean =>
  page.subcommands.length === 0 || page.args.length > 0 || page.options.length > 0

/** An option or argument: a label such as `--port integer`, and its description. */
interface Entry {
  readonly label: string
  readonly summary: string
}

/** The page of the command with this name; without a match the pages of all. Each page takes milliseconds to build. */
export const pagesOf = (
  commands: ReadonlyArray<Pick<Command.Command<string, unknown, unknown, unknown>, "descriptor">>,
  name: string
): ReadonlyArray<Page> => {
  const named = commands.filter(({ descriptor }) => HashSet.has(CommandDescriptor.getNames(descriptor), name))
  return (named.length > 0 ? named : commands).map(({ descriptor }) => pageOf(descriptor, []))
}

const pageOf = (descriptor: CommandDescriptor.Command<unknown>, path: ReadonlyArray<string>): Page => {
  const sections = sectionsOf(CommandDescriptor.getHelp(descriptor, CliConfig.make({ showBuiltIns: false })))
  const usage = [...path, textOf(Usage.getHelp(CommandDescriptor.getUsage(descriptor)))].join(" ")
  const [summary = "", example = ""] = (sections.get("DESCRIPTION") ?? []).map(textOf)
  const names = Array.from(CommandDescriptor.getNames(descriptor))
  const name = [...path, ...names].join(" ")
  return {
    name,
    usage,
    summary,
    example,
    args: entriesOf(sections.get("ARGUMENTS")),
    options: entriesOf(sections.get("OPTIONS")),
    subcommands: subcommandsOf(descriptor)
      .map((one) => pageOf(one, [name]))
      .sort((a, b) => a.name.localeCompare(b.name))
  }
}

/** A command as the library stores it. */
interface StoredCommand {
  readonly command?: CommandDescriptor.Command<unknown>
  readonly children?: ReadonlyArray<CommandDescriptor.Command<unknown>>
}

/** The library itself knows subcommands of the first level only. */
const subcommandsOf = (
  descriptor: CommandDescriptor.Command<unknown>
): ReadonlyArray<CommandDescriptor.Command<unknown>> => {
  const { children, command } = descriptor as unknown as StoredCommand
  return command === undefined ? (children ?? []) : subcommandsOf(command)
}

const sectionsOf = (doc: HelpDoc.HelpDoc): ReadonlyMap<string, ReadonlyArray<HelpDoc.HelpDoc>> => {
  const sections = new Map<string, Array<HelpDoc.HelpDoc>>()
  let current: Array<HelpDoc.HelpDoc> = []
  for (const block of blocksOf(doc)) {
    if (HelpDoc.isHeader(block)) sections.set(textOf(block), (current = []))
    else current.push(block)
  }
  return sections
}

const blocksOf = (doc: HelpDoc.HelpDoc): ReadonlyArray<HelpDoc.HelpDoc> =>
  HelpDoc.isSequence(doc) ? [...blocksOf(doc.left), ...blocksOf(doc.right)] : [doc]

/** The first paragraph of an entry describes its type, which the label shows; the second is our description. */
const entriesOf = (blocks: ReadonlyArray<HelpDoc.HelpDoc> = []): ReadonlyArray<Entry> =>
  blocks
    .flatMap((block) => (HelpDoc.isDescriptionList(block) ? block.definitions : []))
    .map(([label, about]) => {
      const paragraphs = blocksOf(about)
      return { label: textOf(HelpDoc.p(label)), summary: paragraphs.length > 1 ? textOf(paragraphs[1]!) : "" }
    })

const colours = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, "g")

/** A help document as one line without colours. */
export const textOf = (doc: HelpDoc.HelpDoc): string =>
  HelpDoc.toAnsiText(doc).replace(colours, "").replace(/\s+/g, " ").trim()

const heading = "Daybook: one person's life from the services that hold it, behind one read-only HTTP API"

/** The text of `daybook --help`: every command with an example. */
export const overview = (pages: ReadonlyArray<Page>): string => {
  const leaves = pages.flatMap(leavesOf)
  const width = Math.max(...leaves.map(({ name }) => name.length))
  return [
    heading,
    "",
    bold("daybook COMMAND [options]"),
    "",
    ...leaves.flatMap(({ example, name, summary }) => [
      `  ${bold(name.padEnd(width))}  ${summary}`,
      `  ${" ".repeat(width)}  ${dim(`$ ${example}`)}`
    ]),
    "",
    "`daybook COMMAND --help` shows a command's options, `daybook --version` the version.",
    "`daybook --completions SHELL` prints the completion script for bash, zsh, fish or sh.",
    "Settings are environment variables, also read from .env in the working folder; `daybook sources` lists them."
  ].join("\n")
}

/** The commands that can be run: subcommands, and a parent command that runs without one. */
const leavesOf = (page: Page): ReadonlyArray<Page> => [
  ...(isCallable(page) ? [page] : []),
  ...page.subcommands.flatMap(leavesOf)
]

/** The text of `daybook COMMAND --help`. */
export const details = (page: Page): string =>
  leavesOf(page)
    .map((leaf) =>
      [
        bold(`daybook ${leaf.usage}`),
        "",
        leaf.summary,
        ...entryLines(leaf.args),
        ...entryLines(leaf.options),
        "",
        `  ${dim(`$ ${leaf.example}`)}`
      ].join("\n")
    )
    .join("\n\n")

const entryLines = (entries: ReadonlyArray<Entry>): ReadonlyArray<string> => {
  const width = Math.max(...entries.map(({ label }) => label.length))
  return entries.length === 0
    ? []
    : ["", ...entries.map(({ label, summary }) => `  ${label.padEnd(width)}  ${summary}`.trimEnd())]
}
