import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { zipSync } from "fflate"
import * as Zip from "../../../src/sources/archive/Zip.js"

/** A file of an archive in memory. */
const archive = (files: Readonly<Record<string, Uint8Array>>) => {
  const bytes = zipSync(files, { level: 1 })
  const slice = (from: number, to: number) => Effect.succeed(bytes.subarray(from, to))
  return { name: "export.zip", size: bytes.length, slice, stream: Stream.make(bytes) }
}

describe("a zip archive", () => {
  it.effect("that is a bomb comes out in small parts", () =>
    Effect.gen(function*() {
      const file = archive({ "a.csv": new Uint8Array(64 * 1_048_576) })
      const [entry] = yield* Zip.entries(file, "trakt")
      const sizes = yield* Stream.runFold(Stream.chunks(Zip.open(file, "trakt", entry!)), { most: 0, sum: 0 }, ({ most, sum }, chunk) => {
        const size = Array.from(chunk).reduce((bytes, part) => bytes + part.length, 0)
        return { most: Math.max(most, size), sum: sum + size }
      })
      assert.strictEqual(sizes.sum, 64 * 1_048_576)
      assert.isAtMost(sizes.most, 20 * 1_048_576)
    }))

  it.effect("of which a file is not what was packed is refused when that file is read", () =>
    Effect.gen(function*() {
      for (const level of [0, 6] as const) {
        const whole = zipSync({ "a.csv": new TextEncoder().encode("one,two\n".repeat(500)) }, { level })
        for (const damage of [(bytes: Uint8Array) => bytes.fill(0x41, 45, 48), (bytes: Uint8Array) => bytes.fill(0xff, 40, 60)]) {
          const bytes = damage(whole.slice())
          const file = { name: "export.zip", size: bytes.length, slice: (from: number, to: number) => Effect.succeed(bytes.subarray(from, to)), stream: Stream.make(bytes) }
          const [entry] = yield* Zip.entries(file, "trakt")
          const failure = yield* Effect.flip(Stream.runDrain(Zip.open(file, "trakt", entry!)))
          assert.match(failure.message, /^export\.zip is a damaged zip archive/)
        }
      }
    }))
})
