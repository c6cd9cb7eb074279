import { rankedSource } from "../../src/ranks/index.js"
import { playRank, playSourcesIn } from "../../src/listening/index.js"

/** What the definitions say of the services of plays, by the names in their reports. */
export const playRanks: Readonly<Record<string, number>> = {
  "scrobbling/": 10,
  lastfm: 20,
  listenbrainz: 30,
  koito: 40,
  maloja: 50,
  pano: 60,
  "scrobbler-log": 70,
  spotify: 80,
  "apple-music": 90,
  "youtube-music": 100
}

export const playSources = playSourcesIn(
  Object.entries(playRanks).map(([source, rank]) => rankedSource(source, playRank({ rank })))
)
