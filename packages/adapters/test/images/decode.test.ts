import { describe, expect, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import { deflateSync, crc32 } from "node:zlib"
import sharp from "sharp"
import { extentOf, render, sizeOf } from "../../src/images/decode.js"
import { coloursOf, looksOf } from "../../src/images/looks.js"

const solid = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })

const chunk = (name: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A minimal PNG that claims this many pixels. */
const pngOf = (width: number, height: number, data: Buffer) => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0))
  ])
}

/** Checks bytes as the intake does. */
const judged = (bytes: Uint8Array) =>
  Effect.either(
    Effect.flatMap(extentOf(bytes), (extent) => Effect.map(looksOf(bytes, extent), (looks) => ({ extent, looks })))
  )

const good = Effect.promise(() => solid(64, 48, "#204080").jpeg().toBuffer())

describe("a corpus of decompression bombs", () => {
  it.effect("is refused quickly", () =>
    Effect.gen(function* () {
      const jpeg = yield* good
      const bombs: Readonly<Record<string, Uint8Array>> = {
        "a picture of 50,000 x 50,000 in a few bytes": pngOf(50_000, 50_000, deflateSync(Buffer.alloc(100_000))),
        "a picture of 2^31 - 1 pixels a side": pngOf(2_147_483_647, 2_147_483_647, deflateSync(Buffer.alloc(10))),
        "one just over the bound": pngOf(10_000, 5_001, deflateSync(Buffer.alloc(30_003))),
        "no pixels at all": pngOf(0, 0, Buffer.alloc(0)),
        "pixels that end too soon": pngOf(600, 600, deflateSync(Buffer.alloc(1_000))),
        "a cut picture": jpeg.subarray(0, Math.floor(jpeg.length / 2)),
        "the head of one": jpeg.subarray(0, 4),
        nothing: new Uint8Array(),
        "a page": Buffer.from("<!doctype html><html><body>Not found</body></html>"),
        "a drawing that reaches out": Buffer.from(
          `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="file:///etc/passwd" width="9" height="9"/></svg>`
        ),
        "a document": Buffer.from("%PDF-1.7\n"),
        "an archive": Buffer.from("504b0304", "hex"),
        "a picture's first bytes before a page": Buffer.concat([
          Buffer.from([0xff, 0xd8, 0xff]),
          Buffer.from("<script>")
        ])
      }
      const before = process.memoryUsage.rss()
      for (const [name, bytes] of Object.entries(bombs)) {
        const outcome = yield* judged(bytes)
        expect(Either.isLeft(outcome) && outcome.left._tag, name).toBe("Unusable")
      }
      expect(Either.isRight(yield* judged(jpeg))).toBe(true)
      // In addition to the 150 MB of an idle host.
      expect(process.memoryUsage.rss() - before).toBeLessThan((512 - 150) * 1_048_576)
    })
  )
})

describe("pictures", () => {
  it.effect("are recognised by content and rotated by EXIF orientation", () =>
    Effect.gen(function* () {
      const raw = solid(60, 40, "#ff0000")
      const files = yield* Effect.promise(() =>
        Promise.all([
          raw.clone().jpeg().toBuffer(),
          raw.clone().png().toBuffer(),
          raw.clone().webp().toBuffer(),
          raw.clone().avif().toBuffer(),
          raw.clone().gif().toBuffer()
        ])
      )
      for (const bytes of files) expect(yield* extentOf(bytes)).toEqual({ width: 60, height: 40 })
      const rotated = yield* Effect.promise(() =>
        raw
          .clone()
          .withExif({ IFD0: { Copyright: "somebody" } })
          .withMetadata({ orientation: 6 })
          .jpeg()
          .toBuffer()
      )
      const extent = yield* extentOf(rotated)
      expect(extent).toEqual({ width: 40, height: 60 })
      const rendered = yield* render(rotated, extent, {
        width: null,
        height: null,
        fit: "scale-down",
        format: "jpeg",
        quality: 85
      })
      const metadata = yield* Effect.promise(() => sharp(rendered).metadata())
      expect(metadata).toMatchObject({ width: 40, height: 60, format: "jpeg" })
      expect([metadata.exif, metadata.icc, metadata.xmp, metadata.orientation]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined
      ])
    })
  )

  it.effect("are rendered in the requested size and format, one frame, never enlarged", () =>
    Effect.gen(function* () {
      const frames = yield* Effect.promise(async () => {
        const page = (background: string) => solid(80, 60, background).raw().toBuffer()
        const stack = Buffer.concat([await page("#ff0000"), await page("#00ff00"), await page("#0000ff")])
        return sharp(stack, { raw: { width: 80, height: 180, channels: 3, pageHeight: 60 } })
          .gif({ delay: [10, 10, 10] })
          .toBuffer()
      })
      const extent = yield* extentOf(frames)
      expect(extent).toEqual({ width: 80, height: 60 })
      for (const format of ["jpeg", "webp", "avif"] as const) {
        const rendered = yield* render(frames, extent, { width: 40, height: 40, fit: "cover", format, quality: 85 })
        const metadata = yield* Effect.promise(() => sharp(rendered).metadata())
        expect(metadata).toMatchObject({ width: 40, height: 40, format: format === "avif" ? "heif" : format })
        expect(metadata.pages ?? 1).toBe(1)
        const { data } = yield* Effect.promise(() =>
          sharp(rendered).removeAlpha().raw().toBuffer({ resolveWithObject: true })
        )
        expect(data[0]).toBeGreaterThan(200)
        expect(data[1]).toBeLessThan(60)
      }
    })
  )

  it("are scaled to fit the requested size", () => {
    const original = { width: 1_000, height: 500 }
    const size = (width: number | null, height: number | null, fit: "cover" | "contain" | "scale-down") =>
      Object.values(sizeOf(original, { width, height, fit }))
    expect(size(300, 300, "cover")).toEqual([300, 300])
    expect(size(300, 300, "contain")).toEqual([300, 150])
    expect(size(300, null, "cover")).toEqual([300, 150])
    expect(size(null, 100, "scale-down")).toEqual([200, 100])
    expect(size(2_000, 2_000, "cover")).toEqual([500, 500])
    expect(size(4_096, 4_096, "contain")).toEqual([1_000, 500])
    expect(size(null, null, "scale-down")).toEqual([1_000, 500])
    expect(
      Object.values(sizeOf({ width: 9_000, height: 3 }, { width: null, height: null, fit: "scale-down" }))
    ).toEqual([4_096, 1])
  })

  it("have a dominant colour and a contrasting accent", () => {
    const pixels = (...groups: ReadonlyArray<readonly [count: number, rgba: ReadonlyArray<number>]>) =>
      Uint8Array.from(groups.flatMap(([count, rgba]) => Array.from({ length: count }, () => rgba).flat()))
    expect(coloursOf(pixels([900, [32, 48, 64, 255]], [60, [240, 160, 32, 255]], [40, [120, 120, 120, 255]]))).toEqual({
      dominant: "#203040",
      accent: "#f0a020"
    })
    expect(coloursOf(pixels([10, [255, 255, 255, 255]]))).toEqual({ dominant: "#ffffff", accent: "#ffffff" })
    expect(coloursOf(pixels([10, [255, 255, 255, 0]]))).toBeNull()
  })
})
