import { domain } from "../kit/domain.js"

export const attendingDomain = domain({
  name: "attending",
  title: "Attending",
  entities: {
    event: {},
    player: { pictures: "players" },
    venue: { pictures: "venues" },
    performer: { pictures: "performers" }
  },
  changes: {
    event: "/v1/attending/events/{id}",
    venue: "/v1/attending/venues/{id}",
    player: "/v1/attending/players/{id}"
  }
})
