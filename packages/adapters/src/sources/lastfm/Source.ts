import { type Catalogue, listeningRoom, type ListeningWrites, type Play } from "@daybook/core/listening"
import { source } from "@daybook/core/sync"
import { Effect, Option, Stream } from "effect"
import { walk } from "../scrobbles/index.js"
import type { SourceDefinition } from "../SourceDefinition.js"
import { exportFile } from "./exportFile.js"
import { followers } from "./followers.js"
import { history } from "./history.js"
import * as LastFm from "./LastFm.js"
import { missing, type Settings, settings } from "./settings.js"

const id = "lastfm"

const stored = { id, room: listeningRoom, syncType: "scrobbles", importFile: Option.some(exportFile) }

/** The Last.fm source for given settings. */
const ofSettings = (settings: Settings) =>
  Effect.map(LastFm.make(settings), (lastFm) =>
    source<Play, ListeningWrites | Catalogue>({
      ...stored,
      pull: (request) => Stream.unwrap(Effect.map(history(lastFm), (plays) => walk(plays, request))),
      followers: followers(lastFm)
    }))

/** Scrobbles, tags, biographies and similar artists from Last.fm. */
export const lastfm: SourceDefinition<ListeningWrites | Catalogue> = {
  id,
  domain: "listening",
  schedule: Option.some({ cron: "*/15 * * * *", zone: "UTC" }),
  follows: false,
  missing,
  calls: Effect.map(settings, ({ baseUrl }) => [baseUrl]),
  make: Effect.flatMap(settings, (values) => ofSettings(values)),
  archive: source({ ...stored, pull: () => Stream.empty })
}
