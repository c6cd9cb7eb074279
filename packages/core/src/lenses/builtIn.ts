import type { LensDefinition } from "./definition.js"

const listening = [
  ...["recent", "recentAlbums", "topArtists", "topAlbums", "topTracks", "stats", "history", "artists", "albums"],
  ...["album", "track", "calendar", "trends", "streaks", "years", "year", "genres", "nowPlaying"]
].map((name) => `listening.${name}`)

const running = [
  "stats",
  "years",
  "yearStats",
  "recent",
  "calendar",
  "cumulative",
  "streaks",
  "races",
  "eddington",
  "year"
].map((name) => `running.${name}`)

const watching = [
  ...["recent", "movies", "movie", "stats", "genres", "decades", "directors", "calendar", "trends", "shows", "show"],
  ...["season", "ratings", "year"]
].map((name) => `watching.${name}`)

const collecting = [
  ...["records", "record", "recentRecords", "formats", "genres", "artists", "calendar", "discs", "recentDiscs"],
  ...["mediaTypes", "mediaStats"]
].map((name) => `collecting.${name}`)

const reading = [
  ...["recent", "currentlyReading", "highlights", "randomHighlight", "highlight", "stats", "streaks", "calendar"],
  ...["year"]
].map((name) => `reading.${name}`)

const attending = ["events", "event", "season", "venues", "stats", "year"].map((name) => `attending.${name}`)

/** For a personal site: what was heard, run, watched, collected, read and attended; runs with their city. */
const site: LensDefinition = {
  name: "site",
  operations: [
    ...listening,
    ...running,
    ...watching,
    ...collecting,
    ...reading,
    ...attending,
    "feed.all",
    "feed.domain",
    "search.search"
  ],
  round: { distance_mi: 0.1, elevation_ft: 10, duration_s: 10 },
  places: { grain: "city", course: "none" },
  now_playing: "live",
  feed_delay: 24,
  public: true,
  rate_limit: 60
}

/** Every operation that a lens may allow, without private fields. For programs, not for pages. */
const all: LensDefinition = {
  ...site,
  name: "all",
  operations: [
    ...site.operations!,
    ...["listening.artist"],
    ...["records", "cities", "paceTrend", "timeOfDay", "elevation", "activities"].map((name) => `running.${name}`),
    ...["viewing", "reviews"].map((name) => `watching.${name}`),
    ...["recordPlays", "stats", "wants", "want", "heard", "watched", "disc"].map((name) => `collecting.${name}`),
    ...["articles", "article", "related", "archive", "tags", "domains"].map((name) => `reading.${name}`),
    ...["venue", "players", "player"].map((name) => `attending.${name}`),
    ...["feed.item", "feed.onThisDay"]
  ],
  feed_delay: 0,
  public: false
}

/** The lenses that come with Daybook. */
export const builtInLenses: ReadonlyArray<LensDefinition> = [site, all]
