import { domain } from "../kit/domain.js"

export const readingDomain = domain({
  name: "reading",
  title: "Reading",
  entities: { article: { pictures: "articles" }, highlight: {} }
})
