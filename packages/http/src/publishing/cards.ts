import { type CardPicture, type CardStyle, type PictureShape, type Theme, cardSvg, themes } from "@daybook/core/cards"
import { periods } from "@daybook/core/listening"
import { type Units, unitSystems } from "@daybook/core/running"
import { yearOf } from "@daybook/core/shared"
import { Either, Schema } from "effect"
import type { CardImage } from "../cards/yearCards.js"
import { badRequest } from "../kit/errors.js"
import { issuesOf, readable } from "../kit/invalid.js"
import { integer, oneOf, query } from "../kit/params.js"
import { accent, cardPolicy, cardWidth } from "../cards/style.js"
import { cardKinds } from "./cardKinds.js"
import type { Publisher } from "./publication.js"
import { gridDomains } from "./yearGrid.js"

/** Reads the pictures of a card in its own size. */
export type PictureReader = (
  images: ReadonlyArray<CardImage>,
  shape: PictureShape
) => Promise<ReadonlyArray<CardPicture>>

const Query = query(
  {
    theme: oneOf(themes, "Colours; `auto` follows the reader's system"),
    w: cardWidth,
    accent,
    limit: integer({ minimum: 1, maximum: 5 }, "Entries of a list"),
    units: oneOf(unitSystems, "Units of distances"),
    year: integer({ minimum: 1900, maximum: 9998 }, "Year of `year-grid` and `year-so-far`; this year by default"),
    domain: oneOf(gridDomains, "Domain of `year-grid`; the first one that the lens shows by default"),
    period: oneOf(periods, "Period of `top-artists`, which ends today")
  },
  { theme: "auto" as Theme, w: 1200, limit: 5, units: "imperial" as Units, period: "7day" as const }
)
const decode = Schema.decodeUnknownEither(Query.params)

const headers = { "Content-Security-Policy": cardPolicy }

/** `card/last-run.svg` and so on. A card says so if the lens does not show what it is about. */
export const cardAt = (path: string, pictures: PictureReader): Publisher | undefined => {
  const kind = cardKinds.get(/^card\/([a-z-]+)\.svg$/.exec(path)?.[1] ?? "")
  if (kind === undefined) return undefined
  return async ({ dayOf, params, read, today }) => {
    const decoded = decode(Object.fromEntries(params))
    if (Either.isLeft(decoded)) return badRequest(readable(issuesOf(decoded.left)))
    const { accent = null, theme, w, year = yearOf(today), domain, ...asked } = Query.withDefaults(decoded.right)
    const card = await kind.draw({ read, today, dayOf, year, domain, ...asked })
    const style: CardStyle = { theme, width: w, accent }
    const svg = cardSvg({ ...card, pictures: await pictures(card.images, card.shape) }, style)
    return { contentType: "image/svg+xml", body: svg, maxAge: kind.maxAge, headers }
  }
}
