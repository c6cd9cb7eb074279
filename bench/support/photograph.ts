import { Effect } from "effect"
import sharp from "sharp"

const width = 2_000
const height = 1_333

/** A deterministic JPEG of 2000x1333 with the detail of a photograph: soft shapes, edges and grain. */
export const photograph: Effect.Effect<Buffer> = Effect.promise(() => {
  const pixels = Buffer.alloc(width * height * 3)
  let grain = 1
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      grain = (Math.imul(grain, 1_664_525) + 1_013_904_223) | 0
      const noise = (grain >>> 28) - 8
      const edge = ((x >> 6) ^ (y >> 6)) & 1 ? 24 : 0
      pixels[at++] = 128 + 90 * Math.sin(x / 170 + y / 310) + edge + noise
      pixels[at++] = 128 + 90 * Math.sin(x / 230 - y / 190) + noise
      pixels[at++] = 128 + 90 * Math.cos(x / 410 + y / 130) - edge + noise
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()
})
