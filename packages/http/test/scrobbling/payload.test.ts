import { describe, expect, it } from "@effect/vitest"
import { Either } from "effect"
import * as fc from "fast-check"
import { submissionOf } from "../../src/scrobbling/payload.js"

const now = Date.UTC(2026, 2, 14, 20)
const second = now / 1_000

const listen = (info: Readonly<Record<string, unknown>> = {}, of: Readonly<Record<string, unknown>> = {}) => ({
  listened_at: second,
  track_metadata: { artist_name: "The Paper Boats", track_name: "Low Tide", additional_info: info, ...of }
})
const read = (type: string, payload: unknown) => submissionOf(JSON.stringify({ listen_type: type, payload }), now)
const plays = (type: string, payload: unknown) => {
  const submitted = Either.getOrThrow(read(type, payload))
  return submitted.kind === "listens" ? submitted.plays : []
}
const refusal = (type: string, payload: unknown) => Either.getOrNull(Either.flip(read(type, payload)))

describe("submissionOf", () => {
  it("reads times as numbers or texts, and a length in seconds or milliseconds", () => {
    for (const listened_at of [second, String(second), `${second}.0`, second + 0.4])
      expect(plays("single", [{ ...listen(), listened_at }])[0]!.playedAt).toBe(now)
    for (const info of [{ duration: 214 }, { duration: "214" }, { duration_ms: 214_000 }, { duration_ms: "214000" }])
      expect(plays("single", [listen(info)])[0]!.duration).toBe(214_000)
    expect(plays("single", [listen({ duration: 214.221 })])[0]!.duration).toBe(214_221)
    for (const info of [{ duration: 0 }, { duration: null, duration_ms: "" }, {}, [] as never])
      expect(plays("single", [listen(info)])[0]).not.toHaveProperty("duration")
  })

  it("takes the id of an artist only if there is one artist, and of a recording by its older name", () => {
    const mbid = "0d6f0a5e-0000-4000-8000-000000000001"
    const one = plays("single", [listen({ artist_mbids: [mbid], track_mbid: mbid, release_mbid: "" })])[0]!
    expect([one.artist.mbid, one.track.mbid]).toStrictEqual([mbid, mbid])
    const two = plays("single", [listen({ artist_mbids: [mbid, mbid], recording_mbid: "" })])[0]!
    expect([two.artist.mbid, two.track.mbid]).toStrictEqual([null, null])
  })

  it("takes the program of each listen: a batch may have listens of several", () => {
    const infos = [{ submission_client: "navidrome" }, { media_player: "Last.fm", media_player_version: "1.2" }, {}]
    expect(
      plays(
        "import",
        infos.map((info) => listen(info))
      ).map(({ client }) => client)
    ).toStrictEqual(["navidrome", "Last.fm 1.2", undefined])
  })

  it("refuses what the reference server refuses, and names the listen", () => {
    const many = (count: number) => Array.from({ length: count }, () => listen())
    expect(refusal("import", many(1_000))).toBe(null)
    const wrong: ReadonlyArray<readonly [string, unknown, RegExp]> = [
      ["import", many(1_001), /at most 1000/],
      ["single", many(2), /one listen/],
      ["playing_now", many(2), /one listen/],
      ["single", [], /empty/],
      ["loved", many(1), /listen_type/],
      ["single", "x", /payload/],
      ["import", [listen(), listen({}, { artist_name: " " })], /^payload\[1\]: artist_name/],
      ["single", [listen({}, { track_name: "a\0b" })], /NUL/],
      ["single", [listen({}, { track_name: 7 })], /texts/],
      ["single", [{ ...listen(), listened_at: undefined }], /listened_at/],
      ["single", [{ ...listen(), listened_at: "soon" }], /listened_at/],
      ["single", [{ ...listen(), listened_at: 1_033_430_399 }], /2002/],
      ["single", [{ ...listen(), listened_at: now }], /future/],
      ["single", [listen({ tags: Array.from({ length: 51 }, () => "x") })], /50 tags/],
      ["single", [listen({ tags: ["x".repeat(65)] })], /64/],
      ["single", [listen({ duration: -1 })], /positive/],
      ["single", [listen({ duration: 2_073_601 })], /24 days/],
      ["single", [listen({ duration: 1, duration_ms: 1 })], /not both/],
      ["single", [listen({ note: "x".repeat(10_240) })], /larger than 10240/]
    ]
    for (const [type, payload, message] of wrong) expect(refusal(type, payload)).toMatch(message)
    const body = JSON.stringify({ listen_type: "single", payload: [listen({ note: "deep" })] })
    const deep = body.replace('"deep"', "[".repeat(100_000) + "]".repeat(100_000))
    expect(Either.getOrNull(Either.flip(submissionOf(deep, now)))).toMatch(/nested too deeply/)
    expect(refusal("single", [listen({ tags: Array.from({ length: 50 }, () => "x".repeat(64)) })])).toBe(null)
  })

  it("never fails, whatever is sent", () => {
    const values = fc.anything({ maxDepth: 3 })
    const documents = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .record({
          listen_type: fc.oneof(fc.constantFrom("single", "import", "playing_now"), values),
          payload: fc.oneof(
            fc.array(
              fc.record({ listened_at: values, track_metadata: fc.oneof(values, fc.constant(listen().track_metadata)) })
            ),
            values
          )
        })
        .map((document) => JSON.stringify(document))
    )
    fc.assert(fc.property(documents, (body) => void submissionOf(body ?? "", now)))
  })
})
