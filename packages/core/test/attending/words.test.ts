import { describe, expect, it } from "vitest"
import { sameVenue } from "../../src/attending/merge/words.js"

describe("names of venues", () => {
  it("match in all spellings of one venue, and differ for two venues", () => {
    for (const [a, b] of [
      ["Key Arena", "KeyArena"],
      ["Paramount Theatre", "The Paramount Theater"],
      ["Neumo's", "Neumos"],
      ["T-Mobile Park", "TMobile Park"]
    ])
      expect(sameVenue(a!, b!), a).toBe(true)
    for (const [a, b] of [
      ["Paramount Theatre", "Moore Theatre"],
      ["Key Arena", "Keystone Arena"]
    ])
      expect(sameVenue(a!, b!), a).toBe(false)
  })
})
