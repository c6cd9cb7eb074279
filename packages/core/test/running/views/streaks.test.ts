import { describe, expect, it } from "@effect/vitest"
import { streaks } from "../../../src/running/views/personalRecords.js"

const first = { start: "2025-01-01", end: "2025-01-03" }
const second = { start: "2025-02-01", end: "2025-02-03" }

describe("running streaks", () => {
  it("are empty without runs", () =>
    expect(streaks([], "2025-03-01").data).toStrictEqual({
      current: { days: 0, start: null, end: null },
      longest: { days: 0, start: null, end: null }
    }))

  it("go on today and the day after the last run, and then end", () => {
    for (const today of ["2025-02-03", "2025-02-04"])
      expect(streaks([first, second], today).data.current).toStrictEqual({ days: 3, ...second })
    expect(streaks([first, second], "2025-02-05").data.current.days).toBe(0)
  })

  it("are not ended by a run with a future date", () => {
    const ahead = { start: "2025-06-01", end: "2025-06-01" }
    expect(streaks([first, second, ahead], "2025-02-03").data.current).toStrictEqual({ days: 3, ...second })
  })

  it("take the first of equally long ones as the longest", () =>
    expect(streaks([first, second], "2025-03-01").data.longest).toStrictEqual({ days: 3, ...first }))
})
