import { describe, expect, it } from "@effect/vitest"
import { Option } from "effect"
import { toRow } from "../../src/listenbrainz/wire.js"

const durationOf = (additional_info: unknown) =>
  Option.getOrThrow(
    toRow({
      listened_at: 1_763_700_000,
      track_metadata: { artist_name: "Hollow Lanterns", track_name: "Ferry Song", additional_info }
    })
  ).play?.duration

describe("a listen's length", () => {
  it("is the client's value in milliseconds or seconds, if plausible", () => {
    expect(durationOf({ duration_ms: 245_000 })).toBe(245_000)
    expect(durationOf({ duration_ms: "245000.4" })).toBe(245_000)
    expect(durationOf({ duration: 245 })).toBe(245_000)
    for (const nonsense of [
      undefined,
      null,
      "long",
      {},
      { duration_ms: null },
      { duration_ms: 0 },
      { duration_ms: -5 },
      { duration_ms: "x" },
      { duration_ms: 1e12 },
      { duration: [] }
    ]) {
      expect(durationOf(nonsense)).toBeUndefined()
    }
  })
})
