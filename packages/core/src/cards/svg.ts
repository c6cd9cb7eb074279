import {
  type Card,
  type CardEntry,
  type CardFigure,
  type CardPicture,
  type CardStyle,
  type PictureShape,
  maxPictures,
  pictureHeight,
  pictureWidth
} from "./Card.js"
import { grid } from "./grid.js"
import { escaped, fit, measure, plainLine } from "./text.js"
import { Encoding } from "effect"

/** The size of the drawing, which is scaled to the requested width: the shape that pages show of a link. */
export const cardSize = { width: 1200, height: 630 } as const

const margin = 64
/** Where the left half ends and the right half begins. */
const halves = { left: 560, right: 640 } as const
const end = cardSize.width - margin

const palettes = {
  light: { paper: "#fbf9f4", ink: "#211f1a", soft: "#6a655a", rule: "#e2dccf", mark: "#a8401f" },
  dark: { paper: "#171612", ink: "#ece7db", soft: "#a39d8f", rule: "#343129", mark: "#ee8f66" }
} as const

/** Names of fonts that systems have. What a font lacks comes from another font of the system. */
const sans =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', 'DejaVu Sans', 'Noto Sans CJK JP', 'Noto Sans Arabic', 'Noto Sans Hebrew', sans-serif"
const serif = "'Iowan Old Style', 'Palatino Linotype', Georgia, 'Noto Serif', 'Liberation Serif', 'DejaVu Serif', serif"

const rules = (palette: (typeof palettes)["light" | "dark"], accent: string | null): string => {
  const mark = accent === null ? palette.mark : `#${accent}`
  return [
    `.paper{fill:${palette.paper}}`,
    `.ink{fill:${palette.ink}}`,
    `.soft{fill:${palette.soft}}`,
    `.rule{fill:${palette.rule}}`,
    `.mark{fill:${mark}}`
  ].join("")
}

const styleOf = ({ accent, theme }: CardStyle): string => {
  const fonts = `text{font-family:${sans}}.head{font-family:${serif}}.end{text-anchor:end}.mid{text-anchor:middle}`
  return theme === "auto"
    ? `${fonts}${rules(palettes.light, accent)}@media(prefers-color-scheme:dark){${rules(palettes.dark, accent)}}`
    : `${fonts}${rules(palettes[theme], accent)}`
}

interface TextOptions {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly width: number
  readonly classes: string
}

/** A long text is smaller, down to three quarters of its size, before it is cut. */
const line = (text: string, { classes, size, width, x, y }: TextOptions): string => {
  const plain = plainLine(text)
  const fitting = Math.floor((size * width) / Math.max(measure(plain, size), 1))
  const used = Math.max(Math.min(size, fitting), Math.round(size * 0.75))
  return `<text x="${x}" y="${y}" font-size="${used}" class="${classes}">${escaped(fit(plain, used, width))}</text>`
}

const rectangle = (x: number, y: number, width: number, height: number, classes: string): string =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" class="${classes}"/>`

const round = (value: number): string => String(Math.round(value * 10) / 10)

const figureColumns = 3
const figureWidth = (halves.left - margin) / figureColumns

/** Figures in up to two rows. */
const figures = (all: ReadonlyArray<CardFigure>): string =>
  all
    .slice(0, 2 * figureColumns)
    .map(({ label, value }, index) => {
      const x = margin + (index % figureColumns) * figureWidth
      const y = 236 + Math.floor(index / figureColumns) * 104
      const width = figureWidth - 12
      // A number is never cut: a long one is smaller.
      const size = Math.floor(Math.min(38, (38 * width) / measure(value, 38)))
      return (
        line(value, { x, y, size, width: 2 * width, classes: "ink head" }) +
        line(label, { x, y: y + 30, size: 20, width, classes: "soft" })
      )
    })
    .join("")

const initials = "JFMAMJJASOND"
const bars = { top: 330, bottom: 520 } as const

/** A bar for each month. */
const months = (values: ReadonlyArray<number>): string => {
  const most = Math.max(...values, 0)
  const step = (halves.left - margin) / values.length
  return values
    .map((value, index) => {
      const x = margin + index * step
      const height = most === 0 ? 0 : ((bars.bottom - bars.top) * Math.max(value, 0)) / most
      const bar = height === 0 ? "" : rectangle(x, bars.bottom - height, step - 8, height, "mark")
      const initial = initials[index] ?? ""
      return `${bar}<text x="${round(x + (step - 8) / 2)}" y="${bars.bottom + 28}" font-size="18" class="soft mid">${initial}</text>`
    })
    .join("")
}

const entryTop = 112
const entryHeight = { plain: 62, noted: 82 } as const
/** Pixels between a name and its value. */
const valueGap = 16
const valueSize = 24
/** The lower end of pictures below a list. */
const stripBottom = 566

/** A list with a bar below each name, as long as it fits above the pictures. */
const entries = ({ entries: all, months, pictures, shape }: Card): string => {
  const height = all.some(({ note }) => note !== null) ? entryHeight.noted : entryHeight.plain
  const bottom = months !== null && pictures.length > 0 ? stripBottom - pictureHeight[shape] - 24 : 580
  return all
    .slice(0, Math.min(5, Math.floor((bottom - entryTop + 24) / height)))
    .map((entry, index) => row(entry, entryTop + index * height))
    .join("")
}

const row = ({ name, note, share, value }: CardEntry, y: number): string => {
  const width = end - halves.right
  const nameWidth = value === "" ? width : width - measure(value, valueSize) - valueGap
  const below = y + (note === null ? 14 : 38)
  return [
    line(name, { x: halves.right, y, size: 26, width: nameWidth, classes: "ink" }),
    value === "" ? "" : line(value, { x: end, y, size: valueSize, width, classes: "soft end" }),
    note === null ? "" : line(note, { x: halves.right, y: y + 26, size: 18, width: nameWidth, classes: "soft" }),
    share === null
      ? ""
      : rectangle(halves.right, below, width, 4, "rule") +
        rectangle(halves.right, below, width * Math.min(Math.max(share, 0), 1), 4, "mark")
  ].join("")
}

const pictureGap = 12

const picture = ({ jpeg, title }: CardPicture, x: number, y: number, shape: PictureShape): string =>
  `<image x="${x}" y="${y}" width="${pictureWidth}" height="${pictureHeight[shape]}" ` +
  `preserveAspectRatio="xMidYMid slice" href="data:image/jpeg;base64,${Encoding.encodeBase64(jpeg)}"><title>${escaped(title)}</title></image>`

/** Below the list, or in the place of the bars of a card without months. */
const pictures = (all: ReadonlyArray<CardPicture>, { figures, months, shape }: Card): string => {
  const [across, down] = [pictureWidth + pictureGap, pictureHeight[shape] + pictureGap]
  const columns = 4
  const inStrip = months !== null
  const top = inStrip ? stripBottom - pictureHeight[shape] : figures.length > figureColumns ? 420 : 310
  const rows = inStrip ? 1 : Math.floor((590 - top) / down)
  const left = inStrip ? halves.right : margin
  return all
    .slice(0, columns * rows)
    .map((one, index) =>
      picture(one, left + (index % columns) * across, top + Math.floor(index / columns) * down, shape)
    )
    .join("")
}

/** What a card says, for readers who do not see it. */
export const cardDescription = ({ entries, figures }: Pick<Card, "entries" | "figures">): string => {
  const numbers = figures.map(({ label, value }) => `${value} ${label}`).join(", ")
  const names = entries.map(({ name, value }) => (value === "" ? name : `${name}: ${value}`)).join("; ")
  return [numbers, names]
    .filter((part) => part !== "")
    .map((part) => `${plainLine(part)}.`)
    .join(" ")
}

/** Maximum length of a card, in characters. */
const maxLength = 100_000

/**
 * A card as SVG: no script, nothing from another address. Equal cards have equal bytes. Pictures that would make it too
 * large are left out.
 */
export const cardSvg = (card: Card, style: CardStyle): string => {
  for (let count = Math.min(card.pictures.length, maxPictures); ; count--) {
    const text = draw({ ...card, pictures: card.pictures.slice(0, count) }, style)
    if (text.length <= maxLength || count === 0) return text
  }
}

const below = (card: Card): ReadonlyArray<string> => [
  card.months === null ? "" : months(card.months),
  entries(card),
  pictures(card.pictures, card)
]

const draw = (card: Card, style: CardStyle): string => {
  const height = Math.round((style.width * cardSize.height) / cardSize.width)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${style.width}" height="${height}" ` +
      `viewBox="0 0 ${cardSize.width} ${cardSize.height}" role="img" aria-labelledby="title desc">`,
    `<title id="title">${escaped(`${card.kicker}: ${card.headline}`)}</title>`,
    `<desc id="desc">${escaped(cardDescription(card))}</desc>`,
    `<style>${styleOf(style)}</style>`,
    rectangle(0, 0, cardSize.width, cardSize.height, "paper"),
    rectangle(0, 0, 12, cardSize.height, "mark"),
    line(card.kicker, { x: margin, y: 92, size: 24, width: halves.left - margin, classes: "mark" }),
    line(card.headline, { x: margin, y: 158, size: 56, width: halves.left - margin, classes: "ink head" }),
    figures(card.figures),
    ...(card.grid === undefined ? below(card) : [grid(card.grid)]),
    line("Daybook", { x: end, y: 606, size: 18, width: 200, classes: "soft end" }),
    "</svg>\n"
  ].join("\n")
}
