import { Originals, PictureIntake, Unreachable, Unusable } from "@daybook/core/images"
import { Effect, Layer, Option } from "effect"
import { SafeFetch } from "../fetch/index.js"
import { extentOf } from "./decode.js"
import { looksOf } from "./looks.js"
import { MediaServer } from "./MediaServer.js"

/** Smaller pictures are tracking pixels or icons. */
const smallestSide = 32

const transientStatus = (status: number) => status === 408 || status === 429 || status >= 500

/** Downloads pictures: type by content, at most 50 megapixels, and fully decoded once before acceptance. */
export const layer = Layer.effect(
  PictureIntake,
  Effect.gen(function* () {
    const safeFetch = yield* SafeFetch
    const originals = yield* Originals
    const mediaServer = yield* MediaServer

    const store = Effect.fn("PictureIntake.store")(function* (bytes: Uint8Array, source: string) {
      const extent = yield* extentOf(bytes)
      if (Math.min(extent.width, extent.height) < smallestSide)
        return yield* new Unusable({ message: `it is smaller than ${smallestSide} pixels` })
      const looks = yield* looksOf(bytes, extent)
      return { original: yield* originals.put(bytes), ...extent, ...looks, source, sourceUrl: null }
    })

    return {
      store,
      fetch: Effect.fn("PictureIntake.fetch")(function* ({
        source,
        url
      }: {
        readonly source: string
        readonly url: string
      }) {
        // Only the address is stored. The media server's token is added here and never stored.
        const access = Option.getOrElse(mediaServer.accessTo(url), () => ({}))
        const fetched = yield* safeFetch
          .get(url, { accept: "image/avif,image/webp,image/*;q=0.9", ...access })
          .pipe(
            Effect.catchTags({
              FetchRefused: ({ message }) => new Unusable({ message: `the address ${message}` }),
              FetchFailed: ({ message }) => new Unreachable({ message: `the address ${message}` })
            })
          )
        if (transientStatus(fetched.status))
          return yield* new Unreachable({ message: `the address answers with HTTP ${fetched.status}` })
        if (fetched.status !== 200)
          return yield* new Unusable({ message: `the address answers with HTTP ${fetched.status}` })
        return { ...(yield* store(fetched.bytes, source)), sourceUrl: url }
      }),
      appearance: Effect.fn("PictureIntake.appearance")(function* (original: string) {
        const bytes = yield* Effect.mapError(Effect.flatten(originals.get(original)), (error) =>
          error._tag === "NoSuchElementException" ? new Unusable({ message: "its original is lost" }) : error
        )
        return yield* looksOf(bytes, yield* extentOf(bytes))
      })
    }
  })
)
