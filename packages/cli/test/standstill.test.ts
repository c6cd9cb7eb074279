import { HomeStore, type Standstill } from "@daybook/core/setup"
import { expect, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { standstillFindings } from "../src/actions/findings.js"
import { maxDelay, minutesInARow, maxTimes, watchStandstill } from "../src/standstill.js"

const hour = 3_600_000
const minute = 60_000

it("the doctor names the last standstill of each process of a host for a day", () => {
  const at = Date.UTC(2026, 2, 14, 12)
  const answers: Standstill = { at, process: "answers", milliseconds: 1_240, times: 1 }
  const works: Standstill = { at, process: "works", milliseconds: 2_000, times: 31 }
  expect(standstillFindings([], at)).toMatchObject([{ check: "host", state: "ok" }])
  expect(standstillFindings([answers], at + 24 * hour)).toMatchObject([{ state: "note" }])
  expect(standstillFindings([answers], at + 24 * hour + 1)).toMatchObject([{ state: "ok" }])
  const [one, other] = standstillFindings([answers, works], at + hour)
  expect(one!.message).toContain("it answered nobody for 1.2 s")
  expect(other!.message).toMatch(/^its working process did nothing else for 2\.0 s, .* more than 50 ms 31 times/)
})

/** What a process reports of delays, each of one minute, after those of its start. */
const reported = (process: Standstill["process"], delays: ReadonlyArray<readonly [longest: number, times: number]>) =>
  Effect.gen(function* () {
    const reports: Array<Standstill> = []
    const home = Layer.mock(HomeStore, {
      reportStandstill: (standstill) => Effect.sync(() => void reports.push(standstill))
    })
    const left = [...delays]
    const take = () => {
      const [longest = 0, times = 0] = left.shift() ?? []
      return { longest, times }
    }
    yield* Effect.provide(watchStandstill(process, take), home)
    yield* TestClock.adjust("5 seconds")
    yield* TestClock.adjust((delays.length - 1) * minute)
    expect(left).toEqual([])
    return reports
  })

it.scoped("a host reports the minutes in which it was held, after its start", () =>
  Effect.gen(function* () {
    const long = maxDelay.answers
    expect(
      yield* reported("answers", [
        [3_000, 9],
        [long - 1, 5],
        [long, 2],
        [20, 0],
        [1_240.4, 1]
      ])
    ).toEqual([
      { at: 5_000 + 2 * minute, process: "answers", milliseconds: long, times: 2 },
      { at: 5_000 + 4 * minute, process: "answers", milliseconds: 1_240, times: 1 }
    ])
  })
)

it.scoped("a host reports short delays only if they go on", () =>
  Effect.gen(function* () {
    const [often, seldom] = [
      [80, maxTimes],
      [80, maxTimes - 1]
    ] as const
    const start = [0, 0] as const
    expect(yield* reported("answers", [start, often, often, seldom, often, often])).toEqual([])
    const reports = yield* reported("answers", [start, ...Array.from({ length: minutesInARow }, () => often)])
    expect(reports).toMatchObject([{ process: "answers", milliseconds: 80, times: maxTimes }])
  })
)

it.scoped("a working process reports only long ones: it has the lowest priority", () =>
  Effect.gen(function* () {
    const often = [maxDelay.works - 1, 500] as const
    expect(yield* reported("works", [[0, 0], often, often, often, often, [maxDelay.works, 1]])).toEqual([
      { at: 5_000 + 5 * minute, process: "works", milliseconds: 1_000, times: 1 }
    ])
  })
)
