import { describe, expect, it } from "@effect/vitest"
import { Either } from "effect"
import { localStartOf } from "../../src/running/index.js"
import { fromZoneName } from "../../src/shared/index.js"

const calendar = Either.getOrThrow(fromZoneName("Europe/Berlin"))
const hour = 3_600_000

describe("the local start of a run", () => {
  it("is the reported one", () => {
    const startedAt = Date.UTC(2026, 0, 10, 8)
    expect(localStartOf(calendar, { elapsedTime: 3600, localStart: startedAt - 5 * hour, startedAt })).toBe(
      startedAt - 5 * hour
    )
  })

  it("is in the home time zone if only the instant is reported", () => {
    const startedAt = Date.UTC(2026, 6, 10, 8)
    expect(localStartOf(calendar, { elapsedTime: 3600, localStart: null, startedAt })).toBe(startedAt + 2 * hour)
  })

  it("has the offset at the start when a DST change falls within the run", () => {
    const startedAt = Date.UTC(2026, 2, 29, 0, 30)
    expect(localStartOf(calendar, { elapsedTime: 7200, localStart: startedAt + 2 * hour, startedAt })).toBe(
      startedAt + hour
    )
  })
})
