import { withOptionalRows } from "@daybook/core/domain"
import { listeningWriter, playRank } from "@daybook/core/listening"
import { listeningSpoken } from "@daybook/core/spoken"
import { jsonRows } from "../kit/exportFile/formats.js"
import { plays, spokenPages } from "../kit/scrobbles/playFile.js"
import * as Setting from "../kit/settings.js"
import { fileSource } from "../kit/SourceDefinition.js"
import { readRow } from "./wire.js"

/**
 * Streaming histories: `Streaming_History_Audio_2019-2021_0.json`, `endsong_0.json` and `endvideo.json` of earlier
 * years, `StreamingHistory_music_0.json` and `StreamingHistory0.json` of the account data. Its list of podcasts has
 * only the minutes of what the extended history has too. The library, searches and payments stay closed.
 */
const history = /^(?:streaming_history_(?:audio|video)_.*|endsong.*|endvideo.*|streaminghistory(?:_music_)?\d.*)\.json$/

/**
 * Plays, and podcasts and audiobooks, from the files that Spotify sends. Its API lists the last 50 plays only, so
 * there is nothing to pull.
 */
export const spotify = fileSource({
  id: "spotify",
  about: {
    title: "Spotify",
    brings: "Every play, from the files that Spotify sends on request.",
    exports: "https://www.spotify.com/account/privacy/"
  },
  // It knows the end of a play: a start is computed, and late by a pause.
  rank: playRank({ rank: 80 }),
  ...plays,
  writer: withOptionalRows(listeningWriter, listeningSpoken),
  toPages: spokenPages,
  settings: Setting.settings({
    private: Setting.flag("DAYBOOK_SPOTIFY_PRIVATE", false, "whether plays of private sessions are imported")
  }),
  format: jsonRows({
    member: history,
    // People zip the archive of the mail again.
    archives: (name) => /^(?:my_)?spotify.*\.zip$/.test(name),
    has: [
      ["ms_played", "master_metadata_track_name"],
      ["msPlayed", "endTime", "trackName"]
    ]
  }),
  read: (value, { now, values }) => readRow(value, now, { isPrivateRead: values.private }),
  fileTitle: "a streaming history of Spotify",
  expected: "give the zip of the extended streaming history or of the account data, or one JSON file of it"
})
