import type { Scrobble } from "../shared/Scrobble.js"
import { utcText } from "./wire.js"

/** Plays as the exporter at lastfm.ghan.nl writes them: a header, every value in quotes, newest first. Takes them oldest first. */
export const lastfmQuotedCsv = (scrobbles: ReadonlyArray<Scrobble>): string => {
  const lines = scrobbles.toReversed().map((play) =>
    [play.at, utcText(play.at), play.artist, play.artistMbid, play.album, play.albumMbid, play.track, play.trackMbid].map(quoted).join(",")
  )
  return ["uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid", ...lines, ""].join("\n")
}

/** Plays as lastfm-to-csv writes them: no header, UTC to the minute, newest first. Takes them oldest first. */
export const lastfmPlainCsv = (scrobbles: ReadonlyArray<Scrobble>): string => {
  const lines = scrobbles.toReversed().map((play) => [play.artist, play.album, play.track, utcText(play.at, " ")].map(quotedWhereNeeded).join(","))
  return [...lines, ""].join("\n")
}

const quoted = (value: string | number) => `"${String(value).replaceAll("\"", "\"\"")}"`

const quotedWhereNeeded = (value: string) => /[",\n\r]/.test(value) ? quoted(value) : value
