import { type ImageRecord, ImageProxy, ImageRecords, Originals, type TakenPicture, type Transform, type Unusable, entityTypeOf } from "@daybook/core/images"
import { NoData, StorageFailure } from "@daybook/core/shared"
import { DataVersions } from "@daybook/core/sync"
import { Effect, Layer } from "effect"
import { createHash } from "node:crypto"
import { join } from "node:path"
import { settings } from "../Settings.js"
import { isSigned, pathOf } from "./address.js"
import { derivedFiles } from "./DerivedFiles.js"
import { once } from "./once.js"
import { PictureKey } from "./PictureKey.js"
import { recent } from "./recent.js"
import { type Rendering, render } from "./render.js"

/** What made pictures may take of the disk, bytes. They can all be made again. */
const mostDerived = 512 * 1_048_576
/** Records kept at hand: pages ask for one picture in several sizes. */
const mostRecords = 1_000

/**
 * The proxy: signature, version, then the made picture from the disk, or made once for everybody who asks at this moment.
 * What can be asked costs at most the bound of the disk, the address's allowance of requests, and decoding in turns.
 */
export const layer = Layer.effect(ImageProxy, Effect.gen(function*() {
  const records = yield* ImageRecords
  const originals = yield* Originals
  const { dataDir } = yield* settings
  const key = yield* PictureKey
  const versions = yield* DataVersions
  const known = recent<ImageRecord>(mostRecords)
  const clock = yield* Effect.clock
  const files = yield* Effect.cached(Effect.promise(() => derivedFiles(join(dataDir, "images", "derived"), mostDerived, () => clock.unsafeCurrentTimeMillis())))
  const onlyOnce = once<Uint8Array, NoData | StorageFailure>()

  const make = (picture: TakenPicture, rendering: Rendering) =>
    Effect.flatMap(Effect.flatten(originals.get(picture.original)), (bytes) => render(bytes, picture, rendering)).pipe(
      Effect.catchTags({ NoSuchElementException: () => lost, Unusable: unreadable })
    )

  const derived = (picture: TakenPicture, rendering: Rendering) => {
    const name = nameOf(picture.original, rendering)
    return onlyOnce(name, (give) => Effect.gen(function*() {
      const kept = yield* files
      const known = yield* Effect.promise(() => kept.get(name))
      if (known !== undefined) return yield* give(known)
      const made = yield* make(picture, rendering)
      yield* give(made)
      return yield* Effect.promise(() => kept.put(name, made))
    }))
  }

  const recordOf = (transform: Transform): Effect.Effect<ImageRecord, NoData | StorageFailure> => {
    const type = entityTypeOf(transform.domain, transform.collection)
    const path = pathOf(transform.domain, transform.collection, transform.id)
    if (type === undefined || !isSigned(key, path, transform.signature)) return nothing
    const name = `${path} ${versions.known(transform.domain)}`
    const record = known.get(name)
    // A change that was made a moment ago may not have been heard of yet: its version has not been seen.
    if (record !== undefined && record.version === transform.version) return Effect.succeed(record)
    return records.find(transform.domain, { type, id: transform.id }).pipe(
      Effect.flatMap(Effect.mapError(() => new NoData({ what: "picture" }))),
      Effect.tap((found) => Effect.sync(() => known.put(name, found)))
    )
  }

  return {
    serve: Effect.fn("ImageProxy.serve")(function*(transform: Transform) {
      const { picture, version } = yield* recordOf(transform)
      if (picture === null) return yield* nothing
      if (transform.version !== version) return { _tag: "Moved" as const, version }
      const { fit, format, height, quality, width } = transform
      const bytes = yield* derived(picture, { fit, height, width, quality, format })
      return { _tag: "Picture" as const, bytes, mediaType: `image/${format}` }
    })
  }
}))

const nothing = Effect.suspend(() => new NoData({ what: "picture" }))

const lost = Effect.zipRight(Effect.logWarning("an original picture is lost; reset its entity to have it fetched anew"), nothing)

const unreadable = ({ message }: Unusable): Effect.Effect<never, StorageFailure> =>
  new StorageFailure({ operation: "ImageProxy.serve", unavailable: false, cause: new Error(`a stored picture: ${message}`) })

/** Made pictures go by what they are made of: the same original at the same size is one, whoever it belongs to. */
const nameOf = (original: string, { fit, format, height, quality, width }: Rendering) =>
  createHash("sha256").update([original, width, height, fit, format, quality].join("|")).digest("hex")
