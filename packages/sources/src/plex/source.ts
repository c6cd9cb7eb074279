import type { PullRequest } from "@daybook/core/sync"
import { watchingWriter, watchRank } from "@daybook/core/watching"
import { Effect } from "effect"
import type { Connection } from "../kit/oauth/Connection.js"
import { pulling } from "../kit/SourceDefinition.js"
import * as Plex from "./client.js"
import { pull } from "./history.js"
import { loginSettings, plexPin, settings } from "./login.js"
import { receiver } from "./receiver.js"

const id = "plex"

const connect: Connection = {
  id,
  name: "Plex",
  missing: Effect.succeed([]),
  given: Effect.succeedNone,
  way: Effect.flatMap(loginSettings.config, (urls) =>
    plexPin({ id, name: "Plex", clientIdentifier: Plex.client.identifier, ...urls })
  )
}

/** The media server: plays of films and episodes, and items that were marked as watched. */
export const plex = pulling({
  id,
  about: { title: "Plex", brings: "Films and episodes that you watched on your own server." },
  // The player itself, with a picked title: nothing knows more.
  rank: watchRank({ rank: 10, isPlayer: true, naming: 2, rates: ["viewings"] }),
  writer: watchingWriter,
  syncType: "plex_library",
  schedule: { cron: "40 4 * * *", zone: "UTC" },
  settings,
  calls: ({ url }) => [url],
  open: (values) =>
    Effect.map(Plex.make(values), (plex) => ({ pull: (request: PullRequest) => pull(plex, values.account, request) })),
  connect,
  receiver: (values) => Effect.map(Plex.make(values), (plex) => receiver(plex, values))
})
