/** What pictures share with the sources of their providers. */
export * as ITunes from "./apple-music/client.js"
export { loginSettings, settings as plexSettings } from "./plex/login.js"
export { settings as tmdbSettings } from "./tmdb/client.js"
