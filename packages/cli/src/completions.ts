import { type Connectable, connectables } from "@daybook/adapters"
import { domainNames } from "@daybook/core/domain"
import { Effect } from "effect"

/** The source names that each command accepts. */
interface SourceWords {
  readonly sync: ReadonlyArray<string>
  readonly import: ReadonlyArray<string>
  readonly connect: ReadonlyArray<string>
}

/** A login that several sources share, such as google, is not a source. */
const isSource = ({ name, sources }: Connectable) => sources.length === 0 || sources.includes(name)

export const sourceWords = Effect.zipWith(connectables, domainNames, (all, domains): SourceWords => {
  const names = all.filter(isSource).map(({ name }) => name)
  return {
    sync: [...names, ...domains],
    import: names,
    connect: all.filter(({ connection }) => connection !== undefined).map(({ name }) => name)
  }
})

type Words = ReadonlyArray<readonly [command: string, words: string]>

/** The script lists each command's options in `opts`. The source names are added to it. */
const inBash = (script: string, all: Words): string =>
  all.reduce(
    (text, [command, words]) =>
      text.replace(new RegExp(`(daybook__${command}\\)\\s+opts=")`), (start) => `${start}${words} `),
    script
  )

/** Inserts an argument before the first option of a command. `*` accepts any number of values. */
const inZsh = (script: string, all: Words): string =>
  all.reduce(
    (text, [command, words]) =>
      text.replace(
        new RegExp(`(\\(${command}\\)\\s+_arguments "\\$\\{_arguments_options\\[@\\]\\}" \\\\\\n)`),
        (start) => `${start}                '*:source:(${words})' \\\n`
      ),
    script
  )

/** The command that also accepts file names. */
const takesFiles = "import"

const inFish = (script: string, all: Words): string =>
  [
    script.trimEnd(),
    ...all.map(
      ([command, words]) =>
        `complete -c daybook -n "__fish_seen_subcommand_from ${command}" ${command === takesFiles ? "" : "-f "}-a "${words}"`
    ),
    ""
  ].join("\n")

/** Adds source names to the parser's completion script, which knows only commands and options. */
export const withSources = (shell: string, script: string, sources: SourceWords): string => {
  const words: Words = Object.entries(sources).map(([command, names]) => [command, names.join(" ")])
  if (shell === "zsh") return inZsh(script, words)
  return shell === "fish" ? inFish(script, words) : inBash(script, words)
}
