import { Command } from "@effect/cli"
import { Effect } from "effect"
import { backup } from "./commands/backup.js"
import { connect } from "./commands/connect.js"
import { demo } from "./commands/demo.js"
import { doctor } from "./commands/doctor.js"
import { exportTables } from "./commands/export.js"
import { importFiles } from "./commands/import.js"
import { keys } from "./commands/keys.js"
import { migrate } from "./commands/migrate.js"
import { openapi } from "./commands/openapi.js"
import { restore } from "./commands/restore.js"
import { serve } from "./commands/serve.js"
import { sources } from "./commands/sources.js"
import { status } from "./commands/status.js"
import { sync } from "./commands/sync.js"
import { timezone } from "./commands/timezone.js"
import { year } from "./commands/year.js"
import { details, overview } from "./help.js"
import { pagesOf } from "./manual.js"
import * as print from "./print.js"
import { version } from "./version.js"
import { asksForHelp, check, find } from "./words.js"

/** Every command, in the order in which `--help` shows them. */
const commands = [serve, sync, importFiles, connect, sources, status, year, keys, exportTables, backup, restore, timezone, migrate, doctor, openapi, demo] as const

/** What is known of the command that words begin with, or of every command. */
export const pagesFor = ([first = ""]: ReadonlyArray<string>) => pagesOf(commands, first)

const daybook = Command.make("daybook").pipe(Command.withSubcommands(commands))

const parsed = Command.run(daybook, { name: "daybook", version })

/** Does what the words after `daybook` ask for. */
export const run = Effect.fn("run")(function*(words: ReadonlyArray<string>) {
  const pages = pagesFor(words)
  if (asksForHelp(pages, words)) {
    const { page } = find(pages, words[0] === "help" ? words.slice(1) : words)
    return yield* print.line(page === undefined ? overview(pages) : details(page))
  }
  yield* check(pages, words)
  const console = yield* Effect.console
  // The parser's own words are several lines and coloured: what it refuses is told by `explain`.
  yield* Effect.withConsole(parsed(["node", "daybook", ...words]), { ...console, error: () => Effect.void })
})
