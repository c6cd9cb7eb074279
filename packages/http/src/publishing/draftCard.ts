import type { Card, CardEntry, CardFigure } from "@daybook/core/cards"
import type { Image } from "@daybook/core/images"
import type { Units } from "@daybook/core/running"
import type { LocalDate } from "@daybook/core/shared"
import type { CardImage } from "../cards/yearCards.js"
import { type Json, type PublishedRequest, textAt } from "./publication.js"

/** A card with pictures by their address. */
export interface DraftCard extends Omit<Card, "pictures"> {
  readonly images: ReadonlyArray<CardImage>
}

/** What the address of a card asks for. */
export interface CardRequest extends Pick<PublishedRequest, "read" | "today" | "dayOf"> {
  readonly units: Units
  /** Entries of a list. */
  readonly limit: number
  readonly year: number
  readonly domain: string | undefined
  readonly period: string
}

export const empty = { figures: [], months: null, entries: [], images: [], shape: "cover" } as const

/** A card that says why it has nothing. */
const saying = (kicker: string, headline: string): DraftCard => ({ ...empty, kicker, headline })

/** The lens does not allow it. */
export const hidden = (kicker: string): DraftCard => saying(kicker, "Not shown here")

export const nothingYet = (kicker: string): DraftCard => saying(kicker, "Nothing yet")

export const whole = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 0 })
export const plays = (count: number) => `${whole.format(count)} ${count === 1 ? "play" : "plays"}`

const longDay = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", day: "numeric", month: "long", year: "numeric" })
/** The day of a date or a time. */
export const dayText = (day: LocalDate) => longDay.format(new Date(`${day.slice(0, 10)}T00:00:00Z`))

export const figure = (value: string | undefined, label: string): ReadonlyArray<CardFigure> =>
  value === undefined ? [] : [{ value, label }]
export const line = (name: string | undefined, note: string | null = null): ReadonlyArray<CardEntry> =>
  name === undefined ? [] : [{ name, note, value: "", share: null }]

export const imagesOf = (title: string, image: Json | undefined): ReadonlyArray<CardImage> => {
  const url = textAt(image, "url")
  return url === undefined ? [] : [{ title, image: { ...(image as unknown as Image), url } }]
}

/** The answer, or the card that says why there is none. */
export const answered = async (
  { read }: CardRequest,
  kicker: string,
  target: string,
  draw: (body: Json) => DraftCard | undefined
): Promise<DraftCard> => {
  const { body, status } = await read(target)
  if (status === 404) return nothingYet(kicker)
  return status === 200 ? (draw(body) ?? hidden(kicker)) : hidden(kicker)
}
