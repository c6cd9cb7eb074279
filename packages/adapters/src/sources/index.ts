import { appleMusic } from "./apple-music/Source.js"
import { discogs } from "./discogs/Source.js"
import { instapaper } from "./instapaper/Source.js"
import { lastfm } from "./lastfm/Source.js"
import { letterboxd } from "./letterboxd/Source.js"
import { listenbrainz } from "./listenbrainz/Source.js"
import { plex } from "./plex/Source.js"
import { strava } from "./strava/Source.js"
import { tmdb } from "./tmdb/Source.js"
import { trakt } from "./trakt/Source.js"

/** Every provider that Daybook reads, in the order in which they are listed everywhere. */
export const definitions = [lastfm, listenbrainz, appleMusic, strava, plex, letterboxd, tmdb, discogs, trakt, instapaper] as const

export { nowPlaying } from "./NowPlayingSource.js"
export { shelves } from "./Shelves.js"
export { titleFinder } from "./tmdb/Source.js"
export type { SourceDefinition } from "./SourceDefinition.js"
