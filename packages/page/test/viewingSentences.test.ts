import { describe, expect, it } from "@effect/vitest"
import { sentenceOf } from "../src/corrections/correction.js"

describe("corrections of viewings as sentences", () => {
  it("name the day and the place of an episode", () => {
    const subject = { title: "Night Quill", season: "1", episode: "26" }
    const object = { season: "2", episode: "1" }
    expect([
      sentenceOf({ kind: "credit", type: "episode", subject, object }),
      sentenceOf({ kind: "credit", type: "episode", subject: { ...subject, watched_on: "2024-05-01" }, object }),
      sentenceOf({
        kind: "set",
        type: "viewing",
        subject: { title: "Heron Street", year: "2011", watched_on: "unknown" },
        value: "date=2019-05-05"
      })
    ]).toEqual([
      "Night Quill S1E26 belongs to S2E1",
      "Night Quill S1E26 2024-05-01 belongs to S2E1",
      "Heron Street (2011) unknown has date=2019-05-05"
    ])
  })
})
