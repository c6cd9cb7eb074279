import { describe, expect, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { strToU8, zipSync } from "fflate"
import { listenbrainz as listenbrainzSource } from "../../src/listenbrainz/source.js"
import { importFile, readPages, filesOf } from "../support/importFile.js"

const { exportFile } = filesOf(listenbrainzSource)

const read = (content: string | Uint8Array, name = "export.zip") =>
  Effect.map(Stream.runCollect(exportFile(importFile(name, content))), (pages) =>
    [...pages].flatMap((page) => page.records)
  )

const listen = (at: number, track = "Ferry Song", more: object = {}) =>
  JSON.stringify({
    inserted_at: at + 12,
    listened_at: at,
    user_name: "someone",
    track_metadata: { artist_name: "Hollow Lanterns", track_name: track, ...more }
  })

const at = 1763700000

describe("ListenBrainz' export", () => {
  it.effect("is a zip with a file per month", () =>
    Effect.gen(function* () {
      const zip = zipSync({
        "user.json": strToU8('{"username":"someone"}'),
        "listens/2025/11.jsonl": strToU8(`${listen(at)}\n${listen(at + 1, 'Brüder {"}\\')}\n`),
        "listens/2025/12.jsonl": [strToU8(listen(at + 2)), { level: 0 }],
        "feedback.jsonl": strToU8("{}")
      })
      const plays = yield* read(zip)
      expect(plays.map(({ playedAt, track }) => [playedAt / 1000 - at, track.name])).toStrictEqual([
        [0, "Ferry Song"],
        [1, 'Brüder {"}\\'],
        [2, "Ferry Song"]
      ])
    })
  )

  it.effect("may be a single month, or the array of earlier years", () =>
    Effect.gen(function* () {
      const lines = [listen(at), listen(at + 1, 'a "{[" \\ b'), listen(at + 2)]
      for (const content of [
        lines.join("\n"),
        `\ufeff${lines.join("\r\n")}\r\n`,
        `[${lines.join(",")}]`,
        ` [\n${lines.join(" ,\n")}\n]\n`
      ]) {
        expect((yield* read(content, "11.jsonl")).map(({ playedAt }) => playedAt / 1000 - at)).toStrictEqual([0, 1, 2])
      }
    })
  )

  it.effect("has identifiers, preferring the server's to the player's", () =>
    Effect.gen(function* () {
      const id = (digit: number) => `${digit}0000000-0000-4000-8000-000000000000`
      const [play] = yield* read(
        listen(at, "x", {
          release_name: "Tin Roof Hours",
          additional_info: { recording_mbid: id(1), artist_mbids: [id(2), id(3)], duration_ms: 5 },
          mbid_mapping: { recording_mbid: id(4), artist_mbids: [id(5)], release_mbid: id(6), caa_id: 7 }
        }),
        "11.jsonl"
      )
      expect(play?.artist).toStrictEqual({
        name: "Hollow Lanterns",
        mbid: id(5),
        url: `https://musicbrainz.org/artist/${id(5)}`
      })
      expect([play?.track.mbid, play?.album?.mbid]).toStrictEqual([id(4), id(6)])
      const [plain] = yield* read(
        listen(at, "x", { additional_info: { artist_mbids: [id(2), id(3)] }, mbid_mapping: null }),
        "11.jsonl"
      )
      expect([plain?.artist.mbid, plain?.track.mbid, plain?.album]).toStrictEqual([null, null, null])
    })
  )

  it.effect("keeps a listen with invalid identifiers", () =>
    Effect.gen(function* () {
      for (const odd of [{ artist_mbids: "", recording_mbid: 5 }, { artist_mbids: [null] }, [], "x", 7]) {
        const [play] = yield* read(listen(at, "x", { additional_info: odd, mbid_mapping: odd }), "11.jsonl")
        expect([play?.track.name, play?.artist.mbid], JSON.stringify(odd)).toStrictEqual(["x", null])
      }
    })
  )

  it.effect("loses only the damaged line", () =>
    Effect.gen(function* () {
      for (const damaged of [
        '{"listened_at":17',
        "}",
        "null",
        "{}",
        listen(1_000),
        listen(at + 0.5),
        listen(at, ""),
        listen(at, "x", { artist_name: null })
      ]) {
        const plays = yield* read(`${listen(at)}\n${damaged}\n${listen(at + 1)}`, "11.jsonl")
        expect(
          plays.map(({ playedAt }) => playedAt / 1000 - at),
          damaged
        ).toStrictEqual([0, 1])
      }
    })
  )

  it.effect("keeps its complete lines when it is truncated", () =>
    Effect.gen(function* () {
      const cut = (content: string) => readPages(exportFile(importFile("11.jsonl", content)))
      for (const content of [
        `${listen(at)}\n${listen(at + 1).slice(0, -5)}`,
        `[${listen(at)},${listen(at + 1).slice(0, -5)}`,
        `[${listen(at)}`
      ]) {
        const { failure, records } = yield* cut(content)
        expect(records).toHaveLength(1)
        expect(failure?.message ?? "").toMatch(/^11\.jsonl is cut short: .*; 1 whole row was read$/)
      }
    })
  )

  it.effect("is refused in one line if it is damaged or something else", () =>
    Effect.gen(function* () {
      const zip = zipSync({
        "user.json": strToU8("{}"),
        "listens/2025/11.jsonl": strToU8(`${listen(at)}\n`.repeat(500))
      })
      const flipped = zip.slice()
      flipped.fill(0xff, 150, 300)
      for (const content of [
        "",
        "nonsense",
        "{}",
        "uts,artist\n1,x\n",
        zipSync({ "other.txt": strToU8("x") }),
        zip.subarray(0, zip.length - 30),
        flipped,
        new Uint8Array([0x50, 0x4b])
      ]) {
        const failure = yield* Effect.flip(read(content))
        expect([failure.source, failure.state]).toStrictEqual(["listenbrainz", "bad_file"])
        expect(failure.message).toContain("export.zip")
        expect(failure.next).not.toHaveLength(0)
      }
    })
  )
})
