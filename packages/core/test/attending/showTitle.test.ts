import { describe, expect, it } from "vitest"
import { namesShow } from "../../src/attending/merge/showTitle.js"

const words = ["musical", "opera", "ballet", "nutcracker", "comedy", "comedian"]

describe("a title with a word for a kind of show", () => {
  it.each([
    "Opera: Tosca",
    "Wicked (musical)",
    "Six the Musical",
    "Paint Your Wagon (musical)",
    "The Nutcracker with Grandma",
    "La bohème, English National Opera",
    "Swan Lake ballet",
    "Comedy night: Maria B.",
    "Comedian Hari K.",
    "See the ballet",
    "Opera with Anna"
  ])("%s names a show", (title) => {
    expect(namesShow(title, words)).toBe(true)
  })

  it.each([
    "Sew Nutcracker tutus",
    "Paint flats for the musical",
    "Musical cast photos",
    "Musical: Print programs",
    "Drive Zoe to Nutcracker",
    "Run lights for the spring musical",
    "Comedy improv level 2",
    "Ballet (Emma)",
    "Opera guild annual dinner",
    "Dinner with Anna"
  ])("%s names none", (title) => {
    expect(namesShow(title, words)).toBe(false)
  })
})
