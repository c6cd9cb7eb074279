import { Effect } from "effect"
import sharp, { type Sharp } from "sharp"
import { Unusable } from "@daybook/core/images"
import { sniff } from "./sniff.js"

/** The largest picture that is taken, pixels; 50 megapixels. */
const mostPixels = 50_000_000
/** What takes part at once in decoding may hold so many megapixels, whatever their number. */
const atOnce = 60
const million = 1_000_000

// The library's own cache would keep what is decoded once; ours keeps what is made of it.
sharp.cache(false)
sharp.concurrency(1)

const room = Effect.unsafeMakeSemaphore(atOnce)

/** Only the first frame of what moves, turned as its camera says. A picture that is broken anywhere fails. */
export const opened = (bytes: Uint8Array): Sharp =>
  sharp(bytes, { limitInputPixels: mostPixels, failOn: "truncated", animated: false, unlimited: false, sequentialRead: true }).autoOrient()

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
    : Effect.tryPromise({
      try: () => sharp(bytes, { limitInputPixels: mostPixels, animated: false }).metadata(),
      catch: () => broken("it cannot be decoded, or has more than 50 megapixels")
    }).pipe(Effect.flatMap(({ autoOrient: { height, width } }) =>
      width * height > mostPixels ? broken("it has more than 50 megapixels") : Effect.succeed({ width, height })))

/** Does something that decodes a picture, as soon as there is room for one of its size. */
export const decoding = <A>({ height, width }: Extent, work: () => Promise<A>): Effect.Effect<A, Unusable> =>
  room.withPermits(Math.min(atOnce, Math.max(1, Math.ceil((width * height) / million))))(
    Effect.tryPromise({ try: work, catch: () => broken("it cannot be decoded") })
  )
