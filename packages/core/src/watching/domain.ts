import { domain } from "../kit/domain.js"

export const watchingDomain = domain({
  name: "watching",
  title: "Watching",
  entities: { movie: { pictures: "movies" }, show: { pictures: "shows" } },
  changes: { movie: "/v1/watching/movies/{id}", show: "/v1/watching/shows/{id}", viewing: "/v1/watching/viewings/{id}" }
})
