import { adidasRunning } from "./adidas-running/source.js"
import { anilist } from "./anilist/source.js"
import { appleHealth } from "./apple-health/source.js"
import { appleMusic } from "./apple-music/source.js"
import { bookmarks } from "./bookmarks/source.js"
import { calendar } from "./calendar/source.js"
import { discogs } from "./discogs/source.js"
import { emby } from "./emby/source.js"
import { espn } from "./espn/source.js"
import { eventbrite } from "./eventbrite/source.js"
import { freshrss } from "./freshrss/source.js"
import { garmin } from "./garmin/source.js"
import { hypothesis } from "./hypothesis/source.js"
import { imdb } from "./imdb/source.js"
import { instapaper } from "./instapaper/source.js"
import { intervals } from "./intervals/source.js"
import { jellyfin } from "./jellyfin/source.js"
import { karakeep } from "./karakeep/source.js"
import { kindle } from "./kindle/source.js"
import { koito } from "./koito/source.js"
import { koreader } from "./koreader/source.js"
import { lastfm } from "./lastfm/source.js"
import { letterboxd } from "./letterboxd/source.js"
import { linkding } from "./linkding/source.js"
import { linkwarden } from "./linkwarden/source.js"
import { listenbrainz } from "./listenbrainz/source.js"
import { mal } from "./mal/source.js"
import { maloja } from "./maloja/source.js"
import { manual } from "./manual/source.js"
import { miniflux } from "./miniflux/source.js"
import { mlb } from "./mlb/source.js"
import { netflix } from "./netflix/source.js"
import { omnivore } from "./omnivore/source.js"
import { pano } from "./pano/source.js"
import { pinboard } from "./pinboard/source.js"
import { plex } from "./plex/source.js"
import { pocket } from "./pocket/source.js"
import { polar } from "./polar/source.js"
import { raindrop } from "./raindrop/source.js"
import { readeck } from "./readeck/source.js"
import { reader } from "./reader/source.js"
import { readwise } from "./readwise/source.js"
import { runFiles } from "./run-files/source.js"
import { runkeeper } from "./runkeeper/source.js"
import { scrobblerLog } from "./scrobbler-log/source.js"
import { scrobbling } from "./scrobbling/source.js"
import { setlistfm } from "./setlistfm/source.js"
import { simkl } from "./simkl/source.js"
import { spotify } from "./spotify/source.js"
import { strava } from "./strava/source.js"
import { tautulli } from "./tautulli/source.js"
import { tickets } from "./tickets/source.js"
import { tmdb } from "./tmdb/source.js"
import { traktHistory } from "./trakt/historySource.js"
import { trakt } from "./trakt/source.js"
import { tvtime } from "./tvtime/source.js"
import { wallabag } from "./wallabag/source.js"
import { youtubeMusic } from "./youtube-music/source.js"

/** Every provider that Daybook reads, in the order in which they are listed. */
export const definitions = [
  lastfm,
  listenbrainz,
  scrobbling,
  appleMusic,
  spotify,
  youtubeMusic,
  maloja,
  koito,
  pano,
  scrobblerLog,
  strava,
  garmin,
  intervals,
  polar,
  runFiles,
  runkeeper,
  adidasRunning,
  appleHealth,
  plex,
  tautulli,
  jellyfin,
  emby,
  letterboxd,
  traktHistory,
  netflix,
  imdb,
  tvtime,
  simkl,
  mal,
  anilist,
  tmdb,
  discogs,
  trakt,
  instapaper,
  pocket,
  reader,
  omnivore,
  readeck,
  karakeep,
  wallabag,
  raindrop,
  linkding,
  pinboard,
  linkwarden,
  miniflux,
  freshrss,
  bookmarks,
  readwise,
  kindle,
  hypothesis,
  koreader,
  calendar,
  tickets,
  mlb,
  espn,
  setlistfm,
  eventbrite,
  manual
] as const
