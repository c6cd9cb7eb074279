import { anilist } from "./anilist/anilist.js"
import { appleMusic } from "./apple-music/appleMusic.js"
import { coverArt } from "./cover-art/coverArt.js"
import { deezer } from "./deezer/deezer.js"
import { discogs } from "./discogs/discogs.js"
import { espn } from "./espn/espn.js"
import { eventbrite } from "./eventbrite/eventbrite.js"
import { google } from "./google/google.js"
import { instapaper } from "./instapaper/instapaper.js"
import { intervals } from "./intervals/intervals.js"
import { lastfm } from "./lastfm/lastfm.js"
import { emby, jellyfin } from "./mediaServer/mediaServer.js"
import { letterboxd } from "./letterboxd/letterboxd.js"
import { listenbrainz } from "./listenbrainz/listenbrainz.js"
import { mlb } from "./mlb/mlb.js"
import { plex } from "./plex/plex.js"
import { setlistfm } from "./setlistfm/setlistfm.js"
import { simkl } from "./simkl/simkl.js"
import { strava } from "./strava/strava.js"
import { tautulli } from "./tautulli/tautulli.js"
import { tmdb } from "./tmdb/tmdb.js"
import { trakt } from "./trakt/trakt.js"

/**
 * Every simulator there is. `id` is the source's id and the prefix under which it is served; `isUsual` says whether it
 * runs unless asked otherwise; `whenOff` keeps its source, where that needs no account, from calling the real provider.
 */
export const simulators = [
  { id: "lastfm", make: lastfm, isUsual: true, whenOff: {} },
  { id: "apple-music", make: appleMusic, isUsual: true, whenOff: { DAYBOOK_APPLE_MUSIC_ENABLED: "false" } },
  { id: "listenbrainz", make: listenbrainz, isUsual: false, whenOff: {} },
  { id: "deezer", make: deezer, isUsual: true, whenOff: { DAYBOOK_DEEZER_ENABLED: "false" } },
  { id: "cover-art", make: coverArt, isUsual: true, whenOff: { DAYBOOK_MUSICBRAINZ_ENABLED: "false" } },
  { id: "strava", make: strava, isUsual: true, whenOff: {} },
  { id: "intervals", make: intervals, isUsual: false, whenOff: {} },
  { id: "plex", make: plex, isUsual: true, whenOff: {} },
  { id: "letterboxd", make: letterboxd, isUsual: true, whenOff: {} },
  { id: "tautulli", make: tautulli, isUsual: false, whenOff: {} },
  { id: "jellyfin", make: jellyfin, isUsual: false, whenOff: {} },
  { id: "emby", make: emby, isUsual: false, whenOff: {} },
  { id: "simkl", make: simkl, isUsual: false, whenOff: {} },
  { id: "anilist", make: anilist, isUsual: false, whenOff: {} },
  { id: "tmdb", make: tmdb, isUsual: true, whenOff: {} },
  { id: "discogs", make: discogs, isUsual: true, whenOff: {} },
  { id: "trakt", make: trakt, isUsual: true, whenOff: {} },
  { id: "instapaper", make: instapaper, isUsual: true, whenOff: {} },
  { id: "google", make: google, isUsual: true, whenOff: {} },
  { id: "mlb", make: mlb, isUsual: true, whenOff: { DAYBOOK_MLB_ENABLED: "false" } },
  { id: "espn", make: espn, isUsual: true, whenOff: { DAYBOOK_ESPN_ENABLED: "false" } },
  { id: "setlistfm", make: setlistfm, isUsual: true, whenOff: {} },
  { id: "eventbrite", make: eventbrite, isUsual: false, whenOff: {} }
] as const
