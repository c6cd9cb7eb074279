import {
  distanceOf,
  type EntryReadings,
  isPartialDay,
  mergeReadings,
  periodOf,
  periodText,
  type Reading,
  readingKey,
  readingOf
} from "@daybook/core/books"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"

const day = fc
  .integer({ min: 0, max: 90 })
  .map((days) => new Date(Date.UTC(2025, 0, 1 + days)).toISOString().slice(0, 10))
const partial = fc.oneof(
  { weight: 4, arbitrary: day },
  day.map((text) => text.slice(0, 7)),
  fc.constant("2025")
)
const reading = fc
  .tuple(fc.option(partial, { nil: null }), partial, fc.boolean())
  .map(([started, ended, isFinished]) => ({ ...readingOf(started, ended)!, isFinished }))
const entryOf = (of: fc.Arbitrary<Reading & { readonly isFinished: boolean }>) =>
  fc.record({ service: fc.constantFrom("a", "b", "c"), readings: fc.array(of, { maxLength: 5 }) })
const entries = fc.array(entryOf(reading), { maxLength: 4 })

const ended = (text: string, started: string | null = null) => ({ started, ended: text, isFinished: true })
const one = (service: string, ...readings: EntryReadings["readings"]): EntryReadings => ({ service, readings })

describe("readings", () => {
  it("keep start and end as text", () => {
    fc.assert(
      fc.property(fc.option(partial, { nil: null }), fc.option(partial, { nil: null }), (started, end) => {
        const period = readingOf(started, end)
        if (started === null && end === null) expect(period).toBeNull()
        else expect(periodOf(periodText(period!))).toStrictEqual(period)
      })
    )
  })

  it("drop a start after the end, and refuse other text", () => {
    expect(readingOf("2025-03-15", "2025-03-14")).toStrictEqual({ started: null, ended: "2025-03-14" })
    expect(readingOf("2025-03-15", "2025-03")).toStrictEqual({ started: "2025-03-15", ended: "2025-03" })
    for (const text of ["", "/", "../..", "2025-03-14", "2025-13/..", "2025-02-30/2025-03-01", "a/b", "2025/../.."])
      expect(periodOf(text)).toBeNull()
    for (const text of ["0000", "2025-00", "25", "2025-3", "2025-03-1", "2025-02-29"])
      expect(isPartialDay(text)).toBe(false)
  })

  it("of one entry are never one, and those of others join at most one each", () => {
    fc.assert(
      fc.property(entries, (all) => {
        const merged = mergeReadings(all)
        const counts = all.map(({ readings }) => new Set(readings.map(readingKey)).size)
        expect(merged.length).toBeGreaterThanOrEqual(Math.max(0, ...counts))
        expect(merged.length).toBeLessThanOrEqual(counts.reduce((sum, count) => sum + count, 0))
        expect(new Set(merged.map(readingKey)).size).toBe(merged.length)
        // Every report is found in a reading of its service.
        for (const { readings, service } of all)
          for (const reading of readings)
            expect(
              merged.some((other) => distanceOf(reading, other) !== null && other.services.includes(service))
            ).toBe(true)
      })
    )
  })

  it("of the same entry twice are as of one, in any order of its list", () => {
    fc.assert(
      fc.property(entryOf(day.map((text) => ended(text))), fc.func(fc.integer()), (entry, order) => {
        const shuffled = { ...entry, readings: entry.readings.toSorted((a, b) => order(a.ended) - order(b.ended)) }
        const once = mergeReadings([entry])
        expect(mergeReadings([entry, shuffled])).toStrictEqual(once)
        expect(mergeReadings([shuffled])).toStrictEqual(once)
      })
    )
  })

  it("of exact days are one up to two days apart, and re-reads beyond", () => {
    fc.assert(
      fc.property(day, day, (first, second) => {
        const apart = Math.abs(Date.parse(first) - Date.parse(second)) / 86_400_000
        const merged = mergeReadings([one("a", ended(first)), one("b", ended(second))])
        expect(merged.map((reading) => reading.ended)).toStrictEqual(apart <= 2 ? [first] : [first, second].sort())
      })
    )
  })

  it("take the exact day and the start from where they are known", () => {
    const merged = mergeReadings([
      one("a", ended("2025-03", "2025-02")),
      one("b", ended("2025-03-14"), ended("2019")),
      one("c", { ...ended("2025-03-15", "2025-02-20"), isFinished: false })
    ])
    expect(merged).toStrictEqual([
      { started: null, ended: "2019", isFinished: true, services: ["b"] },
      { started: "2025-02-20", ended: "2025-03-14", isFinished: true, services: ["a", "b", "c"] }
    ])
  })

  it("without an end join the one that began then", () => {
    const open = { started: "2025-03-01", ended: null, isFinished: false }
    expect(mergeReadings([one("a", open), one("b", ended("2025-03-14", "2025-03-02"))])).toStrictEqual([
      { started: "2025-03-01", ended: "2025-03-14", isFinished: true, services: ["a", "b"] }
    ])
    expect(mergeReadings([one("a", open), one("b", ended("2025-03-14"))]).map(readingKey)).toStrictEqual([
      "2025-03-01/..",
      "2025-03-14"
    ])
  })
})
