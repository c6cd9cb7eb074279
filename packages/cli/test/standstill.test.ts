import { HomeStore, type Standstill } from "@daybook/core/setup"
import { expect, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { standstillFinding } from "../src/actions/findings.js"
import { noticeable, watchStandstill } from "../src/standstill.js"

const hour = 3_600_000

it("the doctor names the last standstill of a host for a day", () => {
  const at = Date.UTC(2026, 2, 14, 12)
  const standstill = { at, milliseconds: 1_240 }
  expect(standstillFinding(null, at)).toMatchObject({ check: "host", state: "ok" })
  expect(standstillFinding(standstill, at + 24 * hour)).toMatchObject({ state: "note" })
  expect(standstillFinding(standstill, at + hour).message).toContain("it answered nobody for 1.2 s")
  expect(standstillFinding(standstill, at + 24 * hour + 1)).toMatchObject({ state: "ok" })
})

it.scoped("a host reports the minutes in which it stood still, after its start", () =>
  Effect.gen(function* () {
    const reports: Array<Standstill> = []
    const home = Layer.mock(HomeStore, {
      reportStandstill: (standstill) => Effect.sync(() => void reports.push(standstill))
    })
    const delays = [3_000, noticeable - 1, noticeable, 20, 1_240.4]
    yield* Effect.provide(
      watchStandstill(() => delays.shift() ?? 0),
      home
    )
    yield* TestClock.adjust("5 seconds")
    yield* TestClock.adjust("4 minutes")
    expect(reports).toEqual([
      { at: 5_000 + 2 * 60_000, milliseconds: noticeable },
      { at: 5_000 + 4 * 60_000, milliseconds: 1_240 }
    ])
    expect(delays).toEqual([])
  })
)
