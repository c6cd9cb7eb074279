import {
  distinctPlays,
  isListedAs,
  leastTolerance,
  minuteMillis,
  type PlayReport,
  twinsOf
} from "../../src/listening/duplicates.js"
import { describe, expect, it } from "@effect/vitest"

const noon = Date.parse("2026-03-14T12:00:00Z")

const report = (id: number, source: string, playedAt: number, precise = true): PlayReport => ({
  id,
  source,
  playedAt,
  precise,
  matchName: "band|song",
  artist: "Band",
  track: "Song",
  album: null,
  tolerance: leastTolerance
})

const twins = (...reports: ReadonlyArray<PlayReport>) => {
  const ids = [...twinsOf(reports)].sort()
  expect([...twinsOf([...reports].reverse())].sort()).toStrictEqual(ids)
  return ids
}

describe("twinsOf", () => {
  it("finds another service's report within the tolerance", () => {
    expect(twins(report(1, "a", noon), report(2, "b", noon + leastTolerance))).toStrictEqual([2])
    expect(twins(report(1, "a", noon), report(2, "b", noon + leastTolerance + 1))).toStrictEqual([])
  })

  it("extends the tolerance by a minute for a time known to the minute", () => {
    const late = noon + minuteMillis + leastTolerance
    expect(twins(report(1, "a", noon, false), report(2, "b", late))).toStrictEqual([2])
    expect(twins(report(1, "a", noon, false), report(2, "b", late + 1))).toStrictEqual([])
  })

  it("keeps the plays of the first service in the alphabet", () => {
    expect(twins(report(1, "b", noon), report(2, "a", noon + 1000))).toStrictEqual([1])
  })

  it("counts a short track that both services report twice as two plays", () => {
    const again = noon + 60_000
    expect(
      twins(report(1, "a", noon), report(2, "a", again), report(3, "b", noon), report(4, "b", again))
    ).toStrictEqual([3, 4])
    expect(twins(report(1, "a", noon), report(2, "b", noon), report(3, "b", again))).toStrictEqual([2])
  })

  it("never pairs reports of one service or of different names", () => {
    expect(twins(report(1, "a", noon), report(2, "a", noon + 1000))).toStrictEqual([])
    expect(twins(report(1, "a", noon), { ...report(2, "b", noon), matchName: "band|other" })).toStrictEqual([])
  })
})

describe("isListedAs", () => {
  it("matches a time to the second exactly, and never a rounded one", () => {
    const listed = { playedAt: noon, precision: "second" } as const
    expect(isListedAs({ playedAt: noon, precise: true }, listed)).toBe(true)
    expect(isListedAs({ playedAt: noon, precise: false }, listed)).toBe(false)
    expect(isListedAs({ playedAt: noon + 1000, precise: true }, listed)).toBe(false)
  })

  it("matches every second of a listed minute", () => {
    const listed = { playedAt: noon, precision: "minute" } as const
    expect(isListedAs({ playedAt: noon, precise: false }, listed)).toBe(true)
    expect(isListedAs({ playedAt: noon + minuteMillis, precise: true }, listed)).toBe(true)
    expect(isListedAs({ playedAt: noon + 60_000, precise: true }, listed)).toBe(false)
    expect(isListedAs({ playedAt: noon - 1000, precise: true }, listed)).toBe(false)
  })
})

describe("distinctPlays", () => {
  const play = (playedAt: number, precise: boolean, albumId: number | null = null) => ({
    playedAt,
    precise,
    albumId,
    trackId: 1,
    spellingId: 1
  })

  it("prefers a play to the second over the same play to the minute", () => {
    const exact = play(noon + 30_000, true)
    expect(distinctPlays([play(noon, false), exact])).toStrictEqual([exact])
  })

  it("keeps plays at one time that differ in a name", () => {
    const plays = [play(noon, true), play(noon, true, 2)]
    expect(distinctPlays([...plays, play(noon, true)])).toStrictEqual(plays)
  })
})
