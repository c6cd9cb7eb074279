import { assert, describe, it } from "vitest"
import { sameVenue } from "../../src/attending/merging/words.js"

describe("names of venues", () => {
  it("are of one venue however they are spelled, and of two where they differ", () => {
    for (const [a, b] of [["Key Arena", "KeyArena"], ["Paramount Theatre", "The Paramount Theater"], ["Neumo's", "Neumos"], ["T-Mobile Park", "TMobile Park"]]) assert.isTrue(sameVenue(a!, b!), a)
    for (const [a, b] of [["Paramount Theatre", "Moore Theatre"], ["Key Arena", "Keystone Arena"]]) assert.isFalse(sameVenue(a!, b!), a)
  })
})
