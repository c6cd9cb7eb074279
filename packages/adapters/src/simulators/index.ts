export { type BurstRule } from "./apple-music/burst.js"
export { deezerQuota } from "./deezer/deezer.js"
export { inProcessClient } from "./inProcess.js"
export { type SimulatedBookmark, type SimulatedHighlight } from "./instapaper/Account.js"
export { instapaperCsv } from "./instapaper/exportFile.js"
export { errorBody as instapaperError, type InstapaperQuirks } from "./instapaper/wire.js"
export { lastfmPlainCsv, lastfmQuotedCsv } from "./lastfm/exportFile.js"
export { type LastfmCode, lastfmFault } from "./lastfm/failure.js"
export { type LastfmQuirks } from "./lastfm/wire.js"
export { type LoggedFilm } from "./letterboxd/Diary.js"
export { letterboxdArchive } from "./letterboxd/exportFile.js"
export { listenbrainzArchive } from "./listenbrainz/exportFile.js"
export { type Rate } from "./listenbrainz/rateLimit.js"
export { type Album, type Artist, type Catalogue, type Song } from "./persona/catalogue.js"
export { type ListeningLife } from "./persona/listening.js"
export { type DiaryEntry } from "./persona/diary.js"
export { type Cinema, type Film, type Series } from "./persona/films.js"
export { makePersona, type Persona, type PersonaOptions } from "./persona/Persona.js"
export { type ReadingLife } from "./persona/reading.js"
export { type Extent, extents, type Size } from "./persona/size.js"
export { type PersonRun, type RunningLife } from "./persona/running.js"
export { type Timeline } from "./persona/Timeline.js"
export { type Viewing, type WatchingLife } from "./persona/watching.js"
export { plexMachine, plexToken } from "./plex/plex.js"
export { tmdbKey } from "./tmdb/tmdb.js"
export {
  makeSimulators,
  type ServedWorld,
  type ServeSimulatorsOptions,
  serveSimulators,
  type SimulatorId,
  type Simulators,
  type SimulatorsOptions,
  type World
} from "./serve.js"
export { Fault, type Faults } from "./shared/Faults.js"
export { type HistoryControl, type PlaySelector, type SongNames } from "./shared/ListeningHistory.js"
export { type LoggedRequest, type RequestLog } from "./shared/RequestLog.js"
export { type Scrobble, type ScrobbledSong } from "./shared/Scrobble.js"
export { type SimulatedClock } from "./shared/SimulatedClock.js"
export { type Simulator, type SimulatorContext, type SimulatorControl } from "./shared/Simulator.js"
export { simulators } from "./simulators.js"
export { type AccountControl, type Edit, type Shoes } from "./strava/Account.js"
export { type ArchiveOptions, stravaArchive } from "./strava/archive.js"
export { type Allowance, standardAllowance } from "./strava/Limits.js"
export { type AccountActivity } from "./strava/wire.js"
