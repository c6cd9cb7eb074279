import { type MediaFormat, type Size, type Unusable, longestSide } from "@daybook/core/images"
import type { Effect } from "effect"
import { decoding, type Extent } from "./decode.js"

/** What to make of an original. */
export interface Rendering extends Size {
  readonly format: MediaFormat
  readonly quality: number
}

/** AVIF keeps at a lower number what the others keep at a higher one. */
const avifShare = 0.7
/** Of 9: more would cost many times the time for a few percent of the size. */
const avifEffort = 2
/** Of 6: two thirds of the usual time, for 4 % of the size. */
const webpEffort = 2

/** The size that comes out: within what is asked for, never larger than the original, at least one pixel. */
export const sizeOf = (original: Extent, { fit, height, width }: Size): { readonly width: number; readonly height: number } => {
  const pixels = (value: number) => Math.max(1, Math.round(value))
  const most = { width: Math.min(width ?? longestSide, longestSide), height: Math.min(height ?? longestSide, longestSide) }
  const whole = Math.min(1, most.width / original.width, most.height / original.height)
  if (fit !== "cover" || width === null || height === null) return { width: pixels(original.width * whole), height: pixels(original.height * whole) }
  const share = Math.min(1, original.width / most.width, original.height / most.height)
  return { width: pixels(most.width * share), height: pixels(most.height * share) }
}

/** Decodes and encodes once. Nothing but pixels comes out: no metadata, no further frames. */
export const render = (bytes: Uint8Array, extent: Extent, rendering: Rendering): Effect.Effect<Uint8Array, Unusable> =>
  decoding(bytes, extent, (picture) => {
    const { height, width } = sizeOf(extent, rendering)
    const resized = picture.resize(width, height, { fit: rendering.fit === "cover" ? "cover" : "fill" }).toColourspace("srgb")
    const { quality } = rendering
    switch (rendering.format) {
      case "avif": return resized.avif({ quality: Math.max(1, Math.round(quality * avifShare)), effort: avifEffort }).toBuffer()
      case "webp": return resized.webp({ quality, effort: webpEffort }).toBuffer()
      case "jpeg": return resized.flatten({ background: "#ffffff" }).jpeg({ quality }).toBuffer()
    }
  })
