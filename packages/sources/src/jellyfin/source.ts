import type { PullRequest } from "@daybook/core/sync"
import { watchingWriter, watchRank } from "@daybook/core/watching"
import { Effect, Redacted } from "effect"
import { type Reading, pull } from "../kit/mediaServer/pull.js"
import { type ServerKind, makeServer } from "../kit/mediaServer/server.js"
import { serverSettings } from "../kit/mediaServer/settings.js"
import * as Setting from "../kit/settings.js"
import { pulling } from "../kit/SourceDefinition.js"
import { receiver } from "./receiver.js"

const settings = Setting.settings({
  ...serverSettings("JELLYFIN", "Jellyfin"),
  webhookSecret: Setting.optional(
    Setting.secret("DAYBOOK_JELLYFIN_WEBHOOK_SECRET", "secret part of the webhook address for Jellyfin")
  )
})
type Settings = Setting.ValuesOf<typeof settings>

const kind: ServerKind = {
  source: "jellyfin",
  name: "Jellyfin",
  prefix: "",
  onlyPlayed: { Filters: "IsPlayed" },
  headers: (apiKey) => ({ authorization: `MediaBrowser Token="${apiKey}"` }),
  settingWord: "JELLYFIN"
}

const readingOf = ({ apiKey, gap, url, user, zone }: Settings) =>
  Effect.map(makeServer(kind, { url, gap, apiKey: Redacted.value(apiKey) }), (server): Reading => ({
    server,
    kind,
    user,
    zone,
    ownId: (id) => ({ jellyfin: id })
  }))

/** The owner's Jellyfin server: watched films and episodes, and every play that its plugin keeps. */
export const jellyfin = pulling({
  id: "jellyfin",
  about: { title: "Jellyfin", brings: "Films and episodes that you watched on your own server." },
  // A player as well, with titles as its files are named.
  rank: watchRank({ rank: 20, isPlayer: true, naming: -1 }),
  writer: watchingWriter,
  syncType: "jellyfin_library",
  schedule: { cron: "30 4 * * *", zone: "UTC" },
  settings,
  calls: ({ url }) => [url],
  open: (values) =>
    Effect.map(readingOf(values), (reading) => ({ pull: (request: PullRequest) => pull(reading, request) })),
  receiver: (values) => Effect.map(readingOf(values), (reading) => receiver(reading, values.webhookSecret))
})
