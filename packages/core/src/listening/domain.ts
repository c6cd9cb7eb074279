import { domain } from "../kit/domain.js"

export const listeningDomain = domain({
  name: "listening",
  title: "Listening",
  entities: { artist: { pictures: "artists" }, album: { pictures: "albums" }, track: {} }
})
