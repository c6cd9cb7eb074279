import { Chunk, Stream } from "effect"
import { exportFormat } from "./ExportFormat.js"
import type { ExportablePlay } from "./ExportableRecords.js"
import { type ZipMember, zip } from "./zip.js"

const additionalInfo = ({ album, artist, duration, track }: ExportablePlay) => ({
  ...(duration === null ? {} : { duration_ms: duration }),
  ...(artist.mbid === null ? {} : { artist_mbids: [artist.mbid] }),
  ...(track.mbid === null ? {} : { recording_mbid: track.mbid }),
  ...(album === null || album.mbid === null ? {} : { release_mbid: album.mbid }),
  submission_client: "Daybook"
})

/**
 * A listen as ListenBrainz documents it (https://listenbrainz.readthedocs.io/en/latest/users/json.html). Its own export
 * also has `mbid_mapping`, `recording_msid` and `inserted_at`, which its server makes.
 */
const listenOf = (play: ExportablePlay): string =>
  JSON.stringify({
    listened_at: Math.floor(play.playedAt / 1000),
    track_metadata: {
      artist_name: play.artist.name,
      track_name: play.track.name,
      ...(play.album === null ? {} : { release_name: play.album.name }),
      additional_info: additionalInfo(play)
    }
  })

/** `listens/2026/3.jsonl`, by UTC. */
const monthOf = ({ playedAt }: ExportablePlay): string => {
  const time = new Date(playedAt)
  return `listens/${time.getUTCFullYear()}/${time.getUTCMonth() + 1}.jsonl`
}

const memberOf = ([name, plays]: readonly [string, Chunk.Chunk<ExportablePlay>]): ZipMember => ({
  name,
  text: Chunk.join(
    Chunk.map(plays, (play) => `${listenOf(play)}\n`),
    ""
  )
})

/** The account that exported. Readers tell an export by this file; ids of accounts are of ListenBrainz alone. */
const user: ZipMember = { name: "user.json", text: `${JSON.stringify({ user_id: null, username: "daybook" })}\n` }

/** The zip that ListenBrainz exports and imports: a file of listens per month, oldest first. */
export const listenbrainz = exportFormat({
  name: "listenbrainz",
  domain: "listening",
  about: "Plays, as the zip that ListenBrainz exports and imports",
  extension: "zip",
  contentType: "application/zip",
  recordsOf: ({ plays }) => plays,
  bytesOf: (plays) =>
    zip(Stream.concat(Stream.make(user), Stream.map(Stream.groupAdjacentBy(plays, monthOf), memberOf)))
})
