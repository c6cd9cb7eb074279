import type { OptionalRow } from "@daybook/core/domain"
import type { Play } from "@daybook/core/listening"
import type { FileSample, ImportFile, Page, SourceFailure } from "@daybook/core/sync"
import { Clock, Effect, Stream } from "effect"
import { baseName } from "../kit/exportFile/members.js"
import { jsonRows } from "../kit/exportFile/members.js"
import { importOption, mixedPages } from "../kit/scrobbles/playFile.js"
import * as Setting from "../kit/settings.js"
import { readRow } from "./wire.js"

const source = "spotify"

const privateSetting = Setting.flag("DAYBOOK_SPOTIFY_PRIVATE", false, "whether plays of private sessions are imported")

export const settings = Setting.settings({ private: privateSetting })

/**
 * Streaming histories: `Streaming_History_Audio_2019-2021_0.json`, `endsong_0.json` and `endvideo.json` of earlier
 * years, `StreamingHistory_music_0.json` and `StreamingHistory0.json` of the account data. Its list of podcasts has
 * only the minutes of what the extended history has too. The library, searches and payments stay closed.
 */
const history = /^(?:streaming_history_(?:audio|video)_.*|endsong.*|endvideo.*|streaminghistory(?:_music_)?\d.*)\.json$/

/** People zip the archive of the mail again. */
const archive = /^(?:my_)?spotify.*\.zip$/

const isMember = (name: string): boolean => history.test(name)

/** Whether a file is a streaming history of Spotify, or an archive with one. */
export const recogniseSpotify = ({ entries, text }: FileSample): boolean =>
  (entries ?? []).some((name) => isMember(baseName(name)) || archive.test(baseName(name))) ||
  (/^\s*\[\s*\{/.test(text) &&
    ((text.includes('"ms_played"') && text.includes('"master_metadata_track_name"')) ||
      (text.includes('"msPlayed"') && text.includes('"endTime"') && text.includes('"trackName"'))))

/** The extended streaming history, or the short one of the account data. Both may be in one archive. */
export const exportFile = (file: ImportFile): Stream.Stream<Page<Play | OptionalRow>, SourceFailure> =>
  Stream.unwrap(
    Effect.map(Effect.all([Clock.currentTimeMillis, importOption(source, privateSetting)]), ([now, isPrivateRead]) =>
      mixedPages(file, {
        source,
        title: "a streaming history of Spotify",
        expected: "give the zip of the extended streaming history or of the account data, or one JSON file of it",
        recognise: recogniseSpotify,
        isMember,
        archives: (name) => archive.test(name),
        rows: (members, tally) =>
          Stream.flatMap(members, (member) =>
            Stream.map(jsonRows(member, tally.cutShort), ({ place, value }) => ({
              place,
              row: readRow(value, now, { isPrivateRead })
            }))
          )
      })
    )
  )
