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
})
