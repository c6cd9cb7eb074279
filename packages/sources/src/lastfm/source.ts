import { playRank } from "@daybook/core/listening"
import type { PullRequest } from "@daybook/core/sync"
import { Effect, identity, Stream } from "effect"
import { plays } from "../kit/scrobbles/playFile.js"
import { traverse } from "../kit/scrobbles/traversal.js"
import { pulling } from "../kit/SourceDefinition.js"
import * as LastFm from "./client.js"
import { format } from "./exportFile.js"
import { enrichments } from "./enrichment.js"
import { history, playCount } from "./history.js"

/** Scrobbles, tags, biographies and similar artists from Last.fm. */
export const lastfm = pulling({
  id: "lastfm",
  about: {
    title: "Last.fm",
    brings: "Every play, what plays now, and tags, biographies and similar artists.",
    keys: "https://www.last.fm/api/account/create",
    exports: "https://lastfm.ghan.nl/export/"
  },
  // Scrobbles of players, with starts to the second.
  rank: playRank({ rank: 20 }),
  ...plays,
  syncType: "scrobbles",
  schedule: { cron: "*/15 * * * *", zone: "UTC" },
  settings: LastFm.settings,
  calls: ({ baseUrl }) => [baseUrl],
  open: (values) =>
    Effect.map(LastFm.make(values), (lastFm) => ({
      pull: (request: PullRequest) => Stream.unwrap(Effect.map(history(lastFm), (all) => traverse(all, request))),
      enrichments: enrichments(lastFm),
      providerCount: playCount(lastFm)
    })),
  format,
  read: identity,
  fileTitle: "a Last.fm export",
  expected:
    "give the JSON of lastfm.ghan.nl, or a CSV file with the columns uts, artist, album, track or artist, album, track, time"
})
