import { playRank } from "@daybook/core/listening"
import type { PullRequest } from "@daybook/core/sync"
import { Effect, Option, Stream } from "effect"
import { Unreadable, oneOf } from "../kit/exportFile/Format.js"
import { jsonLines, jsonRows } from "../kit/exportFile/formats.js"
import { plays } from "../kit/scrobbles/playFile.js"
import { traverse } from "../kit/scrobbles/traversal.js"
import { pulling } from "../kit/SourceDefinition.js"
import * as ListenBrainz from "./client.js"
import { history } from "./history.js"
import { ListenCount, toRow } from "./wire.js"

/** Requested only for a full sync. */
const total = (listenBrainz: ListenBrainz.ListenBrainz, { cursor, full }: PullRequest) =>
  full || Option.isNone(cursor)
    ? Effect.map(listenBrainz.ofUser("listen-count", ListenCount), ({ payload }) => Option.some(payload.count))
    : Effect.succeedNone

const has = ["listened_at", "track_metadata"]

/** Listens from ListenBrainz. */
export const listenbrainz = pulling({
  id: "listenbrainz",
  about: {
    title: "ListenBrainz",
    brings: "Every play, and what plays now.",
    keys: "https://listenbrainz.org/settings/",
    exports: "https://listenbrainz.org/settings/export/"
  },
  // As Last.fm, but it also takes lists of other services.
  rank: playRank({ rank: 30 }),
  ...plays,
  syncType: "scrobbles",
  schedule: { cron: "*/15 * * * *", zone: "UTC" },
  settings: ListenBrainz.settings,
  calls: ({ baseUrl }) => [baseUrl],
  open: (values) =>
    Effect.map(ListenBrainz.make(values), (listenBrainz) => ({
      pull: (request: PullRequest) =>
        Stream.unwrap(
          Effect.map(total(listenBrainz, request), (total) =>
            Stream.map(traverse(history(listenBrainz), request), (page) => ({ ...page, total }))
          )
        ),
      providerCount: Effect.map(listenBrainz.ofUser("listen-count", ListenCount), ({ payload }) => ({
        unit: "plays",
        total: payload.count
      }))
    })),
  // Its own export: a zip with `user.json` and `listens/YYYY/M.jsonl`, or the JSON array of earlier years.
  format: oneOf(
    jsonLines({ member: (_, path) => /(?:^|\/)listens\/\d{4}\/\d{1,2}\.jsonl$/.test(path), has }),
    jsonRows({ has })
  ),
  read: (value) =>
    Option.getOrNull(toRow(value))?.play ?? new Unreadable({ reason: "it has no time, artist or title" }),
  fileTitle: "a ListenBrainz export",
  expected: "give the zip that ListenBrainz made, or one of its .jsonl files"
})
