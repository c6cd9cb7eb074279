import { connectables } from "@daybook/adapters"
import { domains } from "@daybook/core"
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
import { type SourceWords, withSources } from "./completions.js"
import { details, overview } from "./help.js"
import { pagesOf } from "./manual.js"
import * as print from "./print.js"
import { version } from "./version.js"
import { asksForHelp, check, find } from "./words.js"

/** Every command, in the order in which `--help` shows them. */
const commands = [serve, sync, importFiles, connect, sources, status, year, keys, exportTables, backup, restore, timezone, migrate, doctor, openapi, demo] as const

/** What is known of the command that words begin with, or of every command. */
export const pagesFor = ([first = ""]: ReadonlyArray<string>) => pagesOf(commands, first)

/** A login that several sources share is none itself. */
const isSource = (name: string) => connectables.some(({ sources, ...one }) => one.name === name && (sources.length === 0 || sources.includes(name)))
const names = connectables.map(({ name }) => name)
const sourceWords: SourceWords = {
  sync: [...names.filter((name) => isSource(name)), ...domains],
  import: names.filter((name) => isSource(name)),
  connect: connectables.filter(({ connection }) => connection !== undefined).map(({ name }) => name)
}

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
  if (words[0] === "--completions" && words[1] !== undefined) {
    const lines: Array<string> = []
    const keep = (...text: ReadonlyArray<unknown>) => Effect.sync(() => void lines.push(text.join(" ")))
    yield* Effect.withConsole(parsed(["node", "daybook", ...words]), { ...console, log: keep, error: () => Effect.void })
    return yield* print.line(withSources(words[1], lines.join("\n").trimEnd(), sourceWords))
  }
  // The parser's own words are several lines and coloured: what it refuses is told by `explain`.
  yield* Effect.withConsole(parsed(["node", "daybook", ...words]), { ...console, error: () => Effect.void })
})
