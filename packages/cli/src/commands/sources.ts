import * as Daybook from "@daybook/adapters"
import { Sources, SyncHealth, wanting } from "@daybook/core/sync"
import { Command } from "@effect/cli"
import { Effect } from "effect"
import { described } from "../manual.js"
import * as Options from "../options.js"
import * as print from "../print.js"
import { forPeople } from "../times.js"

/** What the stored data knows of each source. */
const opened = Effect.gen(function*() {
  const entries = yield* Sources
  const status = yield* Effect.flatMap(SyncHealth, (health) => health.status())
  return yield* Effect.forEach(entries, ({ archive, domain, follows, id, missing }) =>
    Effect.map(follows ? Effect.succeed(null) : archive.count, (records) => ({
      source: id,
      domain: domain as string,
      configured: missing.length === 0,
      missing,
      last_success: status.sources[id]?.last_success ?? null,
      next_run: status.sources[id]?.next_run ?? null,
      records
    })))
}).pipe(Effect.provide(Daybook.layer))

/** Before there is a database, the settings alone. */
const unopened = Effect.map(Daybook.unopenedSources, (all) =>
  all.map(({ domain, id, missing }) => ({
    source: id,
    domain: domain as string,
    configured: missing.length === 0,
    missing,
    last_success: null,
    next_run: null,
    records: null
  })))

type Row = Effect.Effect.Success<typeof opened>[number]

const stateOf = (row: Row) => row.configured ? "set up" : `needs ${wanting(row).join(", ")}`

const tableOf = (rows: ReadonlyArray<Row>) =>
  print.table(
    ["source", "domain", "state", "last success", "next run", "records"],
    rows.map((row) => [
      row.source,
      row.domain,
      stateOf(row),
      row.last_success === null ? "never" : forPeople(row.last_success),
      row.next_run === null ? "-" : forPeople(row.next_run),
      row.records === null ? "-" : row.records.toLocaleString("en-US")
    ]),
    2
  )

export const sources = Command.make("sources", { json: Options.json }, ({ json }) =>
  Effect.gen(function*() {
    const rows: ReadonlyArray<Row> = yield* Effect.catchTag(opened, "NoDatabase", ({ place }) =>
      Effect.zipLeft(unopened, print.note(`note: there is no database in ${place} yet: this is what the settings say`)))
    yield* print.answer(json, rows, () => tableOf(rows))
  })
).pipe(Command.withDescription(
  described("Each source: set up or what is missing, last success, next run, records", "daybook sources")
))
