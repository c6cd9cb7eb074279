import type { PullRequest } from "@daybook/core/sync"
import { watchingWriter, watchRank } from "@daybook/core/watching"
import { Effect, Redacted } from "effect"
import { pull } from "../kit/mediaServer/pull.js"
import { type ServerKind, makeServer } from "../kit/mediaServer/server.js"
import { serverSettings } from "../kit/mediaServer/settings.js"
import * as Setting from "../kit/settings.js"
import { pulling } from "../kit/SourceDefinition.js"

const settings = Setting.settings(serverSettings("EMBY", "Emby"))

const kind: ServerKind = {
  source: "emby",
  name: "Emby",
  prefix: "/emby",
  onlyPlayed: { IsPlayed: "true" },
  headers: (apiKey) => ({ "x-emby-token": apiKey }),
  settingWord: "EMBY"
}

/** The owner's Emby server: watched films and episodes, and every play that its plugin keeps. */
export const emby = pulling({
  id: "emby",
  about: { title: "Emby", brings: "Films and episodes that you watched on your own server." },
  rank: watchRank({ rank: 30, isPlayer: true, naming: -2 }),
  writer: watchingWriter,
  syncType: "emby_library",
  schedule: { cron: "35 4 * * *", zone: "UTC" },
  settings,
  calls: ({ url }) => [url],
  open: ({ apiKey, gap, url, user, zone }) =>
    Effect.map(makeServer(kind, { url, gap, apiKey: Redacted.value(apiKey) }), (server) => ({
      pull: (request: PullRequest) => pull({ server, kind, user, zone, ownId: () => ({}) }, request)
    }))
})
