import * as Daybook from "@daybook/adapters"
import { type SourceEntry, Sources, SyncHealth, wanting } from "@daybook/core/sync"
import { Command } from "@effect/cli"
import { Effect, Option } from "effect"
import { described } from "../manual.js"
import * as Options from "../options.js"
import * as print from "../print.js"

const stateOf = (entry: SourceEntry) => Option.isSome(entry.source) ? "set up" : `needs ${wanting(entry).join(", ")}`

export const sources = Command.make("sources", { json: Options.json }, ({ json }) =>
  Effect.gen(function*() {
    const entries = yield* Sources
    const status = yield* Effect.flatMap(SyncHealth, (health) => health.status())
    const rows = yield* Effect.forEach(entries, (entry) =>
      Effect.map(entry.follows ? Effect.succeed(null) : entry.archive.count, (records) => ({
        source: entry.id,
        domain: entry.domain,
        configured: Option.isSome(entry.source),
        missing: entry.missing,
        last_success: status.sources[entry.id]?.last_success ?? null,
        next_run: status.sources[entry.id]?.next_run ?? null,
        records,
        state: stateOf(entry)
      })))
    yield* print.answer(json, rows.map(({ state: _, ...row }) => row), () =>
      print.table(["source", "domain", "state", "last success", "next run", "records"], rows.map((row) =>
        [row.source, row.domain, row.state, row.last_success ?? "never", row.next_run ?? "-", row.records === null ? "-" : row.records.toLocaleString("en-US")]), 2))
  }).pipe(Effect.provide(Daybook.layer))
).pipe(Command.withDescription(described("Each source: set up or what is missing, last success, next run, records", "daybook sources")))
