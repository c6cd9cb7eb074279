import { expect, it } from "vitest"
import type { Correction } from "../../src/corrections/index.js"
import { correctionOfRun, correctionsOnRun } from "../../src/running/index.js"

const credit = (id: number, report: string, object: Readonly<Record<string, string>>): Correction => ({
  ...{ id, domain: "running", kind: "credit", type: "activity", subject: { report }, object },
  ...{ value: null, reason: null, createdAt: 0 }
})
const corrections = [
  credit(1, "strava:7", { gear: "Blue pair" }),
  credit(2, "garmin:8", { gear: "Any", gear_id: "g2" }),
  credit(3, "garmin:9", { gear: "Any", gear_id: "name:Green pair" })
]

it.each([
  [["strava:7"], { name: "Blue pair" }, [1]],
  [["garmin:8"], { id: "g2" }, [2]],
  [["garmin:9"], { name: "Green pair" }, [3]],
  // The first report in alphabetical order counts.
  [["strava:7", "garmin:8"], { id: "g2" }, [1, 2]],
  [["polar:1"], null, []]
] as const)("the run of %j is in the shoes %j", (reports, gear, ids) => {
  expect(correctionOfRun(corrections, reports).gear).toEqual(gear)
  expect(correctionsOnRun(corrections, reports).map(({ id }) => id)).toEqual(ids)
})
