import { appleMusic } from "./apple-music/Source.js"
import { lastfm } from "./lastfm/Source.js"
import { listenbrainz } from "./listenbrainz/Source.js"
import { strava } from "./strava/Source.js"

/** Every provider that Daybook reads, in the order in which they are listed everywhere. */
export const definitions = [lastfm, listenbrainz, appleMusic, strava] as const

export { nowPlaying } from "./NowPlayingSource.js"
export type { SourceDefinition } from "./SourceDefinition.js"
