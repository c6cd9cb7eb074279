import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { crc32, deflateSync } from "node:zlib"
import { type Dice, dice } from "../sampleOwner/dice.js"

/**
 * A true-colour PNG file of `size` x `size` pixels, three bytes each, row by row (PNG specification, second edition).
 */
const png = (size: number, pixels: Uint8Array): Uint8Array => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(filtered(size, pixels), { level: 1 })),
    chunk("IEND", Buffer.alloc(0))
  ])
}

/** Each row begins with its filter: 2, the difference to the row above, which suits pictures of even surfaces. */
const filtered = (size: number, pixels: Uint8Array): Buffer => {
  const stride = size * 3
  const rows = Buffer.alloc(size * (stride + 1))
  for (let row = 0; row < size; row++) {
    const from = row * stride
    const to = row * (stride + 1)
    rows[to] = row === 0 ? 0 : 2
    for (let index = 0; index < stride; index++) {
      rows[to + 1 + index] = pixels[from + index]! - (row === 0 ? 0 : pixels[from + index - stride]!)
    }
  }
  return rows
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  framed.set(body, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

/** Red, green and blue, 0 to 255. */
type Colour = readonly [number, number, number]

/** One pixel under the brush: filled with a colour, then covered by others to some share. */
interface Pixel {
  readonly fill: (colour: Colour) => void
  readonly blend: (colour: Colour, share: number) => void
}

/** Paints the pixel at a place, both coordinates in [0, 1); `blur` is the width of one pixel. */
type Paint = (pixel: Pixel, x: number, y: number, blur: number) => void

/** Maximum side of a picture that is drawn; larger ones are requested from a provider, but never needed. */
const maxSide = 1_500

/** An album cover: an abstract picture that depends on its key alone, as a PNG of `size` pixels a side. */
export const cover = (key: string, size: number): Uint8Array => {
  const side = Math.max(1, Math.min(maxSide, Math.round(size)))
  const paint = painting(dice("cover", key))
  const pixels = new Uint8Array(side * side * 3)
  // A typed array: a closed-over variable would be a new number on the heap at each write.
  const mix = new Float64Array(3)
  const pixel: Pixel = {
    fill: (colour) => {
      mix[0] = colour[0]
      mix[1] = colour[1]
      mix[2] = colour[2]
    },
    blend: (colour, share) => {
      mix[0]! += (colour[0] - mix[0]!) * share
      mix[1]! += (colour[1] - mix[1]!) * share
      mix[2]! += (colour[2] - mix[2]!) * share
    }
  }
  for (let row = 0, index = 0; row < side; row++) {
    for (let column = 0; column < side; column++, index += 3) {
      paint(pixel, (column + 0.5) / side, (row + 0.5) / side, 1 / side)
      pixels[index] = mix[0]!
      pixels[index + 1] = mix[1]!
      pixels[index + 2] = mix[2]!
    }
  }
  return png(side, pixels)
}

/** The picture that stands for "no picture". */
export const greyCover = (size: number): Uint8Array => png(size, new Uint8Array(size * size * 3).fill(0xd0))

export const pngResponse = (bytes: Uint8Array): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.uint8Array(bytes, {
    contentType: "image/png",
    headers: { "cache-control": "public, max-age=31536000" }
  })

const painting = (chance: Dice): Paint => {
  const hue = chance.roll()
  const distance = chance.pick([0.08, 0.17, 0.33, 0.5])
  const isDark = chance.chance(0.5)
  // Calm grounds, so that a page of covers does not shout.
  const ground = colour(hue, 0.35 + chance.roll() * 0.35, isDark ? 0.16 : 0.86)
  const middle = colour(hue + distance / 2, 0.45 + chance.roll() * 0.3, 0.45)
  const figure = colour(hue + distance, 0.45 + chance.roll() * 0.3, isDark ? 0.68 : 0.52)
  const accent = colour(hue + 0.5 + distance / 3, 0.6, isDark ? 0.8 : 0.3)
  return chance.pick([landscape, rings, stripes, tiles, moon, waves])(chance, [ground, middle, figure, accent])
}

type Palette = readonly [ground: Colour, middle: Colour, figure: Colour, accent: Colour]

const landscape = (chance: Dice, [ground, middle, figure, accent]: Palette): Paint => {
  const [sunX, sunY, sunSize] = [0.25 + chance.roll() * 0.5, 0.25 + chance.roll() * 0.25, 0.1 + chance.roll() * 0.12]
  const hills = [0.58, 0.7, 0.83].map((height, index) => ({
    height,
    colour: mixed(middle, accent, (index + 1) / 3),
    reach: 0.03 + chance.roll() * 0.06,
    turns: 4 + chance.roll() * 7,
    shift: chance.roll() * 6
  }))
  return (pixel, x, y, blur) => {
    pixel.fill(ground)
    pixel.blend(middle, y * 0.9)
    pixel.blend(figure, inside(sunSize - length(x - sunX, y - sunY), blur))
    for (const { colour, height, reach, shift, turns } of hills) {
      if (y > height - reach - blur) pixel.blend(colour, inside(y - height - reach * Math.sin(x * turns + shift), blur))
    }
  }
}

const rings = (chance: Dice, [ground, middle, figure, accent]: Palette): Paint => {
  const [centreX, centreY] = [0.2 + chance.roll() * 0.6, 0.2 + chance.roll() * 0.6]
  const width = 0.05 + chance.roll() * 0.07
  return (pixel, x, y, blur) => {
    const distance = length(x - centreX, y - centreY)
    const ring = Math.abs(((distance / width) % 2) - 1) - 0.5
    pixel.fill(figure)
    pixel.blend(middle, Math.min(1, distance * 1.2))
    pixel.blend(ground, inside(-ring * width, blur))
    pixel.blend(accent, inside(width * 0.7 - distance, blur))
  }
}

const stripes = (chance: Dice, [ground, middle, figure, accent]: Palette): Paint => {
  const angle = chance.roll() * Math.PI
  const [across, down] = [Math.cos(angle), Math.sin(angle)]
  const width = 0.06 + chance.roll() * 0.12
  const bold = chance.below(5)
  return (pixel, x, y, blur) => {
    const place = (x * across + y * down) / width + 40
    pixel.fill(ground)
    pixel.blend(middle, y * 0.4)
    pixel.blend(
      Math.floor(place / 2) % 5 === bold ? accent : figure,
      inside((Math.abs((place % 2) - 1) - 0.5) * width, blur)
    )
  }
}

const tiles = (chance: Dice, palette: Palette): Paint => {
  const count = 3 + chance.below(3)
  const plan = Array.from({ length: count * count }, () => ({
    corner: chance.below(4),
    back: palette[chance.below(2)]!,
    front: palette[2 + chance.below(2)]!,
    radius: chance.pick([0.5, 1, 1])
  }))
  return (pixel, x, y, blur) => {
    const { back, corner, front, radius } = plan[Math.floor(y * count) * count + Math.floor(x * count)]!
    const inX = (x * count) % 1
    const inY = (y * count) % 1
    pixel.fill(back)
    pixel.blend(
      front,
      inside(radius - length(corner % 2 === 0 ? inX : 1 - inX, corner < 2 ? inY : 1 - inY), blur * count)
    )
  }
}

const moon = (chance: Dice, [ground, middle, figure, accent]: Palette): Paint => {
  const [centreX, centreY, size] = [0.35 + chance.roll() * 0.3, 0.35 + chance.roll() * 0.3, 0.2 + chance.roll() * 0.15]
  const shade = 0.3 + chance.roll() * 0.5
  const horizon = 0.75 + chance.roll() * 0.15
  return (pixel, x, y, blur) => {
    const distance = length(x - centreX, y - centreY)
    const shaded = inside(size - length(x - centreX - size * shade, y - centreY + size * 0.2), blur) * 0.92
    pixel.fill(ground)
    pixel.blend(middle, distance * 0.7)
    pixel.blend(figure, inside(size - distance, blur) * (1 - shaded))
    pixel.blend(accent, inside(y - horizon, blur))
  }
}

const waves = (chance: Dice, [ground, middle, figure, accent]: Palette): Paint => {
  const [a, b, c] = [3 + chance.roll() * 5, 3 + chance.roll() * 5, chance.roll() * 6]
  return (pixel, x, y) => {
    const swell = Math.sin(x * a + c) + Math.sin(y * b - c) + Math.sin((x + y) * (a - b + 2) + 2 * c)
    pixel.fill(ground)
    pixel.blend(figure, (swell + 3) / 6)
    pixel.blend(middle, y * 0.4)
    pixel.blend(accent, Math.max(0, swell - 1.2) * 0.7)
  }
}

/** Of a vector; several times faster than `Math.hypot`, which guards against overflow. */
const length = (x: number, y: number): number => Math.sqrt(x * x + y * y)

/** 1 well inside, 0 well outside, and the part of a pixel on the edge. */
const inside = (depth: number, blur: number): number => Math.max(0, Math.min(1, depth / blur + 0.5))

const mixed = (from: Colour, to: Colour, share: number): Colour => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share
]

/** From hue, saturation and lightness, each 0 to 1 (hue wraps). */
const colour = (hue: number, saturation: number, lightness: number): Colour => {
  const channel = (offset: number) => {
    const place = (offset + hue * 12) % 12
    const reach = saturation * Math.min(lightness, 1 - lightness)
    return 255 * (lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1)))
  }
  return [channel(0), channel(8), channel(4)]
}
