import { domain } from "../kit/domain.js"

export const listeningDomain = domain({
  name: "listening",
  title: "Listening",
  entities: { artist: { pictures: "artists" }, album: { pictures: "albums" }, track: {} },
  changes: {
    day: "/v1/listening/recent?date={id}",
    artist: "/v1/listening/artists/{id}",
    album: "/v1/listening/albums/{id}",
    track: "/v1/listening/tracks/{id}"
  }
})
