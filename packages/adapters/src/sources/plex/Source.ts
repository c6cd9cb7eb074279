import type { Publisher } from "@daybook/core/publishing"
import { source } from "@daybook/core/sync"
import { type WatchingRecords, watchingRoom } from "@daybook/core/watching"
import { Effect, Option, Stream } from "effect"
import { type Connection, plexPin } from "../oauth/index.js"
import type { SourceDefinition } from "../SourceDefinition.js"
import { pull } from "./history.js"
import * as Plex from "./Plex.js"
import { receiver } from "./receiver.js"
import { login, missing, settings } from "./settings.js"

const id = "plex"

const stored = { id, room: watchingRoom, syncType: "plex_library", importFile: Option.none() }

const connect: Connection = {
  id,
  name: "Plex",
  missing: Effect.succeed([]),
  given: Effect.succeedNone,
  way: Effect.flatMap(login, (urls) => plexPin({ id, name: "Plex", clientIdentifier: Plex.client.identifier, ...urls }))
}

/** The media server: plays of films and episodes, and what was marked as watched by hand. */
export const plex: SourceDefinition<WatchingRecords | Publisher> = {
  id,
  domain: "watching",
  schedule: Option.some({ cron: "40 4 * * *", zone: "UTC" }),
  follows: false,
  missing,
  calls: Effect.map(settings, ({ url }) => [url]),
  make: Effect.flatMap(settings, (values) =>
    Effect.map(Plex.make(values), (plex) => source({ ...stored, pull: (request) => pull(plex, values.account, request) }))),
  archive: source({ ...stored, pull: () => Stream.empty }),
  connect,
  receiver: Effect.flatMap(settings, (values) => Effect.map(Plex.make(values), (plex) => receiver(plex, values)))
}
