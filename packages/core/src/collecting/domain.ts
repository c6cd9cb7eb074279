import { domain } from "../kit/domain.js"

export const collectingDomain = domain({
  name: "collecting",
  title: "Collecting",
  entities: { release: { pictures: "releases" }, media: { pictures: "media" } }
})
