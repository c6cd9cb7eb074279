import { domain } from "../kit/domain.js"

export const watchingDomain = domain({
  name: "watching",
  title: "Watching",
  entities: { movie: { pictures: "movies" }, show: { pictures: "shows" } }
})
