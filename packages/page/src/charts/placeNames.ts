import { mercator, type Scales } from "./mercator.js"

/** A place of the gazetteer. */
export interface NamedPlace {
  readonly name: string
  readonly latitude: number
  readonly longitude: number
}

export interface PlaceLabel {
  readonly name: string
  readonly x: number
  readonly y: number
  /** A place outside the map has its name at the edge, with the direction. */
  readonly isOutside: boolean
  readonly anchor: "start" | "middle" | "end"
}

const size = 13
/** Pixels between a name and the edge. */
const edge = 8
const lowest = 30

const arrows = ["→", "↘", "↓", "↙", "←", "↖", "↑", "↗"] as const

const arrowTo = (right: number, down: number): string =>
  arrows[(Math.round((Math.atan2(down, right) * 4) / Math.PI) + 8) % 8]!

/** The direction stands on the side that it points to, also next to a name that is written from right to left. */
const withArrow = (name: string, arrow: string): string =>
  /[←↖↙]/.test(arrow) ? `${arrow} \u2068${name}\u2069` : `\u2068${name}\u2069 ${arrow}`

/** The box of a label, which is wider than its letters. */
const boxOf = ({ anchor, name, x, y }: PlaceLabel) => {
  const width = name.length * size * 0.75
  const left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2
  return { left, right: left + width, top: y - size, bottom: y + size / 2 }
}

const overlap = (a: ReturnType<typeof boxOf>, b: ReturnType<typeof boxOf>) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** The names of a map, the first ones first. A name that would cover another is left out. */
export const placeLabels = (
  places: ReadonlyArray<NamedPlace>,
  { x, y }: Scales,
  width: number,
  height: number
): ReadonlyArray<PlaceLabel> => {
  const labels: Array<PlaceLabel> = []
  for (const { latitude, longitude, name } of places) {
    const [across, down] = [x(longitude), y(mercator(latitude))]
    const isOutside = across < 0 || across > width || down < 0 || down > height - lowest
    const near = across < width / 3 ? "start" : across > (2 * width) / 3 ? "end" : "middle"
    const label: PlaceLabel = isOutside
      ? {
          name: withArrow(name, arrowTo(across - width / 2, down - height / 2)),
          x: Math.min(Math.max(across, edge), width - edge),
          y: Math.min(Math.max(down, size + edge), height - lowest),
          isOutside,
          anchor: near
        }
      : {
          name,
          x: across + (near === "end" ? -edge : near === "start" ? edge : 0),
          y: near === "middle" ? down - edge : down + size / 3,
          isOutside,
          anchor: near
        }
    if (!labels.some((other) => overlap(boxOf(other), boxOf(label)))) labels.push(label)
  }
  return labels
}
