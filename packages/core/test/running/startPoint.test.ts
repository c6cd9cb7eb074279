import { describe, expect, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { startPointOf } from "../../src/running/index.js"

/** A value in Google's polyline algorithm, precision 5. */
const encoded = (degrees: number): string => {
  const scaled = Math.round(degrees * 1e5)
  let rest = scaled < 0 ? ~(scaled << 1) : scaled << 1
  let text = ""
  while (rest >= 0x20) {
    text += String.fromCharCode((0x20 | (rest & 0x1f)) + 63)
    rest >>= 5
  }
  return text + String.fromCharCode(rest + 63)
}

const degrees = (limit: number) => fc.integer({ min: -limit * 1e5, max: limit * 1e5 }).map((value) => value / 1e5)
const point = fc
  .record({ latitude: degrees(90), longitude: degrees(180) })
  .filter(({ latitude, longitude }) => latitude !== 0 || longitude !== 0)

describe("the start of a run", () => {
  it("is the first point of its course, whatever follows", () => {
    fc.assert(
      fc.property(point, fc.string(), (first, rest) => {
        const polyline = encoded(first.latitude) + encoded(first.longitude) + rest
        expect(startPointOf({ polyline })).toEqual(first)
      })
    )
  })

  it("is the reported point, if there is one", () => {
    fc.assert(
      fc.property(point, fc.option(fc.string(), { nil: null }), ({ latitude, longitude }, polyline) => {
        expect(startPointOf({ polyline, start: [latitude, longitude] })).toEqual({ latitude, longitude })
      })
    )
  })

  it("is unknown without a signal, without a course and in a broken course", () => {
    expect(startPointOf({ polyline: null })).toBeNull()
    expect(startPointOf({ polyline: "" })).toBeNull()
    expect(startPointOf({ polyline: "??" })).toBeNull()
    expect(startPointOf({ polyline: null, start: [0, 0] })).toBeNull()
    expect(startPointOf({ polyline: null, start: [90.1, 0] })).toBeNull()
    fc.assert(
      fc.property(fc.string(), (polyline) => {
        const start = startPointOf({ polyline })
        expect(start === null || (Math.abs(start.latitude) <= 90 && Math.abs(start.longitude) <= 180)).toBe(true)
      })
    )
  })
})
