import { describe, expect, it } from "@effect/vitest"
import { searchHit } from "../../src/search/views.js"
import type { DocumentMatch } from "../../src/search/SearchStore.js"

const matchOf = (more: Partial<DocumentMatch>): DocumentMatch => ({
  domain: "reading",
  entity: { type: "article", id: 1 },
  title: "Tides",
  subtitle: null,
  details: {},
  picture: null,
  ...more
})

describe("a hit", () => {
  it("links articles and highlights to the article, and only articles to the read-later service", () => {
    const details = { author: "A. Writer", url: "https://a.example/tides" }
    const links = { instapaper_url: "https://www.instapaper.com/read/7", instapaper_app_url: "instapaper://read/7" }
    expect(searchHit(matchOf({ details: { ...details, ...links } }), () => null)).toMatchObject({
      ...details,
      ...links
    })
    const highlight = searchHit(matchOf({ entity: { type: "highlight", id: 1 }, details }), () => null)
    expect(highlight).toMatchObject(details)
    expect(highlight).not.toHaveProperty("instapaper_url")
    expect(
      searchHit(
        matchOf({ domain: "collecting", entity: { type: "release", id: 1 }, details: { url: "x" } }),
        () => null
      )
    ).not.toHaveProperty("url")
  })
})
