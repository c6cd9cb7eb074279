import { Command } from "@effect/cli"
import { Effect } from "effect"
import { backup, restore } from "./commands/backup.js"
import { changes } from "./commands/changes.js"
import { explainCommand } from "./commands/explain.js"
import { connect } from "./commands/connect.js"
import { demo } from "./commands/demo.js"
import { doctor } from "./commands/doctor.js"
import { exportData } from "./commands/export.js"
import { grants } from "./commands/grants.js"
import { hooks } from "./commands/hooks.js"
import { importFiles } from "./commands/import.js"
import { init } from "./commands/init.js"
import { keys } from "./commands/keys.js"
import { lens } from "./commands/lens.js"
import { mcp } from "./commands/mcp.js"
import { migrate } from "./commands/migrate.js"
import { open } from "./commands/open.js"
import { openapi } from "./commands/openapi.js"
import { psql } from "./commands/psql.js"
import { corrections } from "./commands/corrections.js"
import { raw } from "./commands/raw.js"
import { scrobblers } from "./commands/scrobblers.js"
import { serve } from "./commands/serve.js"
import { sources, status } from "./commands/sources.js"
import { sync } from "./commands/sync.js"
import { timezone } from "./commands/timezone.js"
import { year } from "./commands/year.js"
import { details, overview, pagesOf } from "./help.js"
import * as print from "./print.js"
import { version } from "./version.js"
import { asksForHelp, checkNames, findPage } from "./commandLine.js"

/** Every command, in the order in which `--help` shows them. */
const commands = [
  serve,
  open,
  sync,
  importFiles,
  connect,
  sources,
  status,
  year,
  keys,
  lens,
  grants,
  scrobblers,
  hooks,
  corrections,
  raw,
  exportData,
  changes,
  explainCommand,
  backup,
  restore,
  timezone,
  migrate,
  doctor,
  psql,
  mcp,
  openapi,
  init,
  demo
] as const

/** The help page of the command that the words begin with, or the pages of all commands. */
export const pagesFor = ([first = ""]: ReadonlyArray<string>) => pagesOf(commands, first)

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
    const { sourceWords, withSources } = yield* Effect.promise(() => import("./completions.js"))
    return yield* print.line(withSources(words[1], lines.join("\n").trimEnd(), yield* sourceWords))
  }
  // The parser prints coloured errors over several lines. `explain` prints one line instead.
  yield* Effect.withConsole(runParser(["node", "daybook", ...words]), { ...console, error: () => Effect.void })
})
