import type { Scales } from "./mercator.js"

/** What the host says of tiles: the template of their addresses, and who made them. */
export interface TileSource {
  readonly url: string
  readonly attribution: string
}

const { attribution = "", tiles } = typeof document === "undefined" ? {} : document.documentElement.dataset

/** The tiles of another server, if the host's operator chose one. */
export const tileSource: TileSource | undefined = tiles === undefined ? undefined : { url: tiles, attribution }

export interface Tile {
  readonly url: string
  readonly left: number
  readonly top: number
  /** Pixels; tiles are square. */
  readonly size: number
}

/** Tiles are 256 pixels wide at their own scale, and the world is one tile at zoom 0. */
const tileSize = 256
const maxZoom = 19

/** The tiles that cover a map, at the zoom nearest to its scale. */
export const tilesOf = (
  { url }: TileSource,
  { unit, x, y }: Scales,
  width: number,
  height: number
): ReadonlyArray<Tile> => {
  const zoom = Math.min(Math.max(Math.round(Math.log2((unit * 360) / tileSize)), 0), maxZoom)
  const count = 2 ** zoom
  const size = (unit * 360) / count
  const columnAt = (pixels: number) => Math.floor(((x.invert(pixels) + 180) / 360) * count)
  const rowAt = (pixels: number) => Math.floor(((180 - y.invert(pixels)) / 360) * count)
  const tiles: Array<Tile> = []
  for (let column = columnAt(0); column <= columnAt(width); column++) {
    for (let row = Math.max(rowAt(0), 0); row <= Math.min(rowAt(height), count - 1); row++) {
      const numbers: Readonly<Record<string, number>> = { z: zoom, x: ((column % count) + count) % count, y: row }
      tiles.push({
        url: url.replaceAll(/\{([xyz])\}/g, (_, name: string) => String(numbers[name])),
        left: x((column / count) * 360 - 180),
        top: y(180 - (row / count) * 360),
        size
      })
    }
  }
  return tiles
}
