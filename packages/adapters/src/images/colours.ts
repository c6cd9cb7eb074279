/** Colours that speak for a picture, `#rrggbb`. */
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

/** Bits a channel by which colours count as alike. */
const bits = 4
const opaqueEnough = 128
/** How far an accent lies from the dominant colour at least, of 441. */
const apart = 60

/**
 * The dominant colour is the mean of the most frequent group of alike colours; the accent the one that stands out most
 * beside it: colourful, not too dark or pale, and frequent enough. A picture of one colour has it for both. Takes RGBA.
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
  const colours = Array.from(groups.values(), ({ blue, count, green, red }) => ({ count, rgb: [red / count, green / count, blue / count] as const }))
  const [first] = colours.sort((a, b) => b.count - a.count)
  if (first === undefined) return null
  const others = colours.filter(({ rgb }) => distance(rgb, first.rgb) >= apart)
  const accent = others.reduce((best, one) => standing(one) > standing(best) ? one : best, others[0] ?? first)
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
