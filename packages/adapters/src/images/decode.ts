import { Effect } from "effect"
import type { Sharp } from "sharp"
import { Unusable } from "@daybook/core/images"
import { sniff } from "./sniff.js"

/** The largest picture that is taken, pixels; 50 megapixels. */
const mostPixels = 50_000_000
/** What takes part at once in decoding may hold so many megapixels, whatever their number. */
const atOnce = 60
const million = 1_000_000

const load = async () => {
  const { default: sharp } = await import("sharp")
  // The library's own cache would keep what is decoded once; ours keeps what is made of it.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

let loading: ReturnType<typeof load> | undefined

/** Loaded for the first picture: native code of ten megabytes that no sync needs, nor a host that nobody asks for any. */
const library = Effect.promise(() => loading ??= load())

const room = Effect.unsafeMakeSemaphore(atOnce)

export interface Extent {
  /** Pixels, as it is shown. */
  readonly width: number
  readonly height: number
}

const broken = (message: string) => new Unusable({ message })

/** Looks at the head of a picture alone: what kind it is and how large. */
export const extentOf = (bytes: Uint8Array): Effect.Effect<Extent, Unusable> =>
  sniff(bytes) === undefined
    ? broken("it is no JPEG, PNG, WebP, AVIF or GIF")
    : Effect.flatMap(library, (sharp) => Effect.tryPromise({
      try: () => sharp(bytes, { limitInputPixels: mostPixels, animated: false }).metadata(),
      catch: () => broken("it cannot be decoded, or has more than 50 megapixels")
    })).pipe(Effect.flatMap(({ autoOrient: { height, width } }) =>
      width * height > mostPixels ? broken("it has more than 50 megapixels") : Effect.succeed({ width, height })))

/**
 * Does something with a picture, as soon as there is room for one of its size: with its first frame alone, turned as its
 * camera says. One that is broken anywhere fails.
 */
export const decoding = <A>(bytes: Uint8Array, { height, width }: Extent, work: (picture: Sharp) => Promise<A>): Effect.Effect<A, Unusable> =>
  Effect.flatMap(library, (sharp) =>
    room.withPermits(Math.min(atOnce, Math.max(1, Math.ceil((width * height) / million))))(
      Effect.tryPromise({
        try: () => work(sharp(bytes, { limitInputPixels: mostPixels, failOn: "truncated", animated: false, unlimited: false, sequentialRead: true }).autoOrient()),
        catch: () => broken("it cannot be decoded")
      })
    ))
