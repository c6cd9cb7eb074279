import { builtInLenses, type LensDefinition } from "@daybook/core/lenses"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Api } from "../../http/src/Api.js"
import { catalogueOf } from "../../http/src/lenses/catalogue.js"
import { problemsOf } from "../../http/src/lenses/problems.js"
import { definitionOf, emptyChoice, problemOf } from "../src/pages/publish/definition.js"
import { fieldsOf, newestOf, readPreview } from "../src/pages/publish/records.js"
import { groupTitles, wordsOf } from "../src/pages/publish/words.js"

const [site, all] = builtInLenses
const catalogue = catalogueOf(Api)

const choices = fc.record({
  name: fc.stringMatching(/^[a-z][a-z0-9-]{0,39}$/),
  groups: fc.subarray(Object.keys(groupTitles)),
  grain: fc.constantFrom(...(["none", "country", "region", "city"] as const)),
  playing: fc.constantFrom(...(["off", "delayed", "live"] as const)),
  isByDay: fc.boolean(),
  feedDelay: fc.constantFrom(0, 24, 168)
})

describe("a choice of a lens", () => {
  it("makes a definition that the host takes, whenever the page lets it be created", () => {
    fc.assert(
      fc.property(choices, (choice) => {
        fc.pre(problemOf(choice) === undefined)
        expect(problemsOf(catalogue, definitionOf(choice, site!))).toEqual([])
      }),
      { numRuns: 500 }
    )
  })

  it("shows nothing that the recommended lens does not show", () => {
    fc.assert(
      fc.property(choices, (choice) => {
        const { operations } = definitionOf(choice, site!)
        expect(operations!.filter((operation) => !site!.operations!.includes(operation))).toEqual([])
        const groups = new Set(operations!.map((operation) => operation.split(".")[0]))
        expect(Array.from(groups).every((group) => choice.groups.includes(group!))).toBe(true)
      })
    )
  })

  it("needs a name, a kind of record, music with concerts, and no exact feed of runs by day", () => {
    const choice = { ...emptyChoice, name: "runs" }
    expect(problemOf(choice)).toBeUndefined()
    for (const name of ["", "Runs", "1runs", "runs of mine", "a".repeat(41)])
      expect([name, problemOf({ ...choice, name })]).toEqual([name, expect.stringContaining("name")])
    expect(problemOf({ ...choice, groups: ["feed", "search"] })).toContain("at least one kind of record")
    expect(problemOf({ ...choice, groups: ["attending"] })).toContain("choose music as well")
    expect(problemOf({ ...choice, groups: ["running", "feed"], isByDay: true })).toContain("exact times")
  })
})

describe("a lens in words", () => {
  it("says what it shows, rounds, leaves out and adds", () => {
    const runs: LensDefinition = {
      name: "runs",
      operations: ["running.recent"],
      fields: { running: { drop: ["name"], keep: ["heartrate_avg"] } },
      round: { time: { running: "day" }, distance_mi: 0.1, duration_s: 10 },
      places: { grain: "city" },
      public: true
    }
    expect(wordsOf(runs)).toEqual([
      "Shows runs with city, without courses, without times more exact than the day.",
      "Rounds distances to 0.1 miles and durations to 10 seconds.",
      "Leaves out name of running.",
      "Shows private fields as well: heartrate_avg of running.",
      "Publishable keys may have it."
    ])
    expect(wordsOf({ name: "nothing" })).toEqual(["Shows nothing.", "For programs, not for publishable keys."])
    expect(wordsOf({ name: "now", domains: ["listening"], now_playing: { delayed: 1 } })[0]).toBe(
      "Shows music with the current track after 1 minute."
    )
  })

  it("says it of the two that come with Daybook", () => {
    expect(wordsOf(site!)[0]).toBe(
      "Shows music with the current track; runs with city, without courses; films and series; records and discs; " +
        "articles and highlights; concerts, games and shows; the feed after 24 hours; search."
    )
    expect(wordsOf(all!)[0]).toContain("the feed at once")
    expect([site!, all!].map((lens) => wordsOf(lens).at(-1))).toEqual([
      "Publishable keys may have it.",
      "For programs, not for publishable keys."
    ])
  })
})

describe("the newest records", () => {
  it("come from operations that the host has", () => {
    const lists = Object.keys(groupTitles).map((group) => newestOf(Array.from(catalogue.keys()), group))
    expect(lists.filter((operation) => operation !== undefined)).toHaveLength(7)
    expect(newestOf(["running.stats"], "running")).toBeUndefined()
  })

  it("are shown field by field, with the names of those that are left out", () => {
    const record = { id: 1, track: { name: "Low Tide", album: null }, tags: ["a", "b"] }
    expect(fieldsOf(record)).toEqual([
      ["id", "1"],
      ["track.name", "Low Tide"],
      ["tags.0", "a"],
      ["tags.1", "b"]
    ])
    const preview = {
      before: { status: 200, body: { data: [{ name: "Run", price: 3 }] } },
      after: { status: 200, body: { data: [{ name: "Run" }] } }
    }
    expect(readPreview(preview)).toEqual({ records: [[["name", "Run"]]], hidden: ["price"] })
    expect(
      readPreview({ before: { status: 404, body: { error: "none" } }, after: { status: 404, body: null } })
    ).toEqual({ records: [], hidden: [] })
  })
})
