import { CliConfig, type Command, CommandDescriptor, HelpDoc, Usage } from "@effect/cli"
import { HashMap, HashSet } from "effect"

/** What a command is for and one way to call it: the two parts of every command's description. */
export const described = (says: string, example: string): HelpDoc.HelpDoc => HelpDoc.sequence(HelpDoc.p(says), HelpDoc.p(example))

/** What is known of one command, as its own declaration tells it. */
export interface Page {
  /** `keys create`; empty for `daybook` itself. */
  readonly name: string
  readonly usage: string
  readonly says: string
  readonly example: string
  readonly args: ReadonlyArray<Entry>
  readonly options: ReadonlyArray<Entry>
  readonly subcommands: ReadonlyArray<Page>
}

/** Whether it does something without a subcommand. */
export const isCallable = (page: Page): boolean =>
  page.subcommands.length === 0 || page.args.length > 0 || page.options.length > 0

/** An option or argument: `--port integer`, and what it is for. */
export interface Entry {
  readonly label: string
  readonly says: string
}

/** The page of the command with a name, or those of all, in their order, where none has it: making one takes milliseconds. */
export const pagesOf = (commands: ReadonlyArray<Pick<Command.Command<string, unknown, unknown, unknown>, "descriptor">>, name: string): ReadonlyArray<Page> => {
  const named = commands.filter(({ descriptor }) => HashSet.has(CommandDescriptor.getNames(descriptor), name))
  return (named.length > 0 ? named : commands).map(({ descriptor }) => pageOf(descriptor, []))
}

const pageOf = (descriptor: CommandDescriptor.Command<unknown>, path: ReadonlyArray<string>): Page => {
  const sections = sectionsOf(CommandDescriptor.getHelp(descriptor, CliConfig.make({ showBuiltIns: false })))
  const usage = [...path, textOf(Usage.getHelp(CommandDescriptor.getUsage(descriptor)))].join(" ")
  const [says = "", example = ""] = (sections.get("DESCRIPTION") ?? []).map(textOf)
  const names = Array.from(CommandDescriptor.getNames(descriptor))
  const name = [...path, ...names].join(" ")
  // A command without any is listed as its own.
  const below = Array.from(HashMap.entries(CommandDescriptor.getSubcommands(descriptor))).filter(([word]) => !names.includes(word))
  return {
    name,
    usage,
    says,
    example,
    args: entriesOf(sections.get("ARGUMENTS")),
    options: entriesOf(sections.get("OPTIONS")),
    subcommands: below.sort(([a], [b]) => a.localeCompare(b)).map(([, one]) => pageOf(one, [name]))
  }
}

const sectionsOf = (doc: HelpDoc.HelpDoc): ReadonlyMap<string, ReadonlyArray<HelpDoc.HelpDoc>> => {
  const sections = new Map<string, Array<HelpDoc.HelpDoc>>()
  let current: Array<HelpDoc.HelpDoc> = []
  for (const block of blocksOf(doc)) {
    if (HelpDoc.isHeader(block)) sections.set(textOf(block), current = [])
    else current.push(block)
  }
  return sections
}

const blocksOf = (doc: HelpDoc.HelpDoc): ReadonlyArray<HelpDoc.HelpDoc> =>
  HelpDoc.isSequence(doc) ? [...blocksOf(doc.left), ...blocksOf(doc.right)] : [doc]

/** Each entry opens with a paragraph on its type, which its label shows already; ours is the second. */
const entriesOf = (blocks: ReadonlyArray<HelpDoc.HelpDoc> = []): ReadonlyArray<Entry> =>
  blocks.flatMap((block) => HelpDoc.isDescriptionList(block) ? block.definitions : []).map(([label, about]) => {
    const paragraphs = blocksOf(about)
    return { label: textOf(HelpDoc.p(label)), says: paragraphs.length > 1 ? textOf(paragraphs[1]!) : "" }
  })

const colours = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, "g")

/** A document as one line without colours. */
export const textOf = (doc: HelpDoc.HelpDoc): string => HelpDoc.toAnsiText(doc).replace(colours, "").replace(/\s+/g, " ").trim()
