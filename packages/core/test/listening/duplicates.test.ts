import { distinctPlays, isListedAs, minuteMillis } from "../../src/listening/duplicates.js"
import { describe, expect, it } from "@effect/vitest"

const noon = Date.parse("2026-03-14T12:00:00Z")

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
