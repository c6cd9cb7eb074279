import { assert, describe, it } from "@effect/vitest"
import { streaks } from "../../../src/running/views/streaks.js"

const first = { start: "2025-01-01", end: "2025-01-03" }
const second = { start: "2025-02-01", end: "2025-02-03" }

describe("running streaks", () => {
  it("are nothing without runs", () =>
    assert.deepStrictEqual(streaks([], "2025-03-01").data, { current: { days: 0, start: null, end: null }, longest: { days: 0, start: null, end: null } }))

  it("go on today and the day after the last run, and then end", () => {
    for (const today of ["2025-02-03", "2025-02-04"]) assert.deepStrictEqual(streaks([first, second], today).data.current, { days: 3, ...second })
    assert.strictEqual(streaks([first, second], "2025-02-05").data.current.days, 0)
  })

  it("are not ended by a run that a wrong clock dates ahead", () => {
    const ahead = { start: "2025-06-01", end: "2025-06-01" }
    assert.deepStrictEqual(streaks([first, second, ahead], "2025-02-03").data.current, { days: 3, ...second })
  })

  it("are longest where they were so first", () => assert.deepStrictEqual(streaks([first, second], "2025-03-01").data.longest, { days: 3, ...first }))
})
