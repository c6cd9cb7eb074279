import { domain } from "../kit/domain.js"

export const collectingDomain = domain({
  name: "collecting",
  title: "Collecting",
  // A release is a copy or a want.
  entities: { release: { pictures: "releases", isLogged: false }, media: { pictures: "media", isLogged: false } },
  changes: {
    release: "/v1/collecting/vinyl/{id}",
    disc: "/v1/collecting/media/{id}",
    want: "/v1/collecting/wantlist/{id}"
  }
})
