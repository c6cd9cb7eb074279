import { Effect } from "effect"
import type { Row } from "../support/Bench.js"
import type { Statement } from "../support/countingProxy.js"
import * as Daybook from "../support/daybook.js"
import { atMost } from "../support/Line.js"
import { proxied } from "../support/proxied.js"

const writes = /\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM)\s+(\w+)/i

/**
 * What a slow machine adds: the process reads all data versions at its start only while the sync already runs, and the
 * run sends a heartbeat after five seconds.
 */
const isAddedBySlowMachine = ({ text }: Statement): boolean =>
  /FROM versions$|^UPDATE sync_runs SET beat_at/.test(text.trim())

/** The statements of the sync: from reading the cursor to storing the result of the run. */
const statementsOfRun = (statements: ReadonlyArray<Statement>): ReadonlyArray<Statement> => {
  const first = statements.findIndex(({ text }) => /FROM sync_cursors/.test(text))
  const last = statements.findLastIndex(({ text }) => /UPDATE sync_runs/.test(text))
  return statements.slice(Math.max(0, first), last + 1).filter((statement) => !isAddedBySlowMachine(statement))
}

/** The table that a statement writes to, except `sync_runs`. */
const foreignTable = ({ text }: Statement): ReadonlyArray<string> => {
  const table = writes.exec(text)?.[1]
  return table === undefined || table === "sync_runs" ? [] : [table]
}

/** A sync that finds nothing new. It runs every 15 minutes, so its cost matters. */
export const incremental: Row = {
  name: "incremental",
  measure: (bench) =>
    Effect.gen(function* () {
      const { cwd, env, takeStatements } = yield* proxied(bench)
      const world = yield* bench.world
      yield* world.ask("requests")
      yield* Daybook.run(["sync", "lastfm", "--no-followers"], {
        cwd,
        env: { ...world.ready.settings, ...env, DAYBOOK_APPLE_MUSIC_ENABLED: "false" }
      })
      const calls = yield* world.ask("requests")
      const statements = yield* takeStatements
      const run = statementsOfRun(statements)
      const foreign = run.filter((statement) => foreignTable(statement).length > 0)
      return [
        atMost("incremental", 1, {
          what: "provider calls of a sync that finds nothing new",
          unit: "calls",
          value: calls.length
        }),
        atMost("incremental", 10, {
          what: "SQL statements of a sync that finds nothing new",
          unit: "statements",
          value: run.length,
          note: `${statements.length} with the start of the process`
        }),
        atMost("incremental", 0, {
          what: "rows written by it, except its run",
          unit: "rows",
          value: foreign.reduce((sum, { rows }) => sum + rows, 0),
          note: foreign.flatMap(foreignTable).join(", ")
        })
      ]
    })
}
