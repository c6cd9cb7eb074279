import { domain } from "../kit/domain.js"

export const attendingDomain = domain({
  name: "attending",
  title: "Attending",
  entities: {
    event: {},
    player: { pictures: "players" },
    venue: { pictures: "venues" },
    performer: { pictures: "performers" }
  }
})
