import { connectables } from "@daybook/adapters"
import { domains } from "@daybook/core"
import { Command } from "@effect/cli"
import { Effect } from "effect"
import { backup, restore } from "./commands/backup.js"
import { connect } from "./commands/connect.js"
import { demo } from "./commands/demo.js"
import { doctor } from "./commands/doctor.js"
import { exportTables } from "./commands/export.js"
import { importFiles } from "./commands/import.js"
import { keys } from "./commands/keys.js"
import { migrate } from "./commands/migrate.js"
import { openapi } from "./commands/openapi.js"
import { serve } from "./commands/serve.js"
import { sources, status } from "./commands/sources.js"
import { sync } from "./commands/sync.js"
import { timezone } from "./commands/timezone.js"
import { year } from "./commands/year.js"
import { type SourceWords, withSources } from "./completions.js"
import { details, overview, pagesOf } from "./help.js"
import * as print from "./print.js"
import { version } from "./version.js"
import { asksForHelp, checkNames, findPage } from "./commandLine.js"

/** Every command, in the order in which `--help` shows them. */
const commands = [
  serve,
  sync,
  importFiles,
  connect,
  sources,
  status,
  year,
  keys,
  exportTables,
  backup,
  restore,
  timezone,
  migrate,
  doctor,
  openapi,
  demo
] as const

/** The help page of the command that the words begin with, or the pages of all commands. */
export const pagesFor = ([first = ""]: ReadonlyArray<string>) => pagesOf(commands, first)

/** A login that several sources share, such as google, is not a source. */
const isSource = (name: string) =>
  connectables.some(({ sources, ...one }) => one.name === name && (sources.length === 0 || sources.includes(name)))
const names = connectables.map(({ name }) => name)
const sourceWords: SourceWords = {
  sync: [...names.filter((name) => isSource(name)), ...domains],
  import: names.filter((name) => isSource(name)),
  connect: connectables.filter(({ connection }) => connection !== undefined).map(({ name }) => name)
}

const daybook = Command.make("daybook").pipe(Command.withSubcommands(commands))

const runParser = Command.run(daybook, { name: "daybook", version })

/** Runs the command line. `words` are the arguments after `daybook`. */
export const run = Effect.fn("run")(function* (words: ReadonlyArray<string>) {
  const pages = pagesFor(words)
  if (asksForHelp(pages, words)) {
    const { page } = findPage(pages, words[0] === "help" ? words.slice(1) : words)
    return yield* print.line(page === undefined ? overview(pages) : details(page))
  }
  yield* checkNames(pages, words)
  const console = yield* Effect.console
  if (words[0] === "--completions" && words[1] !== undefined) {
    const lines: Array<string> = []
    const collect = (...text: ReadonlyArray<unknown>) => Effect.sync(() => void lines.push(text.join(" ")))
    yield* Effect.withConsole(runParser(["node", "daybook", ...words]), {
      ...console,
      log: collect,
      error: () => Effect.void
    })
    return yield* print.line(withSources(words[1], lines.join("\n").trimEnd(), sourceWords))
  }
  // The parser prints coloured errors over several lines. `explain` prints one line instead.
  yield* Effect.withConsole(runParser(["node", "daybook", ...words]), { ...console, error: () => Effect.void })
})
