import {
  type ImageRecord,
  ImageProxy,
  ImageRecords,
  Originals,
  type StoredPicture,
  type Transform,
  type Unusable,
  entityTypeOf
} from "@daybook/core/images"
import { NoData, StorageFailure } from "@daybook/core/shared"
import { DataVersions } from "@daybook/core/sync"
import { Deferred, Effect, Exit, Layer } from "effect"
import { createHash } from "node:crypto"
import { join } from "node:path"
import { settings } from "../Settings.js"
import { type Rendering, render } from "./decode.js"
import { derivedFiles } from "./DerivedFiles.js"
import { PictureKey } from "./PictureKey.js"
import { isSigned, pathOf } from "./Pictures.js"

/** The most recently added values, by name. */
export interface Recent<A> {
  readonly get: (name: string) => A | undefined
  readonly put: (name: string, value: A) => void
}

/** Holds up to `max` values; the oldest is evicted first. */
const recent = <A>(max: number): Recent<A> => {
  const values = new Map<string, A>()
  return {
    get: (name) => values.get(name),
    put: (name, value) => {
      values.delete(name)
      values.set(name, value)
      if (values.size <= max) return
      for (const oldest of values.keys()) return void values.delete(oldest)
    }
  }
}

/**
 * Deduplicates concurrent work by name. The work runs in its own fiber, so the first caller can disconnect without
 * cancelling it for the others. Callers continue as soon as `give` is called. Later work, such as caching, still counts
 * as in progress, so that no one starts it again.
 */
const once = <A, E>() => {
  const making = new Map<string, Deferred.Deferred<A, E>>()
  return (
    name: string,
    make: (give: (value: A) => Effect.Effect<unknown>) => Effect.Effect<unknown, E>
  ): Effect.Effect<A, E> =>
    Effect.suspend(() => {
      const pending = making.get(name)
      if (pending !== undefined) return Deferred.await(pending)
      const result = Deferred.unsafeMake<A, E>(undefined as never)
      making.set(name, result)
      const complete = (exit: Exit.Exit<unknown, E>) =>
        Effect.suspend(() => {
          making.delete(name)
          return Exit.isFailure(exit) ? Deferred.failCause(result, exit.cause) : Effect.void
        })
      const work = make((value) => Deferred.succeed(result, value))
      return Effect.zipRight(Effect.forkDaemon(Effect.flatMap(Effect.exit(work), complete)), Deferred.await(result))
    })
}

/** Disk limit for rendered pictures, in bytes. They can all be rendered again. */
const maxDerivedBytes = 512 * 1_048_576
/** Records cached in memory: pages request one picture in several sizes. */
const maxRecords = 1_000

/**
 * Checks signature and version, then serves the rendered picture from disk, or renders it once for all concurrent
 * requests. Three limits bound the cost: disk space, requests per address, and concurrent decoding.
 */
export const layer = Layer.effect(
  ImageProxy,
  Effect.gen(function* () {
    const records = yield* ImageRecords
    const originals = yield* Originals
    const { dataDir } = yield* settings
    const key = yield* PictureKey
    const versions = yield* DataVersions
    const recentRecords = recent<ImageRecord>(maxRecords)
    const clock = yield* Effect.clock
    const files = yield* Effect.cached(
      Effect.promise(() =>
        derivedFiles(join(dataDir, "images", "derived"), maxDerivedBytes, () => clock.unsafeCurrentTimeMillis())
      )
    )
    const onlyOnce = once<Uint8Array, NoData | StorageFailure>()

    const make = (picture: StoredPicture, rendering: Rendering) =>
      Effect.flatMap(Effect.flatten(originals.get(picture.original)), (bytes) =>
        render(bytes, picture, rendering)
      ).pipe(Effect.catchTags({ NoSuchElementException: () => lost, Unusable: unreadable }))

    const derived = (picture: StoredPicture, rendering: Rendering) => {
      const name = nameOf(picture.original, rendering)
      return onlyOnce(name, (give) =>
        Effect.gen(function* () {
          const cachedFiles = yield* files
          const cached = yield* Effect.promise(() => cachedFiles.get(name))
          if (cached !== undefined) return yield* give(cached)
          const rendered = yield* make(picture, rendering)
          yield* give(rendered)
          return yield* Effect.promise(() => cachedFiles.put(name, rendered))
        })
      )
    }

    const recordOf = (transform: Transform): Effect.Effect<ImageRecord, NoData | StorageFailure> => {
      const type = entityTypeOf(transform.domain, transform.collection)
      const path = pathOf(transform.domain, transform.collection, transform.id)
      if (type === undefined || !isSigned(key, path, transform.signature)) return nothing
      const name = `${path} ${versions.latest(transform.domain)}`
      const record = recentRecords.get(name)
      // The notification of a recent change may not have arrived yet, so an unknown version bypasses the cache.
      if (record !== undefined && record.version === transform.version) return Effect.succeed(record)
      return records.find(transform.domain, { type, id: transform.id }).pipe(
        Effect.flatMap(Effect.mapError(() => new NoData({ what: "picture" }))),
        Effect.tap((imageRecord) => Effect.sync(() => recentRecords.put(name, imageRecord)))
      )
    }

    return {
      serve: Effect.fn("ImageProxy.serve")(function* (transform: Transform) {
        const { picture, version } = yield* recordOf(transform)
        if (picture === null) return yield* nothing
        if (transform.version !== version) return { _tag: "Moved" as const, version }
        const { fit, format, height, quality, width } = transform
        const bytes = yield* derived(picture, { fit, height, width, quality, format })
        return { _tag: "Picture" as const, bytes, mediaType: `image/${format}` }
      })
    }
  })
)

const nothing = Effect.suspend(() => new NoData({ what: "picture" }))

const lost = Effect.zipRight(
  Effect.logWarning("an original picture is lost; reset its entity to fetch it again"),
  nothing
)

const unreadable = ({ message }: Unusable): Effect.Effect<never, StorageFailure> =>
  new StorageFailure({
    operation: "ImageProxy.serve",
    unavailable: false,
    cause: new Error(`a stored picture: ${message}`)
  })

/** The cache key is the original and the rendering: entities with the same original share rendered files. */
const nameOf = (original: string, { fit, format, height, quality, width }: Rendering) =>
  createHash("sha256").update([original, width, height, fit, format, quality].join("|")).digest("hex")
