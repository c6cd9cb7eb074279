import { Originals, PictureIntake, Unreachable, Unusable } from "@daybook/core/images"
import { Effect, Layer, Option } from "effect"
import { type Fetched, SafeFetch } from "@daybook/sources/fetch"
import { lineOf } from "@daybook/sources/kit"
import { extentOf } from "./decode.js"
import { looksOf } from "./looks.js"
import { MediaServer } from "./MediaServer.js"

/** Smaller pictures are tracking pixels or icons. */
const minSide = 32

/** What the host answered in place of a picture; null for a picture, and for "there is none". */
const refusalOf = ({ bytes, contentType, status, url }: Fetched): Unreachable | null => {
  const isPage = /^text\/html|^application\/xhtml/.test(contentType)
  if (status === 404 || status === 410 || (status === 200 && !isPage && bytes.length > 0)) return null
  const what = status !== 200 ? "" : isPage ? " and a web page" : " and nothing"
  const line = isPage || contentType.startsWith("text/") ? lineOf(new TextDecoder().decode(bytes), []) : null
  return new Unreachable({
    message: `the address answers with HTTP ${status}${what}`,
    answer: { host: new URL(url).host, status, line }
  })
}

/** Downloads pictures: type by content, at most 50 megapixels, and fully decoded once before acceptance. */
export const layer = Layer.effect(
  PictureIntake,
  Effect.gen(function* () {
    const safeFetch = yield* SafeFetch
    const originals = yield* Originals
    const mediaServer = yield* MediaServer

    const store = Effect.fn("PictureIntake.store")(function* (bytes: Uint8Array, source: string) {
      const extent = yield* extentOf(bytes)
      if (Math.min(extent.width, extent.height) < minSide)
        return yield* new Unusable({ message: `it is smaller than ${minSide} pixels` })
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
              FetchFailed: ({ message, status }) =>
                new Unreachable({
                  message: `the address ${message}`,
                  answer: status === undefined ? undefined : { host: new URL(url).host, status, line: null }
                })
            })
          )
        const refusal = refusalOf(fetched)
        if (refusal !== null) return yield* refusal
        if (fetched.status !== 200)
          return yield* new Unusable({ message: `the address answers with HTTP ${fetched.status}` })
        const picture = yield* Effect.catchIf(
          store(fetched.bytes, source),
          (failure) => failure._tag === "Unusable" && failure.isDamaged === true,
          ({ message }) => new Unreachable({ message })
        )
        return { ...picture, sourceUrl: url }
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
