import { type Looks, type Unusable } from "@daybook/core/images"
import { Effect } from "effect"
import { rgbaToThumbHash } from "thumbhash"
import { coloursOf } from "./colours.js"
import { decoding, type Extent } from "./decode.js"

/** ThumbHash takes pictures of at most this side. */
const side = 100

/** What stands in for a picture until it is loaded. Decodes it whole, so that a broken one is found out. */
export const looksOf = (bytes: Uint8Array, extent: Extent): Effect.Effect<Looks, Unusable> =>
  Effect.map(
    decoding(bytes, extent, (picture) =>
      picture.resize(side, side, { fit: "inside", withoutEnlargement: true }).toColourspace("srgb").ensureAlpha().raw().toBuffer({ resolveWithObject: true })),
    ({ data, info }) => {
      const colours = coloursOf(data)
      return {
        thumbhash: Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString("base64"),
        dominantColor: colours?.dominant ?? null,
        accentColor: colours?.accent ?? null
      }
    }
  )
