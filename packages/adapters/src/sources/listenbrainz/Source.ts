import { type Catalogue, listeningRoom, type ListeningWrites, type Play } from "@daybook/core/listening"
import { type PullRequest, source } from "@daybook/core/sync"
import { Effect, Option, Stream } from "effect"
import { walk } from "../scrobbles/index.js"
import type { SourceDefinition } from "../SourceDefinition.js"
import { exportFile } from "./exportFile.js"
import { history } from "./history.js"
import * as ListenBrainz from "./ListenBrainz.js"
import { missing, type Settings, settings } from "./settings.js"
import { ListenCount } from "./wire.js"

const id = "listenbrainz"

const stored = { id, room: listeningRoom, syncType: "scrobbles", importFile: Option.some(exportFile) }

/** The ListenBrainz source for given settings. */
const ofSettings = (settings: Settings) =>
  Effect.map(ListenBrainz.make(settings), (listenBrainz) =>
    source<Play, ListeningWrites | Catalogue>({
      ...stored,
      pull: (request) =>
        Stream.unwrap(Effect.map(total(listenBrainz, request), (total) =>
          Stream.map(walk(history(listenBrainz), request), (page) => ({ ...page, total }))))
    }))

/** Asked only where the whole history is to be read. */
const total = (listenBrainz: ListenBrainz.ListenBrainz, { cursor, full }: PullRequest) =>
  full || Option.isNone(cursor)
    ? Effect.map(listenBrainz.ofUser("listen-count", ListenCount), ({ payload }) => Option.some(payload.count))
    : Effect.succeedNone

/** Listens from ListenBrainz. */
export const listenbrainz: SourceDefinition<ListeningWrites | Catalogue> = {
  id,
  domain: "listening",
  schedule: Option.some({ cron: "*/15 * * * *", zone: "UTC" }),
  follows: false,
  missing,
  calls: Effect.map(settings, ({ baseUrl }) => [baseUrl]),
  make: Effect.flatMap(settings, (values) => ofSettings(values)),
  archive: source({ ...stored, pull: () => Stream.empty })
}
