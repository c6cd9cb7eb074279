import { hash, hashPair, uuid } from "../persona/dice.js"
import type { Persona } from "../persona/Persona.js"
import { makeTimeline, type Timeline } from "../persona/Timeline.js"
import type { ScrobbledSong } from "../shared/Scrobble.js"

/**
 * The plays of the life that a second scrobbler caught, in [from, to) by its own clock: some of them, from a year into
 * the life on, each a little later than it really began, at most the length of the song.
 */
export const secondScrobbler = (persona: Persona) => (from: number, to: number): Timeline => {
  const since = persona.startsAt / 1_000 + 365 * 86_400
  const told = persona.listening.between(Math.max(since, from - longestDelay), to)
  const caught = makeTimeline(told.length)
  for (let index = 0; index < told.length; index++) {
    const song = told.song(index)
    const chance = hashPair(told.at(index), song)
    const at = told.at(index) + delay(chance >>> 8, persona.listening.catalogue.songs[song]!.seconds)
    if (chance % 10 < 7 && at >= from && at < to && !isThere(caught, at, song)) caught.add(at, song)
  }
  return caught
}

const longestDelay = 3_600

/** Some players tell the second scrobbler when a song begins, some when it ends. */
const delay = (chance: number, seconds: number): number => chance % 3 === 0 ? seconds : chance % 20

/** ListenBrainz files one listen of a track in a second. */
const isThere = (caught: Timeline, at: number, song: number): boolean => {
  for (let index = caught.before(at); index < caught.length && caught.at(index) === at; index++) if (caught.song(index) === song) return true
  return false
}

/**
 * A listen's text without its head, which holds its time:
 *
 * {"inserted_at":1763700012,"listened_at":1763700000,"recording_msid":"7ae1…","user_name":"someone","track_metadata":{
 *   "artist_name":"Velmora Tide","track_name":"Northbound","release_name":"Second Daylight",
 *   "additional_info":{"duration_ms":245000,"recording_msid":"7ae1…","submission_client":"…","artist_mbids":["…"]},
 *   "mbid_mapping":{"recording_mbid":"…","release_mbid":"…","artist_mbids":["…"],"artists":[{…}],"caa_id":1,"caa_release_mbid":"…"}}}
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
      ...(song.albumMbid === "" ? {} : { release_mbid: song.albumMbid, caa_id: 20_000_000_000 + hash(song.albumMbid), caa_release_mbid: song.albumMbid }),
      artist_mbids: [song.artistMbid],
      artists: [{ artist_mbid: song.artistMbid, artist_credit_name: song.artist, join_phrase: "" }]
    }
  }
}

/** What stands before a listen's text. The server took it in some seconds after it was over. */
export const listenHead = (at: number): string => `{"inserted_at":${at + 5 + (at % 240)},"listened_at":${at},`

/** The same for what plays now, which has no time yet. */
export const playingHead = `{"playing_now":true,`
