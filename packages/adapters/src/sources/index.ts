import { appleMusic } from "./apple-music/source.js"
import { calendar } from "./calendar/source.js"
import { discogs } from "./discogs/source.js"
import { espn } from "./espn/source.js"
import { instapaper } from "./instapaper/source.js"
import { lastfm } from "./lastfm/source.js"
import { letterboxd } from "./letterboxd/source.js"
import { listenbrainz } from "./listenbrainz/source.js"
import { manual } from "./manual/source.js"
import { mlb } from "./mlb/source.js"
import { plex } from "./plex/source.js"
import { setlistfm } from "./setlistfm/source.js"
import { strava } from "./strava/source.js"
import { tickets } from "./tickets/source.js"
import { tmdb } from "./tmdb/source.js"
import { trakt } from "./trakt/source.js"

/** Every provider that Daybook reads, in the order in which they are listed. */
export const definitions = [
  lastfm,
  listenbrainz,
  appleMusic,
  strava,
  plex,
  letterboxd,
  tmdb,
  discogs,
  trakt,
  instapaper,
  calendar,
  tickets,
  mlb,
  espn,
  setlistfm,
  manual
] as const

export { googleAccount } from "./google/client.js"
export { playerStats } from "./mlb/playerStats.js"
export { nowPlaying } from "./assembly/services.js"
export { seasonSchedules } from "./assembly/services.js"
export { shelves } from "./assembly/services.js"
export { titleFinder } from "./tmdb/source.js"
export type { SourceDefinition } from "./kit/SourceDefinition.js"
