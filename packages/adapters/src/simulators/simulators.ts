import { appleMusic } from "./apple-music/appleMusic.js"
import { coverArt } from "./cover-art/coverArt.js"
import { deezer } from "./deezer/deezer.js"
import { lastfm } from "./lastfm/lastfm.js"
import { listenbrainz } from "./listenbrainz/listenbrainz.js"
import { strava } from "./strava/strava.js"

/**
 * Every simulator there is. `id` is the source's id and the prefix under which it is served; `isUsual` says whether it
 * runs unless asked otherwise; `whenOff` keeps its source, where that needs no account, from calling the real provider.
 */
export const simulators = [
  { id: "lastfm", make: lastfm, isUsual: true, whenOff: {} },
  { id: "apple-music", make: appleMusic, isUsual: true, whenOff: { DAYBOOK_APPLE_MUSIC_ENABLED: "false" } },
  { id: "listenbrainz", make: listenbrainz, isUsual: false, whenOff: {} },
  { id: "deezer", make: deezer, isUsual: true, whenOff: { DAYBOOK_DEEZER_ENABLED: "false" } },
  { id: "cover-art", make: coverArt, isUsual: true, whenOff: {} },
  { id: "strava", make: strava, isUsual: true, whenOff: {} }
] as const
