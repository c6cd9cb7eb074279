import { type Appearance, type Unusable } from "@daybook/core/images"
import { Effect } from "effect"
import { rgbaToThumbHash } from "thumbhash"
import { decoding, type Extent } from "./decode.js"

/** Representative colours of a picture, `#rrggbb`. */
export interface Colours {
  readonly dominant: string
  readonly accent: string
}

interface Group {
  count: number
  red: number
  green: number
  blue: number
}

/** Bits per channel when similar colours are grouped. */
const bits = 4
const opaqueEnough = 128
/** Minimum distance between accent and dominant colour; the maximum is 441. */
const apart = 60

/**
 * The dominant colour is the mean of the most frequent group of similar colours. The accent contrasts most with it:
 * colourful, not too dark or pale, and frequent enough. A picture of one colour has it for both. Takes RGBA.
 */
export const coloursOf = (rgba: Uint8Array): Colours | null => {
  const groups = new Map<number, Group>()
  for (let index = 0; index + 3 < rgba.length; index += 4) {
    if (rgba[index + 3]! < opaqueEnough) continue
    const [red, green, blue] = [rgba[index]!, rgba[index + 1]!, rgba[index + 2]!]
    const key = ((red >> (8 - bits)) << (2 * bits)) | ((green >> (8 - bits)) << bits) | (blue >> (8 - bits))
    const group = groups.get(key) ?? { count: 0, red: 0, green: 0, blue: 0 }
    groups.set(key, group)
    group.count++
    group.red += red
    group.green += green
    group.blue += blue
  }
  const colours = Array.from(groups.values(), ({ blue, count, green, red }) => ({
    count,
    rgb: [red / count, green / count, blue / count] as const
  }))
  const [first] = colours.sort((a, b) => b.count - a.count)
  if (first === undefined) return null
  const others = colours.filter(({ rgb }) => distance(rgb, first.rgb) >= apart)
  const accent = others.reduce((best, one) => (standing(one) > standing(best) ? one : best), others[0] ?? first)
  return { dominant: hex(first.rgb), accent: hex(accent.rgb) }
}

type Rgb = readonly [number, number, number]

const distance = (a: Rgb, b: Rgb) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

const standing = ({ count, rgb }: { readonly count: number; readonly rgb: Rgb }) => {
  const [most, least] = [Math.max(...rgb), Math.min(...rgb)]
  const chroma = (most - least) / 255
  const light = (most + least) / 510
  return (0.05 + chroma) * (1 - Math.abs(light - 0.55)) * Math.sqrt(count)
}

const hex = (rgb: Rgb) => `#${rgb.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`

/** ThumbHash accepts pictures up to this side. */
const side = 100

/** The placeholder of a picture. Decodes it completely, which detects damage. */
export const looksOf = (bytes: Uint8Array, extent: Extent): Effect.Effect<Appearance, Unusable> =>
  Effect.map(
    decoding(bytes, extent, (picture) =>
      picture
        .resize(side, side, { fit: "inside", withoutEnlargement: true })
        .toColourspace("srgb")
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
    ),
    ({ data, info }) => {
      const colours = coloursOf(data)
      return {
        thumbhash: Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString("base64"),
        dominantColor: colours?.dominant ?? null,
        accentColor: colours?.accent ?? null
      }
    }
  )
