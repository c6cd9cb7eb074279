import { Effect } from "effect"
import type { Sharp } from "sharp"
import { type MediaFormat, type Size, Unusable, maxSide } from "@daybook/core/images"

const ascii = (bytes: Uint8Array, from: number, to: number) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1", from, to)
const starts = (bytes: Uint8Array, ...head: ReadonlyArray<number>) => head.every((byte, index) => bytes[index] === byte)

const avifBrands = new Set(["avif", "avis", "mif1", "msf1"])

/**
 * The image format by magic bytes, regardless of name and content type. Undefined for everything else: SVG, pages,
 * archives.
 */
const sniff = (bytes: Uint8Array): "jpeg" | "png" | "webp" | "gif" | "avif" | undefined => {
  if (starts(bytes, 0xff, 0xd8, 0xff)) return "jpeg"
  if (starts(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "png"
  if (/^GIF8[79]a/.test(ascii(bytes, 0, 6))) return "gif"
  if (ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 12) === "WEBP") return "webp"
  return ascii(bytes, 4, 8) === "ftyp" && avifBrands.has(ascii(bytes, 8, 12)) ? "avif" : undefined
}

/** Maximum size of an accepted picture. */
const maxPixels = 50_000_000
/** Limit for all pictures that are decoded concurrently, in megapixels. */
const atOnce = 60
const million = 1_000_000

const load = async () => {
  const { default: sharp } = await import("sharp")
  // The library would cache decoded pixels; Daybook caches rendered files instead.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

let loading: ReturnType<typeof load> | undefined

/**
 * Loaded with the first picture: ten megabytes of native code that syncs and idle hosts do not need.
 */
export const library = Effect.promise(() => (loading ??= load()))

const decoders = Effect.unsafeMakeSemaphore(atOnce)

export interface Extent {
  /** Pixels, after rotation. */
  readonly width: number
  readonly height: number
}

const broken = (message: string) => new Unusable({ message })

/** Reads only the header of a picture: its format and size. */
export const extentOf = (bytes: Uint8Array): Effect.Effect<Extent, Unusable> =>
  sniff(bytes) === undefined
    ? broken("it is no JPEG, PNG, WebP, AVIF or GIF")
    : Effect.flatMap(library, (sharp) =>
        Effect.tryPromise({
          try: () => sharp(bytes, { limitInputPixels: maxPixels, animated: false }).metadata(),
          catch: () => broken("it cannot be decoded, or has more than 50 megapixels")
        })
      ).pipe(
        Effect.flatMap(({ autoOrient: { height, width } }) =>
          width * height > maxPixels ? broken("it has more than 50 megapixels") : Effect.succeed({ width, height })
        )
      )

/**
 * Decodes a picture once the megapixel limit permits: its first frame, rotated by its EXIF orientation. Fails on any
 * damage.
 */
export const decoding = <A>(
  bytes: Uint8Array,
  { height, width }: Extent,
  work: (picture: Sharp) => Promise<A>
): Effect.Effect<A, Unusable> =>
  Effect.flatMap(library, (sharp) =>
    decoders.withPermits(Math.min(atOnce, Math.max(1, Math.ceil((width * height) / million))))(
      Effect.tryPromise({
        try: () =>
          work(
            sharp(bytes, {
              limitInputPixels: maxPixels,
              failOn: "truncated",
              animated: false,
              unlimited: false,
              sequentialRead: true
            }).autoOrient()
          ),
        catch: () => new Unusable({ message: "it cannot be decoded", isDamaged: true })
      })
    )
  )

/** Output size and format. */
export interface Rendering extends Size {
  readonly format: MediaFormat
  readonly quality: number
}

/** AVIF reaches the same quality at a lower setting. */
const avifShare = 0.7
/** Of 9: a higher effort takes many times longer and saves a few percent. */
const avifEffort = 2
/** Of 6: takes two thirds of the default time, for 4 % more bytes. */
const webpEffort = 2

/** The output size: within the requested one, never larger than the original, at least one pixel. */
export const sizeOf = (
  original: Extent,
  { fit, height, width }: Size
): { readonly width: number; readonly height: number } => {
  const pixels = (value: number) => Math.max(1, Math.round(value))
  const max = { width: Math.min(width ?? maxSide, maxSide), height: Math.min(height ?? maxSide, maxSide) }
  const whole = Math.min(1, max.width / original.width, max.height / original.height)
  if (fit !== "cover" || width === null || height === null)
    return { width: pixels(original.width * whole), height: pixels(original.height * whole) }
  const share = Math.min(1, original.width / max.width, original.height / max.height)
  return { width: pixels(max.width * share), height: pixels(max.height * share) }
}

/** Decodes and encodes. The output has pixels only: no metadata, no further frames. */
export const render = (bytes: Uint8Array, extent: Extent, rendering: Rendering): Effect.Effect<Uint8Array, Unusable> =>
  decoding(bytes, extent, (picture) => {
    const { height, width } = sizeOf(extent, rendering)
    const resized = picture
      .resize(width, height, { fit: rendering.fit === "cover" ? "cover" : "fill" })
      .toColourspace("srgb")
    const { quality } = rendering
    switch (rendering.format) {
      case "avif":
        return resized.avif({ quality: Math.max(1, Math.round(quality * avifShare)), effort: avifEffort }).toBuffer()
      case "webp":
        return resized.webp({ quality, effort: webpEffort }).toBuffer()
      case "jpeg":
        return resized.flatten({ background: "#ffffff" }).jpeg({ quality }).toBuffer()
    }
  })
