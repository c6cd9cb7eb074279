import * as Daybook from "@daybook/adapters"
import { Sources, SyncHealth, missingSettings } from "@daybook/core/sync"
import { Effect } from "effect"
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

interface SourcesOptions {
  readonly json: boolean
}

export const sources = ({ json }: SourcesOptions) =>
  Effect.gen(function* () {
    const rows: ReadonlyArray<Row> = yield* Effect.catchTag(sourceRows, "NoDatabase", ({ place }) =>
      Effect.zipLeft(
        configuredRows,
        print.note(`note: there is no database in ${place} yet, so this shows only the settings`)
      )
    )
    yield* print.answer(json, rows, () => tableOf(rows))
  })
