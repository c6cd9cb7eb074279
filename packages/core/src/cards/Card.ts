import { Context, type Effect } from "effect"
import type { StorageFailure } from "../shared/errors.js"

/** A number with its label. */
export interface CardFigure {
  readonly value: string
  readonly label: string
}

/** An entry of a list. `share` is the length of its bar, 0 to 1; null for an entry without a bar. */
export interface CardEntry {
  readonly name: string
  readonly note: string | null
  readonly value: string
  readonly share: number | null
}

/** A picture inside a card: a JPEG, as wide as `pictureWidth`. */
export interface CardPicture {
  readonly title: string
  readonly jpeg: Uint8Array
}

/** A value for each day of a year, by `YYYY-MM-DD`. */
export interface CardGrid {
  readonly year: number
  readonly values: ReadonlyMap<string, number>
}

/** What a card says. It has no layout: `cardSvg` draws it. */
export interface Card {
  /** The line above the headline, such as the year. */
  readonly kicker: string
  readonly headline: string
  /** At most six. */
  readonly figures: ReadonlyArray<CardFigure>
  /** A value for each month from January; null if the card has no bars. */
  readonly months: ReadonlyArray<number> | null
  /** At most five. */
  readonly entries: ReadonlyArray<CardEntry>
  readonly pictures: ReadonlyArray<CardPicture>
  readonly shape: PictureShape
  /** Takes the place of months, entries and pictures. */
  readonly grid?: CardGrid
}

/** Records are square, posters are higher than wide. */
export type PictureShape = "cover" | "poster"

/** The width of pictures inside a card, in pixels. */
export const pictureWidth = 96
export const pictureHeight: Readonly<Record<PictureShape, number>> = { cover: 96, poster: 144 }
/** The most pictures of a card. */
export const maxPictures = 8

export const themes = ["light", "dark", "auto"] as const
export type Theme = (typeof themes)[number]

export interface CardStyle {
  /** `auto` follows the reader's system inside the SVG. */
  readonly theme: Theme
  /** Pixels. */
  readonly width: number
  /** `rrggbb`; null for the colour of the theme. */
  readonly accent: string | null
}

/** Converts the SVG of a card to PNG. */
export class CardRasterizer extends Context.Tag("@daybook/core/CardRasterizer")<
  CardRasterizer,
  { readonly png: (svg: string) => Effect.Effect<Uint8Array, StorageFailure> }
>() {}
