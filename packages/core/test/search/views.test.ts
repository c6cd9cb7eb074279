import { describe, expect, it } from "@effect/vitest"
import { searchHit } from "../../src/search/views.js"
import type { Found } from "../../src/search/SearchStore.js"

const found = (more: Partial<Found>): Found => ({ domain: "reading", entity: { type: "article", id: 1 }, title: "Tides", subtitle: null, details: {}, picture: null, ...more })

describe("a hit", () => {
  it("leads to the article, of a highlight too, and to the read-later service from articles alone", () => {
    const details = { author: "A. Writer", url: "https://a.example/tides" }
    const links = { instapaper_url: "https://www.instapaper.com/read/7", instapaper_app_url: "instapaper://read/7" }
    expect(searchHit(found({ details: { ...details, ...links } }), () => null)).toMatchObject({ ...details, ...links })
    const highlight = searchHit(found({ entity: { type: "highlight", id: 1 }, details }), () => null)
    expect(highlight).toMatchObject(details)
    expect(highlight).not.toHaveProperty("instapaper_url")
    expect(searchHit(found({ domain: "collecting", entity: { type: "release", id: 1 }, details: { url: "x" } }), () => null)).not.toHaveProperty("url")
  })
})
