import { expect, it } from "vitest"
import { type RecordKey, nameOf, sentenceOf } from "../src/corrections/correction.js"

/** Keys as docs/corrections.md has them, and how a person would say them. */
const named: ReadonlyArray<readonly [type: string, key: RecordKey, name: string]> = [
  ["artist", { artist: "Velmora Tide" }, "Velmora Tide"],
  ["album", { artist: "Velmora Tide", album: "Low Tide" }, "Low Tide by Velmora Tide"],
  ["track", { artist: "Velmora Tide", track: "Chalk" }, "Chalk by Velmora Tide"],
  ["movie", { title: "Heron Street", year: "2011" }, "Heron Street (2011)"],
  ["viewing", { title: "Heron Street", watched_on: "2026-03-14" }, "Heron Street 2026-03-14"],
  ["unnumbered", { title: "Harbour", episode_title: "Low Water", season: "unknown" }, "Harbour: Low Water"],
  ["article", { url: "https://example.com/a" }, "https://example.com/a"],
  ["event", { title: "Velmora Tide", date: "2026-03-14" }, "Velmora Tide on 2026-03-14"],
  ["venue", { venue: "Chalk Hall", city: "Graz" }, "Chalk Hall, Graz"],
  ["report", { report: "mention:calendar/a" }, "mention:calendar/a"],
  ["activity", { report: "strava:9182734" }, "the run strava:9182734"],
  ["release", { artist: "Velmora Tide", title: "Barn Songs" }, "Barn Songs by Velmora Tide"],
  ["release", { artist: "Velmora Tide", album: "Barn Song" }, "Barn Song by Velmora Tide"],
  ["disc", { title: "Heron Street", year: "2011" }, "Heron Street (2011)"],
  ["disc", { movie: "Heron Street", year: "1998" }, "Heron Street (1998)"]
]

it.each(named)("the name of this %s is said: %j", (type, key, name) => expect(nameOf(type, key)).toBe(name))

it("an episode without a number belongs to its place", () =>
  expect(
    sentenceOf({
      ...{ kind: "credit", type: "unnumbered", subject: { title: "Harbour", episode_title: "Low Water" } },
      object: { season: "2", episode: "4" }
    })
  ).toBe("Harbour: Low Water belongs to S2E4"))
