/** The sources of each domain by their ids and names, the best known first. Setup and empty pages list them so. */
export const sourceOrder: Readonly<Record<string, ReadonlyArray<readonly [id: string, title: string]>>> = {
  listening: [
    ["spotify", "Spotify"],
    ["lastfm", "Last.fm"],
    ["apple-music", "Apple Music"],
    ["youtube-music", "YouTube Music"],
    ["listenbrainz", "ListenBrainz"],
    ["scrobbling", "Scrobbling"],
    ["pano", "Pano Scrobbler"],
    ["maloja", "Maloja"],
    ["koito", "Koito"],
    ["scrobbler-log", "Portable players"]
  ],
  running: [
    ["strava", "Strava"],
    ["garmin", "Garmin"],
    ["apple-health", "Apple Health"],
    ["runkeeper", "Runkeeper"],
    ["polar", "Polar"],
    ["adidas-running", "adidas Running"],
    ["intervals", "intervals.icu"],
    ["run-files", "Run files"]
  ],
  watching: [
    ["netflix", "Netflix"],
    ["letterboxd", "Letterboxd"],
    ["imdb", "IMDb"],
    ["trakt-history", "Trakt history"],
    ["plex", "Plex"],
    ["jellyfin", "Jellyfin"],
    ["tvtime", "TV Time"],
    ["mal", "MyAnimeList"],
    ["anilist", "AniList"],
    ["emby", "Emby"],
    ["simkl", "Simkl"],
    ["tautulli", "Tautulli"],
    ["tmdb", "TMDB"]
  ],
  collecting: [
    ["discogs", "Discogs"],
    ["trakt", "Trakt"]
  ],
  reading: [
    ["kindle", "Kindle"],
    ["pocket", "Pocket"],
    ["instapaper", "Instapaper"],
    ["reader", "Readwise Reader"],
    ["readwise", "Readwise"],
    ["bookmarks", "Bookmark file"],
    ["raindrop", "Raindrop.io"],
    ["wallabag", "wallabag"],
    ["karakeep", "Karakeep"],
    ["pinboard", "Pinboard"],
    ["omnivore", "Omnivore"],
    ["readeck", "Readeck"],
    ["linkding", "Linkding"],
    ["linkwarden", "Linkwarden"],
    ["miniflux", "Miniflux"],
    ["freshrss", "FreshRSS"],
    ["hypothesis", "Hypothesis"],
    ["koreader", "KOReader"]
  ],
  attending: [
    ["calendar", "Calendar"],
    ["tickets", "Ticket mails"],
    ["setlistfm", "setlist.fm"],
    ["eventbrite", "Eventbrite"],
    ["mlb", "MLB"],
    ["espn", "ESPN"]
  ],
  books: [
    ["goodreads", "Goodreads"],
    ["storygraph", "StoryGraph"],
    ["hardcover", "Hardcover"],
    ["open-library", "Open Library"],
    ["koreader-statistics", "KOReader statistics"]
  ],
  places: [
    ["google-timeline", "Google Timeline"],
    ["google-timeline-takeout", "Google Timeline, Takeout"],
    ["swarm", "Swarm"],
    ["flighty", "Flighty"],
    ["myflightradar24", "myFlightradar24"],
    ["untappd", "Untappd"]
  ],
  games: [
    ["steam", "Steam"],
    ["boardgamegeek", "BoardGameGeek"]
  ]
}

/** The sources of a domain that bring records, not only details to those of others. */
export const bringing = (domain: string) =>
  (sourceOrder[domain] ?? []).filter(([id]) => !["tmdb", "mlb", "espn"].includes(id))

/** Compares by how well a source is known. Those of a configuration come last. */
export const byFame = (domain: string) => {
  const place = new Map((sourceOrder[domain] ?? []).map(([id], index) => [id, index]))
  return (a: { readonly id: string; readonly title: string }, b: { readonly id: string; readonly title: string }) =>
    (place.get(a.id) ?? Infinity) - (place.get(b.id) ?? Infinity) || (a.title < b.title ? -1 : 1)
}
