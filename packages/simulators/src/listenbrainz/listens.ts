import { strToU8, zipSync } from "fflate"
import { hash, hashPair, uuid } from "../sampleOwner/dice.js"
import type { SampleOwner } from "../sampleOwner/SampleOwner.js"
import { makeTimeline, type Timeline } from "../sampleOwner/Timeline.js"
import type { Scrobble, ScrobbledSong } from "../shared/Scrobble.js"

/**
 * The plays of the life that a second scrobbler caught, in [from, to) by its own clock: some of them, from a year into
 * the life on, each a little later than it really began, at most the length of the song.
 */
export const secondScrobbler =
  (sampleOwner: SampleOwner) =>
  (from: number, to: number): Timeline => {
    const since = sampleOwner.startsAt / 1_000 + 365 * 86_400
    const plays = sampleOwner.listening.between(Math.max(since, from - maxDelay), to)
    const caught = makeTimeline(plays.length)
    for (let index = 0; index < plays.length; index++) {
      const song = plays.song(index)
      const chance = hashPair(plays.at(index), song)
      const at = plays.at(index) + delay(chance >>> 8, sampleOwner.listening.catalogue.songs[song]!.seconds)
      if (chance % 10 < 7 && at >= from && at < to && !isThere(caught, at, song)) caught.add(at, song)
    }
    return caught
  }

const maxDelay = 3_600

/** Some players tell the second scrobbler when a song begins, some when it ends. */
const delay = (chance: number, seconds: number): number => (chance % 3 === 0 ? seconds : chance % 20)

/** ListenBrainz files one listen of a track in a second. */
const isThere = (caught: Timeline, at: number, song: number): boolean => {
  for (let index = caught.before(at); index < caught.length && caught.at(index) === at; index++)
    if (caught.song(index) === song) return true
  return false
}

/**
 * A listen's text without its head, which holds its time:
 *
 * {"inserted_at":1763700012,"listened_at":1763700000,"recording_msid":"7ae1…","user_name":"someone","track_metadata":{
 *   "artist_name":"Velmora Tide","track_name":"Northbound","release_name":"Second Daylight",
 *   "additional_info":{"duration_ms":245000,"recording_msid":"7ae1…","submission_client":"…","artist_mbids":["…"]},
 * "mbid_mapping":{"recording_mbid":"…","release_mbid":"…","artist_mbids":["…"],"artists":[{…}],"caa_id":1,
 *   "caa_release_mbid":"…"}}}
 */
export const listenText = (song: ScrobbledSong, username: string): string => {
  const recording_msid = uuid("msid", song.artist, song.track)
  return JSON.stringify({
    recording_msid,
    user_name: username,
    track_metadata: {
      artist_name: song.artist,
      track_name: song.track,
      ...(song.album === "" ? {} : { release_name: song.album }),
      additional_info: {
        duration_ms: song.seconds * 1_000,
        recording_msid,
        submission_client: "web scrobbler",
        ...(song.artistMbid === "" ? {} : { artist_mbids: [song.artistMbid] })
      },
      ...mapping(song)
    }
  }).slice(1)
}

/** The identifiers that the server found itself; it finds none for one song in four. */
const mapping = (song: ScrobbledSong) => {
  if (song.trackMbid === "" || song.artistMbid === "" || hash("unmapped", song.trackMbid) % 4 === 0) return {}
  return {
    mbid_mapping: {
      recording_mbid: song.trackMbid,
      ...(song.albumMbid === ""
        ? {}
        : {
            release_mbid: song.albumMbid,
            caa_id: 20_000_000_000 + hash(song.albumMbid),
            caa_release_mbid: song.albumMbid
          }),
      artist_mbids: [song.artistMbid],
      artists: [{ artist_mbid: song.artistMbid, artist_credit_name: song.artist, join_phrase: "" }]
    }
  }
}

/** What stands before a listen's text. The server took it in some seconds after it was over. */
export const listenHead = (at: number): string => `{"inserted_at":${at + 5 + (at % 240)},"listened_at":${at},`

/** The same for what plays now, which has no time yet. */
export const playingHead = `{"playing_now":true,`

/**
 * The archive that ListenBrainz gives its users: `user.json`, and `listens/YYYY/M.jsonl` with one listen a line, by UTC
 * month. Takes listens oldest first.
 */
export const listenbrainzArchive = (username: string, listens: ReadonlyArray<Scrobble>): Uint8Array => {
  const months = new Map<string, Array<string>>()
  for (const listen of listens) {
    const day = new Date(listen.at * 1_000)
    const name = `listens/${day.getUTCFullYear()}/${day.getUTCMonth() + 1}.jsonl`
    const lines = months.get(name) ?? []
    lines.push(listenHead(listen.at) + listenText(listen, username))
    months.set(name, lines)
  }
  return zipSync(
    {
      "user.json": strToU8(JSON.stringify({ user_id: 1, username })),
      ...Object.fromEntries(Array.from(months, ([name, lines]) => [name, strToU8(`${lines.join("\n")}\n`)]))
    },
    { mtime: new Date(Date.UTC(2020, 0, 1)) }
  )
}
