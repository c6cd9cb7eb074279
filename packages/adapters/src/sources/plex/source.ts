import type { Publisher } from "@daybook/core/publishing"
import { source } from "@daybook/core/sync"
import { type WatchingRecords, watchingWriter } from "@daybook/core/watching"
import { Effect, Option, Stream } from "effect"
import type { Connection } from "../kit/oauth/Connection.js"
import type { SourceDefinition } from "../kit/SourceDefinition.js"
import * as Plex from "./client.js"
import { pull } from "./history.js"
import { login, missing, plexPin, settings } from "./login.js"
import { receiver } from "./receiver.js"

const id = "plex"

const common = { id, writer: watchingWriter, syncType: "plex_library", importFile: Option.none() }

const connect: Connection = {
  id,
  name: "Plex",
  missing: Effect.succeed([]),
  given: Effect.succeedNone,
  way: Effect.flatMap(login, (urls) => plexPin({ id, name: "Plex", clientIdentifier: Plex.client.identifier, ...urls }))
}

/** The media server: plays of films and episodes, and items that were marked as watched. */
export const plex: SourceDefinition<WatchingRecords | Publisher> = {
  id,
  domain: "watching",
  schedule: Option.some({ cron: "40 4 * * *", zone: "UTC" }),
  enrichesOnly: false,
  missing,
  calls: Effect.map(settings, ({ url }) => [url]),
  make: Effect.flatMap(settings, (values) =>
    Effect.map(Plex.make(values), (plex) =>
      source({ ...common, pull: (request) => pull(plex, values.account, request) })
    )
  ),
  archive: source({ ...common, pull: () => Stream.empty }),
  connect,
  receiver: Effect.flatMap(settings, (values) => Effect.map(Plex.make(values), (plex) => receiver(plex, values)))
}
