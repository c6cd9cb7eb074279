import * as Daybook from "@daybook/adapters"
import { SyncHealth } from "@daybook/core/sync"
import { Command } from "@effect/cli"
import { Effect } from "effect"
import { described } from "../manual.js"
import * as Options from "../options.js"
import * as print from "../print.js"
import { forPeople } from "../times.js"

export const status = Command.make("status", { json: Options.json }, ({ json }) =>
  Effect.gen(function*() {
    const status = yield* Effect.flatMap(SyncHealth, (health) => health.status())
    yield* print.answer(json, status, () =>
      print.table(
        ["", "status", "last sync", "items", "error"],
        [...Object.entries(status.domains), ...Object.entries(status.sources).map(([id, one]) => [`  ${id}`, one] as const)].map(([name, one]) =>
          [name, one.status, one.last_sync === null ? "never" : forPeople(one.last_sync), one.items_synced === null ? "-" : String(one.items_synced), one.error ?? "-"]),
        4
      ))
  }).pipe(Effect.provide(Daybook.layer))
).pipe(Command.withDescription(described("How the syncs of each domain and source stand", "daybook status")))
