import * as Daybook from "@daybook/adapters"
import { ListeningEnrichment } from "@daybook/core/listening"
import { Sources, SyncHealth, missingSettings } from "@daybook/core/sync"
import { Command } from "@effect/cli"
import { Effect } from "effect"
import { describeCommand } from "../help.js"
import * as commonOptions from "../options.js"
import * as print from "../print.js"
import { forPeople } from "../text.js"

/** Each source with its records and runs in the database. */
const sourceRows = Effect.gen(function* () {
  const entries = yield* Sources
  const status = yield* Effect.flatMap(SyncHealth, (health) => health.status())
  return yield* Effect.forEach(entries, ({ archive, domain, enrichesOnly, id, missing }) =>
    Effect.map(enrichesOnly ? Effect.succeed(null) : archive.count, (records) => ({
      source: id,
      domain: domain as string,
      configured: missing.length === 0,
      missing,
      last_success: status.sources[id]?.last_success ?? null,
      next_run: status.sources[id]?.next_run ?? null,
      records
    }))
  )
}).pipe(Effect.provide(Daybook.layer))

/** Without a database only the settings are known. */
const configuredRows = Effect.map(Daybook.unopenedSources, (all) =>
  all.map(({ domain, id, missing }) => ({
    source: id,
    domain: domain as string,
    configured: missing.length === 0,
    missing,
    last_success: null,
    next_run: null,
    records: null
  }))
)

type Row = Effect.Effect.Success<typeof sourceRows>[number]

const stateOf = (row: Row) => (row.configured ? "set up" : `needs ${missingSettings(row).join(", ")}`)

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

export const sources = Command.make("sources", { json: commonOptions.json }, ({ json }) =>
  Effect.gen(function* () {
    const rows: ReadonlyArray<Row> = yield* Effect.catchTag(sourceRows, "NoDatabase", ({ place }) =>
      Effect.zipLeft(
        configuredRows,
        print.note(`note: there is no database in ${place} yet, so this shows only the settings`)
      )
    )
    yield* print.answer(json, rows, () => tableOf(rows))
  })
).pipe(
  Command.withDescription(
    describeCommand("List the sources with their state, last success, next run and records", "daybook sources")
  )
)

export const status = Command.make("status", { json: commonOptions.json }, ({ json }) =>
  Effect.gen(function* () {
    const status = yield* Effect.flatMap(SyncHealth, (health) => health.status())
    const completeness = yield* Effect.flatMap(ListeningEnrichment, (listening) => listening.completeness)
    yield* print.answer(json, { ...status, ...completeness }, () =>
      print.table(
        ["", "status", "last sync", "items", "error"],
        [
          ...Object.entries(status.domains),
          ...Object.entries(status.sources).map(([id, one]) => [`  ${id}`, one] as const)
        ].map(([name, one]) => [
          name,
          one.status,
          one.last_sync === null ? "never" : forPeople(one.last_sync),
          one.items_synced === null ? "-" : String(one.items_synced),
          one.error ?? "-"
        ]),
        4
      )
    )
  }).pipe(Effect.provide(Daybook.layer))
).pipe(Command.withDescription(describeCommand("Show the sync status of each domain and source", "daybook status")))
