import { expect, it } from "vitest"
import { activities } from "@daybook/core/activities"
import { domainSummary } from "@daybook/core/domain"
import { choices, correctionOf, declaredRepair } from "../src/corrections/choices.js"

const subject = { report: "garmin:77" }
const choiceOf = (label: string) => choices.activity.find((one) => one.label === label)!

it.each([
  ["strava:9182734", "strava:9182734"],
  ["9182734", "strava:9182734"],
  ["https://daybook.example/running/9182734", "strava:9182734"],
  ["https://www.strava.com/activities/9182734?share=1", "strava:9182734"],
  ["apple-health:2025-03-14", "apple-health:2025-03-14"]
])("a run is the same as the one at %s", (text, report) =>
  expect(correctionOf("activity", subject, choiceOf("It is the same as …"), text, undefined)).toEqual({
    ...{ domain: "running", kind: "same", type: "activity", subject, object: { report } }
  })
)

it("a run is in the shoes of a name", () =>
  expect(correctionOf("activity", subject, choiceOf("It was run in …"), "Blue pair", undefined)).toEqual({
    ...{ domain: "running", kind: "credit", type: "activity", subject, object: { gear: "Blue pair" } }
  }))

it("two reports of a run are two runs", () =>
  expect(correctionOf("activity", subject, choiceOf("These are two"), "", { report: "strava:1" })).toEqual({
    ...{ domain: "running", kind: "different", type: "activity", subject, object: { report: "strava:1" } }
  }))

it("two reports of an activity are two activities", () => {
  const { choices, correctionOf } = declaredRepair(domainSummary(activities)!)
  const parts = choices.find((one) => one.label === "These are two")!
  expect(correctionOf({ activity: "strava:1" }, parts, "", { activity: "garmin:78" })).toEqual({
    ...{ domain: "activities", kind: "different", type: "activity" },
    ...{ subject: { activity: "strava:1" }, object: { activity: "garmin:78" } }
  })
})
