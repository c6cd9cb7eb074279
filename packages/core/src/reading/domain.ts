import { domain } from "../kit/domain.js"

export const readingDomain = domain({
  name: "reading",
  title: "Reading",
  entities: { article: { pictures: "articles" }, highlight: {} },
  changes: { article: "/v1/reading/articles/{id}", highlight: "/v1/reading/highlights/{id}" }
})
