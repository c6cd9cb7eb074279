import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type { Persona } from "../persona/Persona.js"
import type { HistoryView, ListeningHistory } from "../shared/ListeningHistory.js"
import { images } from "./wire.js"

/*
 * user.getInfo: every number is a text but one.
 *
 * {"user":{"name":"someone","playcount":"24271","artist_count":"1503", …,
 *  "registered":{"unixtime":"1037793040","#text":1037793040}, …}}
 */
export const userInfo = (persona: Persona, history: ListeningHistory, view: HistoryView, baseUrl: string) => {
  const registered = Math.floor(persona.startsAt / 1_000)
  const { albums, artists, tracks } = distinct(history, view)
  return HttpServerResponse.unsafeJson({
    user: {
      name: persona.username,
      age: "0",
      subscriber: "0",
      realname: "",
      bootstrap: "0",
      playcount: String(view.visible),
      artist_count: String(artists),
      playlists: "0",
      track_count: String(tracks),
      album_count: String(albums),
      image: images(baseUrl, ""),
      registered: { unixtime: String(registered), "#text": registered },
      country: "None",
      gender: "n",
      url: `https://www.last.fm/user/${persona.username}`,
      type: "user"
    }
  })
}

const distinct = (history: ListeningHistory, { plays, visible }: HistoryView) => {
  const heard = new Set<number>()
  for (let index = 0; index < visible; index++) heard.add(plays.song(index))
  const songs = Array.from(heard, history.song)
  return {
    artists: new Set(songs.map((song) => song.artist)).size,
    albums: new Set(songs.filter((song) => song.album !== "").map((song) => `${song.artist}\n${song.album}`)).size,
    tracks: new Set(songs.map((song) => `${song.artist}\n${song.track}`)).size
  }
}

/** How often the account's owner played the songs that fit. */
export const playCount = ({ plays, visible }: HistoryView, fits: (song: number) => boolean): number => {
  let count = 0
  for (let index = 0; index < visible; index++) if (fits(plays.song(index))) count++
  return count
}
