import { describe, expect, it } from "@effect/vitest"
import { Either } from "effect"
import * as fc from "fast-check"
import { type SubmittedListen, playOf } from "../../../src/listening/scrobbling/listens.js"

const now = Date.UTC(2026, 2, 14, 20)
const second = now / 1_000

const listen = (of: Partial<SubmittedListen>): SubmittedListen => ({
  artist: "The Paper Boats",
  track: "Low Tide",
  listenedAt: second,
  ...of
})
const read = (of: Partial<SubmittedListen>) => playOf(listen(of), now)
const problem = (of: Partial<SubmittedListen>) => Either.getOrNull(Either.flip(read(of)))

describe("playOf", () => {
  it("reads names, ids, length and page", () => {
    const mbid = "0D6F0A5E-0000-4000-8000-000000000001"
    const page = "https://music.example/watch?v=1"
    const whole = { album: " Harbour Songs ", artistMbid: mbid, trackMbid: mbid, duration: 213_600.4, page }
    expect(Either.getOrThrow(read(whole))).toStrictEqual({
      playedAt: now,
      precision: "second",
      artist: {
        name: "The Paper Boats",
        mbid: mbid.toLowerCase(),
        url: `https://musicbrainz.org/artist/${mbid.toLowerCase()}`
      },
      track: { name: "Low Tide", mbid: mbid.toLowerCase(), url: page },
      album: { name: "Harbour Songs", mbid: null, url: null },
      duration: 213_600
    })
  })

  it("says why a listen cannot be stored", () => {
    expect([problem({ artist: " \0 " }), problem({ track: "" })]).toStrictEqual(["no_artist", "no_track"])
    expect([undefined, Number.NaN, Infinity].map((listenedAt) => problem({ listenedAt }))).toStrictEqual([
      "no_time",
      "no_time",
      "no_time"
    ])
    expect([1_033_430_399, 1_033_430_400].map((listenedAt) => problem({ listenedAt }))).toStrictEqual([
      "too_early",
      null
    ])
    expect([second + 3_601, second + 3_600].map((listenedAt) => problem({ listenedAt }))).toStrictEqual([
      "in_the_future",
      null
    ])
  })

  it("leaves out ids, lengths and pages that are none", () => {
    for (const page of ["", "javascript:alert(1)", "https://a:b@music.example/", `https://x/${"y".repeat(2_000)}`, "x"])
      expect(Either.getOrThrow(read({ page, trackMbid: "x", duration: -1, album: " " }))).toStrictEqual(
        Either.getOrThrow(read({ album: undefined }))
      )
    expect(Either.getOrThrow(read({ duration: 86_400_001 }))).not.toHaveProperty("duration")
  })

  it("gives for any texts and numbers a play that can be stored, or a reason", () => {
    const text = fc.oneof(fc.string({ unit: "binary", maxLength: 600 }), fc.constant("\ud800"))
    const listens = fc.record({
      artist: text,
      track: text,
      album: fc.option(text, { nil: undefined }),
      artistMbid: fc.option(text, { nil: undefined }),
      trackMbid: fc.option(text, { nil: undefined }),
      albumMbid: fc.option(text, { nil: undefined }),
      duration: fc.option(fc.double(), { nil: undefined }),
      page: fc.option(fc.oneof(text, fc.webUrl()), { nil: undefined }),
      listenedAt: fc.option(fc.oneof(fc.double(), fc.integer({ min: 1_033_430_400, max: second })), { nil: undefined })
    })
    fc.assert(
      fc.property(listens, (one) => {
        const play = Either.getOrNull(playOf(one, now))
        if (play === null) return
        expect(Number.isSafeInteger(play.playedAt) && play.playedAt % 1_000 === 0).toBe(true)
        const { album, artist, duration = 1, track } = play
        for (const { mbid, name, url } of [artist, track, ...(album === null ? [] : [album])]) {
          expect(
            name.length > 0 && [...name].length <= 500 && !name.includes("\0") && !/\p{Surrogate}/u.test(name)
          ).toBe(true)
          expect(mbid === null || /^[0-9a-f-]{36}$/.test(mbid)).toBe(true)
          expect(url === null || /^https?:\/\/[!-~]+$/.test(url)).toBe(true)
        }
        expect(Number.isInteger(duration) && duration > 0 && duration <= 86_400_000).toBe(true)
      }),
      { numRuns: 40 }
    )
  })
})
