import { domains } from "@daybook/core"
import { CardRasterizer, type CardStyle, cardDescription, cardSvg, type Theme, themes } from "@daybook/core/cards"
import { ImageProxy } from "@daybook/core/images"
import { type Units, unitSystems } from "@daybook/core/running"
import { NoData, field, yearField } from "@daybook/core/shared"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { Description } from "@effect/platform/OpenApi"
import { Effect, Schema } from "effect"
import { readPictures } from "../cards/pictures.js"
import { accent, cardPolicy, cardWidth } from "../cards/style.js"
import { type CardName, cardNames, domainOf, yearCards } from "../cards/yearCards.js"
import { type ReviewedDomain, reviewServices, yearReviews } from "../cards/yearReviews.js"
import { Authentication } from "../kit/authentication.js"
import { alsoAnswers } from "../kit/body.js"
import { cachedFor, longWhenPastAnywhere } from "../kit/caching.js"
import { WithoutLens, get } from "../kit/endpoints.js"
import { NotFound } from "../kit/errors.js"
import { handlersFor } from "../kit/handlers.js"
import { integer, oneOf, query } from "../kit/params.js"

const cached = cachedFor(...domains)(longWhenPastAnywhere, { today: true })

const year = integer({ minimum: 1900, maximum: 9998 }, "Year")
const units = oneOf(unitSystems, "Units of distances")
const formats = ["svg", "png"] as const
type Format = (typeof formats)[number]

/** `listening.svg` and so on: every card in every format. */
const files = cardNames.flatMap((name) =>
  formats.map((format) => `${name}.${format}` as const)
) as unknown as readonly [
  `${(typeof cardNames)[number]}.${Format}`,
  ...ReadonlyArray<`${(typeof cardNames)[number]}.${Format}`>
]

const Listing = query({ units }, { units: "imperial" as Units })
const Style = query(
  {
    theme: oneOf(themes, "Colours; `auto` follows the reader's system in SVG, and is light in PNG"),
    w: cardWidth,
    accent,
    units
  },
  { theme: "light" as Theme, w: 1200, units: "imperial" as Units }
)

const YearCards = Schema.Struct({
  year: yearField,
  data: field(
    Schema.Array(
      Schema.Struct({
        name: field(Schema.Literal(...cardNames), "Name of the card in its address", "listening"),
        title: field(Schema.String, "Title of the card", "Listening in 2026: 6,634 plays"),
        description: field(
          Schema.String,
          "What the card says, for readers who do not see it",
          "344 artists, 678 albums, 2,799 tracks. Velmora Tide: 386 plays."
        )
      })
    ),
    "The cards of the year in their order; none for a year without data"
  )
}).annotations({ identifier: "YearCards" })

const Svg = HttpApiSchema.Text({ contentType: "image/svg+xml" }).annotations({
  identifier: "CardImage",
  description: "The card as SVG: no script, nothing from another address"
})

/** Cards of a year to send and to publish. */
export class CardsApi extends HttpApiGroup.make("cards")
  .add(
    get("year", "/:year/cards", "Cards of a year")
      .setPath(Schema.Struct({ year }))
      .setUrlParams(Listing.params)
      .addSuccess(YearCards)
      .annotateContext(cached)
      .annotate(Description, "The cards that a year has, each with what it says.")
  )
  .add(
    get("card", "/:year/cards/:card", "Card of a year")
      .setPath(Schema.Struct({ year, card: oneOf(files, "Card and format: `listening.svg`, `listening.png`, …") }))
      .setUrlParams(Style.params)
      .addSuccess(Svg)
      .addError(NotFound)
      .annotateContext(cached)
      .annotateContext(
        alsoAnswers(200, {
          bodies: [
            {
              type: "image/png",
              schema: { type: "string", format: "binary", description: "The card as PNG, with the fonts of the host" },
              example: ""
            }
          ],
          headers: { "Content-Disposition": "`inline` with a file name of year and card" }
        })
      )
      .annotate(WithoutLens, true)
      .annotate(
        Description,
        "A card with the figures of a domain in a year, 1200 by 630 unless `w` is given. Equal data has equal bytes."
      )
  )
  .annotate(Description, "Pictures of a year's figures, made by this host.")
  .prefix("/year")
  .middleware(Authentication) {}

export const cards = handlersFor(CardsApi)([...reviewServices, ImageProxy, CardRasterizer], (...services) => {
  const [listening, running, watching, collecting, reading, attending, proxy, rasterizer] = services
  const reviews = yearReviews(listening, running, watching, collecting, reading, attending)
  const pictures = readPictures(proxy)
  /** The cards that the review of one domain gives, or all of them. */
  const cardsOf = (year: number, units: Units, domain?: ReviewedDomain) =>
    Effect.map(
      reviews(year, units, (one) => domain === undefined || one === domain),
      (reviews) => yearCards(reviews, { year, units })
    )

  const svgOf = Effect.fn("cards.svg")(function* (year: number, name: CardName, units: Units, style: CardStyle) {
    const card = (yield* cardsOf(year, units, domainOf(name))).find((one) => one.name === name)
    if (card === undefined) return yield* new NoData({ what: `card ${name} of ${year}` })
    return cardSvg({ ...card, pictures: yield* pictures(card.images, card.shape) }, style)
  })

  return {
    year: ({ path: { year }, urlParams }) =>
      Listing.use(urlParams, ({ units }) =>
        Effect.map(cardsOf(year, units), (cards) => ({
          year,
          data: cards.map((card) => ({
            name: card.name,
            title: `${card.kicker}: ${card.headline}`,
            description: cardDescription(card)
          }))
        }))
      ),
    card: ({ path: { card, year }, urlParams }) =>
      Style.use(urlParams, ({ accent = null, theme: requested, units, w }) =>
        Effect.gen(function* () {
          const [name, format] = card.split(".") as [CardName, Format]
          const isPng = format === "png"
          // Other programs draw the PNG, which does not know the reader's system.
          const theme: Theme = isPng && requested === "auto" ? "light" : requested
          const style = { theme, width: w, accent }
          const svg = yield* svgOf(year, name, units, style)
          const headers = {
            "content-disposition": `inline; filename="${year}-${card}"`,
            "content-security-policy": cardPolicy
          }
          return isPng
            ? HttpServerResponse.uint8Array(yield* rasterizer.png(svg), { contentType: "image/png", headers })
            : HttpServerResponse.uint8Array(new TextEncoder().encode(svg), { contentType: "image/svg+xml", headers })
        })
      )
  }
})
