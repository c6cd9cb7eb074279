import { CardRasterizer } from "@daybook/core/cards"
import { StorageFailure } from "@daybook/core/shared"
import { Effect, Layer } from "effect"
import { library } from "../images/decode.js"
import { warnOfMissingFonts } from "./fonts.js"

/** A card has less than a megapixel, but its pictures and letters take time: one after another. */
const oneAtATime = Effect.unsafeMakeSemaphore(1)

/** Renders with the fonts of this machine. The bytes contain pixels only: no time, no metadata. */
export const layer = Layer.effect(
  CardRasterizer,
  Effect.map(warnOfMissingFonts, (warn) => ({
    png: Effect.fn("CardRasterizer.png")(function* (svg: string) {
      const sharp = yield* library
      yield* warn(svg)
      return yield* oneAtATime.withPermits(1)(
        Effect.tryPromise({
          try: () => sharp(Buffer.from(svg)).png({ compressionLevel: 9, adaptiveFiltering: false }).toBuffer(),
          catch: (cause) => new StorageFailure({ operation: "CardRasterizer.png", unavailable: false, cause })
        })
      )
    })
  }))
)
