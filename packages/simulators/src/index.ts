export {
  type AppleActivityRow,
  appleActivityCsv,
  appleActivityRow,
  appleDailyCsv,
  type AppleExport,
  appleExport,
  type Stretch
} from "./apple-music/exportFile.js"
export type { BurstRule } from "./apple-music/appleMusic.js"
export { deezerQuota } from "./deezer/deezer.js"
export { discogsCsv } from "./discogs/wire.js"
export { type ShelfControl } from "./discogs/Shelf.js"
export type { EventbriteControl } from "./eventbrite/eventbrite.js"
export { type AgendaRow } from "./google/Agenda.js"
export { scopes as googleScopes, googleErrorBody } from "./google/Logins.js"
export { type ImapFault } from "./imap/conversation.js"
export { type ImapControl, serveImap } from "./imap/imap.js"
export type { IntervalsControl } from "./intervals/intervals.js"
export { inProcessClient } from "./inProcess.js"
export { type SimulatedBookmark, type SimulatedHighlight } from "./instapaper/Account.js"
export { errorBody as instapaperError, type InstapaperQuirks, instapaperCsv } from "./instapaper/wire.js"
export { type LastfmQuirks, type LastfmCode, lastfmFault, lastfmPlainCsv, lastfmQuotedCsv } from "./lastfm/wire.js"
export { type LoggedFilm } from "./letterboxd/Diary.js"
export { letterboxdArchive } from "./letterboxd/exportFile.js"
export { listenbrainzArchive } from "./listenbrainz/listens.js"
export type { Rate } from "./listenbrainz/listenbrainz.js"
export { type StoredMail } from "./mails/mailbox.js"
export { type Letter, mime } from "./mails/mime.js"
export { type Album, type Artist, type Catalogue, type Song } from "./sampleOwner/catalogue.js"
export { type CollectingLife, type PersonDisc, type PersonRecord, type PersonWant } from "./sampleOwner/collecting.js"
export { type Pressing } from "./sampleOwner/pressing.js"
export { type ListeningLife } from "./sampleOwner/listening.js"
export {
  type AttendingLife,
  type Club,
  clubName,
  clubs,
  type Fixture,
  type Outing,
  ownClub,
  type Place,
  type PlayedLeague,
  type Purchase,
  type Vendor
} from "./sampleOwner/attending/index.js"
export { type Dice, dice } from "./sampleOwner/dice.js"
export { type Cinema, type Film, type Series } from "./sampleOwner/films.js"
export { makeSampleOwner, type SampleOwner, type SampleOwnerOptions } from "./sampleOwner/SampleOwner.js"
export { type ReadingLife } from "./sampleOwner/reading.js"
export { type Extent, extents, type Size } from "./sampleOwner/size.js"
export { type PersonRun, type RunningLife } from "./sampleOwner/running.js"
export { type Timeline } from "./sampleOwner/Timeline.js"
export type { Viewing, WatchingLife, DiaryEntry } from "./sampleOwner/watching.js"
export { plexMachine, plexToken } from "./plex/plex.js"
export type { TraktEntry, TraktHistoryControl } from "./trakt/History.js"
export { netflixActivity, netflixHistory } from "./netflix/exportFile.js"
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
export { type ClientListen, type ScrobblerClient } from "./scrobblers/client.js"
export { scrobblerClients } from "./scrobblers/scrobblers.js"
export {
  endsongRow,
  type Listening,
  shortRow,
  spotifyAccountData,
  spotifyDeleted,
  spotifyChapter,
  spotifyEpisode,
  spotifyHistory,
  spotifyId,
  spotifyRow,
  type SpotifyRow
} from "./spotify/exportFile.js"
export { Fault, type Faults, type LoggedRequest, type RequestLog } from "./shared/Faults.js"
export { stillClock } from "./shared/Simulator.js"
export { type HistoryControl, type PlaySelector, type SongNames } from "./shared/ListeningHistory.js"
export { type Scrobble, type ScrobbledSong } from "./shared/Scrobble.js"
export type { Simulator, SimulatorContext, SimulatorControl, SimulatedClock } from "./shared/Simulator.js"
export { simulators } from "./simulators.js"
export { type AccountControl, type Edit, type Shoes } from "./strava/Account.js"
export { type ArchiveOptions, stravaArchive } from "./strava/archive.js"
export { type Allowance, standardAllowance } from "./strava/Limits.js"
export { gpxFile, tcxFile, fitFile } from "./strava/recordingFiles.js"
export { type AccountActivity } from "./strava/wire.js"
export type { DiscControl } from "./trakt/trakt.js"
export {
  watchHistory,
  type WatchHistoryLanguage,
  type WatchedEntry,
  watchedAdvertisement,
  watchedRemoved,
  watchedSong,
  watchedVideo
} from "./youtube-music/exportFile.js"
export { healthExport, type HealthWorkoutOptions, healthWorkout, healthXml } from "./workouts/appleHealth.js"
export {
  adidasExport,
  adidasSession,
  polarExport,
  polarSession,
  runkeeperExport,
  runkeeperTable
} from "./workouts/apps.js"
export { garminDay, garminExport, garminSummaries, garminSummary } from "./workouts/garmin.js"
export { animeList, type AnimeTitle } from "./anime/list.js"
export { malList } from "./mal/exportFile.js"
export { koitoExport, koitoListen } from "./koito/exportFile.js"
export { malojaExport, malojaScrobble } from "./maloja/exportFile.js"
export { panoCsv, panoEvent, panoLines } from "./pano/exportFile.js"
export { scrobblerLog, type LogOptions } from "./scrobbler-log/exportFile.js"
export {
  bookmarkFile,
  karakeepExport,
  linkwardenExport,
  omnivoreZip,
  pinboardExport,
  pocketCsv,
  pocketPage,
  pocketZip,
  raindropCsv,
  readerCsv,
  type SavedLink,
  wallabagExport
} from "./saves/exportFiles.js"
export { clippingOf, kindleClippings, type ClippingLanguage } from "./highlights/kindle.js"
export { hypothesis as hypothesisServer, hypothesisExport } from "./highlights/hypothesis.js"
export { koreaderExport } from "./highlights/koreader.js"
export { readwise as readwiseServer, readwiseCsv } from "./highlights/readwise.js"
export { freshrss as freshrssServer } from "./saves/freshrss.js"
export { miniflux as minifluxServer } from "./saves/miniflux.js"
export { karakeep as karakeepServer } from "./saves/karakeep.js"
export { linkding as linkdingServer } from "./saves/linkding.js"
export { raindrop as raindropServer } from "./saves/raindrop.js"
export { reader as readerServer } from "./saves/reader.js"
export { readeck as readeckServer } from "./saves/readeck.js"
export { wallabag as wallabagServer } from "./saves/wallabag.js"
export { type SavedMark, type SavingAccount } from "./saves/SavingAccount.js"
export { lastFmTarget } from "./listenTargets/lastFmTarget.js"
export { listenBrainzTarget } from "./listenTargets/listenBrainzTarget.js"
export { type ListenTarget, type TargetFault, keyOfListen, targetFaults } from "./listenTargets/target.js"
