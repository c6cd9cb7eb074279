/** What can be named to the commands that take a source. */
export interface SourceWords {
  readonly sync: ReadonlyArray<string>
  readonly import: ReadonlyArray<string>
  readonly connect: ReadonlyArray<string>
}

type Words = ReadonlyArray<readonly [command: string, words: string]>

/** In the case of a command, its options stand in `opts`, which is offered right behind the command's name. */
const inBash = (script: string, all: Words): string =>
  all.reduce((text, [command, words]) =>
    text.replace(new RegExp(`(daybook__${command}\\)\\s+opts=")`), (start) => `${start}${words} `), script)

/** Before the first option of a command; `*` takes any number of them. */
const inZsh = (script: string, all: Words): string =>
  all.reduce((text, [command, words]) =>
    text.replace(
      new RegExp(`(\\(${command}\\)\\s+_arguments "\\$\\{_arguments_options\\[@\\]\\}" \\\\\\n)`),
      (start) => `${start}                '*:source:(${words})' \\\n`
    ), script)

/** Files are offered where a command takes them, too. */
const takesFiles = "import"

const inFish = (script: string, all: Words): string =>
  [
    script.trimEnd(),
    ...all.map(([command, words]) =>
      `complete -c daybook -n "__fish_seen_subcommand_from ${command}" ${command === takesFiles ? "" : "-f "}-a "${words}"`),
    ""
  ].join("\n")

/** The script that the parser makes, which knows commands and options alone, with the names of sources added. */
export const withSources = (shell: string, script: string, sources: SourceWords): string => {
  const words: Words = Object.entries(sources).map(([command, names]) => [command, names.join(" ")])
  if (shell === "zsh") return inZsh(script, words)
  return shell === "fish" ? inFish(script, words) : inBash(script, words)
}
